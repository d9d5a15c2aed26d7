//! Parsing of requests, where it differs between families of games (draughts, chess).

use peatee_probe::any::{AnyTables, Tables};
use peatee_probe::{Draughts, Notation, Probed};
use peatee_rules::Position;
use peatee_rules::notation::MoveNumber;

use super::rules::RulesAsked;
use crate::errors::Error;

/// A text in a request, with the name of the field or option that error messages mention.
#[derive(Debug, Clone, Copy)]
pub struct Field<'a> {
    pub name: &'static str,
    pub text: &'a str,
}

impl<'a> Field<'a> {
    pub const fn new(name: &'static str, text: &'a str) -> Self {
        Field { name, text }
    }
}

/// A family of games (draughts or chess) that requests may name.
pub trait ServedFamily: Notation + Probed {
    /// Returns the tables if they are of a game of this family; otherwise `None`.
    fn tables(any: &AnyTables) -> Option<&Tables<Self>>;

    fn read_fen(tables: &Tables<Self>, fen: &str) -> Result<Self::Position, Error>;

    /// Parses a position as [`ServedFamily::read_fen`] does. Also returns the requested draw rules.
    /// If the FEN states facts about earlier moves that matter under these rules, adds them to the
    /// rules.
    ///
    /// # Errors
    /// [`Error::Fen`].
    fn read_fen_under(
        tables: &Tables<Self>,
        fen: &str,
        asked: Option<RulesAsked>,
    ) -> Result<(Self::Position, Option<RulesAsked>), Error> {
        Ok((Self::read_fen(tables, fen)?, asked))
    }

    /// Parses draw rules. Returns `None` if the request names none. The text of the counters is
    /// stored and parsed later, together with the position.
    ///
    /// # Errors
    /// [`Error::Rules`] and [`Error::Argument`].
    fn read_rules(rules: Field<'_>, counters: Field<'_>) -> Result<Option<RulesAsked>, Error>;

    fn move_number(&self, position: &Self::Position) -> MoveNumber;
}

impl ServedFamily for Draughts {
    fn tables(any: &AnyTables) -> Option<&Tables<Draughts>> {
        any.draughts()
    }

    fn read_fen(tables: &Tables<Draughts>, fen: &str) -> Result<Position, Error> {
        Ok(tables.game().parse_fen(fen)?)
    }

    fn read_fen_under(
        tables: &Tables<Draughts>,
        fen: &str,
        asked: Option<RulesAsked>,
    ) -> Result<(Position, Option<RulesAsked>), Error> {
        let (position, counts) = tables.game().parse_fen_with_counts(fen)?;
        Ok((position, asked.map(|asked| asked.with_king_moves(&counts))))
    }

    fn read_rules(rules: Field<'_>, counters: Field<'_>) -> Result<Option<RulesAsked>, Error> {
        match (rules.text, counters.text) {
            ("", "") => Ok(None),
            ("", _) => {
                let reason = "is empty, but there are counters; name the rules that the counters belong to".to_owned();
                Err(Error::Argument { field: rules.name, reason })
            }
            (code, stated) => RulesAsked::new(code, stated).map(Some),
        }
    }

    fn move_number(&self, position: &Position) -> MoveNumber {
        MoveNumber::in_position(self, position, 0)
    }
}
