//! One table file: checked when opened, decoded block by block.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use bytemuck::allocation::try_zeroed_vec;
use peatee_rules::Variant;
use peatee_table::format::{self, BLOCK_ENTRY_BYTES, BlockEntry, CaptureCells, Cell, HEADER_BYTES, Header};
use peatee_table::{FileError, Metric, Slice};

use crate::cache::BlockCache;
use crate::storage::Storage;

mod expanded;

pub(crate) use expanded::CellRef;
use expanded::Expanded;

/// One table.
pub struct Table {
    path: PathBuf,
    header: Header,
    storage: Box<dyn Storage>,
    cache: Arc<BlockCache>,
    /// Tells this table's blocks from those of others in the cache.
    number: u32,
    /// The number of positions in a block, a power of two, as an exponent.
    block_shift: u32,
    blocks: OnceLock<Vec<Block>>,
    expanded: OnceLock<Option<Expanded>>,
}

struct Block {
    offset: u64,
    entry: BlockEntry,
    /// How often it was asked for before it was settled; stays behind where many threads ask at
    /// once.
    asked: AtomicU32,
    /// All its cells are among the expanded ones.
    is_resident: AtomicBool,
}

/// A block that was asked for so often is settled: its captures are resolved once and for all. That
/// takes about as long as a few thousand captures resolved one by one.
const RESOLVE_AFTER_PROBES: u32 = 256;

/// Entries of the list of blocks that are read at a time.
const LIST_PART_ENTRIES: usize = 1 << 13;

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("path", &self.path).field("header", &self.header).finish_non_exhaustive()
    }
}

impl Table {
    /// Opens a table from bytes, with a memory of its own of about `memory_bytes`. The cost does
    /// not grow with the file: only the header is read and checked, blocks when they are asked for.
    ///
    /// # Errors
    /// When the header is damaged or the length is not what it says.
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
        Ok(Table {
            path: path.to_owned(),
            header,
            storage,
            cache,
            number,
            block_shift,
            blocks: OnceLock::new(),
            expanded: OnceLock::new(),
        })
    }

    /// Makes sure that this is the table it is taken for, made under the rules this program knows.
    ///
    /// # Errors
    /// [`FileError::Identity`] or [`FileError::Rules`].
    pub fn check_identity(
        &self,
        variant: &Variant,
        slice: Slice,
        metric: Metric,
        positions: u64,
    ) -> Result<(), FileError> {
        let header = &self.header;
        if (header.variant.as_str(), header.slice.as_str(), header.metric) != (variant.id, &slice.name(), metric) {
            let expected = format!("the {metric} table of {} {slice}", variant.id);
            return Err(FileError::Identity { found: header.describe(), expected });
        }
        if header.rules_digest != format::rules_digest(variant, metric) {
            return Err(FileError::Rules);
        }
        if header.positions != positions {
            return Err(FileError::Header { reason: "it has another number of positions than the slice" });
        }
        Ok(())
    }

    /// Where the table was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the file says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The number in the cell of position `index` as the file has it: for WDL 0 loss, 1 draw, 2
    /// win; for distances 0 draw, else plies + 1. In tables that leave captures out
    /// ([`CaptureCells`]) it means nothing where the side to move must capture;
    /// [`Tables::cell`](crate::Tables::cell) knows the value.
    ///
    /// # Errors
    /// When there is no such position, or its block is damaged or cannot be read.
    pub fn cell(&self, index: u64) -> Result<u32, FileError> {
        let positions = self.header.positions;
        if index >= positions {
            return Err(FileError::NoPosition { index, positions });
        }
        match self.resolved_cell(index)? {
            Some(cell) if self.header.captures == CaptureCells::Stored => Ok(cell),
            _ => self.raw_cell(index),
        }
    }

    /// Where the cell of position `index` is among the expanded ones: when it is there it holds the
    /// value, captures resolved.
    #[inline(always)]
    pub(crate) fn cell_ref(&self, index: u64) -> CellRef<'_> {
        debug_assert!(index < self.header.positions);
        match self.expanded.get() {
            Some(Some(expanded)) => expanded.cell_ref(index),
            _ => CellRef::NOWHERE,
        }
    }

    /// The cell of position `index` when it holds the value, whatever the position: where all cells
    /// do, or it is among the expanded ones.
    ///
    /// # Errors
    /// When the block is damaged or cannot be read.
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
            CaptureCells::Stored => self.raw_cell(index).map(Some),
            CaptureCells::LeftOut => Ok(None),
        }
    }

    /// The cell of position `index` as the file has it, its block decoded and kept for a while.
    pub(crate) fn raw_cell(&self, index: u64) -> Result<u32, FileError> {
        let cells = self.block_cells(self.block_of(index))?;
        Ok(self.cell_in(&cells, index))
    }

    /// The number of the block of position `index`.
    pub(crate) fn block_of(&self, index: u64) -> u64 {
        index >> self.block_shift
    }

    /// The cells of a block as the file has them, decoded and kept for a while, or for good where
    /// they hold the value of every position.
    ///
    /// # Errors
    /// When the block is damaged or cannot be read.
    pub(crate) fn block_cells(&self, block: u64) -> Result<Arc<[u8]>, FileError> {
        if let Some(cells) = self.cache.get(&(self.number, block)) {
            return Ok(cells);
        }
        let cells: Arc<[u8]> = self.decode(block)?.into();
        let is_kept = self.header.captures == CaptureCells::Stored && self.make_resident(block, &cells)?;
        if !is_kept {
            self.cache.insert((self.number, block), cells.clone());
        }
        Ok(cells)
    }

    /// The number in the cell of position `index`, from the cells of its block.
    pub(crate) fn cell_in(&self, cells: &[u8], index: u64) -> u32 {
        self.header.cell.read(cells, (index & ((1 << self.block_shift) - 1)) as usize)
    }

    /// Keeps the cells of a block, all of which hold values, as long as the table is open. False
    /// when there is no room.
    ///
    /// # Errors
    /// When the list of blocks is damaged.
    pub(crate) fn make_resident(&self, block: u64, settled: &[u8]) -> Result<bool, FileError> {
        let slot = &self.blocks()?[block as usize];
        if slot.is_resident.load(Ordering::Acquire) {
            return Ok(true);
        }
        if !self.has_room(block) {
            return Ok(false);
        }
        let new = || Expanded::new(&self.header, &self.cache);
        let Some(expanded) = self.expanded.get_or_init(new) else { return Ok(false) };
        // When two threads come here at once the room reserved by one is lost to the budget.
        if !expanded.is_reserved() && !self.cache.reserve(self.expanded_bytes(block)) {
            return Ok(false);
        }
        let positions = self.header.positions_in_block(block) as usize;
        let is_kept = expanded.fill(&self.header, block << self.block_shift, settled, positions);
        slot.is_resident.store(is_kept, Ordering::Release);
        Ok(is_kept)
    }

    /// What a block takes among the expanded ones.
    fn expanded_bytes(&self, block: u64) -> usize {
        Expanded::bytes_of(&self.header, self.header.positions_in_block(block))
    }

    /// Whether a block can be kept, as things are now.
    fn has_room(&self, block: u64) -> bool {
        let is_reserved = self.expanded.get().and_then(Option::as_ref).is_some_and(Expanded::is_reserved);
        is_reserved || self.cache.has_room(self.expanded_bytes(block))
    }

    /// Notes that the block of position `index` is asked for; its number when it is now time to
    /// settle it.
    ///
    /// # Errors
    /// When the list of blocks is damaged.
    pub(crate) fn record_access(&self, index: u64) -> Result<Option<u64>, FileError> {
        let block = self.block_of(index);
        let before = self.blocks()?[block as usize].asked.fetch_add(1, Ordering::Relaxed);
        Ok((before.wrapping_add(1) == RESOLVE_AFTER_PROBES && self.has_room(block)).then_some(block))
    }

    /// The cells of a block that are among the expanded ones, in the form of the file; all of them
    /// hold values.
    ///
    /// # Errors
    /// When the list of blocks is damaged.
    pub(crate) fn resident_block(&self, block: u64) -> Result<Option<Box<[u8]>>, FileError> {
        let is_resident =
            self.blocks()?.get(block as usize).is_some_and(|slot| slot.is_resident.load(Ordering::Acquire));
        let expanded = self.expanded.get().and_then(Option::as_ref).filter(|_| is_resident);
        let positions = || self.header.positions_in_block(block);
        Ok(expanded.and_then(|expanded| expanded.block(&self.header, block << self.block_shift, positions())))
    }

    /// The cells of one block, read from the file and checked.
    ///
    /// # Errors
    /// When the block is damaged or cannot be read.
    pub fn decode(&self, block: u64) -> Result<Box<[u8]>, FileError> {
        let wrong = |reason| FileError::Block { block, reason };
        let Block { offset, entry, .. } =
            self.blocks()?.get(block as usize).ok_or_else(|| wrong("there is no such block"))?;
        let mut stored: Vec<u8> =
            try_zeroed_vec(entry.stored_bytes as usize).map_err(|()| io::Error::from(io::ErrorKind::OutOfMemory))?;
        self.storage.read_exact_at(&mut stored, *offset)?;
        if format::block_checksum(&self.header, block, &stored) != entry.crc {
            return Err(wrong("its checksum does not match"));
        }
        let cells = format::decode_block(self.header.cell, &stored, self.header.block_bytes(block)).map_err(wrong)?;
        if self.header.cell == Cell::Wdl && !format::are_wdl(&cells) {
            return Err(wrong("a cell holds no value"));
        }
        Ok(cells)
    }

    /// All cells of the table in order as the file has them; see [`Table::cell`].
    ///
    /// # Errors
    /// When a block is damaged or cannot be read.
    pub fn each_cell(&self, mut each: impl FnMut(u64, u32)) -> Result<(), FileError> {
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
    fn blocks(&self) -> Result<&[Block], FileError> {
        match self.blocks.get() {
            Some(blocks) => Ok(blocks),
            None => self.load_blocks(),
        }
    }

    #[cold]
    fn load_blocks(&self) -> Result<&[Block], FileError> {
        let header = &self.header;
        let mut blocks = Vec::new();
        let no_memory = |_| io::Error::from(io::ErrorKind::OutOfMemory);
        blocks.try_reserve_exact(header.blocks() as usize).map_err(no_memory)?;
        let mut hasher = format::block_list_hasher(header);
        let mut offset = header.data_offset();
        // Part by part, so that a list that cannot be takes no memory beyond its first wrong entry.
        for first in (0..header.blocks()).step_by(LIST_PART_ENTRIES) {
            let count = (header.blocks() - first).min(LIST_PART_ENTRIES as u64) as usize;
            let mut bytes = vec![0; count * BLOCK_ENTRY_BYTES];
            // Between opening and now the file may have been replaced by a shorter one: reading
            // then fails with an error.
            self.storage.read_exact_at(&mut bytes, HEADER_BYTES as u64 + first * BLOCK_ENTRY_BYTES as u64)?;
            hasher.update(&bytes);
            let (entries, _) = bytes.as_chunks::<BLOCK_ENTRY_BYTES>();
            for (block, &entry) in (first..).zip(entries) {
                let entry = BlockEntry::from_bytes(entry);
                if !header.can_store(block, entry.stored_bytes) {
                    return Err(FileError::Block {
                        block,
                        reason: "the list of blocks gives it a length that it cannot have",
                    });
                }
                blocks.push(Block { offset, entry, asked: AtomicU32::new(0), is_resident: AtomicBool::new(false) });
                offset = offset.saturating_add(entry.stored_bytes.into());
            }
        }
        if hasher.finalize() != header.block_list_crc {
            return Err(FileError::Checksum { part: "list of blocks" });
        }
        if offset != header.file_bytes {
            return Err(FileError::Header { reason: "the blocks do not fill the file" });
        }
        Ok(self.blocks.get_or_init(|| blocks))
    }
}
