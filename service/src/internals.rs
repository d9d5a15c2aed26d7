//! Entry points for the fuzz targets and tests of this crate; not for other programs.

use std::path::Path;

use axum::Router;
use peatee_probe::Collection;

use super::serve::http::routes;
use super::serve::unlimited;

/// Returns all paths of a server over these tables, without its sockets.
///
/// # Errors
/// The tables cannot be opened, as text.
pub fn router(tables: &Path) -> Result<Router, String> {
    let collection = Collection::open(tables).map_err(|error| error.to_string())?;
    unlimited(collection).map_err(|error| error.text())
}

/// Returns the paths that answer questions, each with the name of what answers it.
pub fn paths() -> Vec<(String, &'static str)> {
    routes::names()
}
