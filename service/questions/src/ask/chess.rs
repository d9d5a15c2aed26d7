//! Chess as one of the families of games that requests may name.

use peatee_probe::any::AnyTables;
use peatee_probe::chess::{Chess, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::{FenError, Position};
use peatee_probe::{ChanceSearch, Game, MoveChance, ProbeError};
use peatee_rules::Side;
use peatee_rules::draw::{DrawRules, RuleCode};
use peatee_rules::notation::MoveNumber;

use super::family::{Field, ServedFamily};
use super::rules::RulesAsked;
use crate::errors::Error;

pub const CHESS: &str = "chess";

/// Names of chess in HTTP paths: the one in lila-tablebase, and our own.
pub const PATH_NAMES: [&str; 2] = ["standard", CHESS];

pub const TITLE: &str = "Chess";
pub const NOTES: &[&str] = &["no table has positions with castling rights; captures en passant are taken into account"];

/// Returns the code of the default draw rules of chess, the 50-move rule.
pub fn code() -> &'static RuleCode {
    Chess::codes()[0]
}

impl ServedFamily for Chess {
    fn tables(any: &AnyTables) -> Option<&Tables> {
        any.chess()
    }

    /// Parses a FEN. If the position has more pieces than any table, an error about wrong castling
    /// rights or a wrong en passant square is replaced by one about the number of pieces. The user
    /// gains nothing from a correction of such a FEN, because no table holds the position.
    fn read_fen(tables: &Tables, fen: &str) -> Result<Position, Error> {
        let error = match Position::parse_fen(fen) {
            Ok(position) => return Ok(position),
            Err(error) => error,
        };
        if let FenError::Castling { .. } | FenError::EnPassant { .. } = error {
            let fields: Vec<&str> = fen.split_whitespace().take(2).collect();
            let of_board = Position::parse_fen(&format!("{} - -", fields.join(" "))).map(|position| position.men());
            let most = tables.most_pieces();
            if let Some(pieces) = of_board.ok().filter(|&men| men > most) {
                return Err(ProbeError::TooManyPieces { pieces, most, variant: Chess.id() }.into());
            }
        }
        Err(error.into())
    }

    fn read_rules(rules: Field<'_>, counters: Field<'_>) -> Result<Option<RulesAsked>, Error> {
        let rules = draw_rules(rules)?;
        if !counters.text.is_empty() {
            let reason = "the count of chess is the half-move clock in the FEN; leave them out".to_owned();
            return Err(Error::Argument { field: counters.name, reason });
        }
        Ok(Some(RulesAsked::from(rules)))
    }

    fn move_number(&self, position: &Position) -> MoveNumber {
        let plies = 2 * (position.move_number().max(1) as usize - 1);
        MoveNumber::of_sides(self.side(position), Side::White, plies)
    }
}

/// Returns the chess draw rules with the name in the field `rules`. The empty name stands for the
/// 50-move rule.
///
/// # Errors
/// [`Error::Argument`] with the name of the field.
pub fn draw_rules(rules: Field<'_>) -> Result<DrawRules, Error> {
    if rules.text.is_empty() {
        return Ok(Chess::fifty_moves());
    }
    Chess::rules_named(rules.text).ok_or_else(|| {
        let [fifty, seventy_five] = [Chess::fifty_moves(), Chess::seventy_five_moves()].map(|rules| rules.code.id);
        let reason = format!(
            "chess is answered under {fifty}, the 50-move rule, or {seventy_five}, the 75-move rule; name one, or leave \
             it out for {fifty}"
        );
        Error::Argument { field: rules.name, reason }
    })
}

/// Returns the draw rules of a request, or the 50-move rule if it names none.
pub fn rules_of(asked: Option<&RulesAsked>) -> DrawRules {
    asked.map_or_else(Chess::fifty_moves, |asked| asked.rules)
}

/// Returns the value of a position under draw rules. The plies on the half-move clock of the
/// position count as used.
///
/// # Errors
/// [`ProbeError`]: castling rights, too many men, or a missing or damaged table.
pub fn rule_value(tables: &Tables, position: &Position, rules: &DrawRules) -> Result<RuleValue, ProbeError> {
    tables.rule_value(position, rules, &Chess.counters(rules, position))
}

/// Returns the legal moves of a position, best first under draw rules. The plies on the half-move
/// clock of the position count as used.
///
/// # Errors
/// The errors of [`rule_value`], for the positions after the moves.
pub fn rule_moves(tables: &Tables, position: &Position, rules: &DrawRules) -> Result<Vec<RuleMove>, ProbeError> {
    tables.rule_moves(position, rules, &Chess.counters(rules, position))
}

/// Returns the same moves as [`rule_moves`], but sorts the drawn moves. Those after which the
/// opponent errs most easily come first.
///
/// # Errors
/// The errors of [`rule_moves`].
pub fn hard_moves(
    tables: &Tables,
    position: &Position,
    rules: &DrawRules,
    positions_max: u32,
) -> Result<Vec<RuleMove>, ProbeError> {
    tables.hard_moves(position, rules, &Chess.counters(rules, position), positions_max)
}

/// Returns the same moves as [`rule_moves`], each with the chance that the opponent errs after it.
///
/// # Errors
/// The errors of [`rule_moves`], and [`ProbeError::Budget`].
pub fn rule_chances(
    tables: &Tables,
    position: &Position,
    rules: &DrawRules,
    search: ChanceSearch<'_>,
) -> Result<Vec<MoveChance<RuleMove>>, ProbeError> {
    tables.rule_chances(position, rules, &Chess.counters(rules, position), search)
}
