//! Divides the units of a layer into batches, and each batch into tasks for threads. A layer has
//! the units whose men can make the same number of moves; a unit is one configuration of the men.
//! The results of all tasks of a batch are in memory at the same time.

use super::iterate::unit::LARGE_UNIT_WORDS;

const WORDS_PER_TASK: usize = 1 << 11;
/// Approximate maximal number of bytes of the results of a batch, which are in memory together.
const BATCH_BYTES: usize = 128 << 20;
/// Minimum number of tasks of a batch for each thread. With fewer tasks, threads would wait longer
/// for the last task of a batch.
const TASKS_PER_THREAD: usize = 16;

#[derive(Debug, Clone, Copy)]
pub struct Batches {
    /// True when all threads work on one unit (configuration of the men) at a time; false when one
    /// thread solves each unit.
    pub threads_share_units: bool,
    pub units_per_task: usize,
    /// Maximum number of units (configurations of the men) in a batch; a multiple of
    /// `units_per_task`.
    pub units: usize,
}

impl Batches {
    /// Chooses how many units (configurations of the men) a batch has, and how many of them one
    /// task solves. `unit_places` is the number of words of a unit: one word for each placement of
    /// all kings but one, with a bit for each square of that king. `unit_bytes` is the size of the
    /// results of a unit.
    pub fn new(unit_places: usize, unit_bytes: usize) -> Self {
        if unit_places > LARGE_UNIT_WORDS {
            return Batches { threads_share_units: true, units_per_task: 1, units: 1 };
        }
        let units_per_task = (WORDS_PER_TASK / unit_places).max(1);
        let tasks = BATCH_BYTES / (units_per_task * unit_bytes).max(1);
        let tasks = tasks.max(TASKS_PER_THREAD * rayon::current_num_threads());
        Batches { threads_share_units: false, units_per_task, units: units_per_task * tasks }
    }
}
