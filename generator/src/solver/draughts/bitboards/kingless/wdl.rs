//! Finds WDL values of slices without kings: two bits for each unit and side to move, and one bit
//! that tells whether the side to move must capture. Threads write their results directly into
//! these bits.

use std::sync::atomic::{AtomicU8, Ordering};

use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::index::SliceIndex;
use peatee_table::{Slice, Wdl};

use super::layer_setups::LayerSetups;
use super::position::PositionSolver;
use crate::parallel;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::bitboards::output::side_on_board;
use crate::solver::draughts::bitboards::rules::MoveRules;
use crate::solver::draughts::job::{SliceJob, Solution, Solved, SolverMemory};
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::known::Known;
use crate::solver::values::{CELLS_PER_BYTE, Values, WdlArray, cell_of};

/// Minimum number of parts into which a large layer is divided; one thread solves a part. A layer
/// is a set of configurations of the pieces. In all of them, the pieces can still make the same
/// total number of quiet moves.
const PARTS: usize = 1 << 10;
/// Number of positions in one parallel task. It is a multiple of 8, so tasks share no byte: a byte
/// holds four WDL cells (2 bits each) or eight single bits.
const POSITIONS_PER_TASK: usize = 1 << 13;
const BITS: usize = u8::BITS as usize;
const CELL_BITS: usize = 2;
/// Number of bits that a unit (one configuration of all pieces) takes for one side to move. The WDL
/// cell takes two bits; one bit is set when that side must capture.
const UNIT_BITS: usize = CELL_BITS + 1;

/// An array of numbers of `BITS` bits each, where `BITS` divides 8. Several threads may write to
/// the array at the same time, but each number may be written only once.
struct SharedNumbers<const BITS: usize> {
    bytes: Vec<AtomicU8>,
}

impl<const BITS: usize> SharedNumbers<BITS> {
    const PER_BYTE: usize = u8::BITS as usize / BITS;

    fn zeros(count: usize) -> Self {
        SharedNumbers { bytes: (0..count.div_ceil(Self::PER_BYTE)).map(|_| AtomicU8::new(0)).collect() }
    }

    #[inline(always)]
    fn get(&self, place: usize) -> u8 {
        let byte = self.bytes[place / Self::PER_BYTE].load(Ordering::Relaxed);
        byte >> (place % Self::PER_BYTE * BITS) & ((1 << BITS) - 1)
    }

    /// Writes the number with index `place`. The number must have been zero before.
    #[inline(always)]
    fn set(&self, place: usize, number: u8) {
        if number != 0 {
            let bits = number << (place % Self::PER_BYTE * BITS);
            self.bytes[place / Self::PER_BYTE].fetch_or(bits, Ordering::Relaxed);
        }
    }

    /// Returns the numbers as bytes, without copying. The first number of each byte is in the
    /// lowest bits of the byte.
    fn into_bytes(self) -> Vec<u8> {
        self.bytes.into_iter().map(AtomicU8::into_inner).collect()
    }
}

/// Values of all units for one side to move: win, draw or loss, and a bit that is set when that
/// side must capture. Without kings, a unit is one configuration of all pieces.
struct SideValues {
    cells: SharedNumbers<CELL_BITS>,
    captures: SharedNumbers<1>,
}

/// Solves a slice without kings and its opposite (the other side to move), for win, draw or loss
/// only.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &MoveRules<W>,
    layout: &Layout<W>,
    job: &SliceJob<'_, W>,
) -> Solved {
    let units = layout.units();
    let found =
        Side::BOTH.map(|_| SideValues { cells: SharedNumbers::zeros(units), captures: SharedNumbers::zeros(units) });
    let setups = LayerSetups::new(kernel, rules, &layout.material);
    for layer in 0..rules.layer_sizes(kernel, &layout.material).len() {
        let new_solver = || {
            // A quiet move leads to a lower layer (units whose pieces can make fewer moves), whose
            // values are already written.
            let lower = |side: Side, unit: usize| known_of(found[side as usize].cells.get(unit));
            PositionSolver::new(kernel, layout, job, lower)
        };
        parallel::map_with(setups.partial_setups(layer, PARTS), &new_solver, &|solver, partial| {
            setups.each(&partial, &mut |setup| {
                let unit = layout.unit_of(setup);
                for (side, found) in Side::BOTH.into_iter().zip(&found) {
                    let value = solver.value(setup, side).expect("there are no distances, which could be too long");
                    found.cells.set(unit, cell_of(value.to_end));
                    found.captures.set(unit, value.must_capture as u8);
                }
            });
        });
    }
    let mut found = found.map(Some);
    let mut solved = Solved::default();
    for slice in job.slices() {
        let side = side_on_board(kernel, slice, job.slice);
        let Some(own) = found[side as usize].take() else { continue };
        let (values, captures) = own.in_table_order(kernel, layout, (slice, side));
        solved.to_end.push(Solution { slice, values: Values::Wdl(values) });
        solved.captures.push(captures);
    }
    solved
}

/// Estimates the memory for solving. During solving, the values for both sides to move are in
/// memory. At the end, the values of the second slice are also copied to table order. The first
/// slice needs no copy, because its units are in table order.
pub fn memory(units: usize, slices: usize) -> SolverMemory {
    let side = (units * UNIT_BITS / u8::BITS as usize) as u64;
    SolverMemory {
        solving: 2 * side,
        between_layers: 0,
        saved_unit: 0,
        output: (1 + slices as u64) * side,
        answer: slices as u64 * side,
        in_files: 0,
    }
}

/// Returns the value of a 2-bit cell, with the nominal distance of a [`WdlArray`]: 1 ply for a win,
/// 0 plies for a loss.
#[inline(always)]
fn known_of(cell: u8) -> Known {
    match Wdl::of_cell(cell as u32) {
        Wdl::Loss => Known::lost(0),
        Wdl::Draw => Known::DRAW,
        Wdl::Win => Known::won(1),
    }
}

impl SideValues {
    /// Returns the values of `slice` in table order. `side` is the side to move in the units
    /// (configurations of all pieces) from which the values are read. If it differs from the side
    /// to move of `slice`, these units are the positions of `slice` mirrored, with the colours
    /// exchanged.
    fn in_table_order<W: Bitboard>(
        self,
        kernel: &Kernel<W>,
        layout: &Layout<W>,
        (slice, side): (Slice, Side),
    ) -> (WdlArray, CaptureMask) {
        let SideValues { cells, captures } = self;
        let is_mirrored = side != slice.side;
        let positions = layout.units();
        if slice.side == Side::White && !is_mirrored {
            // In this case, the index of each unit (configuration of all pieces) is also the number
            // of its position in the slice.
            return (WdlArray::new(positions, cells.into_bytes()), CaptureMask::new(captures.into_bytes()));
        }
        let index = SliceIndex::new(kernel, slice);
        let mut ordered_cells = vec![0; positions.div_ceil(CELLS_PER_BYTE)];
        let mut ordered_captures = vec![0; positions.div_ceil(BITS)];
        let tasks = ordered_cells
            .chunks_mut(POSITIONS_PER_TASK / CELLS_PER_BYTE)
            .zip(ordered_captures.chunks_mut(POSITIONS_PER_TASK / BITS));
        parallel::for_each(tasks.enumerate(), &|(task, (ordered_cells, ordered_captures))| {
            let first = task * POSITIONS_PER_TASK;
            let mut cursor = index.cursor();
            for place in 0..POSITIONS_PER_TASK.min(positions - first) {
                let setup = cursor.seek((first + place) as u64);
                let unit = layout.unit_of(&if is_mirrored { kernel.mirrored(setup) } else { *setup });
                ordered_cells[place / CELLS_PER_BYTE] |= cells.get(unit) << (place % CELLS_PER_BYTE * CELL_BITS);
                ordered_captures[place / BITS] |= captures.get(unit) << (place % BITS);
            }
        });
        (WdlArray::new(positions, ordered_cells), CaptureMask::new(ordered_captures))
    }
}
