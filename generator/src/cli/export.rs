use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_chess as chess;
use peatee_generator::chess::{default_distance, distance, export as write_chess_lines};
use peatee_generator::stats::default_metric;
use peatee_generator::{Error, ExportFormat, Watched, export as write_lines, positions};
use peatee_rules::Variant;
use peatee_table::format::CHESS;
use peatee_table::{Metric, Slice};

use super::describe::STOPPING;
use super::interrupt::stop_on_signal;
use super::output::OutArg;
use super::progress::ReadingBar;
use super::shared::{Played, PlayedArg, TablesArg, ThreadsArg, check_of_draughts, parse_any_metric};
use super::verify::chess_tables;

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The slice, the side to move first, such as KKMvK.
    #[arg(long, value_name = "SLICE")]
    slice: String,
    #[command(flatten)]
    played: PlayedArg,
    #[command(flatten)]
    tables: TablesArg,
    /// The metric of the distances: wdl (none), dtw, dtc, or dtr-CODE. Without it: DTW, or WDL
    /// where there is no DTW table; of chess, DTZ.
    #[arg(long, value_parser = parse_any_metric)]
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
    match args.played.variant {
        Played::Draughts(variant) => export_draughts(args, variant),
        Played::Chess => export_chess(args),
    }
}

fn export_draughts(args: &ExportArgs, variant: &'static Variant) -> Result<ExitCode, Error> {
    check_of_draughts(args.metric.as_slice())?;
    let tables = args.tables.open(variant)?;
    let slice = Slice::parse(tables.game(), &args.slice)?;
    let metric = args.metric.unwrap_or_else(|| default_metric(&tables, slice));
    let mut out = args.out.open()?;
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    let watched = Watched::start(&bar, positions(tables.game(), slice));
    write_lines(&tables, slice, metric, args.format.into(), &watched, &mut |lines| out.write(lines))?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn export_chess(args: &ExportArgs) -> Result<ExitCode, Error> {
    let metric = match args.metric {
        None => default_distance(),
        Some(metric) => distance(metric).ok_or(Error::ChessExport { metric })?,
    };
    let tables = chess_tables(&args.tables.tables.join(CHESS), &args.tables.tables)?;
    let slice = chess::Slice::parse(&args.slice)?;
    let mut out = args.out.open()?;
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    let watched = Watched::start(&bar, chess::Index::new(slice).numbers());
    write_chess_lines(&tables, slice, metric, args.format.into(), &watched, &mut |lines| out.write(lines))?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => ExportFormat::Csv,
            Format::Jsonl => ExportFormat::Jsonl,
        }
    }
}
