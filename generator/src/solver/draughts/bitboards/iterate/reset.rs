//! Finds the depth to reset inside one unit: plies to the next move that resets the count of a draw
//! rule and keeps the win under the rules, or to the end of the game.
//!
//! A move that resets the count leaves the unit and decides at ply 1. Only the winner after the
//! move, with fresh counts, matters. A move of a man that leaves the count running decides one ply
//! later than the position it leads to. Wins and losses may take an odd or an even number of plies,
//! so each ply searches for both. The results of a ply take effect when both sides have been
//! searched.
//!
//! Unlike the search for conversions, this search does not know the winner in advance. It goes on
//! beyond the limit of the count: a win that comes too late keeps its distance, but counts as a
//! draw in the values with fresh counts, which other positions read.

use std::io;

use peatee_rules::variant::Goal;
use peatee_rules::{Bitboard, Side};

use super::king_moves::KingMoves;
use super::row_worklist::{Frontier, RowWorklist};
use super::side_state::{LOSSES, SideState, WINS};
use crate::solver::draughts::bitboards::first_pass::rows::{Effect, Event};
use crate::solver::draughts::bitboards::value_word::{TooFewDigits, UnitError};
use crate::solver::draughts::reset_count::ResetCount;
use crate::spill::spill_vec::{Backing, SpillVec};

/// Finds the distances to the next reset of a draw count, one unit (configuration of the men) after
/// the other, in reused memory.
#[derive(Debug)]
pub struct ResetSearch<W> {
    count: ResetCount,
    /// True if the side to move wins when it has no move.
    ended_is_won: bool,
    /// Positions that the searches of the current ply found, indexed by side to move, then by
    /// [`LOSSES`] or [`WINS`].
    frontiers: [[Frontier<W>; 2]; 2],
    columns: usize,
    is_large: bool,
    last_ply: usize,
    /// Wins and losses that still come in time when the draw count has just been reset. Their
    /// distance is at most the number of plies that are then left before the count makes the game a
    /// draw. The first index is the side to move; the second is 0 for wins and 1 for losses. Not
    /// filled for a side to move if none of its distances is longer.
    in_time: [[SpillVec<W>; 2]; 2],
}

/// Positions of one word that are won or lost in the same number of plies. They differ only in the
/// square of the open king.
struct Decision<W> {
    side: Side,
    place: usize,
    squares: W,
    ply: usize,
    are_won: bool,
}

impl<W: Bitboard> ResetSearch<W> {
    /// Allocates memory for units (configurations of the men) of `rows` x `columns` words. If
    /// `is_large` is true, several threads share the rows of a unit.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new(
        (count, goal): (ResetCount, Goal),
        [rows, columns]: [usize; 2],
        is_large: bool,
        room: &Backing,
    ) -> io::Result<Self> {
        let row = || room.zeros(rows * columns);
        let frontier = || Frontier::new([rows, columns], room);
        Ok(ResetSearch {
            count,
            ended_is_won: goal == Goal::GiveAway,
            frontiers: [[frontier()?, frontier()?], [frontier()?, frontier()?]],
            columns,
            is_large,
            last_ply: 0,
            in_time: [[row()?, row()?], [row()?, row()?]],
        })
    }

    /// Searches ply after ply until nothing more can be decided. `sides` must hold the values of
    /// captures and of moves of men. `last_event` is the last ply at which one of these values
    /// takes effect.
    ///
    /// # Errors
    /// Returns an error when a distance has more binary digits than are stored, or events cannot be
    /// read.
    pub fn take_all_plies(
        &mut self,
        kings: &KingMoves<'_, W>,
        sides: &mut [SideState<W>; 2],
        last_event: usize,
    ) -> Result<(), UnitError> {
        self.last_ply = 0;
        self.find_ended(kings, sides);
        let end_ply = self.count.end_plies as usize;
        if end_ply == 0 {
            self.decide_ended(kings, sides)?;
        }
        for ply in 1.. {
            for side in Side::BOTH {
                self.remove_escapes(&mut sides[side as usize], ply)?;
            }
            for side in Side::BOTH {
                self.search(kings, sides, side, LOSSES);
                self.search(kings, sides, side, WINS);
            }
            for side in Side::BOTH {
                self.decide_frontiers(kings, sides, side, ply)?;
                self.take_events(kings, sides, side, ply)?;
            }
            if ply == 1 {
                self.take_outcomes(kings, sides)?;
            }
            if ply == end_ply {
                self.decide_ended(kings, sides)?;
            }
            let is_done = sides.iter().flat_map(|side| &side.worklists).all(RowWorklist::is_empty);
            if is_done && ply >= last_event {
                break;
            }
        }
        self.find_in_time(sides);
        Ok(())
    }

    /// Returns the wins and the losses for `side` to move just after a reset of the draw count, in
    /// the unit (configuration of the men) that was searched last. `state` is the state for `side`
    /// to move.
    pub fn fresh<'s>(&'s self, state: &'s SideState<W>, side: Side) -> [&'s [W]; 2] {
        if self.all_in_time(side) {
            return [&state.won, &state.lost];
        }
        self.in_time[side as usize].each_ref().map(|row| &row[..])
    }

    fn all_in_time(&self, side: Side) -> bool {
        self.last_ply <= self.count.left_plies[side as usize] as usize
    }

    /// Fills `in_time` with the wins and losses whose distance is at most the number of plies that
    /// the draw count has left just after a reset. Leaves out a side to move if no distance is
    /// longer.
    fn find_in_time(&mut self, sides: &[SideState<W>; 2]) {
        for (side, state) in Side::BOTH.into_iter().zip(sides) {
            if self.all_in_time(side) {
                continue;
            }
            let left_plies = self.count.left_plies[side as usize];
            let late = |place: usize| above(&state.digits, place, left_plies);
            for (kept, all) in self.in_time[side as usize].iter_mut().zip([&state.won, &state.lost]) {
                for (place, (kept, &word)) in kept.iter_mut().zip(&all[..]).enumerate() {
                    *kept = word & !late(place);
                }
            }
        }
    }

    fn find_ended(&mut self, kings: &KingMoves<'_, W>, sides: &mut [SideState<W>; 2]) {
        for side in Side::BOTH {
            let own = &sides[side as usize];
            // No position is won yet, so `predecessors` finds the positions that have any move.
            let (source, flip) = (&own.won[..], !W::EMPTY);
            let frontier = &mut self.frontiers[side as usize][LOSSES];
            let mut worklist = RowWorklist::new(own.won.len() / self.columns);
            worklist.mark_all();
            frontier.search(&mut worklist, self.is_large, |row, words| {
                let first = row * words.len();
                let candidates = |place: usize| own.quiet[place] & !own.has_escape[place];
                if (first..first + words.len()).all(|place| candidates(place).is_empty()) {
                    return false;
                }
                kings.predecessors(side, row, (source, flip), candidates, words);
                let mut any = W::EMPTY;
                for (word, place) in words.iter_mut().zip(first..) {
                    *word = candidates(place) & !*word;
                    any |= *word;
                }
                !any.is_empty()
            });
            let ended = &mut sides[side as usize].ended;
            ended.fill(W::EMPTY);
            for (row, words) in frontier.rows() {
                ended[row * words.len()..][..words.len()].copy_from_slice(words);
            }
        }
    }

    fn decide_ended(&mut self, kings: &KingMoves<'_, W>, sides: &mut [SideState<W>; 2]) -> Result<(), TooFewDigits> {
        let (ply, are_won) = (self.count.end_plies as usize, self.ended_is_won);
        for side in Side::BOTH {
            for place in 0..sides[side as usize].ended.len() {
                let ended = sides[side as usize].ended[place];
                self.decide(kings, sides, Decision { side, place, squares: ended, ply, are_won })?;
            }
        }
        Ok(())
    }

    /// Removes positions from `has_escape` when all their exits (quiet moves of pieces other than
    /// kings) are known to lose from ply `ply` on.
    fn remove_escapes(&mut self, state: &mut SideState<W>, ply: usize) -> Result<(), UnitError> {
        let SideState { has_escape, outcomes, worklists, events, .. } = state;
        let mut open = |place: usize, squares: W| {
            has_escape[place] &= !squares;
            worklists[LOSSES].mark(place / self.columns);
        };
        if ply == 1 {
            let lose = outcomes.exits_lose.iter().enumerate().filter(|(_, squares)| !squares.is_empty());
            lose.for_each(|(place, &squares)| open(place, squares));
        }
        events.each(ply, |event| {
            if event.effect == Effect::ExitsLost {
                open(event.place as usize, event.squares);
            }
            Ok(())
        })
    }

    /// Searches the rows (placements of one side's kings) of a worklist for positions that are
    /// decided at the current ply, with `side` to move. `list` selects the worklist: [`LOSSES`] or
    /// [`WINS`].
    fn search(&mut self, kings: &KingMoves<'_, W>, sides: &mut [SideState<W>; 2], side: Side, list: usize) {
        let mut worklist = std::mem::take(&mut sides[side as usize].worklists[list]);
        let (own, theirs) = (&sides[side as usize], &sides[side.other() as usize]);
        // A position is won if some move leads to a loss of the opponent. It is lost if no move
        // leads to a draw or to a loss of the opponent.
        let source = if list == WINS { (&theirs.lost[..], W::EMPTY) } else { (&theirs.won[..], !W::EMPTY) };
        let SideState { quiet, has_escape, won, lost, ended, .. } = own;
        let [quiet, has_escape, won, lost, ended] = [&quiet[..], has_escape, won, lost, ended];
        let candidates = |place: usize| {
            let escapes = if list == WINS { W::EMPTY } else { has_escape[place] | ended[place] };
            quiet[place] & !(won[place] | lost[place] | escapes)
        };
        let frontier = &mut self.frontiers[side as usize][list];
        frontier.search(&mut worklist, self.is_large, |row, words| {
            let first = row * words.len();
            if (first..first + words.len()).all(|place| candidates(place).is_empty()) {
                return false;
            }
            kings.predecessors(side, row, source, candidates, words);
            let mut any = W::EMPTY;
            for (word, place) in words.iter_mut().zip(first..) {
                *word = candidates(place) & if list == WINS { *word } else { !*word };
                any |= *word;
            }
            !any.is_empty()
        });
        sides[side as usize].worklists[list] = worklist;
    }

    /// Marks the positions that the searches of the current ply found for `side` to move as won or
    /// lost in `ply` plies.
    fn decide_frontiers(
        &mut self,
        kings: &KingMoves<'_, W>,
        sides: &mut [SideState<W>; 2],
        side: Side,
        ply: usize,
    ) -> Result<(), TooFewDigits> {
        for list in [LOSSES, WINS] {
            let frontier = std::mem::take(&mut self.frontiers[side as usize][list]);
            for (row, words) in frontier.rows() {
                for (&new, place) in words.iter().zip(row * words.len()..) {
                    self.decide(kings, sides, Decision { side, place, squares: new, ply, are_won: list == WINS })?;
                }
            }
            self.frontiers[side as usize][list] = frontier;
        }
        Ok(())
    }

    /// Marks positions as won if a move of a man wins them at this ply and does not reset the draw
    /// count.
    fn take_events(
        &mut self,
        kings: &KingMoves<'_, W>,
        sides: &mut [SideState<W>; 2],
        side: Side,
        ply: usize,
    ) -> Result<(), UnitError> {
        let events = std::mem::take(&mut sides[side as usize].events);
        events.each::<UnitError>(ply, |Event { place, effect, squares }| {
            if effect == Effect::Decided {
                let place = place as usize;
                self.decide(kings, sides, Decision { side, place, squares, ply, are_won: true })?;
            }
            Ok(())
        })?;
        sides[side as usize].events = events;
        Ok(())
    }

    /// Marks positions as won or lost in 1 ply if moves that reset the draw count win or lose them.
    fn take_outcomes(&mut self, kings: &KingMoves<'_, W>, sides: &mut [SideState<W>; 2]) -> Result<(), TooFewDigits> {
        for side in Side::BOTH {
            for place in 0..sides[side as usize].won.len() {
                let outcomes = &sides[side as usize].outcomes;
                let (wins, losses) = (outcomes.wins[place], outcomes.captures_lose[place]);
                self.decide(kings, sides, Decision { side, place, squares: wins, ply: 1, are_won: true })?;
                self.decide(kings, sides, Decision { side, place, squares: losses, ply: 1, are_won: false })?;
            }
        }
        Ok(())
    }

    /// Marks the undecided positions of a [`Decision`] as won or lost. A worklist of the opponent
    /// gets the rows (placements of one side's kings) from which moves lead to these positions.
    #[inline(always)]
    fn decide(
        &mut self,
        kings: &KingMoves<'_, W>,
        sides: &mut [SideState<W>; 2],
        Decision { side, place, squares, ply, are_won }: Decision<W>,
    ) -> Result<(), TooFewDigits> {
        let state = &mut sides[side as usize];
        let new = squares & state.undecided(place);
        if new.is_empty() {
            return Ok(());
        }
        self.last_ply = self.last_ply.max(ply);
        state.decide(place, new, ply, are_won)?;
        let opponent = side.other();
        let list = if are_won { LOSSES } else { WINS };
        kings.mark_predecessors(opponent, place / self.columns, &mut sides[opponent as usize].worklists[list]);
        Ok(())
    }
}

/// Returns the squares at which a distance is greater than `number`, in the word with index
/// `place`. `digits` holds the binary digits of the distances.
fn above<W: Bitboard>(digits: &[SpillVec<W>], place: usize, number: u32) -> W {
    let mut above = W::EMPTY;
    for (i, digit) in digits.iter().enumerate() {
        // A higher digit outweighs the lower ones.
        let digit = digit[place];
        above = if number >> i & 1 == 1 { above & digit } else { above | digit };
    }
    if number >> digits.len() != 0 { W::EMPTY } else { above }
}
