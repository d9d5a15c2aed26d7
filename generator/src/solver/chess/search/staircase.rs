//! Solves one pawn placement for the plies to mate under the 50-move or 75-move rule, with every
//! half-move clock.
//!
//! A position is decided within `n` plies when the count of the rule has enough plies left. The
//! *needed* plies of a position are the fewest with which this is so. They fall as `n` grows. Like
//! `depth.rs`, the search goes ply by ply, but it follows all falls of the needed plies:
//!
//! * won in an odd number of plies: the least over the moves. A quiet move needs one ply more than
//!   the position after it; a capture or pawn move needs 1 ply, once the position after it is lost
//!   with a fresh count;
//! * lost in an even number of plies: the greatest over all moves.
//!
//! Only positions with a move to one whose needed plies have just fallen are looked at. Needed
//! plies above the limit of the rule do not count.

use peatee_table::Metric;

use super::depth::DepthSearch;
use super::fall::{Fall, UNDECIDED};
use super::frontier::{DecidedWords, each_word};
use super::iterate::SolvedPlacement;
use super::touched::TouchedWords;
use crate::solver::chess::words::placement_view::{BLACK, PlacementView, Step};
use crate::solver::chess::words::rays::{king_moves, squares};
use crate::solver::chess::words::solved::BySide;
use crate::solver::chess::words::zeroing::ZeroingMoves;

/// Finds the plies to mate with a fresh count for all positions of a pawn placement (arrangement of
/// the pawns), and all falls of the plies that they need of a count of `limit_plies` plies. The
/// placements to which its pawn moves lead must already be solved.
pub fn solve_staircases(zeroing: &ZeroingMoves, placement: usize, limit_plies: u8) -> SolvedPlacement {
    let view = PlacementView { layout: &zeroing.set.layout, placement };
    let mut solved = SolvedPlacement::open(view, BySide::default());
    let mut needed = [0, 1].map(|_| vec![UNDECIDED; view.layout.rows * 64]);
    for (winner, army) in view.layout.material.sides().into_iter().enumerate() {
        // A lone king cannot win.
        if army.pieces() > 0 {
            let search = DepthSearch::new(zeroing, view, Metric::Dtw, winner, &mut solved);
            StaircaseSearch::new(search, &mut needed, limit_plies).solve();
        }
    }
    solved.needed = needed;
    solved
}

/// A search for the wins of one side, the winner, in one arrangement of the pawns.
struct StaircaseSearch<'a, 'n> {
    search: DepthSearch<'a>,
    /// Needed plies of all positions, indexed by side to move, row and square of the black king.
    needed: &'n mut BySide<Vec<u8>>,
    limit_plies: u8,
    /// Plies of the quickest win by a capture or pawn move, for positions with the winner to move.
    soonest: Vec<u8>,
    /// For each row, a number of plies that none of its wins exceeds in what it needs.
    most_needed: Vec<u8>,
    /// Wins that were decided at the last ply. Each row has a word.
    new_wins: Vec<u64>,
    /// Losses whose needed plies have fallen at the last ply, by their needed plies.
    lost: Vec<DecidedWords>,
    /// Other wins whose needed plies have fallen at the last ply, by their needed plies before.
    fallen_wins: Vec<DecidedWords>,
    /// Losses that may need fewer plies at the next ply. Each row has a word.
    may_fall: Vec<u64>,
    /// Positions with a move to positions that have the same needed plies.
    reached: TouchedWords,
}

impl<'a, 'n> StaircaseSearch<'a, 'n> {
    fn new(search: DepthSearch<'a>, needed: &'n mut BySide<Vec<u8>>, limit_plies: u8) -> Self {
        let [new_wins, may_fall] = [0, 1].map(|_| vec![0; search.front.view.layout.rows]);
        let [lost, fallen_wins] = [0, 1].map(|_| vec![DecidedWords::new(); usize::from(limit_plies) + 1]);
        let (soonest, most_needed) = (Vec::new(), vec![0; new_wins.len()]);
        let reached = TouchedWords::new(new_wins.len());
        StaircaseSearch {
            search,
            needed,
            limit_plies,
            soonest,
            most_needed,
            new_wins,
            lost,
            fallen_wins,
            may_fall,
            reached,
        }
    }

    fn solve(mut self) {
        let mated = self.search.first_moves();
        // The search overwrites the plies of these wins, but their captures and pawn moves count
        // also after a quicker win that needs more plies.
        self.soonest.clone_from(&self.search.solved.plies[self.search.front.winner]);
        for (row, word) in mated {
            self.lower_losses(row as usize, word, &[0; 64], 0);
        }
        for plies in 1.. {
            let is_changed = if plies % 2 == 1 { self.find_wins(plies) } else { self.find_losses(plies) };
            let DepthSearch { later_won, later_lost, .. } = &self.search;
            if !is_changed && !later_won.is_after(plies) && !later_lost.is_after(plies) {
                return;
            }
        }
    }

    /// Lowers the needed plies of the wins in `plies` plies. Returns true when some have fallen.
    fn find_wins(&mut self, plies: usize) -> bool {
        let (view, winner) = (self.search.front.view, self.search.front.winner);
        let mut at_once = std::mem::take(&mut self.search.front.may_win);
        self.search.later_won.take_due(plies, &self.soonest, &mut at_once);
        each_word(&mut at_once, |row, word| self.lower_wins(row, word, 1, plies));
        self.search.front.may_win = at_once;
        let mut reached = std::mem::take(&mut self.reached);
        for needed in 0..self.limit_plies {
            for (row, word) in self.lost[usize::from(needed)].drain(..) {
                let row = self.search.front.row(row);
                view.each_back(winner, &row, word, |row, word| reached.add(row, word));
            }
            reached.take_each(|row, word| self.lower_wins(row, word, needed + 1, plies));
        }
        self.reached = reached;
        self.lost[usize::from(self.limit_plies)].clear();
        self.admit_losses()
    }

    /// Lowers the needed plies of some wins, among them positions that are not legal or need no
    /// more plies than `needed` already.
    #[inline(always)]
    fn lower_wins(&mut self, row: usize, word: u64, needed: u8, plies: usize) {
        let DepthSearch { solved, front, .. } = &mut self.search;
        let (winner, most_needed) = (front.winner, &mut self.most_needed[row]);
        let new = word & front.open[row];
        if new == 0 && needed >= *most_needed {
            return;
        }
        let cells = row_of(&mut self.needed[winner], row);
        if new != 0 {
            *most_needed = needed.max(*most_needed);
            front.open[row] &= !new;
            self.new_wins[row] |= new;
            squares(new).for_each(|square| cells[usize::from(square)] = needed);
            solved.note(winner, row, new, (false, plies));
        }
        let mut known = word & !new & solved.legal[winner][row];
        if known != 0 {
            known &= squares_where(cells, |cell| cell > needed);
            let falls = &mut solved.falls[winner];
            for square in squares(known) {
                let cell = &mut cells[usize::from(square)];
                let before = std::mem::replace(cell, needed);
                let index = (row * 64) as u32 + u32::from(square);
                falls.push(Fall { index, plies: byte_of(plies), needed_before: before });
                let fallen = &mut self.fallen_wins[usize::from(before)];
                match fallen.last_mut() {
                    Some((last, word)) if *last == row as u32 => *word |= 1 << square,
                    _ => fallen.push((row as u32, 1 << square)),
                }
            }
        }
    }

    /// Finds the losses that may be decided or need fewer plies, after the wins whose needed plies
    /// have fallen. Returns true when there are such wins.
    fn admit_losses(&mut self) -> bool {
        let StaircaseSearch { search, needed, limit_plies, new_wins, fallen_wins, may_fall, reached, .. } = self;
        let DepthSearch { front, .. } = search;
        let (view, loser) = (front.view, front.loser());
        let mut is_changed = false;
        each_word(new_wins, |row, word| {
            is_changed = true;
            view.push_back(loser, &front.row(row as u32), word, &mut front.may_lose);
        });
        for (before, fallen) in (0..=*limit_plies).zip(fallen_wins) {
            is_changed |= !fallen.is_empty();
            for (row, word) in fallen.drain(..) {
                let row = front.row(row);
                if before == *limit_plies {
                    // The loser needed more plies than the limit.
                    view.push_back(loser, &row, word, &mut front.may_lose);
                } else {
                    view.each_back(loser, &row, word, |row, word| reached.add(row, word));
                }
            }
            // The loser chooses the greatest need, so only positions with this one can fall.
            reached.take_each(|row, reached| {
                let left = reached & !may_fall[row];
                if left != 0 {
                    may_fall[row] |= left & squares_where(row_of(&mut needed[loser], row), |cell| cell == before + 1);
                }
            });
        }
        is_changed
    }

    /// Lowers the needed plies of the losses in `plies` plies. Returns true when some have fallen.
    fn find_losses(&mut self, plies: usize) -> bool {
        let DepthSearch { solved, front, later_lost, .. } = &mut self.search;
        later_lost.take_due(plies, &solved.plies[front.loser()], &mut front.may_lose);
        let lost = front.newly_lost(|row| !later_lost.waiting[row]);
        let mut may_fall = std::mem::take(&mut self.may_fall);
        for (row, word) in lost {
            may_fall[row as usize] |= word;
        }
        let mut is_changed = false;
        each_word(&mut may_fall, |row, word| {
            let (word, needed) = self.needed_by_moves(row, word);
            is_changed |= word != 0 && self.lower_losses(row, word, &needed, plies);
        });
        self.may_fall = may_fall;
        is_changed
    }

    /// Returns the losses among `word` of a row that need fewer plies than so far, and the needed
    /// plies of these, the greatest over all moves, indexed by the square of the black king.
    fn needed_by_moves(&self, row: usize, word: u64) -> (u64, [u8; 64]) {
        let front = &self.search.front;
        let (loser, row, after) = (front.loser(), front.row(row as u32), &self.needed[front.winner]);
        let before = &self.needed[loser][row.number * 64..][..64];
        let mut word = word;
        // A capture or pawn move needs 1 ply. A position that is not legal needs none.
        let mut needed = [1; 64];
        // Returns true if the position needs no fewer plies than so far.
        let mut see = |square: u8, after: u8| {
            let needed = &mut needed[usize::from(square)];
            *needed = (*needed).max(after.wrapping_add(1));
            *needed >= before[usize::from(square)]
        };
        if loser == BLACK {
            for square in squares(word) {
                let after = &after[row.number * 64..][..64];
                let is_as_before = squares(king_moves(square)).any(|to| see(square, after[usize::from(to)]));
                word &= !(u64::from(is_as_before) << square);
            }
        }
        front.view.steps(loser, &row, |Step { row, mask, symmetry }| {
            let after = &after[row * 64..][..64];
            for square in squares(word & mask) {
                let is_as_before = see(square, after[usize::from(symmetry.square(square))]);
                word &= !(u64::from(is_as_before) << square);
            }
            word == 0
        });
        (word, needed)
    }

    /// Lowers the needed plies of losses of a row to those in `needed`, where these are fewer.
    /// Returns true when some have fallen.
    fn lower_losses(&mut self, row: usize, word: u64, needed: &[u8; 64], plies: usize) -> bool {
        let DepthSearch { solved, front, .. } = &mut self.search;
        let loser = front.loser();
        let cells = row_of(&mut self.needed[loser], row);
        let (mut new, mut fallen) = (0, 0_u64);
        for square in squares(word) {
            let (cell, needed) = (&mut cells[usize::from(square)], needed[usize::from(square)]);
            if needed > self.limit_plies || needed >= *cell {
                continue;
            }
            let needed_before = std::mem::replace(cell, needed);
            fallen |= 1 << square;
            if needed_before == UNDECIDED {
                new |= 1 << square;
            } else {
                let index = (row * 64) as u32 + u32::from(square);
                solved.falls[loser].push(Fall { index, plies: byte_of(plies), needed_before });
            }
        }
        front.unsaved[row] &= !new;
        solved.note(loser, row, new, (true, plies));
        let mut left = fallen;
        while left != 0 {
            let needed = needed[left.trailing_zeros() as usize];
            let alike = left & squares_where(cells, |cell| cell == needed);
            self.lost[usize::from(needed)].push((row as u32, alike));
            left &= !alike;
        }
        fallen != 0
    }
}

/// Returns the bytes of a row (positions that differ only in the square of the black king).
#[inline(always)]
fn row_of(bytes: &mut [u8], row: usize) -> &mut [u8; 64] {
    bytes[row * 64..].first_chunk_mut().expect("a byte for each square")
}

/// Returns the squares whose byte passes a test.
#[inline(always)]
fn squares_where(bytes: &[u8; 64], test: impl Fn(u8) -> bool) -> u64 {
    // There are no branches, so that the compiler tests several bytes at once.
    let mut bits = [0; 64];
    bits.iter_mut().zip(bytes).for_each(|(bit, &byte)| *bit = u8::from(test(byte)));
    bits.as_chunks().0.iter().zip(0..).fold(0, |word, (&eight, place)| {
        word | u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * place)
    })
}

fn byte_of(plies: usize) -> u8 {
    u8::try_from(plies).expect("no set of four men has a distance of 256 plies")
}
