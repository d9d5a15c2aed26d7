//! What the search of a unit keeps for one side to move.

use peatee_rules::Bitboard;

use super::conversion::UnitWdl;
use super::dirty_rows::DirtyRows;
use crate::solver::bitboards::first_pass::rows::{Event, ExitOutcomes, FirstPassSide};
use crate::solver::bitboards::value_word::{TooFewDigits, set_digits};

/// The state of the positions of one side to move, one word per place.
#[derive(Debug)]
pub struct SideState<W> {
    /// No capture is possible: kings may move.
    pub quiet: Vec<W>,
    /// Some exit is not known to lose, so the position is not lost.
    pub has_escape: Vec<W>,
    pub won: Vec<W>,
    pub lost: Vec<W>,
    /// Half the distance to the end, or the distance to the next reset: `digits[i]` holds digit
    /// `i`.
    pub digits: Vec<Vec<W>>,
    /// Empty when distances to the end are all that is wanted.
    pub outcomes: ExitOutcomes<W>,
    /// No move is possible. Empty when distances to conversions or resets are not wanted.
    pub ended: Vec<W>,
    /// By ply; used when distances to the end are wanted, and where a count runs over moves of men.
    pub events: Vec<Vec<Event<W>>>,
    /// The rows to search again, for losses and for wins: see [`LOSSES`] and [`WINS`].
    pub worklists: [DirtyRows; 2],
}

/// The worklist of rows in which positions may have become lost.
pub const LOSSES: usize = 0;
/// The worklist of rows in which positions may have become won.
pub const WINS: usize = 1;

impl<W: Bitboard> SideState<W> {
    /// For units of `rows` rows and `words` words; `keeps_ended` when distances to conversions or
    /// resets are wanted.
    pub fn new(rows: usize, words: usize, digits: usize, keeps_ended: bool) -> Self {
        SideState {
            quiet: Vec::new(),
            has_escape: Vec::new(),
            won: vec![W::EMPTY; words],
            lost: vec![W::EMPTY; words],
            digits: vec![vec![W::EMPTY; words]; digits],
            outcomes: ExitOutcomes::default(),
            ended: vec![W::EMPTY; if keeps_ended { words } else { 0 }],
            events: Vec::new(),
            worklists: [DirtyRows::new(rows), DirtyRows::new(rows)],
        }
    }

    /// Nothing is decided yet.
    pub fn begin_unit(&mut self) {
        let digits = self.digits.iter_mut();
        [&mut self.won, &mut self.lost].into_iter().chain(digits).for_each(|words| words.fill(W::EMPTY));
    }

    /// Takes over what the first pass has found and gives it the old memory; returns the ply of the
    /// last event.
    pub fn take_first_pass(&mut self, found: &mut FirstPassSide<W>) -> usize {
        std::mem::swap(&mut self.quiet, &mut found.quiet);
        std::mem::swap(&mut self.has_escape, &mut found.exits);
        std::mem::swap(&mut self.outcomes, &mut found.outcomes);
        let mut last_event = 0;
        for (ply, event) in found.events.drain(..) {
            let ply = ply as usize;
            last_event = last_event.max(ply);
            if self.events.len() <= ply {
                self.events.resize_with(ply + 1, Vec::new);
            }
            self.events[ply].push(event);
        }
        last_event
    }

    /// Decides at once all that captures and exits decide at any ply: for win, draw or loss alone.
    pub fn decide_all_outcomes(&mut self) {
        let ExitOutcomes { wins, captures_lose, exits_lose } = &self.outcomes;
        self.won.iter_mut().zip(wins).for_each(|(all, &won)| *all |= won);
        self.lost.iter_mut().zip(captures_lose).for_each(|(all, &lost)| *all |= lost);
        self.has_escape.iter_mut().zip(exits_lose).for_each(|(escape, &lose)| *escape &= !lose);
        self.worklists.iter_mut().for_each(DirtyRows::mark_all);
    }

    /// The undecided positions of a word.
    #[inline(always)]
    pub fn undecided(&self, place: usize) -> W {
        !(self.won[place] | self.lost[place])
    }

    /// Notes that positions of one word are won or lost; `number` is what its digits are to say.
    ///
    /// # Errors
    /// [`TooFewDigits`] when the number does not fit.
    #[inline(always)]
    pub fn decide(&mut self, place: usize, squares: W, number: usize, are_won: bool) -> Result<(), TooFewDigits> {
        let decided = if are_won { &mut self.won } else { &mut self.lost };
        decided[place] |= squares;
        if self.digits.is_empty() {
            return Ok(());
        }
        set_digits(&mut self.digits, place, squares, number)
    }

    /// What the search for conversions needs of a solved unit.
    pub fn wdl(&self) -> UnitWdl<'_, W> {
        UnitWdl {
            won: &self.won,
            lost: &self.lost,
            quiet: &self.quiet,
            won_by_exit: &self.outcomes.wins,
            ended: &self.ended,
        }
    }
}
