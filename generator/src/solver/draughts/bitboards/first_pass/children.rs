//! Children: the slices that captures lead to, as value words. A value word holds the values for
//! all squares of one king, the open king.
//!
//! These slices are few and small compared with the slice that is being solved. Each is converted
//! to value words whose open king belongs to the same side as in the slice that is being solved.
//! For a capture that does not involve the open king, one word then holds the values for all
//! squares of the open king.
//!
//! If the open king may capture or be captured, the slice is converted a second time, with a king
//! of the capturing side as the open king. One word then holds the values for all landing squares
//! of the capturing king. See [`View`].

use std::convert::Infallible;
use std::sync::Arc;

use peatee_rules::{Bitboard, KINDS, Kernel, Kind, Setup, Side};
use peatee_table::{Material, Slice};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::unit_reader::UnitReader;
use crate::parallel;
use crate::solver::draughts::bitboards::layout::table_order::TableOrder;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::layout::word_table::WordTable;
use crate::solver::draughts::bitboards::output::ValueForm;
use crate::solver::draughts::bitboards::value_word::DIGITS;
use crate::solver::draughts::lookup::{Lookup, SliceArray};
use crate::solver::values::Values;
use crate::solver::values::known::Known;

#[derive(Debug)]
pub struct ChildSlice<'a, W> {
    pub slice: Slice,
    pub array: &'a SliceArray<W, Values>,
    pub layout: Layout<W>,
}

/// The slices that captures lead to. The values of a slice can be read in two [`View`]s, which may
/// choose the open king (the king whose squares are the bits of a word) from different sides. A
/// slice is listed twice if the sides differ.
#[derive(Debug)]
pub struct ChildSlices<'a, W> {
    list: Vec<ChildSlice<'a, W>>,
    /// Indices into `list`; `u16::MAX` for slices that are not in `list`. The first index is the
    /// [`Slice::number`] of the slice; the second is the [`View`]. The colours are those after the
    /// capture, even if the values are stored for the slice with the colours exchanged.
    places: Vec<[u16; 2]>,
}

impl<'a, W: Bitboard> ChildSlices<'a, W> {
    /// Selects the slices among `successors` that captures from `material` lead to. `open` is the
    /// side of the open king (the king whose squares are the bits of a word) before the capture.
    pub fn new(kernel: &Kernel<W>, material: &Material, open: Side, successors: &'a Lookup<W, Values>) -> Self {
        let mut list = Vec::new();
        let mut places = vec![[u16::MAX; 2]; Slice::NUMBERS];
        for array in successors.arrays() {
            for AfterCapture { slice, same, capturing } in after_captures(kernel, material, open, array.index.slice()) {
                let place = list.len() as u16;
                let child = |open| ChildSlice { slice, array, layout: Layout::new(kernel, slice.material, open) };
                list.push(child(same));
                list.extend((capturing != same).then(|| child(capturing)));
                places[slice.number().expect("slices that are solved are small")] = [place, list.len() as u16 - 1];
            }
        }
        ChildSlices { list, places }
    }
}

#[derive(Debug)]
pub struct Child<'a, W> {
    pub layout: &'a Layout<W>,
    /// Values of all units (configurations of the men) of the slice, if they are held in memory. If
    /// `None`, the values of each unit are read when they are needed.
    pub whole: Option<WordTable<W>>,
    reader: UnitReader<'a, W>,
    values: &'a Values,
    value_words: usize,
}

/// Values of all slices that captures lead to. Some slices are held in memory as a whole. The other
/// slices are read unit by unit when values are needed, and a cache keeps recently read units
/// (configurations of the men).
#[derive(Debug)]
pub struct Children<'a, W> {
    list: Vec<Child<'a, W>>,
    places: &'a [[u16; 2]],
    /// Values of recently read units (configurations of the men). The key is the index of the slice
    /// in `list` and the index of the unit in that slice.
    units: Cache<(u32, u32), Arc<WordTable<W>>, UnitWeighter>,
}

#[derive(Debug, Clone)]
struct UnitWeighter;

impl<W> Weighter<(u32, u32), Arc<WordTable<W>>> for UnitWeighter {
    fn weight(&self, _: &(u32, u32), table: &Arc<WordTable<W>>) -> u64 {
        (size_of_val(&table.words[..]) + UNIT_OVERHEAD_BYTES) as u64
    }
}

/// Bytes of memory that a cached unit (configuration of the men) takes in addition to its values.
const UNIT_OVERHEAD_BYTES: usize = 96;

/// Says which king is the open king in a slice that a capture leads to. The open king is the king
/// whose squares are the bits of the words that hold the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The open king belongs to the same side as in the slice that is being solved. If that side
    /// has no king left after the capture, the open king belongs to the other side.
    Same = 0,
    /// The open king belongs to the capturing side.
    Capturing = 1,
}

impl<'a, W: Bitboard> Children<'a, W> {
    /// Reads the smallest slices as a whole, as many as fit in `room_bytes`. The rest of this
    /// memory is for units (configurations of the men) of the other slices, which are read one by
    /// one when needed. Distances have `digits` binary digits, or fewer if fewer are enough for a
    /// slice.
    pub fn new(kernel: &'a Kernel<W>, slices: &'a ChildSlices<'a, W>, digits: usize, room_bytes: u64) -> Self {
        let mut list: Vec<Child<'a, W>> = slices.list.iter().map(|slice| Child::new(kernel, slice, digits)).collect();
        let mut by_size: Vec<usize> = (0..list.len()).collect();
        by_size.sort_by_key(|&place| list[place].bytes());
        let mut left_bytes = room_bytes;
        let is_whole = |&place: &usize| {
            let rest = left_bytes.checked_sub(list[place].bytes());
            left_bytes = rest.unwrap_or(left_bytes);
            rest.is_some()
        };
        let whole: Vec<usize> = by_size.into_iter().take_while(is_whole).collect();
        let read = parallel::map(whole, &|place| (place, list[place].read()));
        for (place, table) in read {
            list[place].whole = Some(table);
        }
        let rest = list.iter().filter(|child| child.whole.is_none());
        let units: usize = rest.map(|child| child.layout.units()).sum();
        let left_bytes = if units == 0 { 0 } else { left_bytes };
        Children { list, places: &slices.places, units: Cache::with_weighter(units, left_bytes, UnitWeighter) }
    }

    /// Returns the index in `list` of the slice with this [`Slice::number`]. If the slice is listed
    /// twice, returns the index of the item for `view`.
    #[inline(always)]
    pub fn index_of(&self, slice_number: usize, view: View) -> usize {
        self.places[slice_number][view as usize] as usize
    }

    /// Returns the slice with the index that [`Children::index_of`] has returned.
    ///
    /// # Panics
    /// Panics when `list` does not have the slice.
    #[inline(always)]
    pub fn get(&self, place: usize) -> &Child<'a, W> {
        &self.list[place]
    }

    /// Returns the values of one unit (configuration of the men) of a slice that is not held in
    /// memory as a whole. `place` is the index of the slice, and `unit` is the index of the unit in
    /// the slice. `fixed` holds the pieces of the unit except kings.
    pub fn unit(&self, place: usize, unit: usize, fixed: &Setup<W>) -> Arc<WordTable<W>> {
        let read = || Ok::<_, Infallible>(Arc::new(self.list[place].read_unit(fixed)));
        match self.units.get_or_insert_with(&(place as u32, unit as u32), read) {
            Ok(table) => table,
            Err(impossible) => match impossible {},
        }
    }
}

/// Returns the memory in bytes for all values of those `slices` to which captures from `material`
/// lead. Distances have `digits` binary digits.
pub fn memory_bytes<W: Bitboard>(
    kernel: &Kernel<W>,
    material: &Material,
    open: Side,
    slices: &[Slice],
    digits: usize,
) -> u64 {
    let words = |slice: Slice, open: Option<Side>| {
        let layout = Layout::<W>::new(kernel, slice.material, open);
        (layout.units() * layout.unit_words() * (DIGITS + digits)) as u64
    };
    let views = slices.iter().flat_map(|&slice| after_captures(kernel, material, open, slice));
    let words_of = |AfterCapture { slice, same, capturing }| {
        words(slice, same) + if capturing == same { 0 } else { words(slice, capturing) }
    };
    views.map(words_of).sum::<u64>() * size_of::<W>() as u64
}

#[derive(Debug, Clone, Copy)]
pub struct ChildrenMemory {
    /// Memory in bytes that holds all values of the slices that captures lead to.
    pub all: u64,
    /// Minimal memory in bytes with which the solver works. It holds the values of the units
    /// (configurations of the men) that captures from one unit lead to.
    pub least: u64,
}

/// Number of units (configurations of the men) whose values are always held in memory, for each
/// slice that captures lead to. Captures from one unit lead to roughly this number of units in one
/// slice.
const UNITS_HELD: usize = 6;

/// Returns the memory for the values of those `slices` to which captures from `material` lead.
/// Distances have `digits` binary digits.
pub fn memory<W: Bitboard>(
    kernel: &Kernel<W>,
    material: &Material,
    open: Side,
    slices: &[Slice],
    digits: usize,
) -> ChildrenMemory {
    let bytes_of_units = |slice: Slice, open: Option<Side>| {
        let layout = Layout::<W>::new(kernel, slice.material, open);
        (layout.units().min(UNITS_HELD) * layout.unit_words() * (DIGITS + digits) * size_of::<W>()) as u64
    };
    let views = slices.iter().flat_map(|&slice| after_captures(kernel, material, open, slice));
    let held = |AfterCapture { slice, same, capturing }| {
        bytes_of_units(slice, same) + if capturing == same { 0 } else { bytes_of_units(slice, capturing) }
    };
    ChildrenMemory { all: memory_bytes(kernel, material, open, slices, digits), least: views.map(held).sum() }
}

/// Returns by how much [`Slice::number`] grows when a slice gets one more piece of this side and
/// kind.
#[inline(always)]
pub fn weight_of_piece(side: Side, kind: Kind) -> usize {
    1 << (3 * ((1 - side as usize) * KINDS + (KINDS - 1 - kind as usize)))
}

/// A slice that captures lead to, and the side of the open king in each [`View`] of this slice. The
/// open king is the king whose squares are the bits of a word. The colours are those after the
/// capture, even if the values are stored for the slice with the colours exchanged.
struct AfterCapture {
    slice: Slice,
    same: Option<Side>,
    /// Side of the open king in [`View::Capturing`]. If it equals `same`, both views use the same
    /// values in memory. `None` if the slice has no kings.
    capturing: Option<Side>,
}

/// Returns those slices to which captures from `material` lead, out of two slices with the same
/// values: `slice` and, in a game with a colour symmetry, `slice` with the colours exchanged.
/// `open` is the side of the open king (the king whose squares are the bits of a word) before the
/// capture.
fn after_captures<W: Bitboard>(
    kernel: &Kernel<W>,
    material: &Material,
    open: Side,
    slice: Slice,
) -> impl Iterator<Item = AfterCapture> {
    colourings(kernel, slice).into_iter().filter(|&slice| is_after_capture(material, slice)).map(move |slice| {
        let open_side = |side| Layout::<W>::open_side(&slice.material, Some(side));
        let capturing = if open == slice.side { slice.side.other() } else { open };
        AfterCapture { slice, same: open_side(open), capturing: open_side(capturing) }
    })
}

/// Returns the slices that have the same values as `slice`: the slice itself and, in a variant with
/// a colour symmetry, the slice with the colours exchanged.
pub fn colourings<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) -> Vec<Slice> {
    let mirrored = Slice { material: slice.material.swapped(), side: slice.side.other() };
    if kernel.mirror.is_some() { vec![slice, mirrored] } else { vec![slice] }
}

/// Returns true when a capture from `before` may lead to `after`: the side to move in `after` has
/// fewer pieces than before, and the other side has as many.
fn is_after_capture(before: &Material, after: Slice) -> bool {
    let own = after.side as usize;
    let fewer = before.counts[own].iter().zip(&after.material.counts[own]).all(|(before, after)| after <= before);
    fewer
        && after.material.of_side(after.side) < before.of_side(after.side)
        && after.material.of_side(after.side.other()) == before.of_side(after.side.other())
}

impl<'a, W: Bitboard> Child<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, slice: &'a ChildSlice<'a, W>, digits: usize) -> Self {
        let ChildSlice { slice, array, ref layout } = *slice;
        let order = TableOrder::new(kernel, array.index.slice(), slice.side, layout);
        let value_words = DIGITS + digits.min(digits_needed(&array.entries));
        let reader = UnitReader::new(layout, order, ValueForm::ToEnd);
        Child { layout, whole: None, reader, values: &array.entries, value_words }
    }

    fn bytes(&self) -> u64 {
        (self.layout.units() * self.layout.unit_words() * self.value_words * size_of::<W>()) as u64
    }

    pub fn read(&self) -> WordTable<W> {
        self.reader.read(self.values, self.value_words)
    }

    pub fn read_unit(&self, fixed: &Setup<W>) -> WordTable<W> {
        self.reader.read_unit(self.values, fixed, self.value_words)
    }
}

/// Returns how many binary digits are needed to store half of the longest distance in `values`.
pub fn digits_needed(values: &Values) -> usize {
    match values {
        Values::Plies(values) => {
            // The comparison has no branch, so that the compiler vectorises the loop.
            let plies = |known: &Known| if known.is_draw() { 0 } else { known.plies() };
            let longest_of = |part: &[Known]| part.iter().map(plies).max().unwrap_or(0);
            let longest = parallel::map(values.chunks(1 << 16), &longest_of).into_iter().max();
            (u16::BITS - (longest.unwrap_or(0) / 2).leading_zeros()) as usize
        }
        Values::Wdl(_) => 0,
    }
}
