//! Statistics of tables: the numbers of wins, draws and losses, and the longest distances.

pub mod chess;
pub mod counted;

use peatee_probe::Tables;
use peatee_rules::Position;
use peatee_table::format::{Cell, Counts};
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice, Value, Wdl};
use serde::Serialize;

use crate::error::Error;
use crate::explore::families::Explored as _;
use crate::explore::families::draughts::default_metric;
use crate::progress::NoProgress;
use crate::progress::watch::Watched;
use crate::tables::read::cells;
use crate::tables::read::cells::each_cell_watched;
use crate::tables::read::slice_values::SliceValues;
use crate::units::hex;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceStats {
    pub slice: String,
    pub positions: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Digest of all values of the table, in hexadecimal digits.
    pub values_digest: String,
    /// Longest win in the metric; `None` if no position is won, or if the metric has no distances.
    pub longest_win: Option<LongestDistance>,
    /// Longest loss in the metric; `None` if no position is lost, or if the metric has no
    /// distances.
    pub longest_loss: Option<LongestDistance>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LongestDistance {
    /// Number of plies to the end of the game, to the conversion or to the reset, depending on the
    /// metric.
    pub plies: u32,
    pub positions: u64,
    /// The first position with this distance, as FEN.
    pub fen: String,
}

/// Returns the statistics of one slice, from its DTW table if it has one, otherwise from its WDL
/// table; see [`slice_stats_by`].
///
/// # Errors
/// A file is damaged, or the slice has neither table.
pub fn slice_stats(tables: &Tables, slice: Slice) -> Result<SliceStats, Error> {
    slice_stats_by(tables, slice, default_metric(tables, slice), &Watched::start(&NoProgress, 0))
}

/// Returns the statistics of one slice from its table in a metric. WDL statistics are read from the
/// header; in other metrics the values are counted. If the table does not tell who wins, the winner
/// is read from the WDL table. Advances `watched` by the number of positions in the slice.
///
/// # Errors
/// A file is damaged, one of these tables is missing, or the work must stop.
pub fn slice_stats_by(tables: &Tables, slice: Slice, metric: Metric, watched: &Watched) -> Result<SliceStats, Error> {
    let header = cells::table(tables, slice, metric)?.header();
    let values_digest = hex(&header.values_digest);
    if metric == Metric::Wdl {
        watched.advance(header.positions)?;
        let Counts { wins, draws, losses, .. } = header.counts;
        let (slice, positions) = (slice.name(), header.positions);
        let (longest_win, longest_loss) = (None, None);
        return Ok(SliceStats { slice, positions, wins, draws, losses, values_digest, longest_win, longest_loss });
    }
    let depends_on_moves_before = header.cell == Cell::Requirement || RunStates::of(slice, metric).is_some();
    let tally = match depends_on_moves_before {
        true => tally_fresh(tables, slice, metric, watched)?,
        false => tally_distances(tables, slice, metric, watched)?,
    };
    let described = |record: Option<DistanceRecord>| {
        record.map(|DistanceRecord { plies, positions, first }| LongestDistance {
            plies,
            positions,
            fen: fen_of(tables, slice, first),
        })
    };
    let [losses, draws, wins] = tally.counts;
    let [longest_loss, _, longest_win] = tally.longest.map(described);
    Ok(SliceStats {
        slice: slice.name(),
        positions: wins + draws + losses,
        wins,
        draws,
        losses,
        values_digest,
        longest_win,
        longest_loss,
    })
}

/// Numbers of lost, drawn and won positions, and the longest distance of each outcome. Both arrays
/// are indexed by [`Wdl`].
#[derive(Debug, Default)]
struct ValueTally {
    counts: [u64; 3],
    longest: [Option<DistanceRecord>; 3],
}

/// The longest distance found so far in plies, with the number of positions that have it, and the
/// position number of the first of these positions.
#[derive(Debug, Clone, Copy)]
struct DistanceRecord {
    plies: u32,
    positions: u64,
    first: u64,
}

impl ValueTally {
    fn add(&mut self, number: u64, value: Value) {
        self.counts[value.wdl as usize] += 1;
        let Some(plies) = value.plies else { return };
        match &mut self.longest[value.wdl as usize] {
            Some(longest) if longest.plies == plies => longest.positions += 1,
            Some(longest) if longest.plies > plies => {}
            record => *record = Some(DistanceRecord { plies, positions: 1, first: number }),
        }
    }
}

/// Counts the values of a table under draw rules by which a value depends on the moves before the
/// position: several counts decide together, or moves in a row with one king are limited. Counts
/// the values with all counters at zero and without such moves in a row. A win that then comes too
/// late is counted as a draw.
fn tally_fresh(tables: &Tables, slice: Slice, metric: Metric, watched: &Watched) -> Result<ValueTally, Error> {
    let values = SliceValues::new(tables, slice, metric)?;
    let is_result = RunStates::of(slice, metric).is_some();
    let mut tally = ValueTally::default();
    for block in 0..values.blocks() {
        let block = values.block(block)?;
        let is_in_time = |value: Value| is_result || value.plies.is_some();
        let in_time = block.values.iter().map(|&value| if is_in_time(value) { value } else { Value::DRAW });
        block.numbers.clone().zip(in_time).for_each(|(number, value)| tally.add(number, value));
        watched.advance(block.values.len() as u64)?;
    }
    Ok(tally)
}

/// Counts the values of a table of distances. If the metric does not tell who wins, the winner is
/// read from the WDL table.
fn tally_distances(tables: &Tables, slice: Slice, metric: Metric, watched: &Watched) -> Result<ValueTally, Error> {
    let goal = tables.game().variant().goal;
    let mut winners = Vec::new();
    if metric != Metric::Dtw {
        cells::each_cell(tables, slice, Metric::Wdl, |_, cell| winners.push(Wdl::of_cell(cell)))?;
    }
    let mut tally = ValueTally::default();
    let each = |number: u64, cell: u32| {
        let value = match (winners.get(number as usize), cell.checked_sub(1)) {
            (None, _) => Value::of_cell(cell, metric, goal),
            (Some(_), None) => Value::DRAW,
            (Some(&wdl), plies) => Value { wdl, plies },
        };
        tally.add(number, value);
    };
    each_cell_watched(tables, slice, metric, watched, each)?;
    Ok(tally)
}

pub fn fen_of(tables: &Tables, slice: Slice, number: u64) -> String {
    tables.game().fen(&position_of(tables, slice, number))
}

pub fn position_of(tables: &Tables, slice: Slice, number: u64) -> Position {
    tables.game().position(slice, number)
}
