//! Tables of chess for the commands.

use peatee_probe::Collection;
use peatee_probe::chess::Tables;

use super::chess::CHESS;
use super::chess::tables;
use super::tables::TableArgs;
use crate::errors::Error;

/// Opens tables of chess.
///
/// # Errors
/// They are missing, or cannot be opened.
pub fn open(args: &TableArgs) -> Result<Collection, Error> {
    args.open(Some(CHESS)).map_err(|error| match error {
        Error::Missing { reason, .. } => missing(args, reason),
        other => other,
    })
}

/// The tables of chess among those that were opened.
///
/// # Errors
/// There are none, or they cannot be opened.
pub fn of_chess<'a>(collection: &'a Collection, args: &TableArgs) -> Result<&'a Tables, Error> {
    tables(collection).map_err(|error| match error {
        Error::NoTables { .. } => missing(args, error.to_string()),
        other => other,
    })
}

/// The error of tables that are missing, with the command that makes them.
fn missing(args: &TableArgs, reason: String) -> Error {
    let make = format!("peatee-gen generate --variant {CHESS} --pieces 3 --tables {}", args.tables.display());
    Error::Missing { reason, make }
}
