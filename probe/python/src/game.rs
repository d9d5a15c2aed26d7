//! The games, each worked out once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use peatee_rules::{Game, VARIANTS, Variant};
use pyo3::prelude::*;

use crate::errors::PositionError;

static GAMES: Mutex<BTreeMap<&'static str, Game>> = Mutex::new(BTreeMap::new());

/// The game with that id.
pub(crate) fn game(variant: &str) -> PyResult<Game> {
    let variant = Variant::named(variant).map_err(|error| PositionError::new_err(error.to_string()))?;
    // A panic in between leaves the map as it was.
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(games.entry(variant.id).or_insert_with(|| Game::new(variant)).clone())
}

/// The ids of all variants.
///
/// >>> "frisian" in peatee.variants()
/// True
#[pyfunction]
pub(crate) fn variants() -> Vec<&'static str> {
    VARIANTS.iter().map(|variant| variant.id).collect()
}
