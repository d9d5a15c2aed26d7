//! Tables that the manifest of a directory lists.

use std::path::{Path, PathBuf};

use peatee_table::{MANIFEST_NAME, Manifest, ManifestError, Metric, format};

use crate::error::OpenError;
use crate::family::Family;
use crate::tabled::Tabled;

/// The tables that the manifest of a directory lists.
pub(crate) struct ListedTables<G: Tabled> {
    pub game: G,
    pub tables: Vec<ListedTable<G>>,
}

/// A table as the manifest lists it.
pub(crate) struct ListedTable<G: Tabled> {
    pub slice: G::Slice,
    pub metric: Metric,
    /// Its file.
    pub path: PathBuf,
    /// The length of the file.
    pub bytes: u64,
}

impl<G: Tabled> ListedTables<G> {
    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// When the manifest is missing, damaged, of another game, or made under other rules.
    pub(crate) fn read(directory: &Path) -> Result<ListedTables<G>, OpenError> {
        let manifest = Manifest::read(directory)?.ok_or_else(|| OpenError::Empty { path: directory.to_owned() })?;
        let bad_manifest =
            |reason: String| OpenError::from(ManifestError::content(directory.join(MANIFEST_NAME), &reason));
        let Some(game) = G::named(&manifest.variant) else {
            let family = Family::of_game(&manifest.variant).map_err(|error| bad_manifest(error.to_string()))?;
            let (path, how) = (directory.to_owned(), family.opened_with());
            return Err(OpenError::OtherGame { path, found: manifest.variant, how });
        };
        manifest.check_made_as(&game.manifest()).map_err(bad_manifest)?;
        let mut tables = Vec::with_capacity(manifest.tables.len());
        for (name, entry) in &manifest.tables {
            let slice = game.parse_slice(&entry.slice).map_err(bad_manifest)?;
            // A metric of a newer program is skipped: the other tables do not need it.
            let Some(metric) = Metric::named(&entry.metric) else { continue };
            if *name != format::file_name(slice, metric) {
                return Err(bad_manifest(format!("`{name}` is not the name of the {metric} table of {slice}")));
            }
            tables.push(ListedTable { slice, metric, path: directory.join(name), bytes: entry.bytes });
        }
        Ok(ListedTables { game, tables })
    }
}
