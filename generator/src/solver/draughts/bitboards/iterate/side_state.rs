//! The state of the search of a unit for one side to move.

use std::io;

use peatee_rules::Bitboard;

use super::conversion::UnitSets;
use super::event_queue::EventQueue;
use super::row_worklist::RowWorklist;
use crate::solver::draughts::bitboards::first_pass::rows::{ExitOutcomes, FirstPassSide};
use crate::solver::draughts::bitboards::value_word::{TooFewDigits, set_digits};
use crate::spill::spill_vec::{Backing, SpillVec};

/// Says which optional parts of [`SideState`] are kept.
#[derive(Debug, Clone, Copy)]
pub struct StateParts {
    /// Number of binary digits with which a distance is stored.
    pub digits: usize,
    /// Whether the outcomes of captures and of exits (quiet moves of pieces other than kings) are
    /// kept, regardless of the ply at which they take effect.
    pub outcomes: bool,
    /// Whether the set of positions without a legal move is kept.
    pub ended: bool,
}

/// The state of the search in one unit (configuration of the men) for one side to move. Each set of
/// positions has a word for each row and column: for each placement of all kings but one.
#[derive(Debug)]
pub struct SideState<W> {
    /// Positions in which no capture is possible, so that quiet moves of kings are legal.
    pub quiet: SpillVec<W>,
    /// Positions in which a man, or another piece that is not a king, has a quiet move that is not
    /// known to lose. While a position has such a move (an escape), the search does not count it as
    /// lost.
    pub has_escape: SpillVec<W>,
    pub won: SpillVec<W>,
    pub lost: SpillVec<W>,
    /// Binary digits of half the distance to the end of the game, or of the distance to the next
    /// reset: `digits[i]` holds digit `i` for all positions.
    pub digits: Vec<SpillVec<W>>,
    /// Outcomes of captures and of quiet moves of fixed pieces (all but kings). Empty when only
    /// distances to the end of the game are wanted.
    pub outcomes: ExitOutcomes<SpillVec<W>>,
    /// Positions without a legal move. Empty when distances to conversions or resets are not
    /// wanted.
    pub ended: SpillVec<W>,
    /// Wins and losses by captures and by quiet moves of fixed pieces (all but kings), each kept
    /// until its ply.
    ///
    /// The queue is needed for distances to the end of the game, and for distances to the reset of
    /// a draw count that moves of men do not reset. Otherwise it is empty.
    pub events: EventQueue<W>,
    /// Rows (placements of one side's kings) to search again, indexed by [`LOSSES`] or [`WINS`].
    pub worklists: [RowWorklist; 2],
}

/// Index of the item for lost positions, in arrays of two worklists (rows to search) or two
/// frontiers (positions found).
pub const LOSSES: usize = 0;
/// Index of the item for won positions, in arrays of two worklists (rows to search) or two
/// frontiers (positions found).
pub const WINS: usize = 1;

impl<W: Bitboard> SideState<W> {
    /// Allocates memory for units (configurations of the men) of `rows` x `columns` words.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new([rows, columns]: [usize; 2], kept: StateParts, room: &Backing) -> io::Result<Self> {
        let row = |is_kept: bool| room.zeros(if is_kept { rows * columns } else { 0 });
        Ok(SideState {
            quiet: row(true)?,
            has_escape: row(true)?,
            won: row(true)?,
            lost: row(true)?,
            digits: (0..kept.digits).map(|_| row(true)).collect::<io::Result<_>>()?,
            outcomes: ExitOutcomes {
                wins: row(kept.outcomes)?,
                captures_lose: row(kept.outcomes)?,
                exits_lose: row(kept.outcomes)?,
            },
            ended: row(kept.ended)?,
            events: EventQueue::new(room)?,
            worklists: [RowWorklist::new(rows), RowWorklist::new(rows)],
        })
    }

    pub fn begin_unit(&mut self) {
        let digits = self.digits.iter_mut();
        [&mut self.won, &mut self.lost].into_iter().chain(digits).for_each(|words| words.fill(W::EMPTY));
        self.events.clear();
    }

    /// Moves the values of captures and of moves of men from `found` into this state, for the whole
    /// unit (configuration of the men). `found` gets the memory of the previous values, for reuse.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn take_first_pass(&mut self, found: &mut FirstPassSide<W>) -> io::Result<()> {
        let (own, theirs) = (&mut self.outcomes, &mut found.outcomes);
        self.quiet.take(&mut found.quiet);
        self.has_escape.take(&mut found.has_exit);
        own.wins.take(&mut theirs.wins);
        own.captures_lose.take(&mut theirs.captures_lose);
        own.exits_lose.take(&mut theirs.exits_lose);
        self.queue(found)
    }

    /// Copies the values of captures and of moves of men in some rows (placements of one side's
    /// kings). `first` is the index in the unit of the first word of these rows.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn copy_first_pass(&mut self, first: usize, found: &FirstPassSide<W>) -> io::Result<()> {
        let (own, theirs) = (&mut self.outcomes, &found.outcomes);
        for (all, found) in [
            (&mut self.quiet, &found.quiet),
            (&mut self.has_escape, &found.has_exit),
            (&mut own.wins, &theirs.wins),
            (&mut own.captures_lose, &theirs.captures_lose),
            (&mut own.exits_lose, &theirs.exits_lose),
        ] {
            // The list is empty if outcomes are not kept.
            if !found.is_empty() {
                all[first..first + found.len()].copy_from_slice(found);
            }
        }
        self.queue(found)
    }

    fn queue(&mut self, found: &FirstPassSide<W>) -> io::Result<()> {
        found.events.iter().try_for_each(|&(ply, event)| self.events.push(ply as usize, event))
    }

    /// Applies all wins and losses by captures and exits (quiet moves of pieces other than kings)
    /// at once. Used when no distances to the end of the game are wanted, because the ply of each
    /// result does not matter then.
    pub fn decide_all_outcomes(&mut self) {
        let ExitOutcomes { wins, captures_lose, exits_lose } = &self.outcomes;
        self.won.iter_mut().zip(&wins[..]).for_each(|(all, &won)| *all |= won);
        self.lost.iter_mut().zip(&captures_lose[..]).for_each(|(all, &lost)| *all |= lost);
        self.has_escape.iter_mut().zip(&exits_lose[..]).for_each(|(escape, &lose)| *escape &= !lose);
        self.worklists.iter_mut().for_each(RowWorklist::mark_all);
    }

    #[inline(always)]
    pub fn undecided(&self, place: usize) -> W {
        !(self.won[place] | self.lost[place])
    }

    /// Marks the positions `squares` of the word at index `place` as won or lost. Stores their
    /// distance, or half of it, as the binary digits of `number`.
    ///
    /// # Errors
    /// Returns [`TooFewDigits`] when `number` has more binary digits than are stored.
    #[inline(always)]
    pub fn decide(&mut self, place: usize, squares: W, number: usize, are_won: bool) -> Result<(), TooFewDigits> {
        let decided = if are_won { &mut self.won } else { &mut self.lost };
        decided[place] |= squares;
        if self.digits.is_empty() {
            return Ok(());
        }
        set_digits(&mut self.digits, place, squares, number)
    }

    /// Marks the positions in `words`, which are all words of a row (placement of one side's
    /// kings), as won or lost. Stores their distance, or half of it, as the binary digits of
    /// `number`.
    ///
    /// # Errors
    /// Returns [`TooFewDigits`] when `number` has more binary digits than are stored.
    #[inline(always)]
    pub fn decide_row(&mut self, row: usize, words: &[W], number: usize, are_won: bool) -> Result<(), TooFewDigits> {
        let first = row * words.len();
        let decided = if are_won { &mut self.won } else { &mut self.lost };
        let decided = &mut decided[first..first + words.len()];
        for (place, (all, &new)) in (first..).zip(decided.iter_mut().zip(words)) {
            *all |= new;
            if !new.is_empty() && !self.digits.is_empty() {
                set_digits(&mut self.digits, place, new, number)?;
            }
        }
        Ok(())
    }

    /// Returns the wins and losses of the unit (configuration of the men), as the search for
    /// distances to conversions reads them.
    pub fn wdl(&self) -> UnitSets<'_, W> {
        UnitSets {
            won: &self.won,
            lost: &self.lost,
            quiet: &self.quiet,
            won_by_exit: &self.outcomes.wins,
            ended: &self.ended,
        }
    }
}
