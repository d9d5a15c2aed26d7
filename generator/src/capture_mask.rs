//! In which positions of a slice the side to move must capture.

use std::ops::Range;

use peatee_probe::Slice;
use peatee_probe::index::SliceIndex;
use peatee_rules::variant::Quiet;
use peatee_rules::{Kernel, Kind, Side, Word};
use rayon::prelude::*;

/// Positions in one word.
const WORD: u64 = u64::BITS as u64;
/// Words worked out in one task.
const WORDS_TOGETHER: usize = 1 << 10;

/// One bit for every position of a slice, by its number: set where the side to move must capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureMask {
    words: Vec<u64>,
}

impl CaptureMask {
    /// Looks at every position of a slice.
    pub fn of<W: Word>(kernel: &Kernel<W>, slice: Slice) -> Self {
        let index = SliceIndex::new(kernel, slice);
        let mut words = vec![0; index.size().div_ceil(WORD) as usize];
        let in_rows = kings_come_last(kernel, slice);
        words.par_chunks_mut(WORDS_TOGETHER).enumerate().for_each(|(chunk, words)| {
            let first = (chunk * WORDS_TOGETHER) as u64 * WORD;
            let last = (first + words.len() as u64 * WORD).min(index.size());
            if in_rows {
                by_rows(kernel, &index, first..last, words);
            } else {
                one_by_one(kernel, &index, first..last, words);
            }
        });
        CaptureMask { words }
    }

    /// Whether the side to move must capture in position `number`; false beyond the last.
    #[inline(always)]
    pub fn has(&self, number: u64) -> bool {
        self.words.get((number / WORD) as usize).is_some_and(|word| word >> (number % WORD) & 1 == 1)
    }
}

/// Whether the kings of the side to move are what the numbering of a slice places last.
fn kings_come_last<W: Word>(kernel: &Kernel<W>, slice: Slice) -> bool {
    let men_come_before = Side::BOTH.into_iter().all(|side| kernel.region(side, Kind::Man) != kernel.all);
    let has_kings = slice.material.counts[slice.side as usize][Kind::King as usize] > 0;
    has_kings && men_come_before && kernel.region(slice.side, Kind::King) == kernel.all
}

fn one_by_one<W: Word>(kernel: &Kernel<W>, index: &SliceIndex<W>, numbers: Range<u64>, words: &mut [u64]) {
    let mut cursor = index.cursor();
    for (place, number) in numbers.enumerate() {
        let must_capture = kernel.has_capture(cursor.seek(number), index.slice().side);
        words[place / WORD as usize] |= (must_capture as u64) << (place as u64 % WORD);
    }
}

/// The positions in a row differ in the lowest king of the side to move, which goes through the squares that are free
/// below its next one.
fn by_rows<W: Word>(kernel: &Kernel<W>, index: &SliceIndex<W>, numbers: Range<u64>, words: &mut [u64]) {
    let side = index.slice().side;
    let mut cursor = index.cursor();
    let mut number = numbers.start;
    while number < numbers.end {
        let mut setup = *cursor.seek(number);
        let kings = &mut setup.pieces[side as usize][Kind::King as usize];
        let lowest = kings.lowest();
        *kings = kings.without_lowest();
        let limit = if kings.is_empty() { kernel.all } else { W::below(kings.lowest()) };
        let row = kernel.all & !setup.occupied() & limit & !W::below(lowest);
        let found = kernel.squares_with_capture(&setup, side, row);
        for (place, square) in (number - numbers.start..numbers.end - numbers.start).zip(row.squares()) {
            words[(place / WORD) as usize] |= (found.has(square) as u64) << (place % WORD);
        }
        number += row.count() as u64;
    }
}

/// Whether tables leave captures out. Where pieces make no other moves they do not: a probe would then have to play
/// nearly every position to its end.
pub fn are_left_out<W: Word>(kernel: &Kernel<W>) -> bool {
    let moves = |side| move |&kind| kernel.quiet_rule(side, kind).is_some_and(|(quiet, _)| quiet != Quiet::None);
    Side::BOTH.into_iter().all(|side| kernel.kinds().iter().any(moves(side)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_rules::{Game, VARIANTS, with_kernel};

    /// Three pieces on large boards are more than a test has time for.
    fn is_small(game: &Game, slice: Slice) -> bool {
        slice.material.pieces() == 2 || game.variant().board.square_count() <= 32
    }

    #[test]
    fn masks_say_where_captures_are() {
        for variant in VARIANTS {
            let game = Game::new(variant);
            for slice in peatee_probe::slices(&game, 3).into_iter().filter(|slice| is_small(&game, *slice)) {
                with_kernel!(game, kernel => {
                    let index = SliceIndex::new(kernel, slice);
                    let mask = CaptureMask::of(kernel, slice);
                    let mut cursor = index.cursor();
                    for number in 0..index.size() {
                        let moves = kernel.moves(cursor.seek(number), slice.side);
                        let captures = moves.iter().any(|mv| !mv.captured.is_empty());
                        assert_eq!(mask.has(number), captures, "{} {slice} {number}", variant.id);
                    }
                    assert!(!mask.has(index.size() + 64));
                });
            }
        }
    }

    #[test]
    fn games_of_captures_alone_keep_them() {
        for variant in VARIANTS {
            let game = Game::new(variant);
            let left_out = with_kernel!(game, kernel => are_left_out(kernel));
            assert_eq!(left_out, variant.pieces.iter().any(|(_, rule)| rule.quiet != Quiet::None), "{}", variant.id);
        }
    }
}
