//! Holds the state of the search for one side to move, from which the output is read. The state has
//! words for each row and column of the unit.

use peatee_rules::Bitboard;

use crate::solver::draughts::bitboards::output::ValueWords;
use crate::solver::draughts::bitboards::value_word::{DIGITS, LOST, WON};

/// Won, lost and quiet positions for one side to move. Each field is a plane, which has one word
/// for each row and column. A row is a placement of one side's kings; a column is a placement of
/// the other side's kings except one. A word is empty if kings of its row and column share a
/// square.
#[derive(Debug)]
pub struct SidePlanes<W> {
    pub won: Vec<W>,
    pub lost: Vec<W>,
    /// Positions without a capture, in which quiet moves of kings are legal. If such a position is
    /// neither won nor lost, it is undecided. Any other position that is neither won nor lost is a
    /// draw.
    pub quiet: Vec<W>,
}

/// Number of planes (won, lost and quiet positions) of one side to move.
pub const PLANES: usize = 3;

/// Consecutive words of the three planes (won, lost and quiet positions) of one side to move.
#[derive(Debug)]
pub struct PlanesPart<'a, W> {
    pub won: &'a mut [W],
    pub lost: &'a mut [W],
    pub quiet: &'a mut [W],
}

impl<W: Bitboard> SidePlanes<W> {
    /// Creates planes (sets of positions) of `places` words in which no position is won or lost.
    pub fn new(places: usize) -> Self {
        let [won, lost, quiet] = [(); PLANES].map(|()| vec![W::EMPTY; places]);
        SidePlanes { won, lost, quiet }
    }

    /// Divides each plane (set of positions) into parts of `places` words, in order. The last part
    /// may be shorter.
    pub fn parts_mut(&mut self, places: usize) -> impl Iterator<Item = PlanesPart<'_, W>> {
        let SidePlanes { won, lost, quiet } = self;
        let parts = won.chunks_mut(places).zip(lost.chunks_mut(places)).zip(quiet.chunks_mut(places));
        parts.map(|((won, lost), quiet)| PlanesPart { won, lost, quiet })
    }
}

impl<W> PlanesPart<'_, W> {
    #[inline(always)]
    pub fn words_mut(&mut self, first: usize, count: usize) -> PlanesPart<'_, W> {
        let [won, lost, quiet] = [&mut *self.won, self.lost, self.quiet].map(|plane| &mut plane[first..first + count]);
        PlanesPart { won, lost, quiet }
    }
}

impl<W: Bitboard> ValueWords<W> for &SidePlanes<W> {
    #[inline(always)]
    fn value_words(self) -> usize {
        DIGITS
    }

    #[inline(always)]
    fn stride(self) -> usize {
        PLANES
    }

    #[inline(always)]
    fn word(self, place: usize, number: usize) -> W {
        match number {
            WON => self.won[place],
            LOST => self.lost[place],
            _ => self.quiet[place],
        }
    }

    #[inline(always)]
    fn copy(self, place: usize, to: &mut [W]) {
        to.copy_from_slice(&[self.won[place], self.lost[place], self.quiet[place]]);
    }
}
