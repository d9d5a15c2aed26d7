//! The space that a job takes: memory, and disk space if values are held in files.

use std::ops::Add;

use peatee_rules::{Bitboard, Kernel};
use peatee_table::index::SliceIndex;
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice};

use super::checkpoint_file::saving_bytes;
use super::disk;
use crate::solver::draughts::metrics::{counts_to_end, has_men, rule_sets, takes_own_pass, wanted};
use crate::solver::draughts::plain::retrograde::BYTES_PER_POSITION;
use crate::solver::draughts::rule_strategy::{RuleStrategy, strategy_for};
use crate::solver::draughts::{Solver, SolverKind, SolverMemory, ValueKinds, requirements};

/// Memory in bytes of the program itself and of all small data.
pub const PROGRAM_BYTES: u64 = 16 << 20;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobSpace {
    pub memory_bytes: u64,
    /// Disk space in bytes for values that are held in files. Does not include the tables.
    pub values_disk_bytes: u64,
}

impl JobSpace {
    fn memory(memory_bytes: u64) -> Self {
        JobSpace { memory_bytes, values_disk_bytes: 0 }
    }

    fn disk(values_disk_bytes: u64) -> Self {
        JobSpace { memory_bytes: 0, values_disk_bytes }
    }

    fn max(self, other: Self) -> Self {
        JobSpace {
            memory_bytes: self.memory_bytes.max(other.memory_bytes),
            values_disk_bytes: self.values_disk_bytes.max(other.values_disk_bytes),
        }
    }
}

impl Add for JobSpace {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        JobSpace {
            memory_bytes: self.memory_bytes + other.memory_bytes,
            values_disk_bytes: self.values_disk_bytes + other.values_disk_bytes,
        }
    }
}

/// Returns the number of bytes that the values of `positions` positions take, in these metrics,
/// while they are kept for later jobs.
pub fn kept_bytes(positions: u64, metrics: &[Metric]) -> u64 {
    let own_bits = if wanted(metrics).to_end { PLIES_BITS } else { CELL_BITS };
    positions * (own_bits + CELL_BITS * rule_sets(metrics).count() as u64) / 8
}

const CELL_BITS: u64 = 2;
const PLIES_BITS: u64 = 16;

/// Returns the largest space that is needed at any time while the tables of the slices `own` are
/// made. The space includes the values of the slices `needs`, on which `own` depend.
pub fn space<W: Bitboard>(
    kernel: &Kernel<W>,
    solver: &dyn Solver<W>,
    (own, needs): (&[Slice], &[Slice]),
    metrics: &[Metric],
    in_files: bool,
) -> JobSpace {
    // The plain solver holds all values in memory.
    let in_files = in_files && solver.method() == SolverKind::Bitboards;
    let passes = Passes { kernel, solver, own, needs, metrics, in_files };
    let size = |slice: &Slice| SliceIndex::new(kernel, *slice).size();
    let [made, needed] = [own, needs].map(|slices| slices.iter().map(size).sum::<u64>());
    let wanted = wanted(metrics);
    let bits = if solver.method() == SolverKind::Bitboards && !wanted.to_end { CELL_BITS } else { PLIES_BITS };
    let row = |positions: u64, bits: u64| passes.values_space(positions * bits / 8);
    // While values are read, they are also held in decoded form.
    let reading = needs.iter().map(|slice| row(size(slice), bits)).fold(JobSpace::default(), JobSpace::max);
    let mut held = row(needed, bits);
    let together = passes.solving(wanted, bits == PLIES_BITS, &|metric| !takes_own_pass(metric));
    let mut peak = held + reading.max(together);
    // The found values are kept for later jobs.
    held = held + row(made, bits);
    for set in rule_sets(metrics) {
        // WDL values under the draw rules with counters at zero. If a count runs to the end of the
        // game, they are derived from values in plies, which take memory meanwhile.
        let to_end = needs.iter().filter(|&&slice| counts_to_end(&set.rules(), slice)).map(|slice| 4 * size(slice));
        let reading = JobSpace::memory(to_end.max().unwrap_or(0)).max(reading);
        held = held + row(needed, CELL_BITS);
        let making = match strategy_for(&set.rules(), own[0], solver.method()) {
            RuleStrategy::Nothing => JobSpace::default(),
            RuleStrategy::Resets(count) => {
                let wanted = ValueKinds { to_reset: Some(count), ..ValueKinds::WDL };
                passes.solving(wanted, false, &|metric| metric == Metric::Dtr(set))
            }
            // Values before and after a pass, and values of some successors in plies.
            RuleStrategy::Distances(_) => JobSpace::memory(made * (BYTES_PER_POSITION + 4) + 4 * needed),
            // The search for requirements lists all moves of all positions.
            RuleStrategy::Requirements => JobSpace::memory(made * requirements::BYTES_PER_POSITION + 7 * needed),
        };
        peak = peak.max(held + reading.max(making));
        held = held + row(made, CELL_BITS);
    }
    for &metric in metrics {
        let states = |slices: &[Slice]| -> u64 {
            slices
                .iter()
                .map(|slice| size(slice) * RunStates::of(*slice, metric).map_or(0, |of| of.count() as u64))
                .sum()
        };
        let cells_bytes = match metric {
            Metric::RuleWdl(_) if has_men(own[0]) => 4 * (made + needed),
            Metric::RuleDtw(_) => 2 * states(needs),
            _ => continue,
        };
        // Each state has a mark of two bytes, and an event of 16 bytes if it has promotions beside
        // other moves. Cells are held twice as they are read and written.
        peak = peak.max(held + JobSpace::memory(4 * states(own) + cells_bytes));
    }
    peak + JobSpace::memory(PROGRAM_BYTES)
}

struct Passes<'a, W> {
    kernel: &'a Kernel<W>,
    solver: &'a dyn Solver<W>,
    own: &'a [Slice],
    needs: &'a [Slice],
    metrics: &'a [Metric],
    in_files: bool,
}

impl<W: Bitboard> Passes<'_, W> {
    /// Returns the space that `bytes` bytes of values take: disk space if values are held in files,
    /// otherwise memory.
    fn values_space(&self, bytes: u64) -> JobSpace {
        if self.in_files { JobSpace::disk(bytes) } else { JobSpace::memory(bytes) }
    }

    /// Returns the space that the solver takes to find the `wanted` values and to write the tables
    /// of those metrics for which `writes` is true. `in_plies` is true if the values are distances
    /// in plies, false if they are only WDL.
    fn solving(&self, wanted: ValueKinds, in_plies: bool, writes: &dyn Fn(Metric) -> bool) -> JobSpace {
        let memory = |in_files: bool| self.solver.memory(self.own, self.needs, wanted, in_files);
        let SolverMemory { solving, between_layers, saved_unit, output, answer, in_files } = memory(self.in_files);
        let saving = if saved_unit > 0 { saving_bytes(saved_unit) } else { 0 };
        let solving_bytes = solving.max(between_layers + saving).max(output);
        let solving = JobSpace { memory_bytes: solving_bytes, values_disk_bytes: in_files };
        let metrics = self.metrics.iter().copied().filter(|&metric| writes(metric));
        let tables = metrics.flat_map(|metric| self.own.iter().map(move |&slice| (slice, metric)));
        let writing = tables.map(|(slice, metric)| self.writing(slice, metric, in_plies));
        let writing = JobSpace::memory(answer) + writing.fold(JobSpace::default(), JobSpace::max);
        // Results that are held in files take disk space.
        let in_rows = if self.in_files { JobSpace::disk(memory(false).answer) } else { JobSpace::default() };
        in_rows + solving.max(writing)
    }

    /// Returns the space that writing a table takes. `in_plies` is true if the values in memory are
    /// distances in plies, false if they are only WDL.
    fn writing(&self, slice: Slice, metric: Metric, in_plies: bool) -> JobSpace {
        let size = SliceIndex::new(self.kernel, slice).size();
        // The content of a table file is assembled in memory before it is written: first in blocks,
        // then as a whole.
        let file = JobSpace::memory(2 * disk::table_bytes(self.kernel, slice, size, &[metric]));
        if metric != Metric::Wdl {
            return file;
        }
        // WDL cells made from values in plies; then the cells and the captures, both in the order
        // of the file.
        let cells = if in_plies { size / 4 } else { 0 };
        file + self.values_space(cells + size / 4 + size / 8)
    }
}
