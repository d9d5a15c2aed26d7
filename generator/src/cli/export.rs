//! `export`.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::stats::default_metric;
use peatee_generator::{Error, ExportFormat, Watched, export as write_lines, positions};
use peatee_table::{Metric, Slice};

use super::describe::STOPPING;
use super::interrupt::stop_on_signal;
use super::output::OutArg;
use super::progress::ReadingBar;
use super::shared::{TablesArg, ThreadsArg, VariantArg, parse_metric};

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The slice, the side to move first, such as KKMvK.
    #[arg(long, value_name = "SLICE")]
    slice: String,
    #[command(flatten)]
    variant: VariantArg,
    #[command(flatten)]
    tables: TablesArg,
    /// The metric of the distances: wdl (none), dtw, dtc, or dtr-CODE. Without it: DTW, or WDL
    /// where there is no DTW table.
    #[arg(long, value_parser = parse_metric)]
    metric: Option<Metric>,
    /// How lines are written.
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
}

pub fn export(args: &ExportArgs) -> Result<ExitCode, Error> {
    args.threads.start();
    let tables = args.tables.open(args.variant.variant)?;
    let slice = Slice::parse(tables.game(), &args.slice)?;
    let metric = args.metric.unwrap_or_else(|| default_metric(&tables, slice));
    let format = match args.format {
        Format::Csv => ExportFormat::Csv,
        Format::Jsonl => ExportFormat::Jsonl,
    };
    let mut out = args.out.open()?;
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    let watched = Watched::start(&bar, positions(tables.game(), slice));
    write_lines(&tables, slice, metric, format, &watched, &mut |lines| out.write(lines))?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
