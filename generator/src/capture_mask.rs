//! In which positions of a slice the side to move must capture.

use peatee_probe::Slice;
use peatee_probe::index::SliceIndex;
use peatee_rules::variant::Quiet;
use peatee_rules::{Kernel, Side, Word};
use rayon::prelude::*;

/// Positions in one word.
const WORD: u64 = u64::BITS as u64;
/// Words worked out in one task.
const WORDS_TOGETHER: usize = 1 << 8;

/// One bit for every position of a slice, by its number: set where the side to move must capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureMask {
    words: Vec<u64>,
}

impl CaptureMask {
    /// A mask made elsewhere: bit `n % 64` of word `n / 64` stands for position `n`; bits beyond the last are clear.
    pub fn new(words: Vec<u64>) -> Self {
        CaptureMask { words }
    }

    /// Looks at every position of a slice.
    pub fn of<W: Word>(kernel: &Kernel<W>, slice: Slice) -> Self {
        let index = SliceIndex::new(kernel, slice);
        let mut words = vec![0; index.size().div_ceil(WORD) as usize];
        words.par_chunks_mut(WORDS_TOGETHER).enumerate().for_each(|(chunk, words)| {
            let mut cursor = index.cursor();
            let first = (chunk * WORDS_TOGETHER) as u64;
            for (number, word) in (first..).zip(words) {
                for place in number * WORD..(number * WORD + WORD).min(index.size()) {
                    let must_capture = kernel.has_capture(cursor.seek(place), slice.side);
                    *word |= (must_capture as u64) << (place % WORD);
                }
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

    #[test]
    fn masks_say_where_captures_are() {
        for variant in VARIANTS {
            let game = Game::new(variant);
            for slice in peatee_probe::slices(&game, 2) {
                with_kernel!(game, kernel => {
                    let index = SliceIndex::new(kernel, slice);
                    let mask = CaptureMask::of(kernel, slice);
                    for number in 0..index.size() {
                        let moves = kernel.moves(&index.unrank(number), slice.side);
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
