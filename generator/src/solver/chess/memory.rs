//! Memory that solving takes.

use std::collections::BTreeSet;

use peatee_chess::{Index, Slice};
use peatee_table::Metric;

use super::set::PLACEMENTS_AT_ONCE;
use super::words::layout::{placements_of, rows_of};
use super::words::zeroing::NextSets;

/// Returns the memory that a set solved for a metric takes, as other sets need it.
pub fn solved_bytes(material: Slice, metric: Metric) -> u64 {
    all_rows(material) * kept_bytes_per_row(metric)
}

fn kept_bytes_per_row(metric: Metric) -> u64 {
    match metric {
        Metric::Wdl | Metric::Dtr(_) => WORDS_BYTES_PER_ROW + TOO_LONG_BYTES_PER_ROW,
        Metric::CanMate => 2 * (WORDS_BYTES_PER_ROW + TOO_LONG_BYTES_PER_ROW),
        Metric::Dtc => WORDS_BYTES_PER_ROW,
        Metric::Dtw => WORDS_BYTES_PER_ROW + PLIES_BYTES_PER_ROW,
    }
}

/// Returns the bytes of a row of the set that is being solved.
fn own_bytes_per_row(metric: Metric) -> u64 {
    match metric {
        Metric::Dtw | Metric::Dtc => WORDS_BYTES_PER_ROW + PLIES_BYTES_PER_ROW,
        _ => kept_bytes_per_row(metric),
    }
}

/// Returns the bytes of a row of placements that are being solved.
fn bytes_per_row_at_once(metric: Metric) -> u64 {
    match metric {
        Metric::Dtw | Metric::Dtc => BYTES_PER_ROW_AT_ONCE + LATER_BYTES_PER_ROW,
        _ => BYTES_PER_ROW_AT_ONCE,
    }
}

/// Returns the memory that making the tables of a set takes, the sets that its moves lead to
/// included.
pub fn memory_bytes(set: Slice, metric: Metric) -> u64 {
    let index = Index::new(set);
    let numbers = set.both().into_iter().map(|slice| Index::new(slice).numbers());
    let (of_both, of_larger) = (numbers.clone().sum::<u64>(), numbers.max().unwrap_or(0));
    let next: BTreeSet<Slice> = NextSets::materials(set).into_iter().flat_map(|of| [of, of.set()]).collect();
    let next_bytes: u64 = next.into_iter().map(|material| solved_bytes(material, metric)).sum();
    // The pawn of a placement stands on one of four files; several pawns make as many steps in
    // many ways.
    let most = if set.pawns() == 1 { 4 } else { PLACEMENTS_AT_ONCE as u64 };
    let at_once = placements_of(set).min(most);
    let ways: u64 = index.pieces().iter().map(|group| group.ways).product();
    let solving = at_once * rows_of(&index) * bytes_per_row_at_once(metric) + ways * MAPS_BYTES;
    let writing = of_larger * BITS_PER_NUMBER_WRITTEN / 8;
    let own_bytes = all_rows(set) * own_bytes_per_row(metric);
    next_bytes + own_bytes + of_both * BITS_PER_NUMBER / 8 + solving.max(writing) + PROGRAM_BYTES
}

fn all_rows(material: Slice) -> u64 {
    rows_of(&Index::new(material)) * placements_of(material)
}

/// Two words for each side to move.
const WORDS_BYTES_PER_ROW: u64 = 2 * 2 * 8;
/// Cursed wins and blessed losses, which few sets have, take one more for each.
const TOO_LONG_BYTES_PER_ROW: u64 = 2 * 8;
/// A byte for each square of the black king and side to move.
const PLIES_BYTES_PER_ROW: u64 = 128;
/// Moves that count at a later ply: a word for each side to move, and the row in the lists of
/// several plies.
const LATER_BYTES_PER_ROW: u64 = 2 * 8 + 64;
/// For both sides to move a word each of what is legal, won, lost and too long, and a byte for each
/// position, three words of what single moves prove; four words of the side that is being solved,
/// and two of what the first moves say with the other side as the winner.
const BYTES_PER_ROW_AT_ONCE: u64 = 2 * (4 * 8 + 64 + 3 * 8) + (4 + 2) * 8;
/// Bits of an [`Entry`](super::Entry).
const BITS_PER_NUMBER: u64 = 16;
/// Two bits without the distance, and one that says whether they are free; the parts of the file,
/// and the file.
const BITS_PER_NUMBER_WRITTEN: u64 = 2 + 1 + 2 * 3;
/// Bytes for each way in which men stand: a number for each of eight symmetries, for both slices.
const MAPS_BYTES: u64 = 2 * 8 * 4;
/// The program itself and small things.
const PROGRAM_BYTES: u64 = 32 << 20;
