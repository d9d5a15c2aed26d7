//! Look-up of the tables and positions of requests, for the commands and the service.

use peatee_probe::any::{AnyGame, AnyTables, Tables};
use peatee_probe::{Collection, Value};
use peatee_rules::{Draughts, Position, Variant};

use super::family::ServedFamily;
use super::games;
use crate::errors::Error;

pub fn named(id: &str) -> Result<&'static Variant, Error> {
    let id: String = id.chars().take(games::ID_CHARS_MAX).collect();
    Ok(Variant::named(&id)?)
}

/// Returns the game of a variant. The tables of its move generator are created on first use.
pub fn game(variant: &'static Variant) -> Draughts {
    let known = games::game(variant.id).ok().and_then(AnyGame::draughts);
    known.cloned().unwrap_or_else(|| Draughts::new(variant))
}

/// Returns the error of a request that names no variant but must name one.
pub fn no_variant() -> Error {
    Error::Argument { field: "variant", reason: "is empty; name a game, such as `international`".into() }
}

/// Returns the tables of the game with this id.
///
/// # Errors
/// [`Error::UnknownVariant`]; [`Error::NoTables`] if there are no tables of the game;
/// [`Error::Unopened`] if its tables cannot be opened.
pub fn tables<'a>(collection: &'a Collection, id: &str) -> Result<&'a AnyTables, Error> {
    if let Some(tables) = collection.game(id) {
        return Ok(tables);
    }
    if id.is_empty() {
        return Err(no_variant());
    }
    Err(absent(collection, games::game(id)?.id()))
}

/// Returns the tables of a game of the family `G`; `None` if the collection has no tables of the
/// game.
///
/// # Errors
/// [`Error::Unopened`] if the tables cannot be opened.
pub fn tables_of<'a, G: ServedFamily>(collection: &'a Collection, game: &G) -> Result<Option<&'a Tables<G>>, Error> {
    match tables(collection, game.id()) {
        Ok(tables) => Ok(G::tables(tables)),
        Err(Error::NoTables { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

pub fn tables_for<'a, G: ServedFamily>(collection: &'a Collection, game: &G) -> Result<&'a Tables<G>, Error> {
    tables_of(collection, game)?.ok_or_else(|| absent(collection, game.id()))
}

pub fn absent(collection: &Collection, variant: &'static str) -> Error {
    if let Some(folder) = collection.unopened().iter().find(|folder| folder.is_of(variant)) {
        return Error::Unopened { variant, error: folder.error.clone() };
    }
    let present: Vec<&str> = games::tables(collection).into_iter().map(AnyTables::game_id).collect();
    Error::NoTables { variant, present: present.join(", ") }
}

/// The value of a position and its DTC (plies to conversion), as the tables have them.
#[derive(Debug, Clone, Copy)]
pub struct PositionValue {
    pub value: Value,
    /// Plies to the next conversion; `None` for a draw, and if there is no DTC table.
    pub dtc_plies: Option<u32>,
}

pub fn value(tables: &Tables<Draughts>, position: &Position) -> Result<PositionValue, Error> {
    with_conversion(tables, position, tables.probe(position)?)
}

fn with_conversion(tables: &Tables<Draughts>, position: &Position, value: Value) -> Result<PositionValue, Error> {
    Ok(PositionValue { value, dtc_plies: tables.dtc_where_known(position, value)? })
}

/// Looks up the values of many positions together. The values are in the order of the positions.
pub fn values(
    tables: &Tables<Draughts>,
    positions: impl ExactSizeIterator<Item = Result<Position, Error>>,
) -> Vec<Result<PositionValue, Error>> {
    let positions: Vec<Result<Position, Error>> = positions.collect();
    let known: Vec<Position> = positions.iter().filter_map(|position| position.as_ref().ok().copied()).collect();
    let mut values = tables.probe_many(&known);
    let value = |position: Result<Position, Error>| {
        let position = position?;
        with_conversion(tables, &position, values.next().expect("a value for each position")?)
    };
    positions.into_iter().map(value).collect()
}
