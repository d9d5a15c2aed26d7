//! Limits of the lengths and numbers in requests. Errors name the field that exceeds a limit.

use peatee_proto::v1::{PlayedMoves, ProbeBatchRequest};

use crate::ask::budget::CHANCES_DEPTH_MAX;
use crate::errors::Error;

/// Maximum length of the PDN or PGN text of one game in bytes. Even a long game with comments has
/// only a few thousand bytes.
pub const GAME_BYTES_MAX: usize = 60 * 1024;

/// Maximum length in bytes of a text of several games. The limit applies to the text as it is sent,
/// and to the text in UTF-8.
pub const GAMES_BYTES_MAX: usize = 1024 * 1024;

/// Maximum number of moves of a game. The longest known games have a few hundred moves.
const GAME_PLIES_MAX: usize = 2000;

/// Maximum length of the text of one move in bytes. Even a capture of twenty pieces on the largest
/// board is shorter, written with all its squares.
const MOVE_BYTES_MAX: usize = 128;

pub const VERDICT_PLIES_DEFAULT: u32 = 20;

pub const LINE_PLIES_DEFAULT: u32 = 200;

const LINE_PLIES_MAX: u32 = 1000;

const BATCH_ITEMS_MAX: usize = 500;

/// Number of positions of a batch that are answered before the server checks again whether the
/// client still waits.
pub const ITEMS_UNTIL_STOP: usize = 64;

pub fn argument(field: &'static str, reason: impl Into<String>) -> Error {
    Error::Argument { field, reason: reason.into() }
}

/// Returns the length in plies of the line of best play that a request asks for. Returns the
/// default if `asked_plies` is 0.
///
/// # Errors
/// [`Error::Argument`] if the length is above the maximum.
pub fn line_plies(field: &'static str, asked_plies: u32, default_plies: u32) -> Result<u32, Error> {
    match asked_plies {
        0 => Ok(default_plies),
        plies if plies <= LINE_PLIES_MAX => Ok(plies),
        plies => Err(argument(field, format!("{plies} is too many; the most is {LINE_PLIES_MAX}"))),
    }
}

/// Returns the search depth for the chances that the opponent errs, in replies of the opponent.
/// Returns 0 if the request asks for no chances.
///
/// # Errors
/// [`Error::Argument`] if the depth is above the maximum.
pub fn chances_depth(asked: u32) -> Result<u32, Error> {
    match asked {
        depth if depth <= CHANCES_DEPTH_MAX => Ok(depth),
        depth => Err(argument("chances", format!("{depth} is too many replies; the most is {CHANCES_DEPTH_MAX}"))),
    }
}

pub fn check_plies(field: &'static str, plies: usize) -> Result<(), Error> {
    if plies <= GAME_PLIES_MAX {
        return Ok(());
    }
    Err(argument(field, format!("has more than {GAME_PLIES_MAX} moves, the most that a game may have")))
}

pub fn check_record_bytes(field: &'static str, bytes: usize, most: usize) -> Result<(), Error> {
    if bytes <= most {
        return Ok(());
    }
    Err(argument(field, format!("has {bytes} bytes; the most is {most}")))
}

pub fn not_one_game(count: usize) -> Error {
    let found = if count == 0 { "no game" } else { "more than one game" };
    argument("pdn", format!("must hold one game, and holds {found}"))
}

pub fn no_game() -> Error {
    argument("pdn", "there is no game; give `pdn`, `pdn_bytes` or `played`")
}

pub fn check_move_texts(played: &PlayedMoves) -> Result<(), Error> {
    check_plies("played.moves", played.moves.len())?;
    if let Some(place) = played.moves.iter().position(|text| text.len() > MOVE_BYTES_MAX) {
        let reason = format!("move {} is longer than {MOVE_BYTES_MAX} bytes", place + 1);
        return Err(argument("played.moves", reason));
    }
    Ok(())
}

/// Checks that a request about draughts does not use two fields that only chess has: a fallen flag
/// (a side out of time) and a claim with an announced move.
///
/// # Errors
/// [`Error::Argument`] for a fallen flag or an announced claim.
pub fn check_no_flag(flag: i32, is_last_announced: bool) -> Result<(), Error> {
    if is_last_announced {
        let reason = "a claim with an announced move exists in chess alone; name the variant `chess`, or leave it out";
        return Err(argument("claim_announced", reason));
    }
    match flag {
        0 => Ok(()),
        _ => Err(argument("flag", "a fallen flag is judged in chess alone; name the variant `chess`, or leave it out")),
    }
}

/// Checks the number of positions in a batch, and that either all positions or none of them have
/// counters.
///
/// # Errors
/// [`Error::Argument`] for a wrong number.
pub fn check_batch(request: &ProbeBatchRequest) -> Result<(), Error> {
    let (count, counters) = (request.fens.len(), request.counters.len());
    if count == 0 || count > BATCH_ITEMS_MAX {
        return Err(argument("fens", format!("has {count} positions; a batch has 1 to {BATCH_ITEMS_MAX}")));
    }
    if counters != 0 && counters != count {
        let reason = format!("has {counters} entries for {count} positions; give none, or one for each");
        return Err(argument("counters", reason));
    }
    Ok(())
}
