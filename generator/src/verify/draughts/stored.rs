//! Tables held whole in memory for the verifier. Plain move generation finds the values of captures
//! that the tables leave out, without the code that a probe uses for that.

use peatee_probe::Tables;
use peatee_rules::{Bitboard, Captures, Kernel, Setup, Side};
use peatee_table::format::{CaptureCells, Cell};
use peatee_table::index::SliceIndex;
use peatee_table::{FileError, Material, Metric, Slice, Value, Wdl};

use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::spill::spill_vec::{Backing, SpillBytes};
use crate::tables::read::cells;

/// Number of positions whose captures one task finds. It is a multiple of the number of positions
/// whose cells share a byte, so that no two tasks write into the same byte.
const POSITIONS_PER_TASK: u64 = 1 << 14;

pub struct LoadedTable<W> {
    index: SliceIndex<W>,
    cell: Cell,
    leaves_captures_out: bool,
    /// One bit for each position, set when the side to move has a capture. `None` until
    /// [`StoredTables::settle`] has found the captures. After that, `cells` also holds the values
    /// of captures that the file leaves out.
    captures: Option<Vec<u8>>,
    cells: SpillBytes,
}

impl<W: Bitboard> LoadedTable<W> {
    pub fn index(&self) -> &SliceIndex<W> {
        &self.index
    }

    pub fn slice(&self) -> Slice {
        self.index.slice()
    }

    /// Returns the cell of a position. The cell is arbitrary if the file leaves out the value of a
    /// capture and `StoredTables::settle` has not computed it.
    #[inline(always)]
    pub fn cell(&self, number: u64) -> u32 {
        self.cell.read(&self.cells, number as usize)
    }

    /// Returns true when the side to move must capture in a position; always false before
    /// `StoredTables::settle` has found the captures.
    #[inline(always)]
    pub fn is_capture(&self, number: u64) -> bool {
        self.captures.as_ref().is_some_and(|captures| captures[number as usize / 8] >> (number % 8) & 1 != 0)
    }

    pub fn leaves_captures_out(&self) -> bool {
        self.leaves_captures_out
    }

    #[inline(always)]
    fn is_settled(&self) -> bool {
        self.captures.is_some()
    }
}

/// Map from slices to values. It is an array indexed by [`Slice::number`], because every read of a
/// value needs the entry of its slice.
struct BySlice<T> {
    places: Vec<Option<Box<(Slice, T)>>>,
}

impl<T> BySlice<T> {
    fn new() -> Self {
        BySlice { places: (0..Slice::NUMBERS).map(|_| None).collect() }
    }

    fn number(slice: Slice) -> usize {
        slice.number().expect("slices that have tables are small")
    }

    #[inline(always)]
    fn get(&self, slice: Slice) -> Option<&T> {
        self.places[Self::number(slice)].as_ref().map(|place| &place.1)
    }

    fn insert(&mut self, slice: Slice, one: T) {
        self.places[Self::number(slice)] = Some(Box::new((slice, one)));
    }

    fn remove(&mut self, slice: Slice) -> Option<T> {
        self.places[Self::number(slice)].take().map(|place| place.1)
    }

    fn retain(&mut self, is_wanted: impl Fn(Slice) -> bool) {
        for place in &mut self.places {
            if place.as_ref().is_some_and(|place| !is_wanted(place.0)) {
                *place = None;
            }
        }
    }
}

/// The tables of one metric in memory, for the slices that are verified and those to which their
/// moves lead.
pub struct StoredTables<'a, W> {
    kernel: &'a Kernel<W>,
    tables: &'a Tables,
    metric: Metric,
    loaded: BySlice<LoadedTable<W>>,
}

impl<'a, W: Bitboard> StoredTables<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, tables: &'a Tables, metric: Metric) -> Self {
        StoredTables { kernel, tables, metric, loaded: BySlice::new() }
    }

    /// Loads the table of a slice and all tables to which moves and captures lead. Drops other
    /// tables, unless they have fewer pieces or `is_needed_later` returns true for them.
    ///
    /// If `settled` is true, also fills in the values of captures in the tables of the slice, of
    /// its opposite, and of slices with fewer pieces. This saves time when nearly all of these
    /// values will be read.
    ///
    /// # Errors
    /// When a table is missing or damaged, or the work is to stop.
    pub fn load_for(
        &mut self,
        slice: Slice,
        settled: bool,
        is_needed_later: impl Fn(Slice) -> bool,
        watched: &Watched,
    ) -> Result<(), Error> {
        let game = self.tables.game();
        let mut wanted = slice.successors(game);
        wanted.extend([slice, slice.opposite(game)]);
        let mut to_follow: Vec<Slice> = wanted.iter().copied().collect();
        while let Some(next) = to_follow.pop() {
            to_follow.extend(
                next.successors(game)
                    .into_iter()
                    .filter(|after| after.material.pieces() < slice.material.pieces() && wanted.insert(*after)),
            );
        }
        if let Some(&large) = wanted.iter().find(|slice| slice.number().is_none()) {
            return Err(cells::missing(self.tables, large, self.metric));
        }
        let is_small = |other: Slice| other.material.pieces() < slice.material.pieces();
        self.loaded.retain(|loaded| wanted.contains(&loaded) || is_small(loaded) || is_needed_later(loaded));
        for &slice in &wanted {
            if self.loaded.get(slice).is_none() {
                self.loaded.insert(slice, self.load(slice)?);
            }
        }
        let own = [slice, slice.opposite(game)];
        let mut to_settle: Vec<Slice> =
            wanted.into_iter().filter(|&other| is_small(other) || own.contains(&other)).collect();
        to_settle.sort_unstable_by_key(|slice| slice.material.pieces());
        for slice in to_settle.into_iter().filter(|_| settled) {
            if let Some(mut stored) = self.loaded.remove(slice) {
                if !stored.is_settled() {
                    self.settle(slice, &mut stored, watched)?;
                }
                self.loaded.insert(slice, stored);
            }
        }
        Ok(())
    }

    /// Settles a table: finds the positions with captures and, if the table leaves out their
    /// values, computes these from tables of fewer pieces.
    fn settle(&self, slice: Slice, stored: &mut LoadedTable<W>, watched: &Watched) -> Result<(), Error> {
        let mut found = vec![0; stored.index.size().div_ceil(8) as usize];
        let LoadedTable { index, cell, cells, leaves_captures_out, .. } = stored;
        let bytes = cell.bytes_of(POSITIONS_PER_TASK as u32);
        let parts = cells.chunks_mut(bytes).zip(found.chunks_mut(POSITIONS_PER_TASK as usize / 8));
        let settle = |(chunk, (cells, found)): (usize, (&mut [u8], &mut [u8]))| {
            let first = chunk as u64 * POSITIONS_PER_TASK;
            let mut cursor = index.cursor();
            let mut reader = self.reader();
            for number in first..(first + POSITIONS_PER_TASK).min(index.size()) {
                let setup = cursor.seek(number);
                if !*leaves_captures_out {
                    found[(number - first) as usize / 8] |=
                        (self.kernel.has_capture(setup, slice.side) as u8) << (number % 8);
                    continue;
                }
                let Some(value) = reader.best_capture(setup, slice.side) else { continue };
                found[(number - first) as usize / 8] |= 1 << (number % 8);
                if !cell.write(cells, (number - first) as usize, value.cell(self.metric)) {
                    let reason = "a capture leads to a distance that does not fit its cells";
                    let path = cells::table(self.tables, slice, self.metric)?.path().to_owned();
                    return Err(Error::File { path, error: FileError::Header { reason } });
                }
            }
            watched.advance(0)
        };
        parallel::try_map(parts.enumerate(), &settle)?;
        stored.captures = Some(found);
        Ok(())
    }

    fn load(&self, slice: Slice) -> Result<LoadedTable<W>, Error> {
        let table = cells::table(self.tables, slice, self.metric)?;
        let header = table.header();
        Ok(LoadedTable {
            index: SliceIndex::new(self.kernel, slice),
            cell: header.cell,
            leaves_captures_out: header.captures == CaptureCells::LeftOut,
            captures: None,
            cells: cells::whole_cells(self.tables.game(), slice, table, &Backing::Memory)?,
        })
    }

    pub fn loaded(&self, slice: Slice) -> &LoadedTable<W> {
        self.loaded.get(slice).expect("it has been loaded")
    }

    pub fn damage(&mut self, slice: Slice, number: u64, change: impl FnOnce(u32) -> u32) {
        let mut stored = self.loaded.remove(slice).expect("it has been loaded");
        let changed = change(stored.cell(number));
        assert!(stored.cell.write(&mut stored.cells, number as usize, changed), "{changed} fits a cell");
        self.loaded.insert(slice, stored);
    }

    pub fn kernel(&self) -> &'a Kernel<W> {
        self.kernel
    }

    pub fn metric(&self) -> Metric {
        self.metric
    }

    pub fn reader(&self) -> Reader<'_, 'a, W> {
        Reader { stored: self, free: Vec::new() }
    }
}

pub struct Reader<'a, 'b, W> {
    stored: &'a StoredTables<'b, W>,
    /// Lists of captures that are kept to be used again. In a sequence of captures, each ply needs
    /// a list of its own.
    free: Vec<Captures<W>>,
}

impl<W: Bitboard> Reader<'_, '_, W> {
    pub fn value(&mut self, setup: &Setup<W>, side: Side) -> Value {
        let StoredTables { kernel, tables, loaded, .. } = self.stored;
        if kernel.is_over(setup, side) {
            return self.ended();
        }
        let slice = Slice { material: Material::of(setup), side }.canonical(tables.game());
        let Some(stored) = loaded.get(slice) else { panic!("a move leads to {slice}, which is not a successor") };
        let upright = if side == slice.side { *setup } else { kernel.mirrored(setup) };
        self.value_of(stored, upright, || stored.index.rank(&upright))
    }

    #[inline(always)]
    fn value_of(&mut self, stored: &LoadedTable<W>, setup: Setup<W>, number: impl FnOnce() -> u64) -> Value {
        if stored.leaves_captures_out
            && !stored.is_settled()
            && let Some(value) = self.best_capture(&setup, stored.index.slice().side)
        {
            return value;
        }
        let cell = stored.cell.read(&stored.cells, number() as usize);
        Value::of_cell(cell, self.stored.metric, self.stored.kernel.goal)
    }

    /// Returns the value of the best capture of a position; `None` when it has no capture.
    pub fn best_capture(&mut self, setup: &Setup<W>, side: Side) -> Option<Value> {
        let kernel = self.stored.kernel;
        let mut captures = self.free.pop().unwrap_or_default();
        captures.clear();
        kernel.captures(setup, side, &mut captures);
        let mut best = None;
        for mv in &captures.moves {
            let value = self.value(&kernel.after(setup, side, mv), side.other()).before_move();
            best = Some(value.or_better(best));
            if self.stored.metric == Metric::Wdl && value.wdl == Wdl::Win {
                break;
            }
        }
        self.free.push(captures);
        best
    }

    /// Returns the value of a position, computed from the values after its moves.
    pub fn value_from_moves(&mut self, setup: &Setup<W>, side: Side) -> Value {
        if let Some(value) = self.best_capture(setup, side) {
            return value;
        }
        let kernel = self.stored.kernel;
        let mut best = None;
        kernel.quiet_moves(setup, side, |mv| {
            let value = self.value(&kernel.after(setup, side, &mv), side.other()).before_move();
            best = Some(value.or_better(best));
        });
        best.unwrap_or_else(|| self.ended())
    }

    fn ended(&self) -> Value {
        let value = Value::decided(0, self.stored.kernel.goal);
        if self.stored.metric == Metric::Wdl { Value { plies: None, ..value } } else { value }
    }
}
