//! The tables that the options name, and a hint that tells how to generate tables if there are
//! none.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use peatee_probe::internals::address;
use peatee_probe::{AnyTables, Collection, OpenError, OpenOptions, StorageKind};

use super::games::DEFAULT_VARIANT;
use super::{games, mapped, query};
use crate::errors::Error;

/// Maximum memory for table blocks that are kept decoded, in MiB. The limit is one tebibyte.
pub const MEMORY_MIB_MAX: u64 = 1 << 20;

/// Number of pieces in the command that is suggested to the user if tables are missing. Such tables
/// are generated in seconds.
const PIECES_HINT: u8 = 3;

/// Options that name tables and the memory for them.
#[derive(Debug, Clone, clap::Args)]
pub struct TableArgs {
    /// The directory of the tables: it has a folder for each variant, or holds the tables of one
    /// variant. Or the address of such a directory on a web server (https://...).
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    pub tables: PathBuf,

    /// Memory for decoded table blocks, in MiB. More memory makes probes faster until all blocks in
    /// use fit; with 0, every probe reads its block from the file. The default is a quarter of the
    /// memory of the machine or container.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(..=MEMORY_MIB_MAX))]
    pub memory_mib: Option<u64>,

    /// Map table files into memory instead of reading them. This is faster where the files fit into
    /// the page cache. But the process ends, with exit code 5, when a file is shortened or its disk
    /// fails while the process runs, and a file that is written over in place may give wrong
    /// values: put new files in the place of old ones by renaming.
    #[arg(long)]
    pub mmap: bool,
}

impl TableArgs {
    pub fn memory_bytes(&self) -> u64 {
        self.memory_mib.map_or_else(OpenOptions::default_memory_bytes, |mib| mib.saturating_mul(1 << 20))
    }

    /// Opens the tables. `variant` is the id of the game in the request, if known; an error
    /// mentions it.
    ///
    /// # Errors
    /// [`Error::Missing`] if there are no tables, [`Error::Open`] if they cannot be opened.
    pub fn open(&self, variant: Option<&str>) -> Result<Collection, Error> {
        let variant = variant.and_then(games::named);
        let guarded = |error| Error::Io { what: "cannot install the signal handler that --mmap needs".into(), error };
        let storage = if self.mmap { mapped::mapped().map_err(guarded)? } else { StorageKind::PREAD };
        let options = OpenOptions::new().memory_bytes(self.memory_bytes()).storage(storage);
        options.open_collection(&self.tables).map_err(|error| match &error {
            OpenError::Io { path, error } if error.kind() == ErrorKind::NotFound && *path == self.tables => {
                self.missing(variant, format!("there is no directory {}", path.display()))
            }
            OpenError::Empty { path } => {
                self.missing(variant, format!("{} holds no tables, nor does a folder in it", path.display()))
            }
            _ => error.into(),
        })
    }

    pub fn of_game<'a>(&self, collection: &'a Collection, id: &str) -> Result<&'a AnyTables, Error> {
        query::tables(collection, id).map_err(|error| match error {
            Error::NoTables { variant, .. } => self.missing(Some(variant), error.to_string()),
            other => other,
        })
    }

    /// Returns the error that tables are missing, with the command that generates them.
    fn missing(&self, asked: Option<&'static str>, reason: String) -> Error {
        if address(&self.tables).is_some() {
            return Error::Missing { reason, make: "peatee-gen publish DIR --out SITE".to_owned() };
        }
        // The user may have named the folder of one game; the generator takes the directory that
        // contains it.
        let name = self.tables.file_name().and_then(|name| name.to_str());
        let folder = name.and_then(games::named);
        let root = match self.tables.parent().filter(|_| folder.is_some()) {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => &self.tables,
        };
        let variant = asked.filter(|&id| id != DEFAULT_VARIANT).or(folder).unwrap_or(DEFAULT_VARIANT);
        let root = root.display().to_string();
        let quote = if root.contains(' ') { "\"" } else { "" };
        let make =
            format!("peatee-gen generate --variant {variant} --pieces {PIECES_HINT} --tables {quote}{root}{quote}");
        Error::Missing { reason, make }
    }
}
