//! Requests about draw rules: the verdict on a game, and values under the rules.

use std::sync::Arc;

use peatee_probe::Collection;
use peatee_probe::adjudicate::{Review, Ruling, Start};
use peatee_proto::v1::adjudicate_request::Game as Asked;
use peatee_proto::v1::{AdjudicateRequest, AdjudicateResponse, PlayedMoves};
use peatee_rules::notation::pdn::{PdnError, PdnGame, PdnMove, each_game};
use peatee_rules::{Budget, Variant};

use super::bounds::{
    VERDICT_PLIES_DEFAULT, argument, check_move_texts, check_no_flag, check_pdn, check_plies, line_plies, no_game,
    not_one_game,
};
use super::chess;
use crate::chess::CHESS;
use crate::cli::fitting::Fitting;
use crate::cli::notes;
use crate::convert::put_notes;
use crate::errors::Error;
use crate::judging::{Bench, RulesAsked};
use crate::{convert, query};

/// The draw rules that a request about a position names, if any.
///
/// # Errors
/// [`Error::Rules`]; [`Error::Argument`] when there are counters without rules.
pub fn rules_asked(rules: &str, counters: &str) -> Result<Option<RulesAsked>, Error> {
    match (rules, counters) {
        ("", "") => Ok(None),
        ("", _) => {
            Err(argument("rules", "is empty, but there are counters; name the rules that the counters belong to"))
        }
        _ => RulesAsked::new(rules, counters).map(Some),
    }
}

/// Judges the game of a request, within a budget.
///
/// # Errors
/// An error that names the field of the request that is wrong; a damaged table.
pub fn adjudicate(
    collection: &Collection,
    request: &AdjudicateRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateResponse, Error> {
    if request.variant == CHESS {
        return chess::adjudicate(collection, request, budget);
    }
    check_no_flag(request.flag, request.claim_announced)?;
    let line_plies = line_plies("line_plies_max", request.line_plies_max, VERDICT_PLIES_DEFAULT)?;
    let stated = match request.variant.as_str() {
        "" => None,
        id => Some(query::named(id)?),
    };
    let bench = |variant: &'static Variant| {
        Bench::new(Some(collection), variant, &request.rules, line_plies).map(|bench| bench.within(budget))
    };
    match &request.game {
        None => Err(no_game()),
        Some(Asked::Pdn(text)) => {
            let game = only_game(text)?;
            let variant = match stated {
                Some(variant) => variant,
                None => game.variant()?.ok_or_else(no_variant)?,
            };
            let bench = bench(variant)?;
            let review = bench.review_own(&game)?;
            judged(&bench, &game, &review, &Fitting::naming("`variant`").within(budget))
        }
        Some(Asked::Played(played)) => {
            let bench = bench(stated.ok_or_else(no_variant)?)?;
            let moves = moves(played)?;
            let within = |field| move |error| Error::Within { field, error: Box::new(error) };
            let (start, counted) =
                bench.start(&played.fen, &played.counters, "`counters` states counts").map_err(|error| {
                    let field = if matches!(error, Error::Counters(_)) { "played.counters" } else { "played.fen" };
                    within(field)(error)
                })?;
            let review = bench.review_at(&start, &moves)?;
            let mut out = convert::adjudicated(&bench, &moves, &start, &review, false);
            put_notes(&mut out, counted);
            put_notes(&mut out, notes::of_rules(bench.rules(), bench.game().variant()));
            put_notes(&mut out, notes::of_king_runs(&review.verdict, bench.game()));
            Ok(out)
        }
    }
}

/// A judged game of a PDN text, with notes.
///
/// # Errors
/// When its start cannot be read.
pub fn judged(
    bench: &Bench<'_>,
    game: &PdnGame,
    review: &Review,
    fitting: &Fitting,
) -> Result<AdjudicateResponse, Error> {
    let start = Start::of_pdn(game, bench.game(), bench.rules())?;
    let mut out = convert::adjudicated(bench, game, &start, review, true);
    let variant = bench.game().variant();
    put_notes(&mut out, notes::of_start(game, bench));
    put_notes(&mut out, notes::of_results(game));
    put_notes(&mut out, notes::of_score(review.written));
    put_notes(&mut out, notes::of_missing_tags(game));
    put_notes(&mut out, notes::of_rules(bench.rules(), variant));
    put_notes(&mut out, notes::of_king_runs(&review.verdict, bench.game()));
    if let Ruling::Illegal(illegal) = &review.verdict.ruling {
        put_notes(&mut out, fitting.hint_after(illegal, game, variant));
    }
    Ok(out)
}

fn no_variant() -> Error {
    argument("variant", "is empty, and no PDN tags name a game; name one, such as `international`")
}

/// The one game of a PDN text.
fn only_game(text: &str) -> Result<PdnGame, Error> {
    check_pdn(text)?;
    let games: Vec<PdnGame> = each_game(text).take(2).collect::<Result<_, PdnError>>()?;
    let count = games.len();
    let [game] = <[PdnGame; 1]>::try_from(games).map_err(|_| not_one_game(count))?;
    check_plies("pdn", game.moves.len())?;
    Ok(game)
}

fn moves(played: &PlayedMoves) -> Result<PdnGame, Error> {
    check_move_texts(played)?;
    let moves = played.moves.iter().map(|text| PdnMove { text: text.clone(), ..PdnMove::default() });
    Ok(PdnGame { moves: moves.collect(), ..PdnGame::default() })
}
