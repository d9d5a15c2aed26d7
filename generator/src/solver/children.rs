//! The values of the slices that moves out of a slice lead to, decoded into memory.

use std::sync::Arc;

use peatee_probe::index::SliceIndex;
use peatee_probe::{FileError, Material, Metric, Slice, Table};
use peatee_rules::variant::Goal;
use peatee_rules::{Kernel, Setup, Side, Word};

/// What the solver knows of a position in another slice: the plies to its end, or that it is a draw.
///
/// The number of plies tells who wins (see [`peatee_probe::Value::decided`]). Where only a WDL table is there, 0 and 1
/// plies stand for the two sides winning: right about who wins, which is then all that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known(u16);

impl Known {
    /// A draw.
    pub const DRAW: Known = Known(0);

    /// Decided after so many plies.
    #[inline(always)]
    pub fn decided(plies: u16) -> Known {
        Known(plies + 1)
    }

    /// The plies, or `None` for a draw.
    #[inline(always)]
    pub fn plies(self) -> Option<u16> {
        self.0.checked_sub(1)
    }
}

/// All values of one slice.
#[derive(Debug)]
pub struct Child<W> {
    index: SliceIndex<W>,
    /// By position number: 0 draw, else plies + 1.
    cells: Cells,
}

#[derive(Debug)]
enum Cells {
    Short(Vec<u8>),
    Long(Vec<u16>),
}

impl<W: Word> Child<W> {
    /// Decodes a table.
    ///
    /// # Errors
    /// When the file is damaged or cannot be read.
    pub fn load(kernel: &Kernel<W>, slice: Slice, table: &Table) -> Result<Child<W>, FileError> {
        let index = SliceIndex::new(kernel, slice);
        let header = table.header();
        let longest = header.counts.longest_win_plies.max(header.counts.longest_loss_plies);
        let positions = header.positions as usize;
        let winning_plies = (kernel.goal == Goal::LastToMove) as u32;
        let stored = |cell: u32| match (header.metric, cell) {
            (Metric::Wdl, 0) => 2 - winning_plies,
            (Metric::Wdl, 2) => 1 + winning_plies,
            (Metric::Wdl, _) => 0,
            (Metric::Dtw, cell) => cell,
        };
        let cells = if longest < u8::MAX as u32 {
            let mut cells = Vec::with_capacity(positions);
            table.each_cell(|_, cell| cells.push(stored(cell) as u8))?;
            Cells::Short(cells)
        } else {
            let mut cells = Vec::with_capacity(positions);
            table.each_cell(|_, cell| cells.push(stored(cell) as u16))?;
            Cells::Long(cells)
        };
        Ok(Child { index, cells })
    }

    /// The memory this takes, in bytes.
    pub fn memory_bytes(&self) -> u64 {
        match &self.cells {
            Cells::Short(cells) => cells.len() as u64,
            Cells::Long(cells) => 2 * cells.len() as u64,
        }
    }

    #[inline(always)]
    fn get(&self, setup: &Setup<W>) -> Known {
        let place = self.index.rank(setup) as usize;
        Known(match &self.cells {
            Cells::Short(cells) => cells[place] as u16,
            Cells::Long(cells) => cells[place],
        })
    }
}

/// The slices that moves out of a slice lead to.
#[derive(Debug)]
pub struct Children<W> {
    children: Vec<Arc<Child<W>>>,
    /// Place in `children` by [`Slice::number`].
    lookup: Vec<u16>,
}

impl<W: Word> Children<W> {
    /// Gathers children; all successors of the slice to be solved must be among them.
    pub fn new(children: impl IntoIterator<Item = Arc<Child<W>>>) -> Self {
        let children: Vec<_> = children.into_iter().collect();
        let mut lookup = vec![u16::MAX; Slice::NUMBERS];
        for (place, child) in children.iter().enumerate() {
            lookup[child.index.slice().number().expect("slices that are solved are small")] = place as u16;
        }
        Children { children, lookup }
    }

    /// The value of a position for `side`, which is to move in it. In variants with a colour symmetry positions are
    /// looked up as White's.
    ///
    /// # Panics
    /// When the slice is not among the children: the list of successors would be wrong.
    #[inline(always)]
    pub fn get(&self, kernel: &Kernel<W>, setup: &Setup<W>, side: Side) -> Known {
        let turned = side == Side::Black && kernel.mirror.is_some();
        let (setup, side) = if turned { (kernel.mirrored(setup), Side::White) } else { (*setup, side) };
        if setup.of_side(side).is_empty() {
            return Known::decided(0);
        }
        let slice = Slice { material: Material::of(&setup), side };
        let place = slice.number().map_or(u16::MAX, |number| self.lookup[number]);
        match self.children.get(place as usize) {
            Some(child) => child.get(&setup),
            None => panic!("a move leads to {slice}, which is not among the successors"),
        }
    }
}
