//! Tables of a game of any family: the choice at run time, made once.

use std::path::Path;
use std::sync::Arc;

use peatee_table::{Manifest, Metric};

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
    /// Opens those tables of directories of one game that `is_wanted` picks: of the game that the
    /// manifest of the first names. A directory without one is refused as that of a draughts game.
    pub(crate) fn open_shared(
        directories: &[&Path],
        storage: StorageKind,
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
        is_wanted: impl Fn(Metric) -> bool,
    ) -> Result<AnyTables, OpenError> {
        let manifest = directories.first().and_then(|first| Manifest::read(first).ok().flatten());
        let family = Family::of_game(&manifest.map(|manifest| manifest.variant).unwrap_or_default());
        Ok(match family {
            #[cfg(feature = "chess")]
            Ok(Family::Chess) => {
                AnyTables::Chess(Tables::open_shared(directories, storage, cache, next_number, |_, metric| {
                    is_wanted(metric)
                })?)
            }
            Ok(Family::Draughts) | Err(_) => {
                AnyTables::Draughts(Tables::open_shared(directories, storage, cache, next_number, |_, metric| {
                    is_wanted(metric)
                })?)
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
