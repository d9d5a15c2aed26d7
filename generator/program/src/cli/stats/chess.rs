//! The command `stats` for chess. Both slices of a set are counted together.

use peatee_chess::Slice;
use peatee_generator::explore::plots::{CHESS, Kind};
use peatee_generator::explore::stats::chess::{OutcomeStats, stats};
use peatee_generator::solver::chess::metrics::default_distance;
use peatee_generator::{Error, Watch};
use peatee_probe::chess::{Chess, Tables};
use peatee_table::Metric;

use super::{Counted, StatsArgs, StatsFormat};

/// Names of the columns: numbers of positions by outcome, then the longest win and loss in plies.
const COLUMNS: [&str; 8] = ["slice", "wins", "cursed", "draws", "blessed", "losses", "win", "loss"];

impl Counted for Chess {
    type Row = OutcomeStats;

    const KINDS: &'static [Kind] = &CHESS;
    const FAILS_ON_FAULTS: bool = false;

    fn chosen(tables: &Tables, slices: Vec<Slice>, args: &StatsArgs) -> Result<Vec<Slice>, Error> {
        let named = args.slices.names.iter().map(|name| Slice::parse(name)).collect::<Result<Vec<_>, _>>()?;
        let named: Vec<Slice> = named.into_iter().map(Slice::set).collect();
        let mut sets: Vec<Slice> = Vec::new();
        for slice in slices {
            let is_new = tables.metrics(slice).contains(&Metric::Wdl) && !sets.contains(&slice.set());
            sets.extend(Some(slice.set()).filter(|_| is_new));
        }
        if let Some(&missing) = named.iter().find(|set| !sets.contains(set)) {
            tables.need(missing, Metric::Wdl)?;
        }
        sets.retain(|set| named.is_empty() || named.contains(set));
        Ok(sets)
    }

    fn each_row(
        tables: &Tables,
        sets: &[Slice],
        metric: Option<Metric>,
        bar: &dyn Watch,
        each: &mut dyn FnMut(Slice, OutcomeStats) -> Result<(), Error>,
    ) -> Result<(), Error> {
        stats(tables, sets, metric.unwrap_or_else(default_distance), bar, each)
    }

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
