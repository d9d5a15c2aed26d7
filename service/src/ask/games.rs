//! The games of all families, by their ids.

use std::sync::{LazyLock, OnceLock};

use peatee_probe::Collection;
use peatee_probe::any::{AnyGame, AnyTables};

use crate::errors::Error;

/// The default game.
pub const DEFAULT_VARIANT: &str = "international";

/// Maximal number of characters of an id in an error; longer texts are cut.
pub const ID_CHARS_MAX: usize = 40;

/// Returns the ids of all games: the variants of draughts, then chess.
pub fn ids() -> impl Iterator<Item = &'static str> {
    AnyGame::ids()
}

/// Finds the id of a game.
pub fn named(id: &str) -> Option<&'static str> {
    ids().find(|&known| known == id)
}

/// Finds a game. Its move tables are created on first use.
///
/// # Errors
/// [`Error::UnknownVariant`].
pub fn game(id: &str) -> Result<&'static AnyGame, Error> {
    static GAMES: LazyLock<Vec<(&str, OnceLock<AnyGame>)>> =
        LazyLock::new(|| ids().map(|id| (id, OnceLock::new())).collect());
    let id: String = id.chars().take(ID_CHARS_MAX).collect();
    match GAMES.iter().find(|(known, _)| *known == id) {
        Some((_, game)) => Ok(game.get_or_init(|| AnyGame::named(&id).expect("it is in the list"))),
        None => Err(AnyGame::named(&id).map(drop).expect_err("it is not in the list").into()),
    }
}

/// Finds a game; the default game for an empty `id`.
///
/// # Errors
/// [`Error::UnknownVariant`].
pub fn game_or_default(id: &str) -> Result<&'static AnyGame, Error> {
    game(if id.is_empty() { DEFAULT_VARIANT } else { id })
}

/// Returns all games.
pub fn all() -> impl Iterator<Item = &'static AnyGame> {
    ids().map(|id| game(id).expect("it is in the list"))
}

/// Returns the tables of all games, draughts first.
pub fn tables(collection: &Collection) -> Vec<&AnyTables> {
    let mut tables: Vec<&AnyTables> = collection.games().iter().collect();
    tables.sort_by_key(|tables| tables.draughts().is_none());
    tables
}
