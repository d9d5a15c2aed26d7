//! Finds values under draw rules that limit the quiet moves in a row with one king. Such moves are
//! a *run*. The rules limit only the runs of a side that has men.
//!
//! A *state* is a position together with the current run of each side ([`RunStates`]). The states
//! of a slice and its opposite are solved together, backward from decided states, as `plain` does
//! with positions:
//!
//! * A first pass evaluates the *exits* (captures and promotions) and counts the other moves.
//! * If a state is lost, each state with a move to it is won.
//! * If a state is won, one move of each state with a move to it is closed. A state whose moves are
//!   all closed is lost.
//!
//! The moves of a position are followed backward only once, for all its states together. The run of
//! a side after a move tells which runs this side may have had before the move:
//!
//! * After a move of a man, the side has no run. Before the move, it had no run or any run.
//! * After the first move of a run, the king has made one move. Before the move, the side had no
//!   run or a run of another king.
//! * After a later move of a run, the king has made several moves. Before the move, the side had a
//!   run of the same king with one move less.
//!
//! A king whose run has as many moves as the rule allows makes no quiet move.

use std::sync::Arc;

use peatee_rules::draw::code::KingMovesRule;
use peatee_rules::{Bitboard, Captures, Kernel, KernelMove, Kind, Setup, Side};
use peatee_table::index::SliceIndex;
use peatee_table::run_pattern::{MOST_PATTERNS, RunPattern, RunStates, cell_of, value_of_cell};
use peatee_table::{Slice, Wdl};
use rustc_hash::FxHashSet;

use super::lookup::{Lookup, SliceArray};
use crate::solver::values::known::Known;

/// Values of a slice that moves lead to. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunSuccessor<W> {
    pub states: RunStates,
    pub list: Arc<Vec<RunPattern>>,
    /// Cells of all positions, including those in which the side to move must capture. A cell is
    /// the value of a position, as a table stores it.
    pub cells: Arc<SliceArray<W, Vec<u16>>>,
}

impl<W> Clone for RunSuccessor<W> {
    fn clone(&self) -> Self {
        RunSuccessor { states: self.states, list: self.list.clone(), cells: self.cells.clone() }
    }
}

/// Values of a solved slice. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunSolution {
    pub slice: Slice,
    /// Patterns of those positions whose value depends on the runs, sorted, without duplicates. A
    /// pattern holds the values of one position for all combinations of runs.
    pub list: Vec<RunPattern>,
    /// Cell of each position, as a table stores it: win, draw or loss, or a number that stands for
    /// a pattern in `list`.
    pub cells: Vec<u16>,
}

/// Values of all slices that moves lead to. They depend on the runs (moves in a row with one king).
#[derive(Debug)]
pub struct RunSuccessors<W> {
    cells: Lookup<W, Vec<u16>>,
    slices: Vec<(RunStates, Arc<Vec<RunPattern>>)>,
}

impl<W: Bitboard> RunSuccessors<W> {
    pub fn new(successors: impl IntoIterator<Item = RunSuccessor<W>>) -> Self {
        let split = |RunSuccessor { states, list, cells }| (cells, (states, list));
        let (cells, slices): (Vec<_>, Vec<_>) = successors.into_iter().map(split).unzip();
        RunSuccessors { cells: Lookup::new(cells), slices }
    }
}

/// Marks of states (positions with the runs of both sides) during solving. A mark is a value, or
/// the number of moves that are not known to lose.
mod mark {
    pub const DRAWN: u8 = 251;
    /// Won, but the states from which moves lead to this state are not yet updated.
    pub const NEW_WIN: u8 = 252;
    pub const NEW_LOSS: u8 = 253;
    pub const WIN: u8 = 254;
    pub const LOSS: u8 = 255;
}

struct OwnSlice<W> {
    index: SliceIndex<W>,
    states: RunStates,
}

struct RunSolver<'a, W> {
    kernel: &'a Kernel<W>,
    successors: &'a RunSuccessors<W>,
    slices: Vec<OwnSlice<W>>,
}

/// Finds the values of all positions of a slice and its opposite, for all combinations of runs
/// (moves in a row with one king). Returns `None` when a slice has more patterns than a table can
/// list. A pattern holds the values of one position for all combinations of runs.
pub fn solve_king_runs<W: Bitboard>(
    kernel: &Kernel<W>,
    rule: &KingMovesRule,
    own: &[Slice],
    successors: &RunSuccessors<W>,
) -> Option<Vec<RunSolution>> {
    let solver = RunSolver::new(kernel, rule, own, successors);
    let mut marks: Vec<Vec<u8>> = solver.slices.iter().map(|own| solver.first_pass(own)).collect();
    let mut has_new = true;
    while has_new {
        has_new = false;
        for place in 0..marks.len() {
            has_new |= solver.take_back(place, &mut marks);
        }
    }
    solver.slices.iter().zip(marks).map(|(own, marks)| solution(own, &marks)).collect()
}

/// Sets the cells (values, as a table stores them) of those positions of a slice in which the side
/// to move must capture. Returns `None` if a needed pattern is not in `list`.
///
/// `list` holds the patterns of the slice; a pattern holds the values of one position for all
/// combinations of runs (moves in a row with one king). `successors` are the slices that captures
/// lead to.
pub fn put_captures<W: Bitboard>(
    kernel: &Kernel<W>,
    rule: &KingMovesRule,
    slice: Slice,
    (list, cells): (&[RunPattern], &mut [u16]),
    successors: &RunSuccessors<W>,
) -> Option<()> {
    let solver = RunSolver::new(kernel, rule, &[slice], successors);
    let OwnSlice { index, states } = &solver.slices[0];
    let (mut cursor, mut captures) = (index.cursor(), Captures::default());
    let mut exits = vec![RunExits::default(); states.of_side[1]];
    for (number, cell) in (0..).zip(cells) {
        let setup = cursor.seek(number);
        if solver.add_captures(setup, slice.side, &mut captures, &mut exits) {
            let of_exits = || exits.iter().map(|exits| value_of_mark(exits.mark(kernel, 0)));
            let pattern: RunPattern = (0..states.of_side[0]).flat_map(|_| of_exits()).collect();
            *cell = cell_of(&pattern, list)? as u16;
        }
    }
    Some(())
}

impl<'a, W: Bitboard> RunSolver<'a, W> {
    fn new(kernel: &'a Kernel<W>, rule: &KingMovesRule, own: &[Slice], successors: &'a RunSuccessors<W>) -> Self {
        let of_slice = |&slice: &Slice| OwnSlice {
            index: SliceIndex::new(kernel, slice),
            states: RunStates::new(rule, &slice.material, slice.side),
        };
        RunSolver { kernel, successors, slices: own.iter().map(of_slice).collect() }
    }

    /// Sets `exits` to the results of the captures of a position. Returns false if there are no
    /// captures.
    fn add_captures(&self, setup: &Setup<W>, side: Side, captures: &mut Captures<W>, exits: &mut [RunExits]) -> bool {
        exits.fill(RunExits::default());
        captures.clear();
        self.kernel.captures(setup, side, captures);
        captures.moves.iter().for_each(|mv| self.add_exit(setup, side, mv, exits));
        !captures.moves.is_empty()
    }

    /// Returns the mark of every state of a slice at the beginning of the search. A state is a
    /// position with the runs of both sides (moves in a row with one king). A mark is a value, or
    /// the number of moves that are not known to lose.
    fn first_pass(&self, OwnSlice { index, states }: &OwnSlice<W>) -> Vec<u8> {
        let side = index.slice().side;
        let mut marks = Vec::with_capacity(index.size() as usize * states.count());
        let (mut cursor, mut captures) = (index.cursor(), Captures::default());
        let mut exits = vec![RunExits::default(); states.of_side[1]];
        for number in 0..index.size() {
            let setup = cursor.seek(number);
            let must_capture = self.add_captures(setup, side, &mut captures, &mut exits);
            let (mut inner, mut of_king) = (0, Vec::new());
            if !must_capture {
                let kings = setup.get(side, Kind::King);
                of_king.resize(kings.count() as usize, 0);
                self.kernel.quiet_targets(setup, side, |kind, from, targets, promotions| {
                    let count = (targets & !promotions).count();
                    inner += count;
                    if kind == Kind::King {
                        of_king[rank_of(kings, from)] = count;
                    }
                    for to in promotions.squares() {
                        let mv = KernelMove { from, to, kind, becomes: Kind::King, captured: W::EMPTY };
                        self.add_exit(setup, side, &mv, &mut exits);
                    }
                });
            }
            for run in 0..states.of_side[0] {
                let rests = states.king_and_moves(run).filter(|&(_, moves)| moves == states.most_moves);
                let forbidden = rests.and_then(|(king, _)| of_king.get(king)).copied().unwrap_or(0);
                marks.extend(exits.iter().map(|exits| exits.mark(self.kernel, inner - forbidden)));
            }
        }
        marks
    }

    /// Adds the result of a capture or promotion to `exits`. That list has an item for each run
    /// (moves in a row with one king) that the opponent may have before the move. The run goes on
    /// after the move unless its king is captured or the opponent has no men left.
    fn add_exit(&self, setup: &Setup<W>, side: Side, mv: &KernelMove<W>, exits: &mut [RunExits]) {
        let (kernel, opponent) = (self.kernel, side.other());
        let after = kernel.after(setup, side, mv);
        let Some((place, number)) = self.successors.cells.locate(kernel, &after, opponent) else {
            let value = without_moves(kernel);
            return exits.iter_mut().for_each(|exits| exits.add(value));
        };
        let (states, list) = &self.successors.slices[place];
        let cell = u32::from(self.successors.cells.arrays()[place].entries[number]);
        let value =
            |run| value_of_cell(list, cell, states.place(run, 0)).expect("cells were checked as they were read");
        let is_turned = opponent == Side::Black && kernel.mirror.is_some();
        let seen = |set: W| if is_turned { kernel.mirrored_set(set) } else { set };
        let kings = setup.get(opponent, Kind::King);
        let kings_after = seen(after.get(opponent, Kind::King));
        exits[0].add(value(0));
        for (run, exits) in exits.iter_mut().enumerate().skip(1) {
            let Some((king, moves)) = states.king_and_moves(run) else { continue };
            let square = seen(W::bit(kings.nth(king as u32))).lowest();
            let goes_on = kings_after.has(square) && states.of_side[0] > 1;
            let run_after = if goes_on { states.run(rank_of(kings_after, square), moves) } else { 0 };
            exits.add(value(run_after));
        }
    }

    /// Finds the newly decided (won or lost) states of one slice, and updates the states from which
    /// moves lead to them. A state is a position with the runs of both sides (moves in a row with
    /// one king). `place` is the index of the slice, and `marks` holds the marks of the states of
    /// each slice. Returns true if the slice had newly decided states.
    fn take_back(&self, place: usize, marks: &mut [Vec<u8>]) -> bool {
        let target_place = self.slices.len() - 1 - place;
        let [own, target] = [place, target_place].map(|place| &self.slices[place]);
        let (count, target_side) = (own.states.count(), target.index.slice().side);
        let mut cursor = own.index.cursor();
        let mut has_new = false;
        for number in 0..own.index.size() as usize {
            let here = &mut marks[place][number * count..(number + 1) * count];
            if !here.iter().any(|&mark| matches!(mark, mark::NEW_WIN | mark::NEW_LOSS)) {
                continue;
            }
            has_new = true;
            let (setup, kernel) = (cursor.seek(number as u64), self.kernel);
            let decided = own.take_new(kernel, setup, here);
            let seen = if kernel.mirror.is_some() { kernel.mirrored(setup) } else { *setup };
            let before_marks = &mut marks[target_place];
            for &kind in kernel.kinds() {
                if seen.get(target_side, kind).is_empty() {
                    continue;
                }
                let partial = target.index.partial(&seen, target_side, kind);
                kernel.quiet_unmoves(&seen, target_side, kind, |before| {
                    let number = match &partial {
                        Some(partial) => target.index.rank_from(partial, before),
                        None => target.index.rank(before),
                    } as usize;
                    let marks = &mut before_marks[number * count..(number + 1) * count];
                    target.take_back_move(
                        &[*before, seen].map(|setup| setup.get(target_side, kind)),
                        kind,
                        &decided,
                        marks,
                    );
                });
            }
        }
        has_new
    }
}

/// A state (position with the runs of both sides) that is newly found to be won or lost. Each run
/// has the number that `RunStates` gives to it. Moves lead to this state from positions of another
/// slice, which may show the squares mirrored; the numbers are those of that slice.
struct DecidedState {
    /// Number that `RunStates` gives to the run (moves in a row with one king) of the side that has
    /// just moved.
    mover: usize,
    /// Number that `RunStates` gives to the run (moves in a row with one king) of the side to move.
    other: usize,
    /// True if the side to move wins, false if it loses.
    is_won: bool,
}

impl<W: Bitboard> OwnSlice<W> {
    /// Returns the newly decided (won or lost) states of a position, and marks them as no longer
    /// new. A state is the position with the runs of both sides (moves in a row with one king).
    fn take_new(&self, kernel: &Kernel<W>, setup: &Setup<W>, marks: &mut [u8]) -> Vec<DecidedState> {
        let (states, side) = (&self.states, self.index.slice().side);
        let turned = |side: Side, run: usize| match states.king_and_moves(run) {
            Some((king, moves)) if kernel.mirror.is_some() => {
                let kings = setup.get(side, Kind::King);
                let square = kernel.mirrored_set(W::bit(kings.nth(king as u32))).lowest();
                states.run(rank_of(kernel.mirrored_set(kings), square), moves)
            }
            _ => run,
        };
        let mut decided = Vec::new();
        for (state, mark) in marks.iter_mut().enumerate() {
            let is_won = match *mark {
                mark::NEW_WIN => true,
                mark::NEW_LOSS => false,
                _ => continue,
            };
            *mark = if is_won { mark::WIN } else { mark::LOSS };
            let [mover, other] = [state / states.of_side[1], state % states.of_side[1]];
            decided.push(DecidedState { mover: turned(side.other(), other), other: turned(side, mover), is_won });
        }
        decided
    }

    /// Updates the states of a position from which a quiet move leads to newly decided (won or
    /// lost) states. A state is a position with the runs of both sides (moves in a row with one
    /// king).
    ///
    /// * `pieces` holds the squares of the pieces of the moved kind, before and after the move.
    /// * `decided` holds the newly decided states of the position after the move.
    /// * `marks` holds the marks of all states of the position before the move.
    fn take_back_move(&self, pieces: &[W; 2], kind: Kind, decided: &[DecidedState], marks: &mut [u8]) {
        let states = &self.states;
        let [from, to] = [pieces[0] & !pieces[1], pieces[1] & !pieces[0]].map(W::lowest);
        let king = (kind == Kind::King && states.of_side[0] > 1).then(|| rank_of(pieces[1], to));
        for &DecidedState { mover, other, is_won } in decided {
            let mut close = |run| close_move(&mut marks[states.place(run, other)], is_won);
            match (states.king_and_moves(mover), king) {
                (None, None) => (0..states.of_side[0]).for_each(close),
                (Some((run_king, moves)), Some(king)) if run_king == king => {
                    let king_before = rank_of(pieces[0], from);
                    match moves - 1 {
                        0 => {
                            let is_of_king =
                                |run| states.king_and_moves(run).is_some_and(|(king, _)| king == king_before);
                            (0..states.of_side[0]).filter(|&run| !is_of_king(run)).for_each(close);
                        }
                        moves_before => close(states.run(king_before, moves_before)),
                    }
                }
                _ => {}
            }
        }
    }
}

/// Updates the mark of a state (position with the runs of both sides) when one of its moves is
/// found to lead to a won or lost state. A mark is a value, or the number of moves that are not
/// known to lose. `is_won` is true if the opponent wins after the move, false if the opponent
/// loses.
fn close_move(state: &mut u8, is_won: bool) {
    match *state {
        mark::DRAWN.. => {}
        1 if is_won => *state = mark::NEW_LOSS,
        open if is_won => *state = open - 1,
        _ => *state = mark::NEW_WIN,
    }
}

/// Results of the captures and promotions of a position, for the side that makes them.
#[derive(Debug, Clone, Copy, Default)]
struct RunExits {
    any: bool,
    draws: bool,
    wins: bool,
}

impl RunExits {
    /// Adds the result of a capture or promotion. `value` is the value of the position after the
    /// move, for the opponent, who is to move there.
    fn add(&mut self, value: Wdl) {
        self.any = true;
        self.draws |= value == Wdl::Draw;
        self.wins |= value == Wdl::Loss;
    }

    /// Returns the mark of a state (position with the runs of both sides) at the beginning of the
    /// search: a value, or the number of moves that are not known to lose. The state has these
    /// captures and promotions, and `inner` other moves.
    fn mark<W: Bitboard>(&self, kernel: &Kernel<W>, inner: u32) -> u8 {
        match (self, inner) {
            (RunExits { wins: true, .. }, _) => mark::NEW_WIN,
            (RunExits { draws: true, .. }, 0) => mark::DRAWN,
            (RunExits { any: true, .. }, 0) => mark::NEW_LOSS,
            (_, 0) if without_moves(kernel) == Wdl::Win => mark::NEW_WIN,
            (_, 0) => mark::NEW_LOSS,
            // If a capture or promotion draws, it counts as one more move that is not known to
            // lose.
            _ => u8::try_from(inner + u32::from(self.draws))
                .ok()
                .filter(|&open| open < mark::DRAWN)
                .expect("no position that is solved has so many moves"),
        }
    }
}

/// Returns the value, for the side to move, of a position in which it has no move.
fn without_moves<W: Bitboard>(kernel: &Kernel<W>) -> Wdl {
    if Known::without_moves(kernel.goal).is_won() { Wdl::Win } else { Wdl::Loss }
}

fn rank_of<W: Bitboard>(kings: W, square: u8) -> usize {
    (kings & W::below(square)).count() as usize
}

const fn value_of_mark(mark: u8) -> Wdl {
    match mark {
        mark::NEW_WIN | mark::WIN => Wdl::Win,
        mark::NEW_LOSS | mark::LOSS => Wdl::Loss,
        _ => Wdl::Draw,
    }
}

/// Returns the values of a solved slice; `None` if it has more patterns than a table can list. A
/// pattern holds the values of one position for all combinations of runs.
fn solution<W: Bitboard>(OwnSlice { index, states }: &OwnSlice<W>, marks: &[u8]) -> Option<RunSolution> {
    let patterns = || marks.chunks(states.count()).map(|marks| marks.iter().map(|&mark| value_of_mark(mark)).collect());
    let several: FxHashSet<RunPattern> = patterns().filter(|pattern| cell_of(pattern, &[]).is_none()).collect();
    let mut list: Vec<RunPattern> = several.into_iter().collect();
    list.sort_unstable();
    let cells = patterns().map(|pattern| cell_of(&pattern, &list).expect("all patterns are listed") as u16);
    let cells = cells.collect();
    (list.len() <= MOST_PATTERNS).then(|| RunSolution { slice: index.slice(), list, cells })
}
