//! Tables of a game of any family: the choice at run time, made once.

use std::path::Path;
use std::sync::Arc;

use crate::cache::BlockCache;
#[cfg(feature = "chess")]
use crate::chess::Chess;
use crate::draughts::Draughts;
use crate::error::OpenError;
pub use crate::family::Family;
use crate::game::Game;
use crate::storage::StorageKind;
pub use crate::tables::Tables;

/// The tables of a game of any family. [`with_tables!`](crate::with_tables) runs code on them.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyTables {
    /// The tables of a variant of draughts.
    Draughts(Tables<Draughts>),
    /// The tables of chess.
    #[cfg(feature = "chess")]
    Chess(Tables<Chess>),
}

/// Runs the same code on tables of any family.
///
/// `with_tables!(any, tables => expression)`: inside, `tables` is a `&Tables<Draughts>` or a
/// `&Tables<Chess>`.
#[cfg(feature = "chess")]
#[macro_export]
macro_rules! with_tables {
    ($any:expr, $tables:ident => $body:expr) => {
        match $any {
            $crate::any::AnyTables::Draughts($tables) => $body,
            $crate::any::AnyTables::Chess($tables) => $body,
            #[allow(unreachable_patterns, reason = "the list of families may grow")]
            _ => unreachable!("every family is listed"),
        }
    };
}

/// Runs the same code on tables of any family.
#[cfg(not(feature = "chess"))]
#[macro_export]
macro_rules! with_tables {
    ($any:expr, $tables:ident => $body:expr) => {
        match $any {
            $crate::any::AnyTables::Draughts($tables) => $body,
            #[allow(unreachable_patterns, reason = "the list of families may grow")]
            _ => unreachable!("every family is listed"),
        }
    };
}

impl AnyTables {
    /// Opens the tables of a folder, of the game that its manifest names.
    pub(crate) fn open_shared(
        folder: &Path,
        game: &str,
        storage: StorageKind,
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
    ) -> Result<AnyTables, OpenError> {
        Ok(match Family::of_game(game) {
            #[cfg(feature = "chess")]
            Ok(Family::Chess) => {
                AnyTables::Chess(Tables::open_shared(&[folder], storage, cache, next_number, |_, _| true)?)
            }
            // A folder of no known game is refused there.
            Ok(Family::Draughts) | Err(_) => {
                AnyTables::Draughts(Tables::open_shared(&[folder], storage, cache, next_number, |_, _| true)?)
            }
        })
    }

    /// Returns the tables, if they are of draughts.
    pub fn draughts(&self) -> Option<&Tables<Draughts>> {
        match self {
            AnyTables::Draughts(tables) => Some(tables),
            #[cfg(feature = "chess")]
            AnyTables::Chess(_) => None,
        }
    }

    /// Returns the tables, if they are of chess.
    #[cfg(feature = "chess")]
    pub fn chess(&self) -> Option<&Tables<Chess>> {
        match self {
            AnyTables::Chess(tables) => Some(tables),
            AnyTables::Draughts(_) => None,
        }
    }

    /// Returns the id of the game.
    pub fn game_id(&self) -> &'static str {
        with_tables!(self, tables => tables.game().id())
    }
}
