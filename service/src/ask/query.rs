//! Finds the tables and the position that a request names: the part that the commands and the
//! service share.

use std::sync::{LazyLock, OnceLock};

use peatee_probe::{Collection, Game as _, Tables, Value};
use peatee_rules::{Draughts, Position, VARIANTS, Variant};

use crate::errors::Error;

/// The longest variant id that is looked at; anything longer is cut before it comes back in an
/// error.
const VARIANT_ID_CHARS_MAX: usize = 40;

/// Returns a variant by its id.
///
/// # Errors
/// [`Error::UnknownVariant`].
pub fn named(id: &str) -> Result<&'static Variant, Error> {
    let id: String = id.chars().take(VARIANT_ID_CHARS_MAX).collect();
    Ok(Variant::named(&id)?)
}

/// Returns the game of a variant, whose tables are worked out when it is first asked for.
pub fn game(variant: &'static Variant) -> Draughts {
    static GAMES: LazyLock<Vec<OnceLock<Draughts>>> =
        LazyLock::new(|| VARIANTS.iter().map(|_| OnceLock::new()).collect());
    let place = VARIANTS.iter().position(|known| known.id == variant.id);
    let made = || Draughts::new(variant);
    place.map_or_else(made, |place| GAMES[place].get_or_init(made).clone())
}

/// Returns the error of a request that has to name a variant.
pub fn no_variant() -> Error {
    Error::Argument { field: "variant", reason: "is empty; name a game, such as `international`".into() }
}

/// Returns the tables of a variant.
///
/// # Errors
/// [`Error::UnknownVariant`]; [`Error::NoTables`] when the collection has no tables of the game;
/// [`Error::Unopened`] when the tables cannot be opened.
pub fn tables<'a>(collection: &'a Collection, variant: &str) -> Result<&'a Tables, Error> {
    if let Some(tables) = collection.variant(variant) {
        return Ok(tables);
    }
    if variant.is_empty() {
        return Err(no_variant());
    }
    Err(absent(collection, named(variant)?.id))
}

/// Returns the error of a game that has no tables: [`Error::NoTables`] or [`Error::Unopened`].
pub fn absent(collection: &Collection, variant: &'static str) -> Error {
    if let Some(folder) = collection.unopened().iter().find(|folder| folder.is_of(variant)) {
        return Error::Unopened { variant, error: folder.error.clone() };
    }
    let of_chess = collection.chess().map(|tables| tables.game().id());
    let present: Vec<&str> = collection.iter().map(|tables| tables.game().variant().id).chain(of_chess).collect();
    Error::NoTables { variant, present: present.join(", ") }
}

/// Returns the tables that a request is about, and the position.
///
/// # Errors
/// As [`tables`], and [`Error::Fen`].
pub fn position<'a>(collection: &'a Collection, variant: &str, fen: &str) -> Result<(&'a Tables, Position), Error> {
    let tables = tables(collection, variant)?;
    Ok((tables, tables.game().parse_fen(fen)?))
}

/// The value that tables give a position.
#[derive(Debug, Clone, Copy)]
pub struct PositionValue {
    /// Its value.
    pub value: Value,
    /// Plies to the next conversion; `None` for a draw, and where there is no DTC table.
    pub dtc_plies: Option<u32>,
}

/// Returns the value of a position.
///
/// # Errors
/// [`Error::Probe`].
pub fn value(tables: &Tables, position: &Position) -> Result<PositionValue, Error> {
    with_conversion(tables, position, tables.probe(position)?)
}

fn with_conversion(tables: &Tables, position: &Position, value: Value) -> Result<PositionValue, Error> {
    Ok(PositionValue { value, dtc_plies: tables.dtc_where_known(position, value)? })
}

/// Returns the value of each position, in order. Neighbouring questions to the same tables are
/// probed together.
pub fn values(questions: Vec<Result<(&Tables, Position), Error>>) -> Vec<Result<PositionValue, Error>> {
    let mut out = Vec::with_capacity(questions.len());
    let mut positions = Vec::with_capacity(questions.len());
    let mut questions = questions.into_iter().peekable();
    while let Some(question) = questions.next() {
        let (tables, position) = match question {
            Ok(asked) => asked,
            Err(error) => {
                out.push(Err(error));
                continue;
            }
        };
        positions.clear();
        positions.push(position);
        let is_alike = |next: &Result<(&Tables, _), _>| next.as_ref().is_ok_and(|(t, _)| std::ptr::eq(*t, tables));
        while let Some(Ok((_, position))) = questions.next_if(is_alike) {
            positions.push(position);
        }
        let values = positions.iter().zip(tables.probe_many(&positions));
        out.extend(values.map(|(position, value)| with_conversion(tables, position, value?)));
    }
    out
}
