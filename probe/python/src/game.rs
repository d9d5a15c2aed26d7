//! The games of draughts. Each is created when it is first needed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use peatee_probe::OpenError;
use peatee_rules::{Draughts, VARIANTS, Variant};
use peatee_table::Manifest;
use pyo3::prelude::*;

use crate::errors::{PositionError, Raise};

static GAMES: Mutex<BTreeMap<&'static str, Draughts>> = Mutex::new(BTreeMap::new());

pub(crate) fn game(variant: &str) -> PyResult<Draughts> {
    let variant = Variant::named(variant).map_err(|error| PositionError::new_err(error.to_string()))?;
    // A panic while the lock is held leaves the map unchanged.
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(games.entry(variant.id).or_insert_with(|| Draughts::new(variant)).clone())
}

/// Returns the ids of all variants.
///
/// >>> "frisian" in peatee.variants()
/// True
#[pyfunction]
pub(crate) fn variants() -> Vec<&'static str> {
    VARIANTS.iter().map(|variant| variant.id).collect()
}

/// Returns the id of the game whose tables are in a directory: a variant, or `chess`.
///
/// >>> peatee.variant_of("tables/english"), peatee.variant_of("tables/chess")
/// ('english', 'chess')
#[pyfunction]
pub(crate) fn variant_of(path: PathBuf) -> PyResult<String> {
    let manifest = Manifest::read(&path).map_err(|error| OpenError::from(error).raise())?;
    Ok(manifest.ok_or_else(|| OpenError::Empty { path }.raise())?.variant)
}
