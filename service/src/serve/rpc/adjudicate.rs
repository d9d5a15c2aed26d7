//! Requests about draw rules: the verdict on a game, and values under the rules.

use std::sync::Arc;

use peatee_probe::Collection;
use peatee_probe::peatee_chess::Position as ChessPosition;
use peatee_probe::peatee_chess::pgn::{self, PgnGame, PgnMove};
use peatee_proto::v1::adjudicate_request::Game;
use peatee_proto::v1::{AdjudicateRequest, AdjudicateResponse, PlayedMoves, Side as ProtoSide};
use peatee_rules::notation::pdn::{PdnGame, each_game};
use peatee_rules::{Budget, Side, Variant};

use crate::answer::fitting::Fitting;
use crate::answer::judging::Bench;
use crate::answer::notes;
use crate::answer::verdicts::{JudgeOptions, judged, judged_chess, told};
use crate::ask::chess::CHESS;
use crate::ask::chess::draw_rules;
use crate::ask::query;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;
use crate::serve::admission::bounds::{
    VERDICT_PLIES_DEFAULT, argument, check_move_texts, check_no_flag, check_pdn, check_plies, line_plies, no_game,
    not_one_game,
};

/// The most positions that are looked at for a mate, far fewer than on the command line: a request
/// shares the server with others.
const POSITIONS_MAX: usize = 50_000;

/// Upper bound of the games of a request that get a hint with the variants in which their moves are
/// legal.
const HINTS_MAX: usize = 5;

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

/// Reads what a request asks of all its games, from the fields of these names.
///
/// # Errors
/// [`Error::Argument`].
pub fn judge_options<'a>(
    collection: &'a Collection,
    variant: &str,
    rules: &'a str,
    (flag, is_last_announced): (i32, bool),
    line_plies_max: u32,
) -> Result<JudgeOptions<'a>, Error> {
    if variant == CHESS {
        draw_rules("rules", rules)?;
    } else {
        check_no_flag(flag, is_last_announced)?;
    }
    let line_plies = line_plies("line_plies_max", line_plies_max, VERDICT_PLIES_DEFAULT)?;
    let flag = match ProtoSide::try_from(flag) {
        Ok(ProtoSide::Unspecified) => None,
        Ok(ProtoSide::White) => Some(Side::White),
        Ok(ProtoSide::Black) => Some(Side::Black),
        Err(_) => {
            return Err(argument("flag", format!("{flag} is no side; give SIDE_WHITE or SIDE_BLACK, or leave it out")));
        }
    };
    if flag.is_some() && is_last_announced {
        let reason = "a claim stops the clocks, and a fallen flag ends the game; ask one of them";
        return Err(argument("claim_announced", reason));
    }
    Ok(JudgeOptions {
        collection: Some(collection),
        rules,
        line_plies,
        flag,
        is_last_announced,
        positions_max: POSITIONS_MAX,
        tells_damage: false,
        variant_option: "`variant`",
        hints_max: HINTS_MAX,
    })
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
    let AdjudicateRequest { variant, rules, flag, claim_announced, line_plies_max, .. } = request;
    let options = judge_options(collection, variant, rules, (*flag, *claim_announced), *line_plies_max)?;
    match (&request.game, variant.as_str()) {
        (None, _) => Err(no_game()),
        (Some(Game::Pdn(text)), CHESS) => {
            let game = only_game(text, pgn::games(text), |game| game.moves.len())?;
            judged_chess(&options, &game, true, budget)
        }
        (Some(Game::Played(played)), CHESS) => judged_chess(&options, &game_of_chess(played)?, false, budget),
        (Some(Game::Pdn(text)), id) => adjudicate_pdn(&options, id, text, budget),
        (Some(Game::Played(played)), id) => adjudicate_played(&options, id, played, budget),
    }
}

fn bench<'a>(options: &JudgeOptions<'a>, variant: &'static Variant, budget: &Arc<Budget>) -> Result<Bench<'a>, Error> {
    Ok(Bench::new(options.collection, variant, options.rules, options.line_plies)?.within(budget))
}

fn adjudicate_pdn(
    options: &JudgeOptions<'_>,
    id: &str,
    text: &str,
    budget: &Arc<Budget>,
) -> Result<AdjudicateResponse, Error> {
    let stated = stated(id)?;
    let game = only_game(text, each_game(text), |game| game.moves.len())?;
    let variant = match stated {
        Some(variant) => variant,
        None => game.variant()?.ok_or_else(no_variant)?,
    };
    let bench = bench(options, variant, budget)?;
    let verdict = bench.review_own(&game)?;
    let fitting = Fitting::naming(options.variant_option).within(budget);
    Ok(judged(&bench, &game, &verdict, &fitting, None))
}

fn adjudicate_played(
    options: &JudgeOptions<'_>,
    id: &str,
    played: &PlayedMoves,
    budget: &Arc<Budget>,
) -> Result<AdjudicateResponse, Error> {
    let bench = bench(options, stated(id)?.ok_or_else(no_variant)?, budget)?;
    check_move_texts(played)?;
    let moves = PdnGame::of_texts(played.moves.iter().cloned());
    let (start, counted) =
        bench.start(&played.fen, &played.counters, "give the counts in `counters`").map_err(|error| {
            let field = if matches!(error, Error::Counters(_)) { "played.counters" } else { "played.fen" };
            Error::Within { field, error: Box::new(error) }
        })?;
    let verdict = bench.review_at(&start, &moves)?;
    let of_rules = notes::of_rules(bench.rules(), bench.game().variant());
    let of_kings = notes::of_king_runs(&verdict, bench.game());
    Ok(told(bench.game(), &verdict, counted.into_iter().chain(of_rules).chain(of_kings), false))
}

fn stated(id: &str) -> Result<Option<&'static Variant>, Error> {
    if id.is_empty() { Ok(None) } else { query::named(id).map(Some) }
}

fn no_variant() -> Error {
    argument("variant", "is empty, and no PDN tags name a game; name one, such as `international`")
}

/// Returns the one game of a text.
fn only_game<G>(text: &str, games: impl Iterator<Item = G>, plies: impl Fn(&G) -> usize) -> Result<G, Error> {
    check_pdn(text)?;
    let games: Vec<G> = games.take(2).collect();
    let count = games.len();
    let [game] = <[G; 1]>::try_from(games).map_err(|_| not_one_game(count))?;
    check_plies("pdn", plies(&game))?;
    Ok(game)
}

/// Makes a game of chess from a position and moves.
fn game_of_chess(played: &PlayedMoves) -> Result<PgnGame, Error> {
    check_move_texts(played)?;
    if !played.counters.is_empty() {
        return Err(argument(
            "played.counters",
            "the count of chess is the half-move clock in the FEN; leave them out",
        ));
    }
    let mut game = PgnGame::default();
    if !played.fen.is_empty() {
        let within = |error| Error::Within { field: "played.fen", error: Box::new(Error::ChessFen(error)) };
        ChessPosition::parse_fen(&played.fen).map_err(within)?;
        game.set_tag("FEN", &played.fen);
    }
    game.moves = played.moves.iter().map(|san| PgnMove { text: san.clone(), ..PgnMove::default() }).collect();
    Ok(game)
}
