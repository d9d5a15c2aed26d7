//! Types for any game and its tables, for callers that learn the game at run time.

use std::sync::Arc;

use peatee_rules::{Draughts, UnknownVariant, VARIANTS};
use peatee_table::Metric;

use crate::cache::BlockCache;
#[cfg(feature = "chess")]
use crate::chess::Chess;
use crate::error::OpenError;
use crate::family::Family;
use crate::folder::Folder;
use crate::game::Game;
pub use crate::tables::Tables;

/// The tables of any game. [`with_tables!`](crate::with_tables) runs code on them.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyTables {
    /// The tables of a variant of draughts.
    Draughts(Tables<Draughts>),
    /// Tables of chess.
    #[cfg(feature = "chess")]
    Chess(Tables<Chess>),
}

/// Any game. [`with_game!`](crate::with_game) runs code on it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyGame {
    /// A variant of draughts.
    Draughts(Draughts),
    /// Chess.
    #[cfg(feature = "chess")]
    Chess(Chess),
}

/// Runs the same code on the content of an `AnyTables` or `AnyGame`, in builds with chess.
#[doc(hidden)]
#[cfg(feature = "chess")]
#[macro_export]
macro_rules! with_any {
    ($kind:ident, $any:expr, $one:ident => $body:expr) => {
        match $any {
            $crate::any::$kind::Draughts($one) => $body,
            $crate::any::$kind::Chess($one) => $body,
            #[allow(unreachable_patterns, reason = "the list of families may grow")]
            _ => unreachable!("every family is listed"),
        }
    };
}

/// Runs the same code on the content of an `AnyTables` or `AnyGame`, in builds without chess.
#[doc(hidden)]
#[cfg(not(feature = "chess"))]
#[macro_export]
macro_rules! with_any {
    ($kind:ident, $any:expr, $one:ident => $body:expr) => {
        match $any {
            $crate::any::$kind::Draughts($one) => $body,
            #[allow(unreachable_patterns, reason = "the list of families may grow")]
            _ => unreachable!("every family is listed"),
        }
    };
}

/// Runs the same code on the tables of any game.
///
/// `with_tables!(any, tables => expression)`: inside, `tables` is a `&Tables<Draughts>` or a
/// `&Tables<Chess>`.
#[macro_export]
macro_rules! with_tables {
    ($any:expr, $tables:ident => $body:expr) => {
        $crate::with_any!(AnyTables, $any, $tables => $body)
    };
}

/// Runs the same code on any game.
///
/// `with_game!(any, game => expression)`: inside, `game` is a `&Draughts` or a `&Chess`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $body:expr) => {
        $crate::with_any!(AnyGame, $any, $game => $body)
    };
}

impl AnyGame {
    /// Finds the game with an id.
    ///
    /// # Errors
    /// No game has this id.
    pub fn named(id: &str) -> Result<AnyGame, UnknownVariant> {
        Ok(match Family::of_game(id)? {
            Family::Draughts(variant) => AnyGame::Draughts(Draughts::new(variant)),
            #[cfg(feature = "chess")]
            Family::Chess => AnyGame::Chess(Chess),
        })
    }

    /// Returns the ids of all games: the variants of draughts, then chess.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        let ids = VARIANTS.iter().map(|variant| variant.id);
        #[cfg(feature = "chess")]
        let ids = ids.chain([Chess.id()]);
        ids
    }

    /// Returns the id of the variant, or `chess`.
    pub fn id(&self) -> &'static str {
        with_game!(self, game => game.id())
    }

    /// Returns the game if it is a variant of draughts.
    pub fn draughts(&self) -> Option<&Draughts> {
        match self {
            AnyGame::Draughts(game) => Some(game),
            #[cfg(feature = "chess")]
            AnyGame::Chess(_) => None,
        }
    }
}

impl AnyTables {
    /// Opens the tables that `is_wanted` selects, from folders of one game. The manifest of the
    /// first folder names the game.
    pub(crate) fn open_shared(
        folders: &[Folder<'_>],
        cache: &Arc<BlockCache>,
        next_number: &mut u32,
        is_wanted: impl Fn(Metric) -> bool,
    ) -> Result<AnyTables, OpenError> {
        // Only the id is compared, because creating a game takes a millisecond and the tables
        // create their own game.
        #[cfg(feature = "chess")]
        if folders.first().is_some_and(|first| Chess::named(&first.manifest.variant).is_some()) {
            let is_wanted = |_, metric| is_wanted(metric);
            return Tables::open_shared(folders, cache, next_number, is_wanted).map(AnyTables::Chess);
        }
        let is_wanted = |_, metric| is_wanted(metric);
        Tables::open_shared(folders, cache, next_number, is_wanted).map(AnyTables::Draughts)
    }

    /// Returns the tables if the game is a variant of draughts.
    pub fn draughts(&self) -> Option<&Tables<Draughts>> {
        match self {
            AnyTables::Draughts(tables) => Some(tables),
            #[cfg(feature = "chess")]
            AnyTables::Chess(_) => None,
        }
    }

    /// Returns the tables if the game is chess.
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
