//! The list of the families of games.

#[cfg(feature = "chess")]
use crate::{chess::Chess, game::Game as _};
use peatee_rules::Variant;

/// A family of games: those that one type of game plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// The variants of draughts.
    Draughts,
    /// Chess.
    #[cfg(feature = "chess")]
    Chess,
}

impl Family {
    /// Finds the family of the game with an id.
    ///
    /// # Errors
    /// There is no such game.
    pub fn of_game(id: &str) -> Result<Family, String> {
        #[cfg(feature = "chess")]
        if Chess::named(id).is_some() {
            return Ok(Family::Chess);
        }
        Variant::named(id).map(|_| Family::Draughts).map_err(|error| error.to_string())
    }

    /// Names the functions that open its tables.
    pub(crate) const fn opened_with(self) -> &'static str {
        match self {
            Family::Draughts => "`Tables::open`, in Python with `open_tables`",
            #[cfg(feature = "chess")]
            Family::Chess => "`chess::Tables::open`, in Python with `open_tables`",
        }
    }
}
