//! Decoded tables of smaller slices, kept in memory from job to job and shared by the jobs at work.

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

/// Decoded WDL or DTW tables, or values under draw rules with fresh counts, by slice.
#[derive(Debug)]
pub struct SolvedSlices<W> {
    kept: Mutex<ByTable<W>>,
    /// Memory or files for the values.
    room: Backing,
}

type ByTable<W> = HashMap<(Slice, Metric), KeptSlice<W>>;

#[derive(Debug)]
struct KeptSlice<W> {
    array: Arc<SliceArray<W, Values>>,
    /// Positions whose values have been read.
    resolved: Resolved,
}

impl<W: Bitboard> SolvedSlices<W> {
    /// Creates an empty collection. `room` is the memory or file for later values.
    pub fn new(room: Backing) -> Self {
        SolvedSlices { kept: Mutex::default(), room }
    }

    pub fn room(&self) -> &Backing {
        &self.room
    }

    /// Locks the map. Hold the lock briefly, never while values are read.
    fn kept(&self) -> MutexGuard<'_, ByTable<W>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the bytes of memory of all slices except some.
    pub fn memory_bytes_without(&self, is_left_out: impl Fn(Slice) -> bool) -> u64 {
        let kept = self.kept();
        let others = kept.iter().filter(|&(&(slice, _), _)| !is_left_out(slice));
        others.map(|(_, kept)| kept.array.memory_bytes()).sum()
    }

    /// Drops all slices except the wanted ones.
    pub fn keep_only(&self, is_wanted: impl Fn(Slice) -> bool) {
        self.kept().retain(|&(slice, _), _| is_wanted(slice));
    }

    /// Keeps the values of a newly solved slice, as if they were read from its table of `metric`.
    ///
    /// # Errors
    /// When there is too little room.
    pub fn put(&self, slice: Slice, metric: Metric, array: SliceArray<W, Values>) -> io::Result<()> {
        let SliceArray { index, entries } = array;
        let array = SliceArray { index, entries: entries.moved(&self.room)? };
        self.kept().insert((slice, metric), KeptSlice { array: Arc::new(array), resolved: Resolved::All });
        Ok(())
    }

    /// Returns the values of a slice that `job` needs, from its table of `metric`.
    ///
    /// # Errors
    /// [`Error::MissingDependency`] when there is no such table, [`Error::Open`] or
    /// [`Error::Probe`] when it is damaged.
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

    /// Returns the values of a slice that `job` needs, by a metric. If they are not in memory,
    /// `load` reads those that are wanted.
    ///
    /// # Errors
    /// Errors of `load`.
    pub fn values_or(
        &self,
        job: &Job,
        slice: Slice,
        metric: Metric,
        load: impl FnOnce(Resolved) -> Result<SliceArray<W, Values>, Error>,
    ) -> Result<Arc<SliceArray<W, Values>>, Error> {
        // Only promotions lead to other slices with the same number of pieces. Reading such a slice
        // whole takes many times longer.
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

/// Opens the table of a slice that `job` needs, and the tables that captures lead to.
///
/// # Errors
/// [`Error::MissingDependency`] when the table is missing, [`Error::Open`] when one is damaged.
pub fn tables(directory: &TableDirectory, job: &Job, slice: Slice, metric: Metric) -> Result<Tables, Error> {
    require(directory, job, slice, metric)?;
    cells::open(directory.path(), slice, metric)
}

/// Checks that a table that `job` needs exists.
///
/// # Errors
/// [`Error::MissingDependency`] when the table is missing.
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

/// Reads the `wanted` values of a slice from its WDL or DTW table into `room`.
///
/// # Errors
/// When the table is missing, or it or one that captures lead to is damaged.
///
/// # Panics
/// When the table is of another metric: its cells do not tell the winner, so the signs must come
/// from the WDL table.
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
            let win_parity = (kernel.goal == Goal::LastToMove) as u32;
            let mut row = room.zeros(positions).map_err(no_room)?;
            let values: &mut [Known] = &mut row;
            cells::each_cell_resolved(tables, slice, metric, wanted, room, |number, cell| {
                values[number as usize] = match cell.checked_sub(1) {
                    None => Known::DRAW,
                    Some(plies) if plies % 2 == win_parity => Known::won(plies as u16),
                    Some(plies) => Known::lost(plies as u16),
                };
            })?;
            Values::Plies(row)
        }
        Metric::Dtc | Metric::Dtr(_) | Metric::CanMate => panic!("a {metric} table alone does not tell who wins"),
    };
    Ok(SliceArray { index, entries })
}
