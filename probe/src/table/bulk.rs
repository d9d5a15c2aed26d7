//! Reading cells in bulk: where a cell is told apart from reading it, and a block fetched for several of its cells.

use std::sync::Arc;

use super::Table;
use crate::error::FileError;
use crate::format::{CaptureCells, Cell};

/// A cell in a block that stays in memory, not read yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeptCell<'a> {
    cells: &'a [u8],
    place: u32,
    cell: Cell,
}

impl KeptCell<'_> {
    /// Where there is none, to fill lists with.
    pub const NONE: KeptCell<'static> = KeptCell { cells: &[0], place: 0, cell: Cell::Short };

    /// The number in it.
    #[inline(always)]
    pub fn read(self) -> u32 {
        self.cell.read(self.cells, self.place as usize)
    }
}

/// The cells of one block, wherever they are.
#[derive(Debug)]
pub(crate) enum BlockCells<'a> {
    /// They stay in memory.
    Kept(&'a [u8]),
    /// They pass through.
    Passing(Arc<[u8]>),
}

impl Table {
    /// Where the cell of position `index` is, when its block stays in memory.
    #[inline(always)]
    pub(crate) fn kept_cell(&self, index: u64) -> Option<KeptCell<'_>> {
        let block = self.blocks.get()?.get((index >> self.block_shift) as usize)?;
        let cells = block.cells.get()?;
        Some(KeptCell { cells, place: self.place_in_block(index), cell: self.header.cell })
    }

    /// The number of the block of position `index`.
    pub(crate) fn block_of(&self, index: u64) -> u64 {
        index >> self.block_shift
    }

    fn place_in_block(&self, index: u64) -> u32 {
        (index & ((1 << self.block_shift) - 1)) as u32
    }

    /// The cells of a block, decoded when they are not in memory. Those that the file leaves out mean nothing, unless the
    /// block is one that stays.
    ///
    /// # Errors
    /// When the block is damaged or cannot be read.
    pub(crate) fn block_cells(&self, block: u64) -> Result<BlockCells<'_>, FileError> {
        let slot = &self.blocks()?[block as usize];
        if let Some(cells) = slot.cells.get() {
            return Ok(BlockCells::Kept(cells));
        }
        if let Some(cells) = self.cache.get(&(self.number, block)) {
            return Ok(BlockCells::Passing(cells));
        }
        let cells = self.decode(block)?;
        // Only settled blocks stay.
        if self.header.captures == CaptureCells::Stored && self.cache.reserve(cells.len()) {
            // When another thread was faster its copy stays, and the room reserved here is lost to the budget, once.
            return Ok(BlockCells::Kept(slot.cells.get_or_init(|| cells)));
        }
        let cells: Arc<[u8]> = cells.into();
        self.cache.insert((self.number, block), cells.clone());
        Ok(BlockCells::Passing(cells))
    }

    /// The number in the cell of position `index`, from the cells of its block.
    pub(crate) fn cell_in(&self, cells: &BlockCells, index: u64) -> u32 {
        let cells = match cells {
            BlockCells::Kept(cells) => cells,
            BlockCells::Passing(cells) => &**cells,
        };
        self.header.cell.read(cells, self.place_in_block(index) as usize)
    }
}
