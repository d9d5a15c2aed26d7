//! One table file. Opening checks the header; probes read the blocks that they need.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use peatee_table::FileError;
use peatee_table::format::pages::{PageParameters, PageShape};
use peatee_table::format::{self, CaptureCells, Cell, FileCoding, HEADER_BYTES, Header, TableIdentity};

use crate::cache::BlockCache;
use crate::error::ProbeError;
use crate::os::processor::for_this_processor;
use crate::storage::Storage;

mod blocks;
mod cell_list;
mod expanded;
mod expansion;
mod file;
mod listed;
mod pages;

use blocks::Blocks;
use cell_list::CellListCache;
pub(crate) use expanded::CellRef;
use expanded::Expanded;
pub(crate) use expansion::{DueExpansion, ExpansionStep};
use expansion::{PartCounters, Thresholds};
use file::TableFile;
use pages::Pages;

/// One open table file.
pub struct Table {
    path: PathBuf,
    header: Header,
    file: TableFile,
    stored: Stored,
    /// True when [`Table::cell`] always reads compressed pages, even if decoded cells are in
    /// memory. Short pages in memory are read about as fast as decoded cells.
    skips_expanded: bool,
    block_shift: u32,
    /// Binary logarithm of the number of positions in a part: consecutive positions whose cells are
    /// decoded into memory together.
    part_shift: u32,
    part_counters: OnceLock<Option<PartCounters>>,
    expanded: OnceLock<Option<Expanded>>,
    cell_list: CellListCache,
}

#[allow(clippy::large_enum_variant, reason = "nearly all tables have pages, and a probe needs no further step to them")]
enum Stored {
    Blocks(Blocks),
    Pages(Pages),
    /// The file stores no cells, because the values follow from the moves.
    Nowhere,
}

impl Stored {
    /// Returns the binary logarithm of the number of positions in a part: consecutive positions
    /// whose cells are decoded into memory together.
    fn part_shift(&self, block_shift: u32) -> u32 {
        match self {
            Stored::Blocks(_) | Stored::Nowhere => block_shift,
            Stored::Pages(_) => block_shift.min(PART_SHIFT),
        }
    }
}

/// Binary logarithm of the number of positions in a part of a table of pages. The decoded cells of
/// a part fill one page of memory (4 KiB).
const PART_SHIFT: u32 = 14;

const NO_CELLS: FileError = FileError::Header { reason: "it has no cells: its values follow from the moves" };

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("header", &self.header).finish_non_exhaustive()
    }
}

impl Table {
    /// Opens a table whose bytes are in `storage`, with a memory budget of its own of about
    /// `memory_bytes`. Checks only the header and the length; blocks are checked when probes read
    /// them. Errors name `path` as the file.
    ///
    /// # Errors
    /// The header is damaged, or contradicts the length of the file.
    pub fn open(path: &Path, storage: Box<dyn Storage>, memory_bytes: u64) -> Result<Table, FileError> {
        Self::open_cached(path, storage, Arc::new(BlockCache::new(memory_bytes)), 0)
    }

    pub(crate) fn open_cached(
        path: &Path,
        storage: Box<dyn Storage>,
        cache: Arc<BlockCache>,
        number: u32,
    ) -> Result<Table, FileError> {
        let found = storage.length_bytes();
        let mut bytes = [0; HEADER_BYTES];
        if found < HEADER_BYTES as u64 {
            return Err(FileError::Length { found, expected: HEADER_BYTES as u64 });
        }
        storage.read_exact_at(&mut bytes, 0)?;
        let header = Header::from_bytes(&bytes)?;
        if header.file_bytes != found {
            return Err(FileError::Length { found, expected: header.file_bytes });
        }
        let block_shift = header.block_positions.trailing_zeros();
        let stored = match header.coding {
            FileCoding::Blocks { .. } => Stored::Blocks(Blocks::default()),
            FileCoding::Pages(parameters) => Stored::Pages(Pages::new(parameters)),
            FileCoding::Derived => Stored::Nowhere,
        };
        let is_short = |pages: PageParameters| matches!(pages.shape, PageShape::Short(_));
        let has_short_pages = matches!(header.coding, FileCoding::Pages(pages) if is_short(pages));
        let skips_expanded = has_short_pages && storage.bytes(0, HEADER_BYTES).is_some();
        Ok(Table {
            path: path.to_owned(),
            header,
            file: TableFile { storage, cache, number },
            part_shift: stored.part_shift(block_shift),
            skips_expanded,
            stored,
            block_shift,
            part_counters: OnceLock::new(),
            expanded: OnceLock::new(),
            cell_list: CellListCache::default(),
        })
    }

    /// Checks that the table has the expected variant, slice, metric, rules and number of
    /// positions. `Tabled::order_of` makes the other checks of each family.
    ///
    /// # Errors
    /// [`FileError::Identity`], [`FileError::Rules`] or [`FileError::Header`].
    pub fn check_is(&self, expected: &TableIdentity, positions: u64) -> Result<(), FileError> {
        let found = self.header.identity();
        let what = |identity: &TableIdentity| (identity.variant.clone(), identity.slice.clone(), identity.metric);
        if what(&found) != what(expected) {
            return Err(FileError::Identity { found: found.describe(), expected: expected.describe() });
        }
        if found.rules_digest != expected.rules_digest {
            return Err(FileError::Rules);
        }
        if self.header.positions != positions {
            return Err(FileError::Header { reason: "it has another number of positions than the slice" });
        }
        Ok(())
    }

    #[cold]
    pub(crate) fn unreadable(&self, error: FileError) -> ProbeError {
        ProbeError::File { path: self.path.clone(), error }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number in the stored cell of position `index`. WDL: 0 loss, 1 draw, 2 win.
    /// Distances: 0 draw, else plies + 1. The number is arbitrary if the side to move must capture
    /// and the table leaves captures out ([`CaptureCells`]); [`Tables::cell`](crate::Tables::cell)
    /// returns the value.
    ///
    /// # Errors
    /// There is no such position, or its block is damaged or cannot be read.
    pub fn cell(&self, index: u64) -> Result<u32, FileError> {
        let positions = self.header.positions;
        if index >= positions {
            return Err(FileError::NoPosition { index, positions });
        }
        if self.skips_expanded {
            return self.raw_cell(index);
        }
        match self.resolved_cell(index)? {
            Some(cell) if self.header.captures != CaptureCells::LeftOut => Ok(cell),
            _ => self.raw_cell(index),
        }
    }

    #[inline(always)]
    pub(crate) fn cell_ref(&self, index: u64) -> CellRef<'_> {
        debug_assert!(index < self.header.positions);
        match self.expanded.get() {
            // The counters of a part take less memory than its cells, so they are looked at first:
            // they are in the processor's cache more often.
            Some(Some(expanded)) if expanded.is_reserved() || self.is_expanded(index) => expanded.cell_ref(index),
            _ => CellRef::NOWHERE,
        }
    }

    #[inline(always)]
    fn is_expanded(&self, index: u64) -> bool {
        let part_counters = self.part_counters.get().and_then(Option::as_ref);
        part_counters.is_some_and(|part_counters| part_counters.is_expanded(index >> self.part_shift))
    }

    /// Returns the number in the cell of position `index` if it surely is the value: all cells of
    /// the table hold values, or the decoded cell is in memory. Otherwise returns `None`.
    ///
    /// # Errors
    /// The block is damaged or cannot be read.
    #[inline(always)]
    pub(crate) fn resolved_cell(&self, index: u64) -> Result<Option<u32>, FileError> {
        match self.cell_ref(index).read() {
            Some(cell) => Ok(Some(cell)),
            None => self.resolved_in_file(index),
        }
    }

    #[cold]
    fn resolved_in_file(&self, index: u64) -> Result<Option<u32>, FileError> {
        match self.header.captures {
            CaptureCells::Stored | CaptureCells::Bound => {
                if self.is_read_in_place() {
                    self.expand_when_due(index);
                }
                self.raw_cell(index).map(Some)
            }
            CaptureCells::LeftOut => Ok(None),
        }
    }

    /// Returns the number in the stored cell of position `index`. In a table of blocks, decodes and
    /// caches the block; in a table of pages, decodes the cell alone.
    pub(crate) fn raw_cell(&self, index: u64) -> Result<u32, FileError> {
        match &self.stored {
            Stored::Blocks(_) => Ok(self.cell_in(&self.block_cells(self.block_of(index))?, index)),
            Stored::Nowhere => Err(NO_CELLS),
            Stored::Pages(pages) => for_this_processor!(pages.cell(&self.header, &self.file, index)).map(u32::from),
        }
    }

    /// Makes the processor start to fetch the memory that [`Table::raw_cell`] reads first.
    #[inline(always)]
    pub(crate) fn fetch(&self, index: u64) {
        if let Stored::Pages(pages) = &self.stored {
            pages.fetch(&self.file, index);
        }
    }

    /// Records a probe of position `index`. If probes often need the part of the table around it,
    /// decodes the cells of this part into memory. The table must store the values of all
    /// positions.
    fn expand_when_due(&self, index: u64) {
        let Some(DueExpansion { part, step }) = self.record_access(index) else { return };
        // Errors are ignored, because a probe of the page reports them.
        if let Ok(cells) = self.decode_part(part) {
            self.expand_cells(part, step, |place| Some(self.header.cell.read(&cells, place)));
        }
    }

    /// Calls `each` once for each item of `numbers` (position numbers), in any order, with the
    /// index of the item and the number in the stored cell of its position. Skips cells that cannot
    /// be read.
    pub(crate) fn raw_cells(&self, numbers: &[u64], mut each: impl FnMut(usize, u32)) {
        let Stored::Pages(pages) = &self.stored else {
            for (item, &number) in numbers.iter().enumerate() {
                self.raw_cell(number).into_iter().for_each(|cell| each(item, cell));
            }
            return;
        };
        for_this_processor!({
            // Errors of the page list are ignored, because a probe of a single position reports
            // them.
            let _ = pages.cells(&self.header, &self.file, numbers, |item, cell| {
                cell.into_iter().for_each(|cell| each(item, cell.into()));
            });
        });
    }

    /// Returns true when the file has cells. The values of a chess table without cells are derived
    /// from moves.
    pub fn has_cells(&self) -> bool {
        !matches!(self.stored, Stored::Nowhere)
    }

    /// Returns true for a table of pages. A cell of a page can be read without decoding a block.
    pub(crate) fn is_read_in_place(&self) -> bool {
        matches!(self.stored, Stored::Pages(_))
    }

    pub(crate) fn block_of(&self, index: u64) -> u64 {
        index >> self.block_shift
    }

    /// Returns the decoded cells of a block. If they hold the values of all positions and the
    /// budget allows it, keeps them in memory while the table is open. Otherwise adds them to the
    /// cache.
    ///
    /// # Errors
    /// The block is damaged or cannot be read.
    pub(crate) fn block_cells(&self, block: u64) -> Result<Arc<[u8]>, FileError> {
        let key = (self.file.number, block);
        if let Some(cells) = self.file.cache.get(&key) {
            return Ok(cells);
        }
        let cells: Arc<[u8]> = self.decode(block)?.into();
        // In a table of blocks, each block is a part, the unit that is kept decoded in memory.
        let is_kept = self.header.captures != CaptureCells::LeftOut
            && self.expand_cells(block, ExpansionStep::All, |place| Some(self.header.cell.read(&cells, place)));
        if !is_kept {
            self.file.cache.insert(key, cells.clone());
        }
        Ok(cells)
    }

    pub(crate) fn cell_in(&self, cells: &[u8], index: u64) -> u32 {
        self.header.cell.read(cells, (index & ((1 << self.block_shift) - 1)) as usize)
    }

    /// Keeps the decoded cells of a part of the table in memory while the table is open. `cell`
    /// returns the cell at an index in the part, or `None` to leave it unfilled. Returns false when
    /// the memory budget is exhausted.
    pub(crate) fn expand_cells(&self, part: u64, step: ExpansionStep, cell: impl Fn(usize) -> Option<u32>) -> bool {
        let Some(part_counters) = self.part_counters() else { return false };
        let is_expanded = part_counters.is_expanded(part);
        if is_expanded && step == ExpansionStep::WithoutCaptures {
            return true;
        }
        if !is_expanded && !self.has_room(part) {
            return false;
        }
        let new = || Expanded::new(&self.header, &self.file.cache);
        let Some(expanded) = self.expanded.get_or_init(new) else { return false };
        // If two threads come here at once, both reserve the memory of the part, which is then
        // counted twice.
        if !is_expanded && !expanded.is_reserved() && !self.file.cache.reserve(self.expanded_bytes(part)) {
            return false;
        }
        let is_kept = expanded.fill(&self.header, self.positions_of(part), cell);
        if is_kept {
            part_counters.set_expanded(part, step);
        }
        is_kept
    }

    /// Keeps the computed value of a position with a capture in memory, if the other cells of this
    /// part of the table are decoded in memory. If enough such values have been kept, returns the
    /// expansion that decodes all cells of the part; otherwise `None`.
    pub(crate) fn keep(&self, index: u64, cell: u32) -> Option<DueExpansion> {
        let part_counters = self.part_counters.get()?.as_ref()?;
        let part = index >> self.part_shift;
        if !part_counters.is_expanded(part) {
            return None;
        }
        self.expanded.get()?.as_ref()?.put(index, cell);
        part_counters.record_capture(part)
    }

    fn expanded_bytes(&self, part: u64) -> usize {
        let numbers = self.positions_of(part);
        Expanded::bytes_of(&self.header, (numbers.end - numbers.start) as u32)
    }

    fn has_room(&self, part: u64) -> bool {
        let is_reserved = self.expanded.get().and_then(Option::as_ref).is_some_and(Expanded::is_reserved);
        is_reserved || self.file.cache.has_room(self.expanded_bytes(part))
    }

    pub(crate) fn positions_of(&self, part: u64) -> Range<u64> {
        let first = part << self.part_shift;
        first..self.header.positions.min(first + (1 << self.part_shift))
    }

    /// Checks the list of blocks or pages. Its checksum also covers the header field that states
    /// what the cells of positions with captures hold, on which each probe depends.
    ///
    /// # Errors
    /// The list is damaged.
    #[inline(always)]
    pub(crate) fn check_list(&self) -> Result<(), FileError> {
        match &self.stored {
            Stored::Blocks(blocks) => blocks.list(&self.header, &self.file).map(drop),
            Stored::Pages(pages) => pages.directory(&self.header, &self.file).map(drop),
            Stored::Nowhere => Ok(()),
        }
    }

    /// Records a probe of position `index`. If its part of the table has been probed often enough,
    /// returns the next expansion: the cells of the part to decode now. Records nothing when the
    /// memory budget is exhausted.
    #[inline(always)]
    pub(crate) fn record_access(&self, index: u64) -> Option<DueExpansion> {
        let part = index >> self.part_shift;
        if !self.has_room(part) {
            return None;
        }
        self.part_counters()?.record_access(part)
    }

    /// Returns the uncompressed cells of a block, in the form that the file has, if all of them are
    /// decoded in memory; otherwise `None`.
    pub(crate) fn expanded_block(&self, block: u64) -> Option<Box<[u8]>> {
        let expanded = self.expanded.get()?.as_ref()?;
        expanded.block(&self.header, block << self.block_shift, self.header.positions_in_block(block))
    }

    /// Reads, checks and decodes one block.
    ///
    /// # Errors
    /// The block is damaged or cannot be read.
    pub fn decode(&self, block: u64) -> Result<Box<[u8]>, FileError> {
        let first = block << self.block_shift;
        self.decode_positions(block, first..first + self.header.positions_in_block(block) as u64)
    }

    /// Reads, checks and decodes the cells of one part (range of consecutive positions).
    ///
    /// # Errors
    /// The part is damaged or cannot be read.
    pub(crate) fn decode_part(&self, part: u64) -> Result<Box<[u8]>, FileError> {
        let numbers = self.positions_of(part);
        self.decode_positions(self.block_of(numbers.start), numbers)
    }

    /// Returns the cells of the positions `numbers`, all of which must lie in `block`. In a table
    /// of blocks, `numbers` must be all positions of the block.
    fn decode_positions(&self, block: u64, numbers: Range<u64>) -> Result<Box<[u8]>, FileError> {
        if block >= self.header.blocks() {
            return Err(FileError::Block { block, reason: "there is no such block" });
        }
        let cells = match &self.stored {
            Stored::Blocks(blocks) => blocks.decode(&self.header, &self.file, block)?,
            Stored::Pages(pages) => pages.decode(&self.header, &self.file, numbers)?,
            Stored::Nowhere => return Err(NO_CELLS),
        };
        if self.header.cell == Cell::Wdl && !format::are_wdl(&cells) {
            return Err(FileError::Block { block, reason: "a cell holds no value" });
        }
        Ok(cells)
    }

    /// Calls `each` for every position, in order, with its position number and the number in its
    /// stored cell; see [`Table::cell`]. Makes no calls if the table has no cells.
    ///
    /// # Errors
    /// A block, or the list to which the cells refer, is damaged or cannot be read.
    pub fn each_cell(&self, mut each: impl FnMut(u64, u32)) -> Result<(), FileError> {
        match self.header.cell {
            Cell::Requirement => drop(self.requirements()?),
            Cell::Staircase | Cell::RankedStaircase => drop(self.staircases()?),
            _ => {}
        }
        if !self.has_cells() {
            return Ok(());
        }
        for block in 0..self.header.blocks() {
            let cells = self.decode(block)?;
            let first = block * self.header.block_positions as u64;
            for place in 0..self.header.positions_in_block(block) as usize {
                each(first + place as u64, self.header.cell.read(&cells, place));
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn part_counters(&self) -> Option<&PartCounters> {
        let new = || {
            // Cells of run patterns cannot be computed from captures.
            if !self.file.storage.reads_ahead() || self.header.cell == Cell::RunPattern {
                return None;
            }
            let parts = self.header.positions.div_ceil(1 << self.part_shift);
            PartCounters::new(parts, Thresholds::of(self.header.captures, self.part_shift))
        };
        self.part_counters.get_or_init(new).as_ref()
    }
}
