//! The command `stats` for chess.

use peatee_generator::Error;
use peatee_generator::explore::plots::{CHESS, Kind};
use peatee_generator::explore::stats::chess::OutcomeStats;
use peatee_probe::chess::{Chess, Tables};
use peatee_table::Metric;

use super::{StatsArgs, StatsFormat, Told};

/// Names of the columns: numbers of positions by outcome, then the longest win and loss in plies.
const COLUMNS: [&str; 8] = ["slice", "wins", "cursed", "draws", "blessed", "losses", "win", "loss"];

/// Name of the last column in the metrics that have [`OutcomeStats::positions_by_stairs`].
const STAIRS: &str = "stairs";

impl Told for Chess {
    const KINDS: &'static [Kind] = &CHESS;
    const FAILS_ON_FAULTS: bool = false;

    fn head(_tables: &Tables, _pieces: u8, args: &StatsArgs) -> Result<String, Error> {
        let stairs = matches!(args.metric.metric, Some(Metric::RuleDtw(_))).then_some(STAIRS);
        let columns: Vec<String> = COLUMNS.into_iter().chain(stairs).map(str::to_owned).collect();
        Ok(line(&columns, args.format == StatsFormat::Tsv))
    }

    fn line(row: &OutcomeStats, is_tsv: bool) -> String {
        let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| plies.to_string());
        let [wins, cursed, draws, blessed, losses] = row.counts.by_outcome().map(|count| count.to_string());
        let [win, loss] = [row.longest_win_plies, row.longest_loss_plies].map(plies);
        let mut columns = vec![row.slice.clone(), wins, cursed, draws, blessed, losses, win, loss];
        let stairs = |counts: &Vec<u64>| match counts[..] {
            [] => "-".to_owned(),
            _ => counts.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
        };
        columns.extend(row.positions_by_stairs.as_ref().map(stairs));
        line(&columns, is_tsv)
    }

    fn counts(row: &OutcomeStats) -> Vec<u64> {
        row.counts.by_outcome().to_vec()
    }
}

fn line(columns: &[String], is_tsv: bool) -> String {
    let (false, [slice, numbers @ ..]) = (is_tsv, columns) else {
        return columns.join("\t") + "\n";
    };
    numbers.iter().fold(format!("{slice:<10}"), |line, number| format!("{line} {number:>11}")) + "\n"
}
