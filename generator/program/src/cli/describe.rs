use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::explore::families::draughts::default_metric;
use peatee_generator::explore::plots::DRAUGHTS;
use peatee_generator::explore::signature::{DigestSource, signature as digest};
use peatee_generator::explore::stats::{LongestDistance, SliceStats, slice_stats_by};
use peatee_generator::{Error, Family, Stop, Watched, has_table, positions};
use peatee_probe::Tables;
use peatee_rules::Draughts;
use peatee_table::{Metric, Slice};

use super::interrupt::stop_on_signal;
use super::plots::draw;
use super::progress::ReadingBar;
use super::selection::{SetArgs, named};
use super::shared::{parse_any_metric, print};

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub set: SetArgs,
    /// Only this slice, such as KKMvK, in chess its set; may be given more than once. Without it
    /// the counts have the signature of all slices.
    #[arg(long = "slice", value_name = "SLICE")]
    pub slices: Vec<String>,
    /// Count from the tables of this metric, which also gives the longest distances. Default: DTW,
    /// or WDL where there are no DTW tables; in chess DTZ.
    #[arg(long, value_parser = parse_any_metric)]
    pub metric: Option<Metric>,
    /// Format of the output.
    #[arg(long, value_enum, default_value = "text")]
    pub format: StatsFormat,
    /// Draw pictures into this directory, as SVG: `SLICE.METRIC.svg`, how many positions are won
    /// and lost in how many plies, of each slice with distances; `outcomes.svg`, the shares of
    /// wins, draws and losses by material; `growth.svg`, positions and bytes by pieces.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
    /// Counts and digests separated by tabs, with the signature of all.
    Tsv,
}

/// Counts the positions of tables of draughts.
pub fn draughts_stats(args: &StatsArgs, game: &Draughts) -> Result<ExitCode, Error> {
    args.metric.map_or(Ok(()), |metric| game.check_read(metric))?;
    let selection = args.set.selection(game);
    let tables = selection.open()?;
    let mut usable = selection.slices(&tables);
    usable.retain(|&slice| !tables.metrics(slice).is_empty() && is_counted(&tables, slice, args.metric));
    let usable = named(&tables, &args.slices, usable, args.metric.unwrap_or(Metric::Wdl))?;
    let stop = stop_on_signal(STOPPING);
    let rows = rows(&tables, &usable, args.metric, stop.clone())?;
    if let Some(directory) = &args.plots {
        let counted = usable.iter().zip(&rows);
        let counted: Vec<_> = counted.map(|(&slice, row)| (slice, vec![row.wins, row.draws, row.losses])).collect();
        draw(&tables, (&counted, &DRAUGHTS), args.metric, directory, stop)?;
    }
    let mut out = String::new();
    match args.format {
        StatsFormat::Json => out = to_json(&rows),
        StatsFormat::Tsv => {
            let (id, pieces) = (game.variant().id, selection.pieces(&tables));
            let has_dtw = tables.has_listed(Metric::Dtw);
            let metric = args.metric.unwrap_or(if has_dtw { Metric::Dtw } else { Metric::Wdl });
            if args.slices.is_empty() {
                let signature = digest(&tables, pieces, metric, DigestSource::Header)?;
                let _ = writeln!(out, "# {id}, 2 to {pieces} pieces, {metric}. Signature: {signature}");
            } else {
                let _ = writeln!(out, "# {id}, {metric}");
            }
            let _ = writeln!(out, "# slice\tpositions\twins\tdraws\tlosses\tdigest of the values");
            for SliceStats { slice, positions, wins, draws, losses, values_digest, .. } in &rows {
                let _ = writeln!(out, "{slice}\t{positions}\t{wins}\t{draws}\t{losses}\t{values_digest}");
            }
        }
        StatsFormat::Text => {
            let _ = writeln!(
                out,
                "{:<12} {:>14} {:>14} {:>14} {:>14}  longest win; longest loss (plies x positions, first)",
                "slice", "positions", "wins", "draws", "losses"
            );
            for row in &rows {
                let longest = |longest: &Option<LongestDistance>| {
                    longest.as_ref().map_or("none".to_owned(), |l| format!("{}x{} {}", l.plies, l.positions, l.fen))
                };
                let (win, loss) = (longest(&row.longest_win), longest(&row.longest_loss));
                let _ = writeln!(
                    out,
                    "{:<12} {:>14} {:>14} {:>14} {:>14}  {win}; {loss}",
                    row.slice, row.positions, row.wins, row.draws, row.losses
                );
            }
        }
    }
    print(&out)?;
    Ok(selection.outcome(&tables))
}

fn rows(tables: &Tables, slices: &[Slice], metric: Option<Metric>, stop: Stop) -> Result<Vec<SliceStats>, Error> {
    let bar = ReadingBar::new(stop);
    let watched = Watched::start(&bar, slices.iter().map(|&slice| positions(tables.game(), slice)).sum());
    let row = |&slice: &Slice| {
        watched.slice(&slice.name());
        let metric = metric.unwrap_or_else(|| default_metric(tables, slice));
        slice_stats_by(tables, slice, metric, &watched)
    };
    slices.iter().map(row).collect()
}

/// Message at the first interrupt.
pub const STOPPING: &str = "stopping; interrupt again to stop at once";

/// True when a slice is counted by the requested metric: some metrics have tables of only some
/// slices.
fn is_counted(tables: &Tables, slice: Slice, metric: Option<Metric>) -> bool {
    metric.is_none_or(|metric| has_table(tables.game(), slice, metric))
}

pub fn to_json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("statistics hold nothing that JSON cannot");
    text.push('\n');
    text
}
