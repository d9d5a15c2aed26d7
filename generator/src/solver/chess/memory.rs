//! Estimates the memory for solving a set of chess (a slice and its opposite).

use std::collections::BTreeSet;

use peatee_chess::{Index, Slice};
use peatee_table::Metric;

use super::search::fall::Fall;
use super::set::PLACEMENTS_AT_ONCE;
use super::words::layout::{placements_of, rows_of};
use super::words::zeroing::NextSets;

/// Returns how many bytes a solved set (a slice and its opposite) takes while it is kept for
/// solving other sets.
pub fn solved_bytes(material: Slice, metric: Metric) -> u64 {
    all_rows(material) * row_bytes(metric).kept
}

/// Memory of a row (the positions that differ only in the square of the black king), in bytes.
struct RowBytes {
    /// Bytes that stay in memory after the set (a slice and its opposite) is solved, as long as
    /// other sets need it.
    kept: u64,
    set: u64,
    /// Further bytes that are in use while the placement (arrangement of the pawns) to which the
    /// row belongs is being solved.
    placements: u64,
}

fn row_bytes(metric: Metric) -> RowBytes {
    let outcomes = WORDS_BYTES_PER_ROW + TOO_LONG_BYTES_PER_ROW;
    let distances = WORDS_BYTES_PER_ROW + PLIES_BYTES_PER_ROW;
    let (kept, set, later) = match metric {
        Metric::Wdl | Metric::Dtr(_) | Metric::RuleWdl(_) => (outcomes, outcomes, 0),
        Metric::CanMate => (2 * outcomes, 2 * outcomes, 0),
        Metric::Dtc => (WORDS_BYTES_PER_ROW, distances, LATER_BYTES_PER_ROW),
        Metric::Dtw => (distances, distances, LATER_BYTES_PER_ROW),
        Metric::RuleDtw(_) => (distances, distances, LATER_BYTES_PER_ROW + FALL_BYTES_PER_ROW),
    };
    RowBytes { kept, set, placements: BYTES_PER_ROW_AT_ONCE + later }
}

/// Returns how many bytes it takes to make the tables of a set (a slice and its opposite),
/// including the sets that its moves lead to.
pub fn memory_bytes(set: Slice, metric: Metric) -> u64 {
    let index = Index::new(set);
    let numbers = set.both().into_iter().map(|slice| Index::new(slice).numbers());
    let (of_both, of_larger) = (numbers.clone().sum::<u64>(), numbers.max().unwrap_or(0));
    let next: BTreeSet<Slice> = NextSets::materials(set).into_iter().flat_map(|of| [of, of.set()]).collect();
    let next_bytes: u64 = next.into_iter().map(|material| solved_bytes(material, metric)).sum();
    // Placements that are solved at the same time have pawns that have made equally many steps.
    // With one pawn there are at most four of them, because mirror images share a placement; with
    // several pawns there are many.
    let most = if set.pawns() == 1 { 4 } else { PLACEMENTS_AT_ONCE as u64 };
    let at_once = placements_of(set).min(most);
    let ways: u64 = index.pieces().iter().map(|group| group.ways).product();
    let solving = at_once * rows_of(&index) * row_bytes(metric).placements + ways * MAPS_BYTES;
    let writing = of_larger * BITS_PER_NUMBER_WRITTEN / 8;
    let own_bytes = all_rows(set) * row_bytes(metric).set;
    let number_bits =
        BITS_PER_NUMBER + if matches!(metric, Metric::RuleDtw(_)) { STAIRCASE_BITS_PER_NUMBER } else { 0 };
    next_bytes + own_bytes + of_both * number_bits / 8 + solving.max(writing) + PROGRAM_BYTES
}

fn all_rows(material: Slice) -> u64 {
    rows_of(&Index::new(material)) * placements_of(material)
}

/// Bytes per row for win, draw or loss: two words for each side to move. Each bit of a word stands
/// for a square of the black king.
const WORDS_BYTES_PER_ROW: u64 = 2 * 2 * 8;
/// Bytes per row for cursed wins and blessed losses: one word for each side to move. Only few sets
/// need these bytes.
const TOO_LONG_BYTES_PER_ROW: u64 = 2 * 8;
/// Bytes per row for the plies: one byte for each side to move and each square of the black king.
const PLIES_BYTES_PER_ROW: u64 = 128;
/// Bytes per row for captures and pawn moves that win or lose at a later ply of the search: one
/// word for each side to move, and 16 list entries of four bytes.
const LATER_BYTES_PER_ROW: u64 = 2 * 8 + 64;
/// Bytes per row for plies to mate under a draw rule: a byte of needed plies for each position, the
/// plies of the quickest capture or pawn move that wins, and the falls of the needed plies, of
/// which there are at most as many as positions.
const FALL_BYTES_PER_ROW: u64 = 128 + 64 + 128 * size_of::<Fall>() as u64;
/// Bytes per row of the pawn arrangements that are being solved:
///
/// * for each side to move, four words for legal, won, lost and cursed positions, a byte for each
///   position, and three words for the results of captures and pawn moves;
/// * four words for the search for the wins of one side;
/// * two words for the start of the search for the wins of the other side.
const BYTES_PER_ROW_AT_ONCE: u64 = 2 * (4 * 8 + 64 + 3 * 8) + (4 + 2) * 8;
/// Number of bits that an [`Entry`](super::Entry) takes for each position number.
const BITS_PER_NUMBER: u64 = 16;
/// Number of further bits for each position number for its staircase: 16 for the number of the
/// shape, 8 for the gap between DTM and DTZ, and 16 for the rank of the shape.
const STAIRCASE_BITS_PER_NUMBER: u64 = 16 + 8 + 16;
/// Number of bits per position number while a table is written: two bits for the WDL cell, one bit
/// that tells whether the table leaves out its value, three bits for the compressed parts of the
/// file, and three bits for the file joined from these parts.
const BITS_PER_NUMBER_WRITTEN: u64 = 2 + 1 + 2 * 3;
/// Bytes for each arrangement of the men except kings and pawns, in the maps that convert numbers
/// of such arrangements from memory to a table. There is one map of four-byte numbers for each of
/// two slices and eight symmetries.
const MAPS_BYTES: u64 = 2 * 8 * 4;
/// Bytes of memory for the program and for small items.
const PROGRAM_BYTES: u64 = 32 << 20;
