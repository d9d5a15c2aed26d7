//! Depth to conversion inside one unit whose wins and losses are known: plies to the next capture or move of a fixed
//! piece, or to the end of the game; the winner hurries, the loser delays.
//!
//! Every such move leads out of the unit, and only who wins there matters, not how far that is. Wins and losses may take
//! an odd or an even number of plies here, so what a ply finds is put aside until both sides have looked.

use peatee_rules::{Side, Word};

use super::best::append_values;
use super::kings::KingMoves;
use super::marks::{Finds, Marks};
use super::unit::{TooFewDigits, put_number};

/// What is known of the positions of one side to move before.
#[derive(Debug, Clone, Copy)]
pub struct Signs<'a, W> {
    /// Won positions.
    pub won: &'a [W],
    /// Lost ones.
    pub lost: &'a [W],
    /// No capture is possible.
    pub quiet: &'a [W],
    /// A capture or a move of a fixed piece wins.
    pub won_by_conversion: &'a [W],
    /// No move is possible.
    pub ended: &'a [W],
}

/// How far the search is for one side to move.
#[derive(Debug)]
struct Progress<W> {
    /// Won positions of unknown distance.
    left_won: Vec<W>,
    /// Lost positions of unknown distance.
    left_lost: Vec<W>,
    /// Lost positions of known distance.
    done_lost: Vec<W>,
    digits: Vec<Vec<W>>,
    /// Rows to look at again, for losses and for wins.
    again: [Marks; 2],
    /// Likewise what this ply has found.
    finds: [Finds<W>; 2],
}

const LOSSES: usize = 0;
const WINS: usize = 1;

/// Works in the same memory for one unit after the other.
#[derive(Debug)]
pub struct ConversionSolver<W> {
    sides: [Progress<W>; 2],
    is_large: bool,
}

impl<W: Word> ConversionSolver<W> {
    /// Takes the memory for units of so many rows and columns and distances of so many digits.
    pub fn new(rows: usize, columns: usize, digits: usize, is_large: bool) -> Self {
        let words = || vec![W::EMPTY; rows * columns];
        let side = || Progress {
            left_won: words(),
            left_lost: words(),
            done_lost: words(),
            digits: (0..digits).map(|_| words()).collect(),
            again: [Marks::new(rows), Marks::new(rows)],
            finds: [Finds::new(rows, columns), Finds::new(rows, columns)],
        };
        ConversionSolver { sides: [side(), side()], is_large }
    }

    /// Finds the distances of a unit and appends its words for White to move, then those for Black to move: won, lost,
    /// and the plies as digits.
    ///
    /// # Errors
    /// [`TooFewDigits`] when a distance does not fit.
    pub fn solve(
        &mut self,
        kings: &KingMoves<'_, W>,
        signs: [Signs<'_, W>; 2],
        out: &mut Vec<W>,
    ) -> Result<(), TooFewDigits> {
        for (side, signs) in self.sides.iter_mut().zip(&signs) {
            side.begin(signs);
        }
        for ply in 1.. {
            for side in Side::BOTH {
                self.search(kings, side, LOSSES);
                self.search(kings, side, WINS);
            }
            if ply == 1 {
                for (side, signs) in self.sides.iter_mut().zip(&signs) {
                    side.add_conversions(signs);
                }
            }
            let mut any = false;
            for side in Side::BOTH {
                any |= self.put(kings, side, ply)?;
            }
            if !any {
                break;
            }
        }
        for (side, signs) in self.sides.iter().zip(&signs) {
            debug_assert!(side.left_won.iter().chain(&side.left_lost).all(|left| left.is_empty()));
            let digits = side.digits.iter().map(Vec::as_slice);
            append_values([signs.won, signs.lost].into_iter().chain(digits), out);
        }
        Ok(())
    }

    /// Finds what is one ply further on in the rows that are marked.
    fn search(&mut self, kings: &KingMoves<'_, W>, side: Side, kind: usize) {
        let own = &mut self.sides[side as usize];
        let (mut finds, mut again) = (std::mem::take(&mut own.finds[kind]), std::mem::take(&mut own.again[kind]));
        let own = &self.sides[side as usize];
        let theirs = &self.sides[side.other() as usize];
        // A win needs a move to a loss; a loss is there when no move leads to a win that is further off.
        let (candidates, source) =
            if kind == WINS { (&own.left_won, &theirs.done_lost) } else { (&own.left_lost, &theirs.left_won) };
        finds.look(&mut again, self.is_large, |row, words| {
            let first = row * words.len();
            let candidates = &candidates[first..first + words.len()];
            if candidates.iter().all(|word| word.is_empty()) {
                return false;
            }
            kings.pull(side, row, source, W::EMPTY, |place| candidates[place - first], words);
            let mut any = W::EMPTY;
            for (word, &candidates) in words.iter_mut().zip(candidates) {
                *word = candidates & if kind == WINS { *word } else { !*word };
                any |= *word;
            }
            !any.is_empty()
        });
        let own = &mut self.sides[side as usize];
        (own.finds[kind], own.again[kind]) = (finds, again);
    }

    /// Puts what a ply has found where it belongs; true when that is anything.
    fn put(&mut self, kings: &KingMoves<'_, W>, side: Side, ply: usize) -> Result<bool, TooFewDigits> {
        let opponent = side.other();
        let mut any = false;
        for kind in [LOSSES, WINS] {
            let finds = std::mem::take(&mut self.sides[side as usize].finds[kind]);
            for (row, words) in finds.rows() {
                any = true;
                self.sides[side as usize].decide(kind, row * words.len(), words, ply)?;
                kings.mark_rows_before(opponent, row, &mut self.sides[opponent as usize].again[1 - kind]);
            }
            self.sides[side as usize].finds[kind] = finds;
        }
        Ok(any)
    }
}

impl<W: Word> Progress<W> {
    fn begin(&mut self, signs: &Signs<'_, W>) {
        for place in 0..self.left_won.len() {
            let ended = signs.ended[place];
            self.left_won[place] = signs.won[place] & !ended;
            // Captures are dealt with at the first ply.
            self.left_lost[place] = signs.lost[place] & signs.quiet[place] & !ended;
            self.done_lost[place] = signs.lost[place] & ended;
        }
        self.digits.iter_mut().for_each(|digits| digits.fill(W::EMPTY));
        self.again.iter_mut().for_each(Marks::mark_all);
    }

    /// What converts at once: winning moves, and captures that all lose. The first ply looks at all rows.
    fn add_conversions(&mut self, signs: &Signs<'_, W>) {
        self.finds[WINS].add(|place| signs.won_by_conversion[place]);
        self.finds[LOSSES].add(|place| signs.lost[place] & !signs.quiet[place]);
    }

    /// Notes what was found from a place on.
    #[inline(always)]
    fn decide(&mut self, kind: usize, first: usize, words: &[W], ply: usize) -> Result<(), TooFewDigits> {
        for (&new, place) in words.iter().zip(first..) {
            if new.is_empty() {
                continue;
            }
            if kind == WINS {
                self.left_won[place] &= !new;
            } else {
                self.left_lost[place] &= !new;
                self.done_lost[place] |= new;
            }
            put_number(&mut self.digits, place, new, ply)?;
        }
        Ok(())
    }
}
