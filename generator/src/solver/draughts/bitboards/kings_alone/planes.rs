//! The words of all places for one side to move: state of the search and input of the output.

use peatee_rules::Bitboard;

use crate::solver::draughts::bitboards::output::ValueWords;
use crate::solver::draughts::bitboards::value_word::{DIGITS, LOST, WON};

/// One plane per field. A place without positions is empty in all planes.
#[derive(Debug)]
pub struct SidePlanes<W> {
    pub won: Vec<W>,
    pub lost: Vec<W>,
    /// Positions without a possible capture, so that kings may move. Positions neither won nor lost
    /// are draws if this bit is not set, and undecided if it is.
    pub quiet: Vec<W>,
}

/// Number of planes of one side to move.
pub const PLANES: usize = 3;

/// Mutable planes of consecutive places.
#[derive(Debug)]
pub struct PlanesPart<'a, W> {
    pub won: &'a mut [W],
    pub lost: &'a mut [W],
    pub quiet: &'a mut [W],
}

impl<W: Bitboard> SidePlanes<W> {
    /// Creates planes without decided positions.
    pub fn new(places: usize) -> Self {
        let [won, lost, quiet] = [(); PLANES].map(|()| vec![W::EMPTY; places]);
        SidePlanes { won, lost, quiet }
    }

    /// Divides the planes into parts of `places` places, in order; the last part may be shorter.
    pub fn parts_mut(&mut self, places: usize) -> impl Iterator<Item = PlanesPart<'_, W>> {
        let SidePlanes { won, lost, quiet } = self;
        let parts = won.chunks_mut(places).zip(lost.chunks_mut(places)).zip(quiet.chunks_mut(places));
        parts.map(|((won, lost), quiet)| PlanesPart { won, lost, quiet })
    }
}

impl<W> PlanesPart<'_, W> {
    /// Returns a sub-range of the part.
    #[inline(always)]
    pub fn places_mut(&mut self, first: usize, count: usize) -> PlanesPart<'_, W> {
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
