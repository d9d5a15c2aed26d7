//! The commands that answer on the terminal.

pub mod adjudicate;
pub mod demo;
pub mod input;
pub mod line;
pub mod moves;
pub mod output;
pub mod perft;
pub mod probe;
pub mod question;
pub mod under_rules;
pub mod variants;
pub mod verdict;

use std::path::PathBuf;

use peatee_probe::{Collection, OpenOptions, StorageKind};

use crate::errors::Error;

/// The game that is played when none is named.
const DEFAULT_VARIANT: &str = "international";

/// Which tables, and how they are read.
#[derive(Debug, clap::Args)]
pub struct TableArgs {
    /// The directory of the tables: one folder for each variant, or those of one variant.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    pub tables: PathBuf,

    /// Memory for table blocks that have been decoded, in MiB. More is faster until everything in use fits.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    pub memory_mib: u64,

    /// Map table files into memory instead of reading them. Faster where they fit into the page cache; but the process
    /// dies when a file is cut off or its disk fails while it runs, so leave it off where others change the files.
    #[arg(long)]
    pub mmap: bool,
}

impl TableArgs {
    /// Opens the tables.
    ///
    /// # Errors
    /// [`Error::Open`].
    pub fn open(&self) -> Result<Collection, Error> {
        let storage = if self.mmap { StorageKind::Mmap } else { StorageKind::Pread };
        let options = OpenOptions { memory_bytes: self.memory_mib.saturating_mul(1 << 20), storage };
        Ok(Collection::open(&self.tables, &options)?)
    }
}

/// Which positions, and how answers are written.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// Positions as PDN FEN, for example `W:WK12,K40,50:BK11`. None, or `-`: read from standard input, one per line;
    /// empty lines and lines that start with `#` are skipped.
    #[arg(value_name = "FEN")]
    pub fens: Vec<String>,

    /// The game that is played; `peatee variants` lists them.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT)]
    pub variant: String,

    /// How answers are written: `text` for people, `jsonl` for programs (one JSON object for each position).
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
