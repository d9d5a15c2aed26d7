//! The commands that answer on the terminal.

pub mod adjudicate;
#[cfg(feature = "demo")]
pub mod demo;
pub mod faults;
pub mod fitting;
pub mod input;
pub mod line;
pub mod line_out;
pub mod moves;
pub mod notes;
pub mod output;
pub mod perft;
pub mod probe;
pub mod question;
pub mod sums;
pub mod under_rules;
pub mod variants;
pub mod verdict;
pub mod words;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use peatee_probe::{Collection, OpenError, OpenOptions, StorageKind, Tables};
use peatee_rules::Variant;

use crate::errors::Error;
use crate::query;

/// The game that is played when none is named.
const DEFAULT_VARIANT: &str = "international";

/// Memory for decoded blocks where nothing else is asked for, in MiB.
const MEMORY_MIB_DEFAULT: u64 = 1024;

/// How many pieces the tables have that a hint speaks of: they take seconds.
const PIECES_HINT: u8 = 3;

/// Which tables, and how they are read.
#[derive(Debug, clap::Args)]
pub struct TableArgs {
    /// The directory of the tables: one folder for each variant, or those of one variant.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    pub tables: PathBuf,

    /// Memory for table blocks that have been decoded, in MiB. More is faster until everything in
    /// use fits.
    #[arg(long, value_name = "MIB", default_value_t = MEMORY_MIB_DEFAULT)]
    pub memory_mib: u64,

    /// Map table files into memory instead of reading them. Faster where they fit into the page
    /// cache; but the process dies when a file is cut off or its disk fails while it runs, so leave
    /// it off where others change the files.
    #[arg(long)]
    pub mmap: bool,
}

impl TableArgs {
    /// Opens the tables; `variant` is the one that is asked about, if it is known.
    ///
    /// # Errors
    /// [`Error::Missing`] when there are none, [`Error::Open`].
    pub fn open(&self, variant: Option<&str>) -> Result<Collection, Error> {
        let variant = variant.and_then(|id| Variant::named(id).ok());
        let storage = if self.mmap { mapped() } else { StorageKind::PREAD };
        let options = OpenOptions::new().memory_bytes(self.memory_mib.saturating_mul(1 << 20)).storage(storage);
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

    /// The tables of a variant among those that were opened.
    ///
    /// # Errors
    /// [`Error::UnknownVariant`], or [`Error::Missing`] when there are none of it.
    pub fn of_variant<'a>(&self, collection: &'a Collection, variant: &str) -> Result<&'a Tables, Error> {
        query::tables(collection, variant).map_err(|error| match error {
            Error::NoTables { variant, .. } => self.missing(Variant::named(variant).ok(), error.to_string()),
            other => other,
        })
    }

    /// The error of tables that are missing, with the command that makes them.
    fn missing(&self, asked: Option<&Variant>, reason: String) -> Error {
        // The folder of a variant lies in the directory that the generator is told.
        let name = self.tables.file_name().and_then(|name| name.to_str());
        let folder = name.and_then(|name| Variant::named(name).ok());
        let root = match self.tables.parent().filter(|_| folder.is_some()) {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => &self.tables,
        };
        let asked = asked.map(|variant| variant.id).filter(|&id| id != DEFAULT_VARIANT);
        let variant = asked.or(folder.map(|variant| variant.id)).unwrap_or(DEFAULT_VARIANT);
        let make =
            format!("peatee-gen generate --variant {variant} --pieces {PIECES_HINT} --tables {}", root.display());
        Error::Missing { reason, make }
    }
}

#[allow(unsafe_code, reason = "the one promise that this program passes on")]
fn mapped() -> StorageKind {
    // SAFETY: whoever gives --mmap promises that nobody shortens or changes the files; its help
    // says what follows if not.
    unsafe { StorageKind::mmap() }
}

/// Which positions, and how answers are written.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// Positions as PDN FEN, for example `W:WK12,K40,50:BK11`. None, or `-`: read from standard
    /// input, one per line; empty lines and lines that start with `#` are skipped.
    #[arg(value_name = "FEN")]
    pub fens: Vec<String>,

    /// The game that is played; `peatee variants` lists them.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT)]
    pub variant: String,

    /// How answers are written: `text` for people, `jsonl` for programs (one JSON object for each
    /// position).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How answers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object per line.
    Jsonl,
}
