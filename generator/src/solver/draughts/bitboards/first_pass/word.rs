//! The first pass over one word: finds the values of captures and of quiet moves of fixed pieces.

use peatee_rules::{Bitboard, Kind, Side};

use super::best::Best;
use super::captures::CaptureFinder;
use super::context::{FirstPassContext, WordPositions};
use super::men_moves::UnitPieces;
use crate::solver::draughts::bitboards::context::SliceContext;

/// Sets of squares of the open king, for one side to move and one placement of the other pieces.
/// The open king is the king whose squares are the bits of a word.
#[derive(Debug, Default, Clone, Copy)]
pub struct QuietSquares<W> {
    /// Squares at which no capture is possible, so that quiet moves are legal.
    pub quiet: W,
    /// Squares at which a fixed piece (any piece but a king) has a quiet move.
    pub has_exit: W,
}

/// Finds the values of captures and of moves of men, for all squares of one king at a time. Reuses
/// its memory from word to word.
#[derive(Debug)]
pub struct FirstPass<W> {
    /// The best captures in the word for which [`Self::value_word`] was called last.
    pub captures: Best<W>,
    /// The best quiet moves of fixed pieces (all but kings) in the word for which
    /// [`Self::value_word`] was called last.
    pub exits: Best<W>,
    finder: CaptureFinder<W>,
}

impl<W: Bitboard> FirstPass<W> {
    pub fn new(slice: &SliceContext<W>) -> Self {
        let (captures, exits) = (Best::new(slice.digits.to_end), Best::new(slice.exit_digits()));
        FirstPass { captures, exits, finder: CaptureFinder::default() }
    }

    pub fn begin_unit(&mut self) {
        self.finder.begin_unit();
    }

    /// Fills `captures` and `exits` for one word, with `side` to move. `row` and `column` are the
    /// indices of the placements of all kings but the open king (the king whose squares are the
    /// bits of a word). The kings of both placements must stand on different squares, and not on
    /// squares of other pieces.
    #[inline(always)]
    pub fn value_word(
        &mut self,
        context: &FirstPassContext<W>,
        unit: &UnitPieces<W>,
        [row, column]: [usize; 2],
        side: Side,
    ) -> QuietSquares<W> {
        let slice = &context.slice;
        let mut setup = unit.setup;
        let (others, own) = (slice.rows[row], slice.columns[column]);
        setup.pieces[slice.open.other() as usize][Kind::King as usize] = others;
        setup.pieces[slice.open as usize][Kind::King as usize] = own;
        let squares = slice.kernel.all & !(unit.fixed | others | own);
        self.captures.clear();
        self.exits.clear();
        let word = WordPositions { setup: &setup, side, squares };
        self.finder.add_all(&mut self.captures, context, &unit.setup, &word);
        let quiet = squares & !self.captures.any;
        if !quiet.is_empty() && unit.has_moves(side) {
            let place = row * slice.layout.columns + column;
            unit.add_moves(&mut self.exits, context, &WordPositions { squares: quiet, ..word }, place);
        }
        QuietSquares { quiet, has_exit: self.exits.any }
    }
}
