//! Arguments that several commands share, and functions for their output.

use peatee_probe::AnyGame;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use peatee_generator::jobs::plan::MADE_PIECES;
use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{Error, Family};
use peatee_probe::OpenError;
use peatee_probe::any::Tables;
use peatee_probe::internals::parse_threads;
use peatee_rules::Variant;
use peatee_rules::draw::{DrawRules, rules_help};
use peatee_table::{MANIFEST_NAME, Metric};

/// The game.
#[derive(Debug, Args)]
pub struct PlayedArg {
    /// The variant's id, see `peatee variants`; or chess.
    #[arg(long, value_parser = AnyGame::named)]
    pub variant: AnyGame,
}

#[derive(Debug, Clone, Args)]
pub struct TablesArg {
    /// Directory of tables; each variant has a folder of its own in it.
    #[arg(long, value_name = "DIR")]
    pub tables: PathBuf,
}

impl TablesArg {
    /// Opens the tables of a game. Unusable tables are left out.
    pub fn open<F: Family>(&self, game: &F) -> Result<Tables<F>, Error> {
        let root = &self.tables;
        let no_tables = || Error::NoTables { variant: game.id(), root: root.clone() };
        match Tables::open(root.join(game.id())) {
            Ok(tables) if tables.slices().is_empty() => Err(no_tables()),
            Err(OpenError::Absent { .. } | OpenError::Empty { .. }) => match root.join(MANIFEST_NAME).exists() {
                true => Err(Error::InnerFolder { folder: root.clone() }),
                false => Err(no_tables()),
            },
            opened => Ok(opened?),
        }
    }
}

#[derive(Debug, Args)]
pub struct ThreadsArg {
    /// Threads, at most four for each processor. 0: one for each processor.
    #[arg(long, default_value_t = 0, value_parser = parse_threads)]
    threads: usize,
}

impl ThreadsArg {
    /// Creates the threads of this process. Call this once per process.
    pub fn start(&self) {
        if self.threads > 0 {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
            builder.build_global().expect("threads are set up only once");
        }
    }
}

/// The coding of WDL tables, as named on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum WdlCodingArg {
    /// Probed without decoding blocks.
    #[default]
    Pages,
    /// Pages that take a fifteenth less space and up to 1.7 times the time of a probe.
    SmallPages,
    /// Pages that take less time to make and up to a tenth more space.
    QuickPages,
    /// Decoded block by block when probed; in some games a little smaller than pages.
    Blocks,
}

impl From<WdlCodingArg> for WdlCoding {
    fn from(named: WdlCodingArg) -> WdlCoding {
        match named {
            WdlCodingArg::Pages => WdlCoding::Pages,
            WdlCodingArg::SmallPages => WdlCoding::SmallPages,
            WdlCodingArg::QuickPages => WdlCoding::QuickPages,
            WdlCodingArg::Blocks => WdlCoding::Blocks,
        }
    }
}

pub fn to_json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("statistics hold nothing that JSON cannot");
    text.push('\n');
    text
}

/// Parses the largest number of pieces of the tables to make.
pub fn parse_pieces(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(pieces) if MADE_PIECES.contains(&pieces) => Ok(pieces),
        _ => Err("tables have 2 to 8 pieces".to_owned()),
    }
}

pub fn rules_long_help() -> String {
    let asked = "The rule code, such as FMJD-64, with the readings that are not its default: FMJD-64+together";
    format!("{asked}\n\n{}", rules_help())
}

pub fn warn_of_code(variant: &Variant, rules: &DrawRules) {
    if let Some(warning) = rules.foreign_to(variant) {
        eprintln!("peatee-gen: warning: {warning}");
    }
}

/// Prints warnings on standard error about requested metrics whose draw rules were written for
/// other games.
pub fn warn_of_metrics(game: &impl Family, metrics: &[Metric]) {
    game.warnings(metrics).iter().for_each(|warning| eprintln!("peatee-gen: warning: {warning}"));
}

/// Prints a text to standard output. If the reader has closed it, this is no error.
pub fn print(text: &str) -> Result<(), Error> {
    use std::io::Write;
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Io { path: "standard output".into(), error: e })
        }
        _ => Ok(()),
    }
}

/// Returns the directory itself if it has a manifest, otherwise the folders in it that have one.
pub fn folders(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let has_manifest = |folder: &Path| folder.join(MANIFEST_NAME).symlink_metadata().is_ok();
    if has_manifest(directory) {
        return Ok(vec![directory.to_owned()]);
    }
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(Error::at(directory))? {
        let folder = entry.map_err(Error::at(directory))?.path();
        if has_manifest(&folder) {
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        return Err(OpenError::Empty { path: directory.to_owned() }.into());
    }
    folders.sort();
    Ok(folders)
}
