//! Expanded cells: a list of cells in memory. Each cell has the value of its position, even if the
//! side to move has a capture.
//!
//! All cells of a table are in one list in the order of their numbers, so that a probe reads one
//! entry. The list starts empty and is filled block by block, and the system provides memory only
//! for the filled parts. A cell with an unknown value is 0, and each other cell is one more than in
//! the file. So one read gives the value and shows whether it is known. Threads may read while
//! others write, because cells are accessed in units of 16 bits, which hold whole cells.
//!
//! A list that takes a small part of the budget is put on large memory pages. The memory of such a
//! list is reserved as a whole when the list is made, because the system provides only whole large
//! pages. A probe of another list first reads whether the part of the table is expanded.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;

use peatee_table::format::{Cell, Header};

use crate::cache::BlockCache;
use crate::os::{LARGE_PAGE_BYTES, ask_for_large_pages, prefetch};

/// Minimum bytes of a list on large pages. A shorter list would leave most of a large page empty.
const SMALLEST_ON_LARGE_PAGES_BYTES: usize = LARGE_PAGE_BYTES / 2;
/// Number of units (16-bit words that hold cells) in a large memory page.
const UNITS_OF_PAGE: usize = LARGE_PAGE_BYTES / size_of::<AtomicU16>();

/// Decoded cells of one table in memory.
pub(crate) struct Expanded {
    /// Cells, packed in words of 16 bits, which are called units. The first cell of a unit is in
    /// its lowest bits.
    units: Box<[AtomicU16]>,
    /// Index of the unit that has the first cell. If the list is on large pages, this unit is at
    /// the start of a large page.
    first: usize,
    width: Width,
    /// Largest value that a cell can hold: the result of [`Width::largest`].
    largest: u16,
    /// True when memory for all cells of the table has been reserved in the budget.
    is_reserved: bool,
}

/// Width of a decoded cell: the binary logarithm of its number of bits.
#[derive(Clone, Copy)]
struct Width(u32);

impl Width {
    fn of(header: &Header) -> Width {
        // A cell in the file holds the distance plus 1, and an expanded cell the distance plus 2.
        let is_short = header.counts.longest_plies().saturating_add(2) <= u8::MAX as u32;
        match header.cell {
            Cell::Wdl => Width(1),
            Cell::Short if is_short => Width(3),
            _ => Width(4),
        }
    }

    fn cells_in_unit(self) -> usize {
        16 >> self.0
    }

    fn largest(self) -> u16 {
        u16::MAX >> (16 - (1 << self.0))
    }
}

#[derive(Clone, Copy)]
pub(crate) struct CellRef<'a> {
    unit: &'a AtomicU16,
    shift: u8,
    largest: u16,
}

static NO_CELLS: AtomicU16 = AtomicU16::new(0);

impl CellRef<'_> {
    /// Reference to a cell that is always unfilled.
    pub(crate) const NOWHERE: CellRef<'static> = CellRef { unit: &NO_CELLS, shift: 0, largest: 0 };

    /// Returns the number that the cell has in the file; `None` when the cell is unfilled.
    #[inline(always)]
    pub(crate) fn read(self) -> Option<u32> {
        let one_more = self.unit.load(Ordering::Relaxed) >> self.shift & self.largest;
        (one_more as u32).checked_sub(1)
    }

    /// Makes the processor start to fetch the cell into its cache.
    #[inline(always)]
    pub(crate) fn fetch(self) {
        prefetch(self.unit);
    }
}

impl Expanded {
    /// Creates a list for the cells of a table, with all cells unfilled. `room` is the memory
    /// budget. Returns `None` when the system has no memory for the list.
    pub(super) fn new(header: &Header, room: &BlockCache) -> Option<Expanded> {
        let width = Width::of(header);
        let count = usize::try_from(header.positions).ok()?.div_ceil(width.cells_in_unit());
        let on_pages = count.next_multiple_of(UNITS_OF_PAGE);
        let is_reserved = count * size_of::<AtomicU16>() >= SMALLEST_ON_LARGE_PAGES_BYTES
            && room.reserve_if_small(on_pages * size_of::<AtomicU16>());
        let expanded = |units, first| Expanded { units, first, width, largest: width.largest(), is_reserved };
        if !is_reserved {
            return Some(expanded(try_zeroed_slice_box(count).ok()?, 0));
        }
        // A large page begins within the first `UNITS_OF_PAGE` units.
        let mut units: Box<[AtomicU16]> = try_zeroed_slice_box(UNITS_OF_PAGE + on_pages).ok()?;
        let address = units.as_ptr().addr();
        let first = (address.next_multiple_of(LARGE_PAGE_BYTES) - address) / size_of::<AtomicU16>();
        ask_for_large_pages(&mut units[first..][..on_pages]);
        Some(expanded(units, first))
    }

    pub(super) fn is_reserved(&self) -> bool {
        self.is_reserved
    }

    pub(super) fn bytes_of(header: &Header, positions: u32) -> usize {
        positions as usize * 2 / Width::of(header).cells_in_unit()
    }

    #[inline(always)]
    pub(super) fn cell_ref(&self, index: u64) -> CellRef<'_> {
        let unit = &self.units[self.first + (index >> (4 - self.width.0)) as usize];
        CellRef { unit, shift: (index << self.width.0) as u8 % 16, largest: self.largest }
    }

    /// Fills the cells of the positions `numbers`. `cell` takes the index of a position in this
    /// range, and returns the number that the file has for it, or `None` to leave the cell
    /// unfilled. Returns false if a number is larger than the header allows. Also returns false if
    /// a block does not fill whole 16-bit words, because two blocks would then share a word.
    pub(super) fn fill(&self, header: &Header, numbers: Range<u64>, cell: impl Fn(usize) -> Option<u32>) -> bool {
        let together = self.width.cells_in_unit();
        if !(header.block_positions as usize).is_multiple_of(together) {
            return false;
        }
        let positions = (numbers.end - numbers.start) as usize;
        let units = &self.units[self.first + numbers.start as usize / together..];
        (0..positions).step_by(together).zip(units).all(|(start, unit)| {
            let mut bits = 0;
            for place in start..positions.min(start + together) {
                let one_more = cell(place).map_or(0, |cell| cell + 1);
                if one_more > self.largest as u32 {
                    return false;
                }
                bits |= one_more << ((place - start) << self.width.0);
            }
            unit.store(bits as u16, Ordering::Relaxed);
            true
        })
    }

    /// Fills one cell. The cell must be unfilled or already have this number. Ignores a number that
    /// is too large for a cell.
    pub(super) fn put(&self, index: u64, cell: u32) {
        let CellRef { unit, shift, largest } = self.cell_ref(index);
        let one_more = cell + 1;
        if one_more <= largest as u32 {
            unit.fetch_or((one_more << shift) as u16, Ordering::Relaxed);
        }
    }

    /// Returns the cells of a block in the form that they have in the file before compression;
    /// `None` when some cells are unfilled.
    pub(super) fn block(&self, header: &Header, first: u64, positions: u32) -> Option<Box<[u8]>> {
        let mut out = vec![0; header.cell.bytes_of(positions)].into_boxed_slice();
        for place in 0..positions as usize {
            let cell = self.cell_ref(first + place as u64).read()?;
            header.cell.write(&mut out, place, cell).then_some(())?;
        }
        Some(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tabled::Tabled as _;
    use peatee_rules::Variant;
    use peatee_table::format::{CaptureCells, Counts};
    use peatee_table::{Metric, Slice};

    /// Returns the header of a table with these properties.
    fn header_of(cell: Cell, positions: u64, longest_win_plies: u32) -> Header {
        let game = peatee_rules::Draughts::new(Variant::named("russian").unwrap());
        let metric = if cell == Cell::Wdl { Metric::Wdl } else { Metric::Dtw };
        let slice = Slice::parse(&game, "KKvK").unwrap();
        Header {
            positions,
            counts: Counts { wins: positions, longest_win_plies, ..Counts::default() },
            ..Header::new(game.identity(slice, metric), cell, CaptureCells::LeftOut)
        }
    }

    /// Fills the cells of a block, from position `first` on.
    fn fill(expanded: &Expanded, header: &Header, first: u64, cells: &[u8], count: u32) -> bool {
        expanded.fill(header, first..first + count as u64, |place| Some(header.cell.read(cells, place)))
    }

    #[test]
    fn cells_that_are_left_out_are_put_one_by_one() {
        for (cell, longest) in [(Cell::Wdl, 0), (Cell::Short, 200), (Cell::Short, 254), (Cell::Long, 999)] {
            let header = header_of(cell, 1003, longest);
            let expanded = Expanded::new(&header, &BlockCache::new(0)).unwrap();
            let is_known = |place: usize| place % 3 != 1;
            assert!(expanded.fill(&header, 512..1003, |place| is_known(place).then_some(place as u32 % 3)));
            let expected = |place: usize| is_known(place).then_some(place as u32 % 3);
            let found = |place: usize| expanded.cell_ref(512 + place as u64).read();
            assert!((0..491).all(|place| found(place) == expected(place)), "{cell:?}");
            assert_eq!(expanded.block(&header, 512, 491), None);
            // Two threads may fill the same cell. The second write changes nothing.
            for place in (0..491).chain(0..491).filter(|&place| !is_known(place)) {
                expanded.put(512 + place as u64, place as u32 % 3);
            }
            assert!((0..491).all(|place| found(place) == Some(place as u32 % 3)), "{cell:?}");
            assert!(expanded.block(&header, 512, 491).is_some());
        }
        let header = header_of(Cell::Short, 8, 100);
        let expanded = Expanded::new(&header, &BlockCache::new(0)).unwrap();
        expanded.put(0, 255);
        assert_eq!(expanded.cell_ref(0).read(), None);
    }

    #[test]
    fn cells_come_back_and_those_that_were_not_filled_in_are_not_there() {
        for (cell, longest, largest) in
            [(Cell::Wdl, 0, 2), (Cell::Short, 200, 201), (Cell::Short, 254, 255), (Cell::Long, 999, 1000)]
        {
            let positions = 1003;
            let header = header_of(cell, positions, longest);
            let expanded = Expanded::new(&header, &BlockCache::new(0)).unwrap();
            let (first, count) = (512, 491);
            let mut cells = vec![0; cell.bytes_of(count)];
            for place in 0..count {
                assert!(cell.write(&mut cells, place as usize, place % (largest + 1)));
            }
            assert!(fill(&expanded, &header, first, &cells, count));
            for place in 0..positions {
                let expected = place.checked_sub(first).map(|place| place as u32 % (largest + 1));
                assert_eq!(expanded.cell_ref(place).read(), expected, "{cell:?} {place}");
            }
            assert_eq!(expanded.block(&header, first, count).as_deref(), Some(&cells[..]));
            assert_eq!(expanded.block(&header, 0, 512), None);
        }
        assert_eq!(CellRef::NOWHERE.read(), None);
    }

    #[test]
    fn a_list_that_takes_a_small_part_of_the_room_begins_on_a_large_page() {
        let header = header_of(Cell::Wdl, 5_000_001, 0);
        // Half of the budget is for expanded cells, and a list is small if it takes an eighth of
        // that half.
        let budget = |pages: u64| pages * LARGE_PAGE_BYTES as u64 * 2 * 8;
        for (pages, is_reserved) in [(1, true), (0, false)] {
            let room = BlockCache::new(budget(pages));
            let expanded = Expanded::new(&header, &room).unwrap();
            assert_eq!(expanded.is_reserved(), is_reserved);
            let last = header.positions - 1;
            let (first_unit, last_unit) = (expanded.cell_ref(0).unit, expanded.cell_ref(last).unit);
            let is_on_pages = std::ptr::from_ref(first_unit).addr().is_multiple_of(LARGE_PAGE_BYTES);
            assert!(if is_reserved { is_on_pages } else { expanded.first == 0 });
            assert_eq!(
                std::ptr::from_ref(last_unit).addr() - std::ptr::from_ref(first_unit).addr(),
                last as usize / 8 * 2
            );
            assert!(fill(&expanded, &header, last, &[2], 1));
            assert_eq!((expanded.cell_ref(last - 1).read(), expanded.cell_ref(last).read()), (None, Some(2)));
            // The list reserves one of the eight large pages if it is on a large page.
            assert_eq!(room.has_room(6 * LARGE_PAGE_BYTES), is_reserved);
            assert!(!room.has_room(7 * LARGE_PAGE_BYTES));
        }
    }

    #[test]
    fn blocks_that_share_units_are_refused() {
        let header = Header { block_positions: 4, ..header_of(Cell::Wdl, 8, 0) };
        let expanded = Expanded::new(&header, &BlockCache::new(0)).unwrap();
        assert!(!fill(&expanded, &header, 4, &[0b01_10_00_01], 4));
    }

    #[test]
    fn distances_beyond_what_the_header_says_are_refused() {
        let header = header_of(Cell::Short, 8, 100);
        let expanded = Expanded::new(&header, &BlockCache::new(0)).unwrap();
        assert!(fill(&expanded, &header, 0, &[254; 8], 8));
        assert!(!fill(&expanded, &header, 0, &[255; 8], 8));
    }
}
