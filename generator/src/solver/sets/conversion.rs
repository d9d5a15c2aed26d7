//! Depth to conversion inside one unit whose wins and losses are known: plies to the next capture or move of a fixed
//! piece, or to the end of the game; the winner hurries, the loser delays.
//!
//! Every such move leads out of the unit, and only who wins there matters, not how far that is. Wins and losses may take
//! an odd or an even number of plies here, so what a ply finds is put aside until both sides have looked.

use peatee_rules::{Side, Word};
use rayon::prelude::*;

use super::best::DIGITS;
use super::kings::KingMoves;
use super::marks::Marks;
use super::unit::{ROWS_TOGETHER, TooFewDigits};

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
    /// Likewise the rows that this ply has looked at: what it found there, row after row, and whether that is anything.
    rows: [Vec<u32>; 2],
    new: [Vec<W>; 2],
    found: [Vec<bool>; 2],
}

const LOSSES: usize = 0;
const WINS: usize = 1;

/// Works in the same memory for one unit after the other.
#[derive(Debug)]
pub struct ConversionSolver<W> {
    sides: [Progress<W>; 2],
    columns: usize,
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
            rows: Default::default(),
            new: [words(), words()],
            found: Default::default(),
        };
        ConversionSolver { sides: [side(), side()], columns, is_large }
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
                    side.add_conversions(signs, self.columns);
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
            let stride = DIGITS + side.digits.len();
            let start = out.len();
            out.resize(start + signs.won.len() * stride, W::EMPTY);
            let digits = side.digits.iter().map(Vec::as_slice);
            for (number, words) in [signs.won, signs.lost].into_iter().chain(digits).enumerate() {
                out[start + number..].iter_mut().step_by(stride).zip(words).for_each(|(out, &word)| *out = word);
            }
        }
        Ok(())
    }

    /// Finds what is one ply further on in the rows that are marked.
    fn search(&mut self, kings: &KingMoves<'_, W>, side: Side, kind: usize) {
        let own = &mut self.sides[side as usize];
        own.again[kind].take(&mut own.rows[kind]);
        let (mut new, mut found) = (std::mem::take(&mut own.new[kind]), std::mem::take(&mut own.found[kind]));
        found.clear();
        found.resize(own.rows[kind].len(), false);
        let own = &self.sides[side as usize];
        let theirs = &self.sides[side.other() as usize];
        // A win needs a move to a loss; a loss is there when no move leads to a win that is further off.
        let (candidates, source) =
            if kind == WINS { (&own.left_won, &theirs.done_lost) } else { (&own.left_lost, &theirs.left_won) };
        let columns = self.columns;
        let one_row = |((&row, new), found): ((&u32, &mut [W]), &mut bool)| {
            let first = row as usize * columns;
            let candidates = &candidates[first..first + columns];
            if candidates.iter().all(|word| word.is_empty()) {
                return;
            }
            kings.pull(side, row as usize, source, W::EMPTY, |place| candidates[place - first], new);
            for (new, &candidates) in new.iter_mut().zip(candidates) {
                *new = candidates & if kind == WINS { *new } else { !*new };
                *found |= !new.is_empty();
            }
        };
        if self.is_large {
            let rows = own.rows[kind].par_iter().zip(new.par_chunks_mut(columns)).zip(&mut found);
            rows.with_min_len(ROWS_TOGETHER).for_each(one_row);
        } else {
            own.rows[kind].iter().zip(new.chunks_mut(columns)).zip(&mut found).for_each(one_row);
        }
        let own = &mut self.sides[side as usize];
        (own.new[kind], own.found[kind]) = (new, found);
    }

    /// Puts what a ply has found where it belongs; true when that is anything.
    fn put(&mut self, kings: &KingMoves<'_, W>, side: Side, ply: usize) -> Result<bool, TooFewDigits> {
        let opponent = side.other();
        let mut any = false;
        for kind in [LOSSES, WINS] {
            for number in 0..self.sides[side as usize].rows[kind].len() {
                let own = &mut self.sides[side as usize];
                if !own.found[kind][number] {
                    continue;
                }
                any = true;
                own.decide(kind, number, self.columns, ply)?;
                let row = own.rows[kind][number] as usize;
                kings.mark_rows_before(opponent, row, &mut self.sides[opponent as usize].again[1 - kind]);
            }
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

    /// What converts at once: winning moves, and captures that all lose. The first ply looks at all rows, in order.
    fn add_conversions(&mut self, signs: &Signs<'_, W>, columns: usize) {
        for row in 0..self.found[WINS].len() {
            for kind in [LOSSES, WINS] {
                if !self.found[kind][row] {
                    self.new[kind][row * columns..(row + 1) * columns].fill(W::EMPTY);
                }
            }
            for place in row * columns..(row + 1) * columns {
                self.new[WINS][place] |= signs.won_by_conversion[place];
                self.new[LOSSES][place] |= signs.lost[place] & !signs.quiet[place];
                self.found[WINS][row] |= !self.new[WINS][place].is_empty();
                self.found[LOSSES][row] |= !self.new[LOSSES][place].is_empty();
            }
        }
    }

    /// Notes what was found in one of the rows.
    fn decide(&mut self, kind: usize, number: usize, columns: usize, ply: usize) -> Result<(), TooFewDigits> {
        if ply >> self.digits.len() != 0 {
            return Err(TooFewDigits);
        }
        let first = self.rows[kind][number] as usize * columns;
        for column in 0..columns {
            let (new, place) = (self.new[kind][number * columns + column], first + column);
            if new.is_empty() {
                continue;
            }
            if kind == WINS {
                self.left_won[place] &= !new;
            } else {
                self.left_lost[place] &= !new;
                self.done_lost[place] |= new;
            }
            for (i, digit) in self.digits.iter_mut().enumerate() {
                if ply >> i & 1 == 1 {
                    digit[place] |= new;
                }
            }
        }
        Ok(())
    }
}
