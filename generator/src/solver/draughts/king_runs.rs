//! Finds values under draw rules that limit the quiet moves in a row with one king. Such moves are
//! a *run*. The rules limit only the runs of a side that has men.
//!
//! A *state* is a position together with the current run of each side ([`RunStates`]). The states
//! of a slice and its opposite are solved together, backward from decided states, as `plain` does
//! with positions, one ply after the other:
//!
//! * A first pass evaluates the *exits* (captures and promotions) and counts the other moves.
//! * If a state is lost in n plies, each state with a move to it is won in n + 1 at most.
//! * If a state is won in n plies, one move of each state with a move to it is closed. A state
//!   whose moves are all closed is lost in n + 1.
//! * If a state has other moves beside its exits, the result of the exits waits in a list of
//!   *events* until its ply comes: a win, or one move that is closed.
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
//! A king whose run has as many moves as the rule allows makes no quiet move. If the rule lets it
//! go on where its side has no other move, its run stays at this number. The marks of such states
//! have the bits [`GOING_ON`].

use peatee_rules::draw::code::KingMovesRule;
use peatee_rules::{Bitboard, Captures, Kernel, KernelMove, Kind, Setup, Side};
use peatee_table::index::SliceIndex;
use peatee_table::run_pattern::{RunPattern, RunStates, cell_of};
use peatee_table::{Slice, Wdl};

use super::run_values::{RunDistances, RunSuccessors, wdl_of};
use crate::error::TooLong;
use crate::solver::values::known::Known;

/// Mark of a state that is not decided: this bit, and the number of moves that are not known to
/// lose. The mark of a decided state, or of one that only has exits, is the number of its
/// [`Known`].
const OPEN: u16 = 1 << 15;

/// Bits in the mark of an open state whose only moves are those of the king that has made as many
/// moves as the rule allows, under a rule that lets it go on.
const GOING_ON: u16 = OPEN | 1 << 14;

/// Result of the exits of a state (captures and promotions) that waits for its ply.
#[derive(Debug, Clone, Copy)]
struct ExitEvent {
    state: u64,
    /// True if an exit wins. False if all exits lose: they count as one move, which is closed.
    is_win: bool,
}

/// Marks of the states of a slice, and for each ply the events that wait for it.
struct Marks {
    states: Vec<u16>,
    events: Vec<Vec<ExitEvent>>,
}

impl Marks {
    /// Returns the largest number of plies of a decided state or a waiting event.
    fn last_plies(&self) -> usize {
        let decided = self.states.iter().filter(|&&mark| mark < OPEN).map(|&mark| usize::from(Known(mark).plies()));
        decided.max().unwrap_or(0).max(self.events.len())
    }

    /// Applies the events of this ply.
    fn take_events(&mut self, plies: u16) {
        let Some(events) = self.events.get_mut(usize::from(plies)) else { return };
        for ExitEvent { state, is_win } in std::mem::take(events) {
            close_move(&mut self.states[state as usize], !is_win, plies);
        }
    }
}

struct OwnSlice<W> {
    index: SliceIndex<W>,
    states: RunStates,
}

struct RunSolver<'a, W> {
    kernel: &'a Kernel<W>,
    rule: KingMovesRule,
    successors: &'a RunSuccessors<W>,
    slices: Vec<OwnSlice<W>>,
}

/// Finds the values of all positions of a slice and its opposite, for all combinations of runs
/// (moves in a row with one king). The plies are right if those of all successors are.
///
/// # Errors
/// A state is decided only after more plies than a value can hold.
pub fn solve_king_runs<W: Bitboard>(
    kernel: &Kernel<W>,
    rule: &KingMovesRule,
    own: &[Slice],
    successors: &RunSuccessors<W>,
) -> Result<Vec<RunDistances>, TooLong> {
    let solver = RunSolver::new(kernel, rule, own, successors);
    let mut marks: Vec<Marks> = solver.slices.iter().map(|own| solver.first_pass(own)).collect();
    let mut last = marks.iter().map(Marks::last_plies).max().unwrap_or(0);
    let mut plies = 0;
    while usize::from(plies) <= last {
        if plies >= Known::MAX_PLIES / 2 {
            return Err(Known::too_long(own[0]));
        }
        marks.iter_mut().for_each(|marks| marks.take_events(plies));
        for place in 0..marks.len() {
            if solver.take_back(place, plies, &mut marks) {
                last = last.max(usize::from(plies) + 1);
            }
        }
        plies += 1;
    }
    let value = |mark| if mark < OPEN { Known(mark) } else { Known::DRAW };
    let found = solver.slices.iter().zip(marks).map(|(OwnSlice { index, states }, Marks { states: marks, .. })| {
        RunDistances { slice: index.slice(), states: *states, values: marks.into_iter().map(value).collect() }
    });
    Ok(found.collect())
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
            let of_exits = || exits.iter().map(|exits| exits.value().map_or(Wdl::Draw, wdl_of));
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
        RunSolver { kernel, rule: *rule, successors, slices: own.iter().map(of_slice).collect() }
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

    /// Returns the mark of every state of a slice at the beginning of the search, and the events. A
    /// state is a position with the runs of both sides (moves in a row with one king).
    fn first_pass(&self, OwnSlice { index, states }: &OwnSlice<W>) -> Marks {
        let side = index.slice().side;
        let mut marks =
            Marks { states: Vec::with_capacity(index.size() as usize * states.count()), events: Vec::new() };
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
                let is_only_mover = self.rule.allows_only_move && forbidden > 0 && forbidden == inner;
                for exits in &exits {
                    let mark = match is_only_mover && !exits.has_any() {
                        true => GOING_ON | inner as u16,
                        false => exits.mark(self.kernel, inner - forbidden),
                    };
                    if let (OPEN.., Some(known)) = (mark, exits.value()) {
                        let plies = usize::from(known.plies());
                        if marks.events.len() <= plies {
                            marks.events.resize(plies + 1, Vec::new());
                        }
                        let event = ExitEvent { state: marks.states.len() as u64, is_win: known.is_won() };
                        marks.events[plies].push(event);
                    }
                    marks.states.push(mark);
                }
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
            let value = Known::without_moves(kernel.goal);
            return exits.iter_mut().for_each(|exits| exits.add(value));
        };
        let states = self.successors.states(place);
        let value = |run| self.successors.value(place, number, states.place(run, 0));
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

    /// Finds the states of one slice that are decided in `plies` plies, and updates the states from
    /// which moves lead to them. A state is a position with the runs of both sides (moves in a row
    /// with one king). `place` is the index of the slice, and `marks` holds the marks of the states
    /// of each slice. Returns true if the slice had such states.
    fn take_back(&self, place: usize, plies: u16, marks: &mut [Marks]) -> bool {
        let target_place = self.slices.len() - 1 - place;
        let [own, target] = [place, target_place].map(|place| &self.slices[place]);
        let (count, target_side) = (own.states.count(), target.index.slice().side);
        let mut cursor = own.index.cursor();
        let mut has_new = false;
        for number in 0..own.index.size() as usize {
            let here = &marks[place].states[number * count..(number + 1) * count];
            if !here.iter().any(|&mark| mark < OPEN && Known(mark).plies() == plies) {
                continue;
            }
            has_new = true;
            let (setup, kernel) = (cursor.seek(number as u64), self.kernel);
            let decided = own.decided(kernel, setup, here, plies);
            let seen = if kernel.mirror.is_some() { kernel.mirrored(setup) } else { *setup };
            let before_marks = &mut marks[target_place].states;
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
                        (&decided, plies + 1),
                        marks,
                    );
                });
            }
        }
        has_new
    }
}

/// A state (position with the runs of both sides) that is won or lost. Each run has the number that
/// `RunStates` gives to it. Moves lead to this state from positions of another slice, which may
/// show the squares mirrored; the numbers are those of that slice.
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
    /// Returns the states of a position that are decided in `plies` plies. A state is the position
    /// with the runs of both sides (moves in a row with one king).
    fn decided(&self, kernel: &Kernel<W>, setup: &Setup<W>, marks: &[u16], plies: u16) -> Vec<DecidedState> {
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
        for (state, &mark) in marks.iter().enumerate() {
            if mark >= OPEN || Known(mark).plies() != plies {
                continue;
            }
            let is_won = Known(mark).is_won();
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
    /// * `decided` holds the newly decided states of the position after the move, and the plies in
    ///   which the states before it are decided.
    /// * `marks` holds the marks of all states of the position before the move.
    fn take_back_move(&self, pieces: &[W; 2], kind: Kind, (decided, plies): (&[DecidedState], u16), marks: &mut [u16]) {
        let states = &self.states;
        let [from, to] = [pieces[0] & !pieces[1], pieces[1] & !pieces[0]].map(W::lowest);
        let king = (kind == Kind::King && states.of_side[0] > 1).then(|| rank_of(pieces[1], to));
        let king_before = rank_of(pieces[0], from);
        for &DecidedState { mover, other, is_won } in decided {
            let going_on = king.map(|_| states.run(king_before, states.most_moves));
            let going_on = going_on.filter(|&run| marks[states.place(run, other)] & GOING_ON == GOING_ON);
            let mut close = |run| close_move(&mut marks[states.place(run, other)], is_won, plies);
            match (states.king_and_moves(mover), king) {
                (None, None) => (0..states.of_side[0]).for_each(close),
                (Some((run_king, moves)), Some(king)) if run_king == king => {
                    going_on.filter(|_| moves == states.most_moves).into_iter().for_each(&mut close);
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
/// found to lead to a won or lost state. If this decides the state, it is decided in `plies` plies.
/// `is_won` is true if the opponent wins after the move, false if the opponent loses.
fn close_move(state: &mut u16, is_won: bool, plies: u16) {
    *state = match *state {
        // Quiet moves lead back to positions with captures too, where they are not legal.
        decided if decided < OPEN || Known(decided).is_draw() => decided,
        _ if !is_won => Known::won(plies).0,
        open if open & !GOING_ON == 1 => Known::lost(plies).0,
        open => open - 1,
    };
}

/// Results of the captures and promotions of a position, for the side that makes them, in plies.
#[derive(Debug, Clone, Copy, Default)]
struct RunExits {
    fastest_win: Option<u16>,
    slowest_loss: Option<u16>,
    draws: bool,
}

impl RunExits {
    /// Adds the result of a capture or promotion. `value` is the value of the position after the
    /// move, for the opponent, who is to move there.
    fn add(&mut self, value: Known) {
        let plies = value.plies() + 1;
        match value.is_won() {
            _ if value.is_draw() => self.draws = true,
            true => self.slowest_loss = self.slowest_loss.max(Some(plies)),
            false => self.fastest_win = Some(self.fastest_win.map_or(plies, |fastest| fastest.min(plies))),
        }
    }

    /// Returns true if there is an exit.
    fn has_any(&self) -> bool {
        self.draws || self.value().is_some()
    }

    /// Returns the result of the best exit. Returns `None` if it is a draw, and if there is none.
    fn value(&self) -> Option<Known> {
        match (self.fastest_win, self.slowest_loss) {
            (Some(plies), _) => Some(Known::won(plies)),
            (None, Some(plies)) if !self.draws => Some(Known::lost(plies)),
            _ => None,
        }
    }

    /// Returns the mark of a state (position with the runs of both sides) at the beginning of the
    /// search. The state has these captures and promotions, and `inner` other moves.
    fn mark<W: Bitboard>(&self, kernel: &Kernel<W>, inner: u32) -> u16 {
        let has_exits = self.has_any();
        match (self.value(), inner) {
            (Some(known), 0) => known.0,
            (None, 0) if has_exits => Known::DRAW.0,
            (None, 0) => Known::without_moves(kernel.goal).0,
            // All exits together count as one move. It stays open if an exit draws, and until the
            // ply of the result if one wins or all lose.
            _ => OPEN + inner as u16 + u16::from(has_exits),
        }
    }
}

fn rank_of<W: Bitboard>(kings: W, square: u8) -> usize {
    (kings & W::below(square)).count() as usize
}
