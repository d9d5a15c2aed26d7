//! Finds the tables and the position that a question about chess names.

use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::{FenError, Position};
use peatee_probe::{Collection, Game, ProbeError};
use peatee_rules::draw::{DrawRules, RuleCode};

use super::query::absent;
use crate::errors::Error;

/// The id of chess, which stands beside the variants.
pub const CHESS: &str = "chess";

/// The names of chess in paths of HTTP: that of lila-tablebase, and ours.
pub const PATH_NAMES: [&str; 2] = ["standard", CHESS];

/// Chess for people: its name, what a user of its tables should know.
pub const TITLE: &str = "Chess";
pub const NOTES: &[&str] = &["positions with castling rights are in no table; captures en passant are minded"];

/// Returns the draw rules by which chess is answered where none are named: the 50-move rule.
pub fn code() -> &'static RuleCode {
    Chess::codes()[0]
}

/// Returns the tables of chess.
///
/// # Errors
/// [`Error::NoTables`], [`Error::Unopened`].
pub fn tables(collection: &Collection) -> Result<&Tables, Error> {
    collection.chess().ok_or_else(|| absent(collection, CHESS))
}

/// Returns the tables of chess and the position of a FEN.
///
/// # Errors
/// As [`tables`] and [`read_fen`].
pub fn position<'a>(collection: &'a Collection, fen: &str) -> Result<(&'a Tables, Position), Error> {
    let tables = tables(collection)?;
    Ok((tables, read_fen(tables, fen)?))
}

/// Reads a FEN to ask tables about it. Where its castling rights or its square en passant are wrong
/// and it has more men than the tables, the men are the fault that is said: the rest put right
/// would be in no table either.
///
/// # Errors
/// [`Error::ChessFen`], [`Error::Probe`].
pub fn read_fen(tables: &Tables, fen: &str) -> Result<Position, Error> {
    let error = match Position::parse_fen(fen) {
        Ok(position) => return Ok(position),
        Err(error) => error,
    };
    if let FenError::Castling { .. } | FenError::EnPassant { .. } = error {
        let fields: Vec<&str> = fen.split_whitespace().take(2).collect();
        let of_board = Position::parse_fen(&format!("{} - -", fields.join(" "))).map(|position| position.men());
        let most = tables.most_pieces();
        if let Some(pieces) = of_board.ok().filter(|&men| men > most) {
            return Err(ProbeError::TooManyPieces { pieces, most, variant: CHESS }.into());
        }
    }
    Err(error.into())
}

/// Finds draw rules of chess by name; where none are named the 50-move rule.
///
/// # Errors
/// [`Error::Argument`], with the field that names them.
pub fn draw_rules(field: &'static str, rules: &str) -> Result<DrawRules, Error> {
    if rules.is_empty() {
        return Ok(Chess::fifty_moves());
    }
    Chess::rules_named(rules).ok_or_else(|| {
        let [fifty, seventy_five] = [Chess::fifty_moves(), Chess::seventy_five_moves()].map(|rules| rules.code.id);
        let reason = format!(
            "chess is answered under {fifty}, the 50-move rule, or {seventy_five}, the 75-move rule; name one, or leave \
             it out for {fifty}"
        );
        Error::Argument { field, reason }
    })
}

/// Finds the draw rules that a request names. Refuses counts beside that of the FEN.
///
/// # Errors
/// [`Error::Argument`].
pub fn check_rules<'a>(rules: &str, counters: impl IntoIterator<Item = &'a str>) -> Result<DrawRules, Error> {
    let rules = draw_rules("rules", rules)?;
    if counters.into_iter().any(|counters| !counters.is_empty()) {
        let reason = "the count of chess is the half-move clock in the FEN; leave them out".to_owned();
        return Err(Error::Argument { field: "counters", reason });
    }
    Ok(rules)
}

/// Returns the value of a position under draw rules with its half-move clock.
///
/// # Errors
/// [`ProbeError`]: castling rights, too many men, a table that is missing or damaged.
pub fn rule_value(tables: &Tables, position: &Position, rules: &DrawRules) -> Result<RuleValue, ProbeError> {
    tables.rule_value(position, rules, &Chess.counters(rules, position))
}

/// Returns the moves of a position under draw rules with its half-move clock, the best first.
///
/// # Errors
/// As [`rule_value`], for the positions after the moves.
pub fn rule_moves(tables: &Tables, position: &Position, rules: &DrawRules) -> Result<Vec<RuleMove>, ProbeError> {
    tables.rule_moves(position, rules, &Chess.counters(rules, position))
}
