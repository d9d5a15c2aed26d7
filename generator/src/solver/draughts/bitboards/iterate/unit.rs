//! Solves one unit: spreads wins and losses over the moves of the kings, one ply after the other.
//!
//! If the side without a move loses, losses take an even number of plies and wins an odd number; if
//! it wins, the reverse. So each ply finds only wins or only losses, from the losses or wins found
//! before, and the order of work inside a ply does not matter. A position is won when some move
//! leads to a loss, and lost when all moves lead to wins. The search evaluates both conditions for
//! whole words and does not count moves.
//!
//! At each ply, the search skips the rows in which it cannot find anything new. It searches a row
//! only if a move leads from it to a row in which positions were decided since the last search.

use std::io;
use std::ops::Range;

use peatee_rules::{Bitboard, Side};

use super::conversion::ConversionSolver;
use super::king_moves::KingMoves;
use super::reset::ResetSearch;
use super::row_worklist::{Frontier, ROWS_PER_TASK, RowWorklist};
use super::side_state::{LOSSES, SideState, StateParts, WINS};
use crate::parallel;
use crate::solver::draughts::bitboards::context::SliceContext;
use crate::solver::draughts::bitboards::fills::KingFills;
use crate::solver::draughts::bitboards::first_pass::context::FirstPassContext;
use crate::solver::draughts::bitboards::first_pass::men_moves::UnitPieces;
use crate::solver::draughts::bitboards::first_pass::rows::{Effect, FirstPassRows};
use crate::solver::draughts::bitboards::first_pass::word::FirstPass;
use crate::solver::draughts::bitboards::unit_planes::UnitPlanes;
use crate::solver::draughts::bitboards::value_word::{TooFewDigits, UnitError, set_digits, win_parity};
use crate::spill::spill_vec::Backing;

/// Number of words of a unit (configuration of the men) above which several threads work on the
/// same unit.
pub const LARGE_UNIT_WORDS: usize = 1 << 12;

/// Approximate number of words for which results of the first pass are in memory at the same time,
/// before they are copied to the state of the unit. The first pass finds the values of captures and
/// of moves of men.
const FIRST_PASS_WORDS: usize = 1 << 18;

/// Returns how many tasks of the first pass have their results in memory at the same time. The
/// first pass finds the values of captures and of moves of men. `columns` is the number of words of
/// a row (placement of one side's kings).
pub fn first_pass_tasks(columns: usize) -> usize {
    (FIRST_PASS_WORDS / (ROWS_PER_TASK * columns)).max(4 * rayon::current_num_threads())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SearchTarget {
    /// Positions without a legal move, at ply 0. They are won if `finds_wins` is true, otherwise
    /// lost.
    ///
    /// The search looks for positions from which no move leads out of a set of the opponent's
    /// positions. At ply 0 this set is empty, so only positions without a move are found.
    NoMoves { finds_wins: bool },
    /// Positions in which all moves lead to wins of the opponent.
    Losses,
    /// Positions in which some move leads to a loss of the opponent.
    Wins,
}

impl SearchTarget {
    fn worklist(self) -> usize {
        if self == SearchTarget::Wins { WINS } else { LOSSES }
    }
}

/// Solves units (configurations of the men) one after the other, in reused memory.
#[derive(Debug)]
pub struct UnitSolver<'a, W> {
    slice: &'a SliceContext<'a, W>,
    kings: KingMoves<'a, W>,
    /// The search for distances to the next capture or move of a man (or other piece that is not a
    /// king); `None` if these are not wanted.
    conversions: Option<ConversionSolver<W>>,
    /// The search for distances to the next reset of a draw count; `None` if these are not wanted.
    /// Other distances cannot be wanted at the same time.
    resets: Option<ResetSearch<W>>,
    sides: [SideState<W>; 2],
    first_pass: FirstPass<W>,
    /// Values of captures and men's moves in units (configurations of the men) that one thread
    /// solves alone.
    first_pass_rows: FirstPassRows<W>,
    frontier: Frontier<W>,
    is_large: bool,
    win_parity: usize,
    /// Last ply at which the result of a capture or of a move of a man takes effect in the unit
    /// (configuration of the men).
    last_event: usize,
}

impl<'a, W: Bitboard> UnitSolver<'a, W> {
    /// Allocates the state for one unit (configuration of the men). The state is in `room` (memory
    /// or files) if threads share the unit, otherwise in memory.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new(slice: &'a SliceContext<'a, W>, fills: &'a [KingFills<W>; 2], room: &Backing) -> io::Result<Self> {
        let places = [slice.layout.rows, slice.layout.columns];
        let digits = slice.digits;
        let is_large = slice.layout.unit_words() > LARGE_UNIT_WORDS;
        let room = if is_large { room } else { &Backing::Memory };
        let resets = slice.count.map(|count| ResetSearch::new((count, slice.kernel.goal), places, is_large, room));
        let resets = resets.transpose()?;
        let conversions = (digits.to_event > 0 && resets.is_none())
            .then(|| ConversionSolver::new(places, digits.to_event, is_large, room))
            .transpose()?;
        let kept = StateParts {
            digits: if resets.is_some() { digits.to_event } else { digits.to_end },
            outcomes: slice.wants_wdl_of_exits(),
            ended: digits.to_event > 0,
        };
        Ok(UnitSolver {
            slice,
            conversions,
            resets,
            kings: KingMoves::new(slice, fills),
            sides: [SideState::new(places, kept, room)?, SideState::new(places, kept, room)?],
            first_pass: FirstPass::new(slice),
            first_pass_rows: FirstPassRows::default(),
            frontier: Frontier::new(places, room)?,
            is_large,
            win_parity: win_parity(slice.kernel.goal) as usize,
            last_event: 0,
        })
    }

    /// Solves a unit (configuration of the men). `context` holds the values of the units whose men
    /// can make fewer moves.
    ///
    /// # Errors
    /// Returns an error when a distance has more binary digits than are stored, or the disk has too
    /// little room.
    pub fn solve(&mut self, context: &FirstPassContext<W>, unit: &UnitPieces<W>) -> Result<(), UnitError> {
        self.sides.iter_mut().for_each(SideState::begin_unit);
        self.kings.begin_unit(unit.fixed);
        self.run_first_pass(context, unit)?;
        if let Some(search) = &mut self.resets {
            return search.take_all_plies(&self.kings, &mut self.sides, self.last_event);
        }
        self.take_all_plies()?;
        let Some(solver) = &mut self.conversions else { return Ok(()) };
        Ok(solver.solve(&self.kings, self.sides.each_ref().map(SideState::wdl))?)
    }

    /// Returns the values of the unit (configuration of the men) solved last, indexed by side to
    /// move, as other units read them. If moves of men do not reset the draw count, the values have
    /// plies to the next reset; otherwise they have plies to the end of the game.
    pub fn planes_read(&self) -> [UnitPlanes<'_, W>; 2] {
        Side::BOTH.map(|side| if self.slice.runs_over_men() { self.to_event(side) } else { self.to_end(side) })
    }

    /// Returns the values of the unit (configuration of the men) solved last, with plies to the end
    /// of the game. Also returns the positions in which no capture is possible.
    ///
    /// If distances to resets of a draw count are wanted, returns neither plies nor these
    /// positions. It returns only win, draw or loss, for positions in which the count has just been
    /// reset.
    pub fn to_end(&self, side: Side) -> UnitPlanes<'_, W> {
        let state @ SideState { won, lost, digits, quiet, .. } = &self.sides[side as usize];
        match &self.resets {
            None => UnitPlanes { won, lost, digits, quiet: Some(quiet) },
            Some(search) => {
                let [won, lost] = search.fresh(state, side);
                UnitPlanes { won, lost, digits: &[], quiet: None }
            }
        }
    }

    /// Returns the values of the unit (configuration of the men) solved last with plies to the next
    /// conversion or reset.
    pub fn to_event(&self, side: Side) -> UnitPlanes<'_, W> {
        let SideState { won, lost, digits, .. } = &self.sides[side as usize];
        let digits = self.conversions.as_ref().map_or(&digits[..], |solver| solver.digits(side));
        UnitPlanes { won, lost, digits, quiet: None }
    }

    fn run_first_pass(&mut self, context: &FirstPassContext<W>, unit: &UnitPieces<W>) -> io::Result<()> {
        let (rows, columns) = (self.slice.layout.rows, self.slice.layout.columns);
        if self.is_large {
            let tasks: Vec<Range<usize>> =
                (0..rows).step_by(ROWS_PER_TASK).map(|first| first..(first + ROWS_PER_TASK).min(rows)).collect();
            let new_first_pass = || FirstPass::new(&context.slice);
            let one_task = |first_pass: &mut FirstPass<W>, rows| {
                let mut found = FirstPassRows::default();
                found.add_rows(context, unit, rows, first_pass);
                found
            };
            for tasks in tasks.chunks(first_pass_tasks(columns)) {
                let parts = parallel::map_with(tasks.iter().cloned(), &new_first_pass, &one_task);
                for (rows, part) in tasks.iter().zip(parts) {
                    let found = self.sides.iter_mut().zip(&part.sides);
                    found
                        .into_iter()
                        .try_for_each(|(side, found)| side.copy_first_pass(rows.start * columns, found))?;
                }
            }
        } else {
            self.first_pass.begin_unit();
            self.first_pass_rows.clear();
            self.first_pass_rows.add_rows(context, unit, 0..rows, &mut self.first_pass);
            let found = self.sides.iter_mut().zip(&mut self.first_pass_rows.sides);
            found.into_iter().try_for_each(|(side, found)| side.take_first_pass(found))?;
        }
        self.last_event = self.sides.iter().map(|side| side.events.last_ply()).max().unwrap_or(0);
        Ok(())
    }

    fn take_all_plies(&mut self) -> Result<(), UnitError> {
        let wants_distances = self.slice.digits.to_end > 0;
        // In a position without a move, all moves (none) lead to wins, so the search for losses
        // finds it. Ply 0 is needed only for distances, or when the side without a move wins.
        if self.win_parity == 0 || wants_distances || self.conversions.is_some() {
            self.find_ended()?;
        }
        if !wants_distances {
            // If no distances are wanted, decisions need not wait for the ply at which they take
            // effect.
            self.sides.iter_mut().for_each(SideState::decide_all_outcomes);
        }
        for ply in 1.. {
            let finds_wins = ply % 2 == self.win_parity;
            let target = if finds_wins { SearchTarget::Wins } else { SearchTarget::Losses };
            for side in Side::BOTH {
                if ply <= self.last_event {
                    self.take_events(side, ply, finds_wins)?;
                }
                if !self.sides[side as usize].worklists[target.worklist()].is_empty() {
                    self.search(side, target, ply, finds_wins)?;
                }
            }
            let is_done = self.sides.iter().flat_map(|side| &side.worklists).all(RowWorklist::is_empty);
            if is_done && ply >= self.last_event {
                break;
            }
        }
        Ok(())
    }

    /// Finds the positions without a move, which are decided at ply 0.
    fn find_ended(&mut self) -> Result<(), TooFewDigits> {
        let finds_wins = self.win_parity == 0;
        for side in Side::BOTH {
            // The search with White to move may have listed rows to search for Black's losses. The
            // search below empties this list. In that case, all rows are listed again afterwards.
            let is_marked = !self.sides[side as usize].worklists[LOSSES].is_empty();
            self.sides[side as usize].worklists[LOSSES].mark_all();
            self.search(side, SearchTarget::NoMoves { finds_wins }, 0, finds_wins)?;
            let SideState { worklists, ended, won, lost, .. } = &mut self.sides[side as usize];
            if is_marked {
                worklists[LOSSES].mark_all();
            }
            if !ended.is_empty() {
                // At this point, all won or lost positions are positions without a move.
                ended.copy_from_slice(if finds_wins { won } else { lost });
            }
        }
        Ok(())
    }

    fn take_events(&mut self, side: Side, ply: usize, finds_wins: bool) -> Result<(), UnitError> {
        let columns = self.slice.layout.columns;
        let [own, theirs] = both(&mut self.sides, side);
        let SideState { has_escape, won, lost, digits, events, worklists, .. } = own;
        let (has_escape, won, lost) = (&mut has_escape[..], &mut won[..], &mut lost[..]);
        let predecessors = &mut theirs.worklists[predecessors_of(finds_wins)];
        let mut last_changed = usize::MAX;
        events.each(ply, |event| {
            let place = event.place as usize;
            let row = place / columns;
            if event.effect == Effect::ExitsLost {
                has_escape[place] &= !event.squares;
                worklists[LOSSES].mark(row);
                return Ok(());
            }
            let new = event.squares & !(won[place] | lost[place]);
            if new.is_empty() {
                return Ok(());
            }
            let decided = if finds_wins { &mut won[place] } else { &mut lost[place] };
            *decided |= new;
            set_digits(digits, place, new, ply / 2)?;
            if row != last_changed {
                self.kings.mark_predecessors(side.other(), row, predecessors);
                last_changed = row;
            }
            Ok(())
        })
    }

    /// Searches the rows (placements of one side's kings) of the worklist of `target` and marks the
    /// positions found as won or lost.
    fn search(&mut self, side: Side, target: SearchTarget, ply: usize, finds_wins: bool) -> Result<(), TooFewDigits> {
        let list = target.worklist();
        let mut frontier = std::mem::take(&mut self.frontier);
        let mut worklist = std::mem::take(&mut self.sides[side as usize].worklists[list]);
        frontier.search(&mut worklist, self.is_large, |row, new| self.search_row(side, target, row, new));
        self.sides[side as usize].worklists[list] = worklist;
        let [own, theirs] = both(&mut self.sides, side);
        let predecessors = &mut theirs.worklists[predecessors_of(finds_wins)];
        for (row, words) in frontier.rows() {
            own.decide_row(row, words, ply / 2, finds_wins)?;
            self.kings.mark_predecessors(side.other(), row, predecessors);
        }
        self.frontier = frontier;
        Ok(())
    }

    /// Searches one row (placement of one side's kings) and stores the positions that it finds in
    /// `new`. Returns true if it finds some.
    fn search_row(&self, side: Side, target: SearchTarget, row: usize, new: &mut [W]) -> bool {
        let places = row * new.len()..(row + 1) * new.len();
        let SideState { quiet, has_escape, won, lost, .. } = &self.sides[side as usize];
        let [quiet, has_escape, won, lost] = [&quiet[..], has_escape, won, lost];
        let theirs = &self.sides[side.other() as usize];
        let is_for_losses = target != SearchTarget::Wins;
        // A position is won if some move leads to a loss of the opponent. It is lost if no move
        // leads to a draw or to a loss of the opponent.
        let (source, flip) = match target {
            SearchTarget::Wins => (&theirs.lost[..], W::EMPTY),
            SearchTarget::Losses | SearchTarget::NoMoves { finds_wins: false } => (&theirs.won[..], !W::EMPTY),
            SearchTarget::NoMoves { finds_wins: true } => (&theirs.lost[..], !W::EMPTY),
        };
        let candidates = |place: usize| {
            let escapes = if is_for_losses { has_escape[place] } else { W::EMPTY };
            quiet[place] & !(won[place] | lost[place] | escapes)
        };
        if places.clone().all(|place| candidates(place).is_empty()) {
            return false;
        }
        self.kings.predecessors(side, row, (source, flip), candidates, new);
        let mut any = W::EMPTY;
        for (new, place) in new.iter_mut().zip(places) {
            *new = candidates(place) & if is_for_losses { !*new } else { *new };
            any |= *new;
        }
        !any.is_empty()
    }
}

fn both<W>(sides: &mut [SideState<W>; 2], side: Side) -> [&mut SideState<W>; 2] {
    let [white, black] = sides;
    if side == Side::White { [white, black] } else { [black, white] }
}

/// Returns which worklist of the opponent gets new rows after positions are decided: [`LOSSES`] or
/// [`WINS`]. The new rows (placements of one side's kings) are those from which moves lead to the
/// decided positions. `are_wins` tells whether the decided positions are wins.
fn predecessors_of(are_wins: bool) -> usize {
    if are_wins { LOSSES } else { WINS }
}
