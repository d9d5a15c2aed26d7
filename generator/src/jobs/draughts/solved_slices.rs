//! Values of smaller slices, which are kept in memory from job to job and are shared by all jobs
//! that run.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use peatee_probe::Tables;
use peatee_probe::internals::Resolved;
use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Kernel};
use peatee_table::format::file_name;
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice};

use crate::error::Error;
use crate::jobs::files::directory::TableDirectory;
use crate::jobs::job::Job;
use crate::solver::draughts::lookup::SliceArray;
use crate::solver::values::known::Known;
use crate::solver::values::{CELLS_PER_BYTE, Values, WdlArray};
use crate::spill::spill_vec::Backing;
use crate::tables::read::cells;

/// Values of slices that were solved or read: WDL, DTW, or values under draw rules with counters at
/// zero.
#[derive(Debug)]
pub struct SolvedSlices<W> {
    kept: Mutex<ByTable<W>>,
    room: Backing,
}

type ByTable<W> = HashMap<(Slice, Metric), KeptSlice<W>>;

#[derive(Debug)]
struct KeptSlice<W> {
    array: Arc<SliceArray<W, Values>>,
    /// Says which positions with captures have values in the array. Positions without captures
    /// always have values.
    resolved: Resolved,
}

impl<W: Bitboard> SolvedSlices<W> {
    pub fn new(room: Backing) -> Self {
        SolvedSlices { kept: Mutex::default(), room }
    }

    pub fn room(&self) -> &Backing {
        &self.room
    }

    /// Locks the map of the kept slices. The lock must be released before values are read from
    /// tables.
    fn kept(&self) -> MutexGuard<'_, ByTable<W>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn memory_bytes_without(&self, is_left_out: impl Fn(Slice) -> bool) -> u64 {
        let kept = self.kept();
        let others = kept.iter().filter(|&(&(slice, _), _)| !is_left_out(slice));
        others.map(|(_, kept)| kept.array.memory_bytes()).sum()
    }

    pub fn keep_only(&self, is_wanted: impl Fn(Slice) -> bool) {
        self.kept().retain(|&(slice, _), _| is_wanted(slice));
    }

    /// Keeps the values of a slice that was just solved, as if they had been read from its table of
    /// `metric`.
    ///
    /// # Errors
    /// There is not enough memory or disk space.
    pub fn put(&self, slice: Slice, metric: Metric, array: SliceArray<W, Values>) -> io::Result<()> {
        let SliceArray { index, entries } = array;
        let array = SliceArray { index, entries: entries.moved(&self.room)? };
        self.kept().insert((slice, metric), KeptSlice { array: Arc::new(array), resolved: Resolved::All });
        Ok(())
    }

    /// Returns the values of a slice that `job` needs. If this collection does not have them, reads
    /// them from the table of `metric`.
    ///
    /// # Errors
    /// [`Error::MissingDependency`] if there is no such table, [`Error::Open`] or [`Error::Probe`]
    /// if it is damaged.
    ///
    /// # Panics
    /// See [`load`].
    pub fn values(
        &self,
        kernel: &Kernel<W>,
        directory: &TableDirectory,
        job: &Job,
        slice: Slice,
        metric: Metric,
    ) -> Result<Arc<SliceArray<W, Values>>, Error> {
        let room = self.room.clone();
        self.values_or(job, slice, metric, |wanted| {
            load(kernel, &tables(directory, job, slice, metric)?, slice, metric, (wanted, &room))
        })
    }

    /// Returns the values of a slice that `job` needs, in a metric. If this collection does not
    /// have them, calls `load` to read them; its argument says which positions are needed.
    ///
    /// # Errors
    /// The errors of `load`.
    pub fn values_or(
        &self,
        job: &Job,
        slice: Slice,
        metric: Metric,
        load: impl FnOnce(Resolved) -> Result<SliceArray<W, Values>, Error>,
    ) -> Result<Arc<SliceArray<W, Values>>, Error> {
        // If a slice has as many pieces as the job's own slices, the moves that lead to it are
        // promotions. Then only the positions after a promotion are read, because reading the whole
        // slice takes many times longer.
        let is_after_promotion =
            slice.material.pieces() == job.slice.material.pieces() && ![job.slice, job.opposite].contains(&slice);
        let wanted = if is_after_promotion { Resolved::AfterPromotion } else { Resolved::All };
        if let Some(kept) = self.kept().get(&(slice, metric))
            && (kept.resolved == Resolved::All || kept.resolved == wanted)
        {
            return Ok(kept.array.clone());
        }
        let array = Arc::new(load(wanted)?);
        self.kept().insert((slice, metric), KeptSlice { array: array.clone(), resolved: wanted });
        Ok(array)
    }
}

/// Opens the table of a slice that `job` needs, and the tables of the slices to which captures from
/// this slice lead.
///
/// # Errors
/// [`Error::MissingDependency`] if the table is missing, [`Error::Open`] if one of the tables is
/// damaged.
pub fn tables(directory: &TableDirectory, job: &Job, slice: Slice, metric: Metric) -> Result<Tables, Error> {
    require(directory, job, slice, metric)?;
    cells::open(directory.path(), slice, metric)
}

/// Checks that the manifest lists a table that `job` needs.
///
/// # Errors
/// [`Error::MissingDependency`] if it does not.
pub fn require(directory: &TableDirectory, job: &Job, slice: Slice, metric: Metric) -> Result<(), Error> {
    if directory.manifest().tables.contains_key(&file_name(slice, metric)) {
        return Ok(());
    }
    Err(Error::MissingDependency {
        slice: job.slice.name(),
        missing: slice.name(),
        metric,
        directory: directory.path().to_owned(),
    })
}

/// Reads the `wanted` values of a slice from its WDL or DTW table. `room` says whether the values
/// are held in memory or in files.
///
/// # Errors
/// The table, or a table to which captures lead, is missing or damaged.
///
/// # Panics
/// Panics when the metric is neither WDL nor DTW. The cells of other tables do not tell who wins.
pub fn load<W: Bitboard>(
    kernel: &Kernel<W>,
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    (wanted, room): (Resolved, &Backing),
) -> Result<SliceArray<W, Values>, Error> {
    let index = SliceIndex::new(kernel, slice);
    let positions = index.size() as usize;
    let no_room = |error| Error::Io { path: tables.directory().to_owned(), error };
    let entries = match metric {
        Metric::Wdl => {
            let mut cells = room.zeros(positions.div_ceil(CELLS_PER_BYTE)).map_err(no_room)?;
            let bytes = &mut cells[..];
            cells::each_cell_resolved(tables, slice, metric, wanted, room, |number, cell| {
                let number = number as usize;
                bytes[number / CELLS_PER_BYTE] |= (cell as u8) << (2 * (number % CELLS_PER_BYTE));
            })?;
            Values::Wdl(WdlArray::new(positions, cells))
        }
        Metric::Dtw => {
            let mut row = room.zeros(positions).map_err(no_room)?;
            let values: &mut [Known] = &mut row;
            cells::each_cell_resolved(tables, slice, metric, wanted, room, |number, cell| {
                values[number as usize] = distance_of_cell(cell, kernel.goal);
            })?;
            Values::Plies(row)
        }
        Metric::Dtc | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => {
            panic!("a {metric} table alone does not tell who wins")
        }
    };
    Ok(SliceArray { index, entries })
}

/// Converts a cell of a table of distances to the end to a value.
pub fn distance_of_cell(cell: u32, goal: Goal) -> Known {
    let win_parity = u32::from(goal == Goal::LastToMove);
    match cell.checked_sub(1) {
        None => Known::DRAW,
        Some(plies) if plies % 2 == win_parity => Known::won(plies as u16),
        Some(plies) => Known::lost(plies as u16),
    }
}
