//! The command `stats`, for any family of games.

mod chess;
mod draughts;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::Error;
use peatee_generator::explore::plots::Kind;
use peatee_generator::explore::stats::counted::Counted;
use peatee_probe::any::Tables;
use peatee_probe::with_game;

use super::interrupt::{STOPPING, stop_on_signal};
use super::plots::draw;
use super::progress::ReadingBar;
use super::selection::{NamedSlices, ReadMetricArg, SetArgs};
use super::shared::{print, to_json};

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    set: SetArgs,
    #[command(flatten)]
    slices: NamedSlices,
    #[command(flatten)]
    metric: ReadMetricArg,
    /// Format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: StatsFormat,
    /// Draw pictures into this directory, as SVG: `SLICE.METRIC.svg` for each slice with distances
    /// (positions won and lost by number of plies), `outcomes.svg` (shares of wins, draws and
    /// losses by material), and `growth.svg` (positions and bytes by number of pieces).
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
    /// Numbers separated by tabs; in draughts with digests, and without --slice the signature of
    /// all.
    Tsv,
}

/// Counts as text, as the game writes them.
trait Told: Counted {
    /// Outcomes that are counted, such as win or cursed win. [`Told::counts`] returns the numbers
    /// of positions in the order of this list.
    const KINDS: &'static [Kind];
    /// True if any unusable table changes the exit code, even a table whose positions are not
    /// counted.
    const FAILS_ON_FAULTS: bool;

    /// Returns the text above the rows of the output. The tables have at most `pieces` pieces.
    ///
    /// # Errors
    /// A table is damaged.
    fn head(tables: &Tables<Self>, pieces: u8, args: &StatsArgs) -> Result<String, Error>;

    fn line(row: &Self::Row, is_tsv: bool) -> String;

    fn counts(row: &Self::Row) -> Vec<u64>;
}

pub fn stats(args: &StatsArgs) -> Result<ExitCode, Error> {
    with_game!(&args.set.played.variant, game => count(game, args))
}

fn count<F: Told>(game: &F, args: &StatsArgs) -> Result<ExitCode, Error> {
    let metric = args.metric.metric;
    // Pictures show one distance of each position.
    let check = if args.plots.is_some() { F::check_read } else { F::check_exported };
    metric.map_or(Ok(()), |metric| check(game, metric))?;
    let selection = args.set.selection(game);
    let tables = selection.open()?;
    let slices = F::chosen(&tables, selection.slices(&tables), &args.slices.names, metric)?;
    let (is_json, is_tsv) = (args.format == StatsFormat::Json, args.format == StatsFormat::Tsv);
    if !is_json {
        print(&F::head(&tables, selection.pieces(&tables), args)?)?;
    }
    let stop = stop_on_signal(STOPPING);
    let bar = ReadingBar::new(stop.clone());
    let (mut rows, mut counted) = (Vec::new(), Vec::new());
    // Counting a chess set of five men takes seconds, so each row is shown as soon as it is known.
    F::each_row(&tables, &slices, metric, &bar, &mut |slice, row| {
        if !is_json {
            bar.suspend(|| print(&F::line(&row, is_tsv)))?;
        }
        counted.push((slice, F::counts(&row)));
        rows.push(row);
        Ok(())
    })?;
    drop(bar);
    if let Some(directory) = &args.plots {
        draw(&tables, (&counted, F::KINDS), metric, directory, stop)?;
    }
    if is_json {
        print(&to_json(&rows))?;
    }
    Ok(if F::FAILS_ON_FAULTS { selection.outcome(&tables) } else { ExitCode::SUCCESS })
}
