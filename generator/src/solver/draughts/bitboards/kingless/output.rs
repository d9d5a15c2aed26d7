//! Converts the values of a slice without kings from the order of units to table order.

use std::io;

use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::UnitValues;
use crate::parallel;
use crate::solver::draughts::bitboards::layout::units::Layout;
use crate::solver::draughts::job::{SliceJob, Solution, Solved};
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::known::Known;
use crate::solver::values::{CELLS_PER_BYTE, Values, WdlArray, cell_of};

/// Number of positions in one parallel task. It is a multiple of 8, so tasks share no byte: a byte
/// holds four WDL cells (2 bits each) or eight single bits.
const POSITIONS_PER_TASK: usize = 1 << 13;
const CELL_BITS: usize = 2;

/// A range of positions in table order, and the memory to which their values are written. Lists for
/// values that are not wanted are empty.
struct KinglessTask<'a> {
    first: usize,
    positions: usize,
    plies_to_end: &'a mut [Known],
    cells: &'a mut [u8],
    plies_to_event: &'a mut [Known],
    captures: &'a mut [u8],
}

impl UnitValues {
    /// Appends the values of `slice` to `solved`. `side` is the side to move in the units
    /// (configurations of all pieces) from which the values are read. If it differs from the side
    /// to move of `slice`, these units are the positions of `slice` mirrored, with the colours
    /// exchanged.
    pub fn append_solution<W: Bitboard>(
        &self,
        (kernel, layout): (&Kernel<W>, &Layout<W>),
        (slice, side): (Slice, Side),
        job: &SliceJob<'_, W>,
        solved: &mut Solved,
    ) -> io::Result<()> {
        let (wanted, room, positions) = (job.wanted, &job.means.room, layout.units());
        let if_wanted = |is_wanted: bool, count: usize| if is_wanted { count } else { 0 };
        let mut plies_to_end = room.zeros(if_wanted(wanted.to_end, positions))?;
        let mut cells = room.zeros(if_wanted(!wanted.to_end, positions.div_ceil(CELLS_PER_BYTE)))?;
        let mut plies_to_event = room.zeros(if_wanted(wanted.has_events(), positions))?;
        let mut captures = room.zeros(positions.div_ceil(u8::BITS as usize))?;
        let tasks = tasks(positions, [&mut plies_to_end, &mut plies_to_event], [&mut cells, &mut captures]);
        let index = SliceIndex::new(kernel, slice);
        let is_mirrored = side != slice.side;
        // In this case, the index of each unit (configuration of all pieces) is also the number of
        // its position in the slice.
        let is_in_order = slice.side == Side::White && !is_mirrored;
        parallel::for_each(tasks, &|mut task| {
            let mut cursor = index.cursor();
            for place in 0..task.positions {
                let number = task.first + place;
                let unit = if is_in_order {
                    number
                } else {
                    let setup = cursor.seek(number as u64);
                    layout.unit_of(&if is_mirrored { kernel.mirrored(setup) } else { *setup })
                };
                self.put_position(side, unit, place, &mut task);
            }
        });
        let values =
            if wanted.to_end { Values::Plies(plies_to_end) } else { Values::Wdl(WdlArray::new(positions, cells)) };
        solved.to_end.push(Solution { slice, values });
        if wanted.has_events() {
            let of_event = if wanted.to_conversion { &mut solved.to_conversion } else { &mut solved.to_reset };
            of_event.push(Solution { slice, values: Values::Plies(plies_to_event) });
        }
        solved.captures.push(CaptureMask::new(captures));
        Ok(())
    }

    /// Copies the values of one configuration of all pieces to the memory of a task. `unit` is the
    /// index of the configuration, `side` is the side to move, and `place` is the index of the
    /// position in the task.
    #[inline(always)]
    fn put_position(&self, side: Side, unit: usize, place: usize, task: &mut KinglessTask<'_>) {
        const BITS: usize = u8::BITS as usize;
        let side = side as usize;
        let to_end = self.to_end[side][unit];
        if let Some(plies) = task.plies_to_end.get_mut(place) {
            *plies = to_end;
        }
        if let Some(cells) = task.cells.get_mut(place / CELLS_PER_BYTE) {
            *cells |= cell_of(to_end) << (place % CELLS_PER_BYTE * CELL_BITS);
        }
        if let Some(plies) = task.plies_to_event.get_mut(place) {
            *plies = self.to_event[side][unit];
        }
        let must_capture = self.must_capture[side][unit / BITS] >> (unit % BITS) & 1;
        task.captures[place / BITS] |= must_capture << (place % BITS);
    }
}

/// Divides the memory for the values into tasks. Each task gets a part of four lists: plies to the
/// end of the game, plies to conversions or resets, WDL cells, and bits that are set when the side
/// to move must capture.
fn tasks<'a>(
    positions: usize,
    [mut to_end, mut to_event]: [&'a mut [Known]; 2],
    [mut cells, mut captures]: [&'a mut [u8]; 2],
) -> Vec<KinglessTask<'a>> {
    let task = |first| KinglessTask {
        first,
        positions: POSITIONS_PER_TASK.min(positions - first),
        plies_to_end: split_off(&mut to_end, POSITIONS_PER_TASK),
        cells: split_off(&mut cells, POSITIONS_PER_TASK / CELLS_PER_BYTE),
        plies_to_event: split_off(&mut to_event, POSITIONS_PER_TASK),
        captures: split_off(&mut captures, POSITIONS_PER_TASK / u8::BITS as usize),
    };
    (0..positions).step_by(POSITIONS_PER_TASK).map(task).collect()
}

/// Splits the first `count` items off a slice, or all items if there are fewer.
fn split_off<'a, T>(row: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let count = count.min(row.len());
    row.split_off_mut(..count).unwrap_or_default()
}
