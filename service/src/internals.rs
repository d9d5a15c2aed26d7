//! Entry points for the fuzz targets and tests of this crate; not for other programs.

use std::path::Path;

use axum::Router;
use peatee_probe::Collection;

use super::serve::http::routes;
use super::serve::unlimited;

/// Returns the router of a server with these tables, without sockets.
///
/// # Errors
/// The message that says why the tables cannot be opened.
pub fn router(tables: &Path) -> Result<Router, String> {
    let collection = Collection::open(tables).map_err(|error| error.to_string())?;
    unlimited(collection).map_err(|error| error.text())
}

/// Returns all paths of the server that answer requests, each with the name of the method.
pub fn paths() -> Vec<(String, &'static str)> {
    routes::names()
}
