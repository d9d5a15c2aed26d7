//! Finds the quiet moves of fixed pieces (mostly men) and their values. They lead to a unit of a
//! lower layer, or out of the slice by a promotion.

use peatee_rules::{Bitboard, Kind, Setup, Side};

use super::best::Best;
use super::context::{FirstPassContext, WordPositions};
use super::promotions::PromotedWord;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::value_word::{DIGITS, MAX_DIGITS};

/// The destination of a quiet move of a man or other piece that is not a king.
#[derive(Debug)]
enum MoveTarget<W> {
    /// The move leads to another unit (configuration of the men) of the slice that is being solved.
    /// The number says where in memory the values of that unit are; see [`SliceContext::slot`].
    Unit(usize),
    /// The move is a promotion and leads to another slice. The setup holds the pieces after the
    /// move, including the new king, but none of the kings that stood on the board before the move.
    Promotion(Setup<W>),
}

#[derive(Debug)]
struct FixedMove<W> {
    to: u8,
    target: MoveTarget<W>,
}

/// The pieces of a unit (configuration of the men) except kings, and their quiet moves.
#[derive(Debug)]
pub struct UnitPieces<W> {
    pub setup: Setup<W>,
    pub fixed: W,
    moves: [Vec<FixedMove<W>>; 2],
}

impl<W: Bitboard> Default for UnitPieces<W> {
    fn default() -> Self {
        UnitPieces { setup: Setup::default(), fixed: W::EMPTY, moves: Default::default() }
    }
}

impl<W: Bitboard> UnitPieces<W> {
    /// Sets the fixed pieces (all but kings) to those of `setup`, and lists their quiet moves.
    pub fn load(&mut self, context: &SliceContext<W>, setup: Setup<W>) {
        (self.setup, self.fixed) = (setup, setup.occupied());
        for (side, moves) in Side::BOTH.into_iter().zip(&mut self.moves) {
            moves.clear();
            context.kernel.quiet_targets(&setup, side, |kind, from, targets, promotions| {
                for to in targets.squares() {
                    let mut after = setup;
                    let becomes = if promotions.has(to) { Kind::King } else { kind };
                    after.pieces[side as usize][kind as usize] &= !W::bit(from);
                    after.pieces[side as usize][becomes as usize] |= W::bit(to);
                    let target = if promotions.has(to) {
                        MoveTarget::Promotion(after)
                    } else {
                        MoveTarget::Unit(context.slot(context.layout.unit_of(&after)))
                    };
                    moves.push(FixedMove { to, target });
                }
            });
        }
    }

    /// Returns true when a man or other fixed piece of `side` has a quiet move on a board without
    /// kings.
    #[inline(always)]
    pub fn has_moves(&self, side: Side) -> bool {
        !self.moves[side as usize].is_empty()
    }

    /// Adds the quiet moves of men and other pieces except kings to `best`, for the positions of
    /// `word`. `place` is the index of the word in its unit (configuration of the men).
    pub fn add_moves(&self, best: &mut Best<W>, context: &FirstPassContext<W>, word: &WordPositions<W>, place: usize) {
        let occupied = word.setup.occupied();
        for mv in &self.moves[word.side as usize] {
            if occupied.has(mv.to) {
                continue;
            }
            let squares = word.squares & !W::bit(mv.to);
            match &mv.target {
                MoveTarget::Unit(unit) => {
                    let table = context.solved[word.side.other() as usize];
                    best.add(squares, table.at(unit * context.slice.layout.unit_words() + place));
                }
                MoveTarget::Promotion(after) => {
                    let mut after = *after;
                    for (after, now) in after.pieces.iter_mut().zip(&word.setup.pieces) {
                        after[Kind::King as usize] |= now[Kind::King as usize];
                    }
                    add_promotion(best, context, &WordPositions { setup: &after, squares, ..*word });
                }
            }
        }
    }
}

/// Adds a quiet promotion of `word.side` to `best`. `word` holds the pieces after the move.
fn add_promotion<W: Bitboard>(best: &mut Best<W>, context: &FirstPassContext<W>, word: &WordPositions<W>) {
    let array = context.promoted[word.side as usize].expect("slices that promotions lead to are known");
    let kernel = context.slice.kernel;
    let is_mirrored = word.side.other() != array.index.slice().side;
    let mirror = is_mirrored.then_some(kernel);
    let positions = PromotedWord {
        kernel,
        array,
        setup: if is_mirrored { kernel.mirrored(word.setup) } else { *word.setup },
        open: if is_mirrored { context.slice.open.other() } else { context.slice.open },
        squares: mirror.map_or(word.squares, |kernel| kernel.mirrored_set(word.squares)),
        mirror,
    };
    let mut value_word = [W::EMPTY; DIGITS + MAX_DIGITS];
    let value_word = &mut value_word[..DIGITS + context.slice.digits.to_end];
    positions.read(value_word);
    best.add(word.squares, value_word);
}
