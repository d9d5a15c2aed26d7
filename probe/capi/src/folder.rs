//! Finds the folder with the tables of a game.

use std::path::{Path, PathBuf};

use peatee_probe::OpenError;
use peatee_probe::any::AnyGame;
use peatee_table::MANIFEST_NAME;

use crate::failure::Failure;
use crate::types::value::PeateeStatus;

/// Returns the folder with the tables of `variant`, which is `directory` or a folder in it. If
/// `variant` is `None`, exactly one folder must hold tables.
pub(crate) fn folder_of(directory: &Path, variant: Option<&str>) -> Result<PathBuf, Failure> {
    let holds_tables = |folder: &Path| folder.join(MANIFEST_NAME).exists();
    if holds_tables(directory) {
        return Ok(directory.to_owned());
    }
    if let Some(variant) = variant {
        AnyGame::named(variant).map_err(|error| Failure::bad_argument(error.to_string()))?;
        // If the folder does not exist, opening the tables reports it.
        return Ok(directory.join(variant));
    }
    let failed = |error| OpenError::Io { path: directory.to_owned(), error };
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        folders.push(entry.map_err(failed)?.path());
    }
    folders.retain(|folder| holds_tables(folder));
    folders.sort();
    match folders.len() {
        0 => Err(OpenError::Empty { path: directory.to_owned() }.into()),
        1 => Ok(folders.remove(0)),
        _ => {
            let names: Vec<_> = folders.iter().filter_map(|folder| folder.file_name()?.to_str()).collect();
            let (directory, names) = (directory.display(), names.join(", "));
            let text = format!("{directory} holds tables of several variants: {names}; set the option `variant`");
            Err(Failure::new(PeateeStatus::CannotOpen, text))
        }
    }
}
