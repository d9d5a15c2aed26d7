//! Verifies positions one by one, by the values of the positions one ply later. Used for samples,
//! for distances too large for [`Rows`](super::rows::Rows), and as the reference with which tests
//! compare the check by rows.

use peatee_rules::Bitboard;
use peatee_table::{Slice, Value};

use super::found::{VerifiedPart, WdlCells, Wrong};
use super::stored::StoredTables;

/// Verifies `count` positions of a slice from number `first` on. The tables of the slice, its
/// opposite, and the slices to which moves lead must be loaded. These tables may lack the values of
/// captures that the files leave out.
pub fn check_positions<W: Bitboard>(stored: &StoredTables<W>, slice: Slice, first: u64, count: u64) -> VerifiedPart {
    let loaded = stored.loaded(slice);
    let leaves_captures_out = loaded.leaves_captures_out();
    let kernel = stored.kernel();
    let mut reader = stored.reader();
    let mut cursor = loaded.index().cursor();
    let mut found = VerifiedPart::default();
    for number in first..first + count {
        let setup = *cursor.seek(number);
        if leaves_captures_out && kernel.has_capture(&setup, slice.side) {
            continue;
        }
        found.compared += 1;
        let expected = reader.value_from_moves(&setup, slice.side);
        if Value::of_cell(loaded.cell(number), stored.metric(), kernel.goal) != expected {
            found.wrong.push(Wrong { number, expected_cell: expected.cell(stored.metric()) });
        }
    }
    found
}

/// Compares the WDL cells of `count` positions of a slice, from number `first` on, with the winner
/// that the DTW table names.
pub fn check_wdl_cells<W: Bitboard>(
    stored: &StoredTables<W>,
    wdl_cells: &WdlCells,
    slice: Slice,
    first: u64,
    count: u64,
) -> VerifiedPart {
    let loaded = stored.loaded(slice);
    let kernel = stored.kernel();
    let mut cursor = loaded.index().cursor();
    let mut found = VerifiedPart::default();
    for number in first..first + count {
        if wdl_cells.leaves_captures_out && kernel.has_capture(cursor.seek(number), slice.side) {
            continue;
        }
        found.compared += 1;
        let expected_cell = Value::of_cell(loaded.cell(number), stored.metric(), kernel.goal).wdl as u32;
        if wdl_cells.cell(number) != expected_cell {
            found.wrong.push(Wrong { number, expected_cell });
        }
    }
    found
}
