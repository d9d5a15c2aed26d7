//! Reads which tables the manifest of a directory lists.

use peatee_table::{MANIFEST_NAME, ManifestError, Metric, format};

use crate::error::OpenError;
use crate::family::Family;
use crate::folder::Folder;
use crate::tabled::Tabled;

pub(crate) struct ListedTables<G: Tabled> {
    pub game: G,
    pub tables: Vec<ListedTable<G>>,
}

pub(crate) struct ListedTable<G: Tabled> {
    pub slice: G::Slice,
    pub metric: Metric,
    pub file: String,
    pub bytes: u64,
}

impl<G: Tabled> ListedTables<G> {
    /// Reads the list in the manifest of a folder.
    ///
    /// # Errors
    /// The manifest is wrong, belongs to another game, or was made under other rules.
    pub(crate) fn of(folder: &Folder<'_>) -> Result<ListedTables<G>, OpenError> {
        let manifest = &folder.manifest;
        let bad_manifest =
            |reason: String| OpenError::from(ManifestError::content(folder.path.join(MANIFEST_NAME), &reason));
        let Some(game) = G::named(&manifest.variant) else {
            let family = Family::of_game(&manifest.variant).map_err(|error| bad_manifest(error.to_string()))?;
            let (path, how) = (folder.path.to_owned(), family.opened_with());
            return Err(OpenError::OtherGame { path, found: manifest.variant.clone(), how });
        };
        manifest.check_made_as(&game.manifest()).map_err(bad_manifest)?;
        let mut tables = Vec::with_capacity(manifest.tables.len());
        for (name, entry) in &manifest.tables {
            let slice = game.parse_slice(&entry.slice).map_err(bad_manifest)?;
            // A table whose metric only newer programs know is skipped, because no other table
            // needs it.
            let Some(metric) = Metric::named(&entry.metric) else { continue };
            if *name != format::file_name(slice, metric) {
                return Err(bad_manifest(format!("`{name}` is not the name of the {metric} table of {slice}")));
            }
            tables.push(ListedTable { slice, metric, file: name.clone(), bytes: entry.bytes });
        }
        Ok(ListedTables { game, tables })
    }
}
