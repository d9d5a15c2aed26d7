//! How much memory solving takes.

use std::collections::BTreeSet;

use peatee_chess::{Index, Slice};

use super::layout::{placements_of, rows_of};
use super::set::PLACEMENTS_AT_ONCE;
use super::zeroing::NextSets;

/// The memory that making the tables of a set takes, the sets that its moves lead to included, by
/// for how many questions sets hold words.
pub fn memory_bytes(set: Slice, questions: u64) -> u64 {
    let index = Index::new(set);
    let numbers = set.both().into_iter().map(|slice| Index::new(slice).numbers());
    let (of_both, of_larger) = (numbers.clone().sum::<u64>(), numbers.max().unwrap_or(0));
    let next: BTreeSet<Slice> = NextSets::materials(set).into_iter().flat_map(|of| [of, of.set()]).collect();
    let next_bytes: u64 = next.into_iter().map(words_bytes).sum();
    // The pawn of a placement stands on one of four files; several pawns make as many steps in
    // many ways.
    let most = if set.pawns() == 1 { 4 } else { PLACEMENTS_AT_ONCE as u64 };
    let at_once = placements_of(set).min(most);
    let ways: u64 = index.pieces().iter().map(|group| group.ways).product();
    let solving = at_once * rows_of(&index) * BYTES_PER_ROW_AT_ONCE + ways * MAPS_BYTES;
    let writing = of_larger * BITS_PER_NUMBER_WRITTEN / 8;
    questions * (next_bytes + words_bytes(set)) + of_both * BITS_PER_NUMBER / 8 + solving.max(writing) + PROGRAM_BYTES
}

/// The memory of the words of a solved set.
pub fn words_bytes(material: Slice) -> u64 {
    rows_of(&Index::new(material)) * placements_of(material) * BYTES_PER_ROW
}

/// Two words for each side to move; cursed wins and blessed losses, which few sets have, take one
/// more for each.
const BYTES_PER_ROW: u64 = 48;
/// For both sides to move a word each of what is legal, won, lost and too long, and a byte for each
/// position, three words of what single moves prove; four words of the side that is being solved.
const BYTES_PER_ROW_AT_ONCE: u64 = 2 * (4 * 8 + 64 + 3 * 8) + 4 * 8;
/// What is found of a number.
const BITS_PER_NUMBER: u64 = 16;
/// Two bits without the distance, and one that says whether they are free; the parts of the file,
/// and the file.
const BITS_PER_NUMBER_WRITTEN: u64 = 2 + 1 + 2 * 3;
/// Bytes for each way in which men stand: a number for each of eight symmetries, for both slices.
const MAPS_BYTES: u64 = 2 * 8 * 4;
/// The program itself and small things.
const PROGRAM_BYTES: u64 = 32 << 20;
