//! All games of all families, with look-up by id.

use std::sync::{LazyLock, OnceLock};

use peatee_probe::Collection;
use peatee_probe::any::{AnyGame, AnyTables};

use crate::errors::Error;

/// Id of the game that is used if a request or the user names none.
pub const DEFAULT_VARIANT: &str = "international";

/// Maximum number of characters of an unknown id in an error message; longer ids are cut.
pub const ID_CHARS_MAX: usize = 40;

/// Returns the ids of all games: first the variants of draughts, then chess.
pub fn ids() -> impl Iterator<Item = &'static str> {
    AnyGame::ids()
}

/// Returns the id of a game as a static text; `None` if there is no such game.
pub fn named(id: &str) -> Option<&'static str> {
    ids().find(|&known| known == id)
}

/// Returns the game with this id. The tables of its move generator are created on first use.
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

/// Returns the game with this id, or the default game if `id` is empty.
///
/// # Errors
/// [`Error::UnknownVariant`].
pub fn game_or_default(id: &str) -> Result<&'static AnyGame, Error> {
    game(if id.is_empty() { DEFAULT_VARIANT } else { id })
}

pub fn all() -> impl Iterator<Item = &'static AnyGame> {
    ids().map(|id| game(id).expect("it is in the list"))
}

/// Returns the tables of all games in a collection, those of draughts first.
pub fn tables(collection: &Collection) -> Vec<&AnyTables> {
    let mut tables: Vec<&AnyTables> = collection.games().iter().collect();
    tables.sort_by_key(|tables| tables.draughts().is_none());
    tables
}
