//! The jobs of a run: which slices, in which order, with the memory, disk space and time they take.

use std::collections::{BTreeMap, BTreeSet};

use peatee_rules::{Bitboard, Game, Kernel, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice, slices};
use serde::Serialize;

use crate::checkpoint_file::saving_bytes;
use crate::metrics::{counts_to_end, made_of, rule_sets, takes_own_pass, wanted};
use crate::positions::positions;
use crate::solver::plain::retrograde::BYTES_PER_POSITION;
use crate::solver::{Method, Solver, SolverMemory, Wanted, requirements, solver_for};
use crate::way_under_rules::{Way, way};
use crate::{cost, disk};

/// The unit of work: a slice and its opposite, which are solved together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Job {
    /// The slice, by name.
    #[serde(serialize_with = "as_name")]
    pub slice: Slice,
    /// The same pieces with the other side to move; equal to `slice` where the material is
    /// symmetric.
    #[serde(serialize_with = "as_name")]
    pub opposite: Slice,
    /// The metrics of its tables: those asked for, and those that they depend on.
    #[serde(skip)]
    pub metrics: Vec<Metric>,
    /// Positions of both together.
    pub positions: u64,
    /// Memory while solving, the tables it depends on included, at the least: values of WDL alone
    /// are then held in files.
    pub memory_bytes: u64,
    /// The same with everything in memory.
    pub fast_memory_bytes: u64,
    /// Memory for the values of slices made before that later jobs need and this one does not.
    /// These values are kept if there is room.
    pub kept_bytes: u64,
    /// Space on the disk while solving, beside the tables, where values are held in files: theirs
    /// and those of slices kept for later jobs. 0 where they are always in memory.
    pub values_disk_bytes: u64,
    /// An estimate of the space its files take.
    pub disk_bytes: u64,
    /// An estimate of the time it takes on one thread.
    pub cpu_seconds: f64,
    /// Slices whose tables must be there.
    #[serde(serialize_with = "as_names")]
    pub needs: Vec<Slice>,
}

fn as_name<S: serde::Serializer>(slice: &Slice, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&slice.name())
}

fn as_names<S: serde::Serializer>(slices: &[Slice], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(slices.iter().map(Slice::name))
}

/// The job that makes a slice: tables of these metrics and of those they bring along.
pub fn job(game: &Game, slice: Slice, metrics: &[Metric]) -> Job {
    let opposite = slice.opposite(game);
    let metrics = &made_of(game, slice, metrics)[..];
    let (slice, opposite) = (slice.min(opposite), slice.max(opposite));
    let own: Vec<Slice> = if slice == opposite { vec![slice] } else { vec![slice, opposite] };
    let mut needs: Vec<Slice> = own.iter().flat_map(|s| s.successors(game)).filter(|s| !own.contains(s)).collect();
    needs.sort_unstable();
    needs.dedup();
    let total: u64 = own.iter().map(|&s| positions(game, s)).sum();
    let (memory, cpu_seconds, disk_bytes) = with_kernel!(game, kernel => {
        let solver = solver_for(kernel);
        (
            [may_use_files(metrics), false].map(|in_files| memory_bytes(kernel, &*solver, (&own, &needs), metrics, in_files)),
            cost::cpu_seconds(kernel, slice, total, metrics, solver.method()),
            own.iter().map(|&s| disk::table_bytes(kernel, s, SliceIndex::new(kernel, s).size(), metrics)).sum(),
        )
    });
    // What is in files may be held in memory too.
    let [in_files, fast_memory_bytes] = memory;
    let memory_bytes = in_files.min(fast_memory_bytes);
    Job {
        slice,
        opposite,
        metrics: metrics.to_vec(),
        positions: total,
        memory_bytes,
        fast_memory_bytes,
        kept_bytes: 0,
        values_disk_bytes: 0,
        disk_bytes,
        cpu_seconds,
        needs,
    }
}

/// Memory for the program itself and small things.
pub const PROGRAM_BYTES: u64 = 16 << 20;

/// Whether values may be held in files while tables of these metrics are made.
pub fn may_use_files(metrics: &[Metric]) -> bool {
    metrics == [Metric::Wdl]
}

/// The memory that making the slices `own` takes, with the values of the slices they need, in
/// bytes: the most that is held at one time.
fn memory_bytes<W: Bitboard>(
    kernel: &Kernel<W>,
    solver: &dyn Solver<W>,
    (own, needs): (&[Slice], &[Slice]),
    metrics: &[Metric],
    in_files: bool,
) -> u64 {
    let size = |slice: Slice| SliceIndex::new(kernel, slice).size();
    let positions = |slices: &[Slice]| slices.iter().map(|&slice| size(slice)).sum::<u64>();
    let (made, needed) = (positions(own), positions(needs));
    let in_files = in_files && solver.method() == Method::Bitboards;
    let wanted = wanted(metrics);
    let has_wdl_alone = solver.method() == Method::Bitboards && !wanted.to_end;
    let values = |positions: u64| {
        if in_files {
            0
        } else if has_wdl_alone {
            positions / 4
        } else {
            2 * positions
        }
    };
    // A table is assembled in memory before it is written, in its blocks and whole.
    let writing = |slice: Slice, metric: Metric| {
        let file = 2 * disk::table_bytes(kernel, slice, size(slice), &[metric]);
        let wdl = if has_wdl_alone { 0 } else { size(slice) / 4 };
        // The cells and the captures of a WDL table in the order in which they are stored.
        file + if metric == Metric::Wdl && !in_files { wdl + size(slice) / 4 + size(slice) / 8 } else { 0 }
    };
    let writing_most = |of: &dyn Fn(Metric) -> bool| {
        let metrics = metrics.iter().copied().filter(|&metric| of(metric));
        metrics.flat_map(|metric| own.iter().map(move |&slice| writing(slice, metric))).max().unwrap_or(0)
    };
    let most = |memory: SolverMemory, writing: u64| {
        let saving = if memory.saved_unit > 0 { saving_bytes(memory.saved_unit) } else { 0 };
        memory.solving.max(memory.between_layers + saving).max(memory.output).max(memory.answer + writing)
    };
    // Values that are read are decoded whole before they are looked through.
    let reading = needs.iter().map(|&slice| values(size(slice))).max().unwrap_or(0);
    let together = most(solver.memory(own, needs, wanted, in_files), writing_most(&|metric| !takes_own_pass(metric)));
    let mut held = values(needed);
    let mut peak = held + reading.max(together);
    // What has been found stays for later jobs.
    held += values(made);
    for set in rule_sets(metrics) {
        // Values with fresh counts. Those of endings whose counts run to the end are read in plies.
        let to_end = needs.iter().filter(|&&slice| counts_to_end(&set.rules(), slice)).map(|&slice| 4 * size(slice));
        let reading = to_end.max().unwrap_or(0).max(reading);
        held += needed / 4;
        let making = match way(&set.rules(), own[0], solver.method()) {
            Way::Nothing => 0,
            Way::Resets(count) => {
                let wanted = Wanted { to_reset: Some(count), ..Wanted::WDL };
                most(solver.memory(own, needs, wanted, false), writing_most(&|metric| metric == Metric::Dtr(set)))
            }
            // The values before and after a pass, and some of those of successors in plies.
            Way::Distances(_) => made * (BYTES_PER_POSITION + 4) + 4 * needed,
            // Requirements are found from lists of all moves.
            Way::Requirements => made * requirements::BYTES_PER_POSITION + 7 * needed,
        };
        peak = peak.max(held + reading.max(making));
        held += made / 4;
    }
    peak + PROGRAM_BYTES
}

/// All jobs for the tables of 2 to `pieces` pieces, each after those it needs.
pub fn plan(game: &Game, pieces: u8, metrics: &[Metric]) -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    for slice in slices(game, pieces) {
        if slice <= slice.opposite(game) {
            jobs.push(job(game, slice, metrics));
        }
    }
    let sizes: BTreeMap<Slice, u64> =
        jobs.iter().flat_map(|job| [job.slice, job.opposite]).map(|slice| (slice, positions(game, slice))).collect();
    let has_plies = metrics.iter().any(|metric| matches!(metric, Metric::Dtw | Metric::Dtc));
    let bits = if has_plies { 16 } else { 2 } + 2 * rule_sets(metrics).count() as u64;
    for number in 0..jobs.len() {
        let (before, later) = (&jobs[..number], &jobs[number + 1..]);
        let is_kept =
            |slice: &Slice| !jobs[number].needs.contains(slice) && later.iter().any(|job| job.needs.contains(slice));
        let made = before.iter().flat_map(|job| BTreeSet::from([job.slice, job.opposite]));
        let kept_positions: u64 = made.filter(is_kept).map(|slice| sizes[&slice]).sum();
        jobs[number].kept_bytes = kept_positions * bits / 8;
        if jobs[number].memory_bytes < jobs[number].fast_memory_bytes {
            let needed: u64 = jobs[number].needs.iter().map(|slice| sizes[slice]).sum();
            let Job { slice, positions, kept_bytes, .. } = jobs[number];
            // Two bits a position and one for captures; the same again of a slice whose cells are
            // put into another order.
            let own_bytes = (positions + sizes[&slice]) * 3 / 8;
            jobs[number].values_disk_bytes = kept_bytes + needed / 4 + own_bytes;
        }
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_rules::VARIANTS;

    #[test]
    fn every_job_comes_after_those_it_needs() {
        for variant in VARIANTS {
            let game = Game::new(variant);
            let jobs = plan(&game, 4, &Metric::DEFAULT);
            for (i, job) in jobs.iter().enumerate() {
                for need in &job.needs {
                    let made = jobs[..i].iter().any(|earlier| earlier.slice == *need || earlier.opposite == *need);
                    assert!(made, "{}: {} needs {need}", variant.id, job.slice);
                }
            }
        }
    }
}
