use peatee_probe::with_game;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use peatee_generator::jobs::metrics::{made_metrics, parse_metric};
use peatee_generator::jobs::settings::free_memory_bytes;
use peatee_generator::units::parse_memory;
use peatee_generator::{Error, Family, Settings, TableDirectory, job_list, plan, work};
use peatee_table::Metric;

use super::interrupt::stop_on_signal;
use super::progress::Bar;
use super::shared::{PlayedArg, TablesArg, ThreadsArg, WdlCodingArg, parse_pieces, warn_of_metrics};

#[derive(Debug, Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    played: PlayedArg,
    #[command(flatten)]
    tables: TablesArg,
    /// Make the tables of 2 to this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pieces: u8,
    /// Continue although the disk seems to have less room than the tables are expected to take.
    #[arg(long)]
    ignore_disk_check: bool,
    #[command(flatten)]
    means: MeansArgs,
}

#[derive(Debug, Args)]
pub struct SliceArgs {
    /// The slice, the side to move first, such as KKMvK. In chess the tables of all slices that it
    /// leads to are made first where they are missing.
    slice: String,
    #[command(flatten)]
    played: PlayedArg,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    means: MeansArgs,
}

/// Metrics, threads and memory.
#[derive(Debug, Args)]
struct MeansArgs {
    /// The metrics to make: wdl, dtw, dtc, and dtr-CODE, wdl-CODE or dtw-CODE under draw rules; in
    /// chess wdl, dtr-FIDE-50, dtr-FIDE-75, dtw (plies to mate: DTM), dtc, dtw-FIDE-50 and
    /// dtw-FIDE-75 (DTM under the rule, with every half-move clock) and can-mate. dtc, and in chess
    /// all distances, also make wdl, which says who wins; dtw-CODE also makes wdl-CODE, in chess
    /// dtw and dtr-CODE. Default: wdl,dtw; in chess wdl,dtr-FIDE-50.
    #[arg(long = "metric", value_name = "METRICS", value_delimiter = ',', value_parser = parse_metric)]
    metrics: Vec<Metric>,
    /// Coding of WDL tables.
    #[arg(long, value_name = "CODING", value_enum, default_value_t)]
    wdl_coding: WdlCodingArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Memory that may be used: bytes, or with K, M, G (powers of 1024). Default: four fifths of
    /// the free memory.
    #[arg(long, value_parser = parse_memory)]
    memory: Option<u64>,
    /// Save the solved part of a slice every SECONDS seconds, or at the next point where it can be
    /// saved, so that a run that is stopped can continue there.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    save_every: u64,
}

impl MeansArgs {
    fn memory_bytes(&self) -> u64 {
        self.memory.unwrap_or_else(free_memory_bytes)
    }

    fn settings<F: Family>(&self, game: &F) -> Result<Settings, Error> {
        let mut settings = Settings::new(made_metrics(game, &self.metrics)?, self.memory_bytes());
        settings.coding = self.wdl_coding.into();
        settings.save_every = Duration::from_secs(self.save_every);
        settings.stop = stop_on_signal(F::INTERRUPTED);
        Ok(settings)
    }
}

pub fn generate(args: &GenerateArgs) -> Result<ExitCode, Error> {
    with_game!(&args.played.variant, game => generate_game(game, args))
}

fn generate_game(game: &impl Family, args: &GenerateArgs) -> Result<ExitCode, Error> {
    let settings = args.means.settings(game)?;
    game.check_made(args.pieces.into())?;
    args.means.threads.start();
    warn_of_metrics(game, &settings.metrics);
    let jobs = plan(game, args.pieces, &settings.metrics);
    let directory = TableDirectory::open(&args.tables.tables, game)?;
    if !args.ignore_disk_check {
        directory.check_room_for(&jobs, settings.memory_bytes)?;
    }
    work(&directory, &jobs, &settings, &Bar::new())?;
    Ok(ExitCode::SUCCESS)
}

pub fn slice(args: &SliceArgs) -> Result<ExitCode, Error> {
    with_game!(&args.played.variant, game => make_slice(game, args))
}

fn make_slice(game: &impl Family, args: &SliceArgs) -> Result<ExitCode, Error> {
    let settings = args.means.settings(game)?;
    args.means.threads.start();
    let slice = game.slice_named(&args.slice)?;
    warn_of_metrics(game, &settings.metrics);
    let jobs = job_list(game, slice, &settings.metrics)?;
    let directory = TableDirectory::open(&args.tables.tables, game)?;
    work(&directory, &jobs, &settings, &Bar::new())?;
    Ok(ExitCode::SUCCESS)
}
