//! Finds the tables and the position that a question about chess names.

use peatee_probe::chess::{Tables, Value, dtz};
use peatee_probe::peatee_chess::{Position, Setup};
use peatee_probe::{Collection, Wdl};
use peatee_rules::draw::{CHESS_CODES, RuleCode};

use super::CHESS;
use crate::errors::Error;
use crate::query::absent;

/// Chess for people: its name, where its rules were read, what a user of its tables should know.
pub const TITLE: &str = "Chess";
pub const SOURCES: &[&str] = &["FIDE, Laws of Chess, in force from 1 January 2023"];
pub const NOTES: &[&str] = &["positions with castling rights are in no table; captures en passant are minded"];

/// The draw rules by which chess is answered: the 50-move rule.
pub fn code() -> &'static RuleCode {
    CHESS_CODES[0]
}

/// The tables of chess.
///
/// # Errors
/// [`Error::NoTables`], [`Error::Unopened`].
pub fn tables(collection: &Collection) -> Result<&Tables, Error> {
    collection.chess().ok_or_else(|| absent(collection, CHESS))
}

/// The tables and the position.
///
/// # Errors
/// As [`tables`], and [`Error::ChessFen`].
pub fn position<'a>(collection: &'a Collection, fen: &str) -> Result<(&'a Tables, Position), Error> {
    Ok((tables(collection)?, Position::parse_fen(fen)?))
}

/// Refuses draw rules but the 50-move rule, and counts beside that of the FEN.
///
/// # Errors
/// [`Error::Argument`].
pub fn check_rules<'a>(rules: &str, counters: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
    let code = code().id;
    if !rules.is_empty() && rules != code {
        let reason = format!("chess is answered under {code}, the 50-move rule; name that, or leave it out");
        return Err(Error::Argument { field: "rules", reason });
    }
    if counters.into_iter().any(|counters| !counters.is_empty()) {
        let reason = "the count of chess is the half-move clock in the FEN; leave them out".to_owned();
        return Err(Error::Argument { field: "counters", reason });
    }
    Ok(())
}

/// The table without which it is not known whether a win comes in time.
pub fn lacking(position: &Position, value: Value) -> Option<String> {
    let is_lacking = value.wdl != Wdl::Draw && value.dtz_plies.is_none();
    let slice = Setup::of(position.board()).slice().ok()?;
    is_lacking.then(|| format!("there is no {} table of {slice}", dtz()))
}
