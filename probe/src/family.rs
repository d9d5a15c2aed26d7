//! The families of games: draughts and chess.

use peatee_rules::{UnknownVariant, Variant};

#[cfg(feature = "chess")]
pub(crate) const CHESS: &str = "chess";

pub(crate) enum Family {
    Draughts(&'static Variant),
    #[cfg(feature = "chess")]
    Chess,
}

impl Family {
    /// Finds the game with an id.
    ///
    /// # Errors
    /// No game has this id.
    pub(crate) fn of_game(id: &str) -> Result<Family, UnknownVariant> {
        #[cfg(feature = "chess")]
        if id == CHESS {
            return Ok(Family::Chess);
        }
        Variant::named(id).map(Family::Draughts)
    }

    /// Returns the names of the functions that open tables of this family. Error messages contain
    /// them.
    pub(crate) const fn opened_with(&self) -> &'static str {
        match self {
            Family::Draughts(_) => "`Tables::open`, in Python with `open_tables`",
            #[cfg(feature = "chess")]
            Family::Chess => "`chess::Tables::open`, in Python with `open_tables`",
        }
    }
}
