//! `stats`; chess is here, draughts in `describe.rs`.

use peatee_probe::with_game;
use std::process::ExitCode;

use peatee_chess::Slice;
use peatee_generator::explore::plots::CHESS;
use peatee_generator::explore::stats::chess::{OutcomeStats, stats as each_stats};
use peatee_generator::solver::chess::Counts;
use peatee_generator::solver::chess::metrics::default_distance;
use peatee_generator::{Error, Family};
use peatee_probe::chess::Chess;
use peatee_rules::Draughts;
use peatee_table::Metric;

use super::describe::{STOPPING, StatsArgs, StatsFormat, draughts_stats, to_json};
use super::interrupt::stop_on_signal;
use super::plots::draw;
use super::progress::ReadingBar;
use super::shared::print;

/// Column names: positions by value, then the longest distances in plies.
const COLUMNS: [&str; 8] = ["slice", "wins", "cursed", "draws", "blessed", "losses", "win", "loss"];

pub fn stats(args: &StatsArgs) -> Result<ExitCode, Error> {
    with_game!(&args.set.played.variant, game => game.count(args))
}

/// A family of games whose tables are counted.
pub trait Counted: Family {
    /// Counts the positions of tables and prints them.
    ///
    /// # Errors
    /// When a table is missing or damaged, or the output cannot be written.
    fn count(&self, args: &StatsArgs) -> Result<ExitCode, Error>;
}

impl Counted for Draughts {
    fn count(&self, args: &StatsArgs) -> Result<ExitCode, Error> {
        draughts_stats(args, self)
    }
}

impl Counted for Chess {
    fn count(&self, args: &StatsArgs) -> Result<ExitCode, Error> {
        chess_stats(args)
    }
}

fn chess_stats(args: &StatsArgs) -> Result<ExitCode, Error> {
    let metric = match args.metric {
        None => default_distance(),
        Some(metric) => Chess.check_read(metric).map(|()| metric)?,
    };
    let tables = args.set.tables.open(&Chess)?;
    let most = args.set.pieces.map_or(u32::MAX, u32::from);
    let named = args.slices.iter().map(|name| Slice::parse(name)).collect::<Result<Vec<_>, _>>()?;
    let named: Vec<Slice> = named.into_iter().map(Slice::set).collect();
    let mut sets: Vec<Slice> = Vec::new();
    for info in tables.slices() {
        let is_new = info.metrics.contains(&Metric::Wdl) && info.slice.men() <= most;
        sets.extend(Some(info.slice.set()).filter(|set| is_new && !sets.contains(set)));
    }
    if let Some(&missing) = named.iter().find(|set| !sets.contains(set)) {
        tables.need(missing, Metric::Wdl)?;
    }
    sets.retain(|set| named.is_empty() || named.contains(set));
    let stop = stop_on_signal(STOPPING);
    let bar = ReadingBar::new(stop.clone());
    let line: Option<fn(&[String; 8]) -> String> = match args.format {
        StatsFormat::Json => None,
        StatsFormat::Tsv => Some(|columns| columns.join("\t") + "\n"),
        StatsFormat::Text => Some(|[slice, numbers @ ..]| {
            numbers.iter().fold(format!("{slice:<10}"), |line, number| format!("{line} {number:>11}")) + "\n"
        }),
    };
    let show = |columns| line.map_or(Ok(()), |line| print(&line(&columns)));
    show(COLUMNS.map(str::to_owned))?;
    let mut rows = Vec::new();
    // A set of five men takes seconds, so each row is shown as soon as it is counted.
    each_stats(&tables, &sets, metric, &bar, |row| {
        show(columns(&row))?;
        rows.push(row);
        Ok(())
    })?;
    drop(bar);
    if let Some(directory) = &args.plots {
        let counted = |row: &OutcomeStats| {
            let Counts { wins, cursed_wins, draws, blessed_losses, losses } = row.counts;
            Ok((Slice::parse(&row.slice)?, vec![wins, cursed_wins, draws, blessed_losses, losses]))
        };
        let counted = rows.iter().map(counted).collect::<Result<Vec<_>, Error>>()?;
        draw(&tables, (&counted, &CHESS), Some(metric), directory, stop)?;
    }
    if args.format == StatsFormat::Json {
        print(&to_json(&rows))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn columns(row: &OutcomeStats) -> [String; 8] {
    let OutcomeStats { slice, counts, longest_win_plies, longest_loss_plies } = row;
    let counts = [counts.wins, counts.cursed_wins, counts.draws, counts.blessed_losses, counts.losses];
    let [wins, cursed, draws, blessed, losses] = counts.map(|count| count.to_string());
    let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| plies.to_string());
    let [win, loss] = [*longest_win_plies, *longest_loss_plies].map(plies);
    [slice.clone(), wins, cursed, draws, blessed, losses, win, loss]
}
