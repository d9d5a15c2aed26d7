use peatee_probe::with_game;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::explore::export::provenance;
use peatee_generator::explore::families::Explored;
use peatee_generator::{Error, ExportFormat, Watched, export as write_rows};

use super::interrupt::{STOPPING, stop_on_signal};
use super::output::{OutArg, Output};
use super::progress::ReadingBar;
use super::selection::ReadMetricArg;
use super::shared::{PlayedArg, TablesArg, ThreadsArg};

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The slice, the side to move first, such as KKMvK.
    #[arg(long, value_name = "SLICE")]
    slice: String,
    #[command(flatten)]
    played: PlayedArg,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    metric: ReadMetricArg,
    /// Format of the output. A Parquet file says in its metadata from which tables and rules its
    /// values come, `--out FILE` of CSV in the file `FILE-metadata.json`.
    #[arg(long, value_enum, default_value = "csv")]
    format: Format,
    #[command(flatten)]
    out: OutArg,
    #[command(flatten)]
    threads: ThreadsArg,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values with a line of names.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// A Parquet file, in a build with the feature `parquet`.
    Parquet,
}

pub fn export(args: &ExportArgs) -> Result<ExitCode, Error> {
    args.threads.start();
    with_game!(&args.played.variant, game => export_game(game, args))
}

fn export_game<F: Explored>(game: &F, args: &ExportArgs) -> Result<ExitCode, Error> {
    let metric = args.metric.metric;
    metric.map_or(Ok(()), |metric| game.check_exported(metric))?;
    let tables = args.tables.open(game)?;
    let slice = game.slice_named(&args.slice)?;
    let metric = F::read_metric(&tables, slice, metric)?;
    let provenance = provenance(&tables, slice, metric)?;
    let mut out = args.out.open()?;
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    let watched = Watched::start(&bar, game.positions(slice));
    let format = (args.format.into(), &provenance);
    write_rows(&tables, slice, metric, format, &watched, &mut |bytes| out.write(bytes))?;
    let csv = match (args.format, &out) {
        (Format::Csv, Output::File(path, _)) => Some(path.clone()),
        _ => None,
    };
    out.finish()?;
    if let Some(path) = csv {
        provenance.write_beside_csv(&path).map_err(Error::at(&path))?;
    }
    Ok(ExitCode::SUCCESS)
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => ExportFormat::Csv,
            Format::Jsonl => ExportFormat::Jsonl,
            Format::Parquet => ExportFormat::Parquet,
        }
    }
}
