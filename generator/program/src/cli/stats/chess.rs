//! The command `stats` for chess.

use peatee_generator::Error;
use peatee_generator::explore::plots::{CHESS, Kind};
use peatee_generator::explore::stats::chess::OutcomeStats;
use peatee_probe::chess::{Chess, Tables};

use super::{StatsArgs, StatsFormat, Told};

/// Names of the columns: numbers of positions by outcome, then the longest win and loss in plies.
const COLUMNS: [&str; 8] = ["slice", "wins", "cursed", "draws", "blessed", "losses", "win", "loss"];

impl Told for Chess {
    const KINDS: &'static [Kind] = &CHESS;
    const FAILS_ON_FAULTS: bool = false;

    fn head(_tables: &Tables, _pieces: u8, args: &StatsArgs) -> Result<String, Error> {
        Ok(line(&COLUMNS.map(str::to_owned), args.format == StatsFormat::Tsv))
    }

    fn line(row: &OutcomeStats, is_tsv: bool) -> String {
        let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| plies.to_string());
        let [wins, cursed, draws, blessed, losses] = row.counts.by_outcome().map(|count| count.to_string());
        let [win, loss] = [row.longest_win_plies, row.longest_loss_plies].map(plies);
        line(&[row.slice.clone(), wins, cursed, draws, blessed, losses, win, loss], is_tsv)
    }

    fn counts(row: &OutcomeStats) -> Vec<u64> {
        row.counts.by_outcome().to_vec()
    }
}

fn line(columns: &[String; 8], is_tsv: bool) -> String {
    if is_tsv {
        return columns.join("\t") + "\n";
    }
    let [slice, numbers @ ..] = columns;
    numbers.iter().fold(format!("{slice:<10}"), |line, number| format!("{line} {number:>11}")) + "\n"
}
