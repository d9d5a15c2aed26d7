//! The list of the families of games, by the ids of their games.

use peatee_rules::{UnknownVariant, Variant};

/// The id of chess.
#[cfg(feature = "chess")]
pub(crate) const CHESS: &str = "chess";

/// A family of games with the game of it that an id names.
pub(crate) enum Family {
    /// A variant of draughts.
    Draughts(&'static Variant),
    /// Chess.
    #[cfg(feature = "chess")]
    Chess,
}

impl Family {
    /// Finds the game with an id.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn of_game(id: &str) -> Result<Family, UnknownVariant> {
        #[cfg(feature = "chess")]
        if id == CHESS {
            return Ok(Family::Chess);
        }
        Variant::named(id).map(Family::Draughts)
    }

    /// Names the functions that open its tables.
    pub(crate) const fn opened_with(&self) -> &'static str {
        match self {
            Family::Draughts(_) => "`Tables::open`, in Python with `open_tables`",
            #[cfg(feature = "chess")]
            Family::Chess => "`chess::Tables::open`, in Python with `open_tables`",
        }
    }
}
