//! The games of all families by their ids: the commands and the server ask here which there are.

use peatee_probe::Collection;
use peatee_probe::any::AnyTables;
use peatee_rules::VARIANTS;

use super::chess::CHESS;

/// Lists the ids of all games: the variants of draughts, then chess.
pub fn ids() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().map(|variant| variant.id).chain([CHESS])
}

/// Finds the id of a game.
pub fn named(id: &str) -> Option<&'static str> {
    ids().find(|&known| known == id)
}

/// Lists the tables of all games, those of draughts first.
pub fn tables(collection: &Collection) -> Vec<&AnyTables> {
    let mut tables: Vec<&AnyTables> = collection.games().iter().collect();
    tables.sort_by_key(|tables| tables.draughts().is_none());
    tables
}
