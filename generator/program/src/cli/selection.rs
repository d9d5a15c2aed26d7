//! Selection of the tables on which a command works.

use std::process::ExitCode;

use clap::Args;
use peatee_generator::jobs::files::check::damaged_files;
use peatee_generator::jobs::metrics::parse_metric;
use peatee_generator::{Error, Family};
use peatee_probe::any::Tables;
use peatee_probe::{OpenError, TableFault};
use peatee_table::{ManifestEntry, Metric};

use super::shared::{PlayedArg, TablesArg, parse_pieces};

#[derive(Debug, Args)]
pub struct SetArgs {
    #[command(flatten)]
    pub played: PlayedArg,
    #[command(flatten)]
    pub tables: TablesArg,
    /// Only tables of at most this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pub pieces: Option<u8>,
}

impl SetArgs {
    pub fn selection<'a, F: Family>(&'a self, game: &'a F) -> Selection<'a, F> {
        Selection::new(game, &self.tables, self.pieces)
    }
}

/// Slices of a set to read, with their names.
#[derive(Debug, Args)]
pub struct NamedSlices {
    /// Only this slice, such as KKMvK; may be given more than once.
    #[arg(long = "slice", value_name = "SLICE")]
    pub names: Vec<String>,
}

/// The distances that are read.
#[derive(Debug, Args)]
pub struct ReadMetricArg {
    /// The metric of the distances: wdl (none), dtw, dtc, or dtr-CODE. Default: DTW, in chess DTZ
    /// (dtr-FIDE-50), or WDL where a slice has no such table.
    #[arg(long, value_parser = parse_metric)]
    pub metric: Option<Metric>,
}

/// Selection of the tables of one game, with at most a given number of pieces.
pub struct Selection<'a, F> {
    game: &'a F,
    tables: &'a TablesArg,
    pieces: Option<u8>,
}

impl<'a, F: Family> Selection<'a, F> {
    pub fn new(game: &'a F, tables: &'a TablesArg, pieces: Option<u8>) -> Self {
        Selection { game, tables, pieces }
    }

    /// Opens the tables of the game. Reports unusable tables on standard error.
    pub fn open(&self) -> Result<Tables<F>, Error> {
        let tables = self.tables.open(self.game)?;
        self.faults(&tables).for_each(|fault| eprintln!("peatee-gen: {fault}"));
        Ok(tables)
    }

    /// Compares the selected files with the manifest, then opens the tables of the game. If files
    /// differ, reports each of them and returns an error.
    pub fn open_undamaged(&self) -> Result<Tables<F>, Error> {
        let tables = self.tables.open(self.game)?;
        let is_selected =
            |entry: &ManifestEntry| self.game.slice_named(&entry.slice).is_ok_and(|slice| self.has(slice));
        let mut damaged = damaged_files(tables.directory(), is_selected)?;
        // If some files are missing and others damaged, the exit code is that of damage.
        damaged.sort_by_key(Error::exit_code);
        let Some(last) = damaged.pop() else { return Ok(tables) };
        damaged.iter().for_each(|error| eprintln!("peatee-gen: {error}"));
        Err(last)
    }

    fn faults<'b>(&'b self, tables: &'b Tables<F>) -> impl Iterator<Item = &'b TableFault<F::Slice>> {
        tables.faults().filter(|fault| self.has(fault.slice))
    }

    /// Returns the exit code of a command that has read all usable tables. It is success if all
    /// selected tables are usable, otherwise the highest exit code of the errors of the other
    /// tables.
    pub fn outcome(&self, tables: &Tables<F>) -> ExitCode {
        let codes = self.faults(tables).map(|fault| Error::from(OpenError::from(fault.clone())).exit_code());
        codes.max().map_or(ExitCode::SUCCESS, ExitCode::from)
    }

    fn has(&self, slice: F::Slice) -> bool {
        self.pieces.is_none_or(|most| F::pieces(slice) <= most.into())
    }

    /// Returns the largest number of pieces of the slices to read. The user may have chosen this
    /// number; otherwise it is the number of pieces of the largest tables.
    pub fn pieces(&self, tables: &Tables<F>) -> u8 {
        self.pieces.unwrap_or(tables.most_pieces() as u8)
    }

    pub fn slices(&self, tables: &Tables<F>) -> Vec<F::Slice> {
        tables.slices().into_iter().map(|info| info.slice).filter(|&slice| self.has(slice)).collect()
    }
}
