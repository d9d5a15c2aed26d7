//! Perft: the number of move sequences of a given length, the usual test of a move generator.

use crate::bitboard::Bitboard;
use crate::game::Draughts;
use crate::movegen::{Kernel, TooManyCaptures};
use crate::piece::Side;
use crate::position::{Position, Setup};
use crate::with_kernel;

/// Whether perft counts moves or paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// Perft counts moves. Moves with equal origin, destination, captured pieces and promotion
    /// count once.
    Moves,
    /// Perft counts paths: a capture counts once for each of its paths, as in most published
    /// numbers for 8x8 boards.
    Paths,
}

impl Draughts {
    /// Returns the number of sequences of exactly `depth_plies` moves from a position. A position
    /// without a legal move adds 0 at any depth above 0.
    ///
    /// # Errors
    /// [`TooManyCaptures`] when the captures of a position in such a sequence cannot be listed.
    pub fn perft(&self, position: &Position, depth_plies: u32, counting: Counting) -> Result<u64, TooManyCaptures> {
        if depth_plies > 0
            && let Some(removals) = self.removals(position)
        {
            return removals.iter().map(|mv| self.perft(&self.play(position, mv), depth_plies - 1, counting)).sum();
        }
        with_kernel!(self, kernel => perft(kernel, &position.setup.convert(), position.side, depth_plies, counting))
    }
}

fn perft<W: Bitboard>(
    kernel: &Kernel<W>,
    setup: &Setup<W>,
    side: Side,
    depth_plies: u32,
    counting: Counting,
) -> Result<u64, TooManyCaptures> {
    if depth_plies == 0 {
        return Ok(1);
    }
    let moves = match counting {
        Counting::Moves => kernel.moves(setup, side)?,
        Counting::Paths => kernel.paths(setup, side)?,
    };
    if depth_plies == 1 {
        return Ok(moves.len() as u64);
    }
    moves.iter().map(|mv| perft(kernel, &kernel.after(setup, side, mv), side.other(), depth_plies - 1, counting)).sum()
}
