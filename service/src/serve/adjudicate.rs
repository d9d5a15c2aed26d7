//! Requests about draw rules: the verdict on a game, and values under the rules.

use std::sync::atomic::AtomicBool;

use peatee_probe::Collection;
use peatee_probe::adjudicate::{Review, Ruling, Start};
use peatee_proto::v1::adjudicate_request::Game as Asked;
use peatee_proto::v1::{AdjudicateRequest, AdjudicateResponse, PlayedMoves};
use peatee_rules::Variant;
use peatee_rules::notation::pdn::{PdnError, PdnGame, PdnMove, each_game};

use crate::cli::fitting::Fitting;
use crate::cli::notes;
use crate::errors::Error;
use crate::judging::{Bench, RulesAsked};
use crate::{convert, query};

/// The longest PDN text. A long game with comments has a few thousand bytes.
const PDN_BYTES_MAX: usize = 60 * 1024;

/// The most moves of a game. The longest known games have a few hundred.
const GAME_PLIES_MAX: usize = 2000;

/// The longest text of one move. A capture of twenty pieces on the largest board, with all its
/// squares, is shorter.
const MOVE_BYTES_MAX: usize = 128;

/// Plies of the best line of a verdict when the request does not say.
pub const LINE_PLIES_DEFAULT: u32 = 20;

/// The most plies of a line.
const LINE_PLIES_MAX: u32 = 1000;

fn argument(field: &'static str, reason: impl Into<String>) -> Error {
    Error::Argument { field, reason: reason.into() }
}

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

/// The plies of a line that a field asks for; 0 asks for the default.
///
/// # Errors
/// [`Error::Argument`] when it asks for too many.
pub fn line_plies(field: &'static str, asked_plies: u32, default_plies: u32) -> Result<u32, Error> {
    match asked_plies {
        0 => Ok(default_plies),
        plies if plies <= LINE_PLIES_MAX => Ok(plies),
        plies => Err(argument(field, format!("{plies} is too many; the most is {LINE_PLIES_MAX}"))),
    }
}

/// Judges the game of a request, until the flag is set.
///
/// # Errors
/// An error that names the field of the request that is wrong; a damaged table.
pub fn adjudicate(
    collection: &Collection,
    request: &AdjudicateRequest,
    stop: &AtomicBool,
) -> Result<AdjudicateResponse, Error> {
    let line_plies = line_plies("line_plies_max", request.line_plies_max, LINE_PLIES_DEFAULT)?;
    let stated = match request.variant.as_str() {
        "" => None,
        id => Some(query::named(id)?),
    };
    let bench = |variant: &'static Variant| {
        Bench::new(Some(collection), variant, &request.rules, line_plies).map(|bench| bench.until(stop))
    };
    match &request.game {
        None => Err(argument("pdn", "there is no game; give `pdn` or `played`")),
        Some(Asked::Pdn(text)) => {
            let game = only_game(text)?;
            let variant = match stated {
                Some(variant) => variant,
                None => game.variant()?.ok_or_else(no_variant)?,
            };
            let bench = bench(variant)?;
            let review = bench.review_own(&game)?;
            judged(&bench, &game, &review, &mut Fitting::naming("`variant`"))
        }
        Some(Asked::Played(played)) => {
            let bench = bench(stated.ok_or_else(no_variant)?)?;
            let moves = moves(played)?;
            let within = |field| move |error| Error::Within { field, error: Box::new(error) };
            let (position, counts) = bench.position(&played.fen).map_err(within("played.fen"))?;
            let counters = bench.rules().parse_counters(&played.counters, &position);
            let counters = Some(counters.map_err(|error| within("played.counters")(error.into()))?);
            let start = Start { position, counters };
            let review = bench.review_at(&start, &moves)?;
            let mut out = convert::adjudicated(&bench, &moves, &start, &review, false);
            out.notes.extend(notes::of_counts(counts, "`counters` states counts"));
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
    fitting: &mut Fitting,
) -> Result<AdjudicateResponse, Error> {
    let start = Start::from(game.start(bench.game())?);
    let mut out = convert::adjudicated(bench, game, &start, review, true);
    out.notes.extend(notes::of_start(game, bench));
    out.notes.extend(notes::of_results(game));
    out.notes.extend(notes::of_score(review.written));
    out.notes.extend(notes::of_missing_tags(game));
    if let Ruling::Illegal(illegal) = &review.verdict.ruling {
        out.notes.extend(fitting.hint_after(illegal, game, bench.game().variant()));
    }
    Ok(out)
}

fn no_variant() -> Error {
    argument("variant", "is empty, and no PDN tags name a game; name one, such as `international`")
}

/// The one game of a PDN text.
fn only_game(text: &str) -> Result<PdnGame, Error> {
    if text.len() > PDN_BYTES_MAX {
        return Err(argument("pdn", format!("has {} bytes; the most is {PDN_BYTES_MAX}", text.len())));
    }
    let games: Vec<PdnGame> = each_game(text).take(2).collect::<Result<_, PdnError>>()?;
    let count = games.len();
    let Ok([game]) = <[PdnGame; 1]>::try_from(games) else {
        let found = if count == 0 { "no game" } else { "more than one game" };
        return Err(argument("pdn", format!("must hold one game, and holds {found}")));
    };
    check_plies("pdn", game.moves.len())?;
    Ok(game)
}

fn moves(played: &PlayedMoves) -> Result<PdnGame, Error> {
    check_plies("played.moves", played.moves.len())?;
    if let Some(place) = played.moves.iter().position(|text| text.len() > MOVE_BYTES_MAX) {
        let reason = format!("move {} is longer than {MOVE_BYTES_MAX} bytes", place + 1);
        return Err(argument("played.moves", reason));
    }
    let moves = played.moves.iter().map(|text| PdnMove { text: text.clone(), ..PdnMove::default() });
    Ok(PdnGame { moves: moves.collect(), ..PdnGame::default() })
}

/// Refuses a game of too many moves.
///
/// # Errors
/// [`Error::Argument`].
pub fn check_plies(field: &'static str, plies: usize) -> Result<(), Error> {
    if plies <= GAME_PLIES_MAX {
        return Ok(());
    }
    Err(argument(field, format!("{plies} moves are too many; the most is {GAME_PLIES_MAX}")))
}
