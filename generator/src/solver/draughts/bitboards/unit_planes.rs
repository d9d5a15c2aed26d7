use peatee_rules::Bitboard;

use super::output::ValueWords;
use super::value_word::{DIGITS, LOST, WON};
use crate::spill::spill_vec::SpillVec;

/// The values of one unit (configuration of the men) for one side to move, as the search stores
/// them: lists of the won positions, of the lost positions and of each binary digit of the
/// distance. Each list has a word for each placement of all kings but one.
#[derive(Debug, Clone, Copy)]
pub struct UnitPlanes<'a, W> {
    pub won: &'a [W],
    pub lost: &'a [W],
    /// Binary digits of the wanted distance, one list per digit, the lowest first; empty if no
    /// distance is wanted.
    pub digits: &'a [SpillVec<W>],
    /// Positions in which no capture is possible; `None` if they are not needed.
    pub quiet: Option<&'a [W]>,
}

impl<'a, W: Bitboard> UnitPlanes<'a, W> {
    /// Returns the lists of words: the won positions, the lost positions, then the binary digits of
    /// the distance, the lowest first.
    pub fn columns(self) -> impl Iterator<Item = &'a [W]> + Clone {
        [self.won, self.lost].into_iter().chain(self.digits.iter().map(|digit| &digit[..]))
    }
}

impl<W: Bitboard> ValueWords<W> for UnitPlanes<'_, W> {
    #[inline(always)]
    fn value_words(self) -> usize {
        DIGITS + self.digits.len()
    }

    #[inline(always)]
    fn stride(self) -> usize {
        self.value_words() + self.quiet.is_some() as usize
    }

    #[inline(always)]
    fn word(self, place: usize, number: usize) -> W {
        match number {
            WON => self.won[place],
            LOST => self.lost[place],
            number => match self.digits.get(number - DIGITS) {
                Some(digit) => digit[place],
                None => self.quiet.map_or(W::EMPTY, |quiet| quiet[place]),
            },
        }
    }

    #[inline(always)]
    fn copy(self, place: usize, to: &mut [W]) {
        (to[WON], to[LOST]) = (self.won[place], self.lost[place]);
        for (to, digit) in to[DIGITS..].iter_mut().zip(self.digits) {
            *to = digit[place];
        }
        if let Some(quiet) = self.quiet {
            to[DIGITS + self.digits.len()] = quiet[place];
        }
    }
}
