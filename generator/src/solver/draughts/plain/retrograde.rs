//! Retrograde analysis of one slice and its opposite: finds the distance of every position, in
//! plies.
//!
//! A first pass generates the moves of every position. It evaluates the *exits*: moves whose value
//! is known, such as captures and promotions into smaller slices. The other moves stay inside the
//! pair of slices; the first pass only counts them as *open* moves.
//!
//! Then the plies `t` are taken in order. From each position decided in `t` plies, moves are taken
//! back to its predecessors: the positions from which a move leads to it.
//!
//! * If the position is lost, each predecessor is won in `t + 1` plies.
//! * If the position is won, one open move of each predecessor is closed. A predecessor whose moves
//!   are all closed is lost in `t + 1` plies.
//!
//! Positions that are undecided at the end are draws.
//!
//! A position in which the side to move must capture is *sealed*: no quiet move starts there, so a
//! quiet move that is taken back into it changes nothing. The result does not depend on the order
//! of work, because at each ply a position can get only one value.
//!
//! The method is known as retrograde analysis,
//! <https://www.chessprogramming.org/Retrograde_Analysis>.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use peatee_rules::{Bitboard, Captures, Kernel, KernelMove, Kind, Setup, Side};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use super::objective::Objective;
use crate::error::TooLong;
use crate::parallel;
use crate::solver::draughts::job::Solution;
use crate::solver::values::Values;
use crate::solver::values::known::Known;

/// Memory per position while solving, in bytes.
pub const BYTES_PER_POSITION: u64 = 4;

const POSITIONS_PER_TASK: u64 = 1 << 13;

/// The state of one position: its value so far in the low 16 bits, and, in the high 16 bits, the
/// number of moves that are not yet known to lose.
struct State(AtomicU32);

const OPEN_ONE: u32 = 1 << 16;
/// Bits that are all set in the state of a position whose value is final. In other states, the same
/// bits hold the number of open moves (moves not known to lose), which is too small to set all of
/// them.
const SEALED: u32 = 0xffff << 16;
/// Bit that is set only in the states of positions whose value is final.
const SEALED_BIT: u32 = 1 << 31;

impl State {
    #[inline(always)]
    fn known(word: u32) -> Known {
        Known(word as u16)
    }
    #[inline(always)]
    fn is_sealed(word: u32) -> bool {
        word & SEALED_BIT != 0
    }
    #[inline(always)]
    fn sealed(known: Known) -> u32 {
        SEALED | known.0 as u32
    }
}

struct SliceStates<W> {
    index: SliceIndex<W>,
    states: Vec<State>,
    /// For each task (range of positions), a set of plies in 64 bits. Bit `ply % 64` is set when a
    /// position of the range may be decided at `ply`. If the bit is clear, the task is skipped at
    /// this ply. Most tasks are skipped at late plies, which decide few positions.
    due: Vec<AtomicU64>,
}

impl<W> SliceStates<W> {
    #[inline(always)]
    fn note_due(&self, place: u64, plies: u16) {
        let due = &self.due[(place / POSITIONS_PER_TASK) as usize];
        let bit = 1 << (plies % 64);
        if due.load(Relaxed) & bit == 0 {
            due.fetch_or(bit, Relaxed);
        }
    }

    /// Records that a move wins the position with index `place` in `plies` plies. Changes nothing
    /// if the value of the position is final or another move wins at least as fast.
    #[inline(always)]
    fn mark_won(&self, place: u64, plies: u16) {
        let state = &self.states[place as usize];
        let word = state.0.load(Relaxed);
        if !State::is_sealed(word) && State::known(word).plies() > plies {
            // At the same time, another thread can only write the same value, or count one open
            // move less, which does not matter in a won position.
            state.0.store(State::sealed(Known::won(plies)), Relaxed);
            self.note_due(place, plies);
        }
    }

    /// Records that a move of the position with index `place` loses. If all moves of the position
    /// are then known to lose, the position is lost in `plies` plies.
    #[inline(always)]
    fn close_move(&self, place: u64, plies: u16) {
        let state = &self.states[place as usize];
        if State::is_sealed(state.0.load(Relaxed)) {
            return;
        }
        let before = state.0.fetch_sub(OPEN_ONE, Relaxed);
        if before >> 16 == 1 {
            state.0.store(State::sealed(Known::lost(plies)), Relaxed);
            self.note_due(place, plies);
        }
    }
}

/// A position that has other moves besides its exits, and whose exits all lose. Exits are moves
/// whose values are known before the slice is solved. Until the search reaches the ply of the
/// slowest exit, the exits together count as one move that is not known to lose.
struct DelayedLoss {
    /// Largest distance of the positions to which the exits lead. Exits are moves whose values are
    /// known before the slice is solved.
    plies: u16,
    array: usize,
    place: u64,
}

struct Analysis<'a, W, O> {
    kernel: &'a Kernel<W>,
    objective: &'a O,
    followed: Vec<Kind>,
    arrays: Vec<SliceStates<W>>,
}

/// Finds the distances of all positions of a slice and its opposite (the other side to move).
///
/// # Errors
/// Returns [`TooLong`] when a distance is too long to be stored.
pub fn solve<W: Bitboard>(
    kernel: &Kernel<W>,
    slice: Slice,
    opposite: Slice,
    objective: &impl Objective<W>,
) -> Result<Vec<Solution>, TooLong> {
    let list = if slice == opposite { vec![slice] } else { vec![slice, opposite] };
    let arrays = list
        .iter()
        .map(|&slice| {
            let index = SliceIndex::new(kernel, slice);
            let mut states = Vec::new();
            states.resize_with(index.size() as usize, || State(AtomicU32::new(0)));
            let due = (0..index.size().div_ceil(POSITIONS_PER_TASK)).map(|_| AtomicU64::new(0)).collect();
            SliceStates { index, states, due }
        })
        .collect();
    let followed = kernel.kinds().iter().copied().filter(|&kind| objective.follows(kind)).collect();
    let analysis = Analysis { kernel, objective, followed, arrays };
    let delayed = analysis.first_pass();
    analysis.iterate(delayed).map_err(|()| Known::too_long(slice))?;
    let finished = analysis.arrays.into_iter().map(|array| Solution {
        slice: array.index.slice(),
        values: Values::Plies(array.states.into_iter().map(|state| State::known(state.0.into_inner())).collect()),
    });
    Ok(finished.collect())
}

/// The best results of the exits of a position: the moves whose values are known before the slice
/// is solved.
#[derive(Default)]
struct Exits {
    any: bool,
    draw: bool,
    win: Option<u16>,
    /// Plies in which the slowest losing move loses; 0 if no move loses.
    loss: u16,
}

impl Exits {
    #[inline(always)]
    fn add(&mut self, after: Known) {
        self.any = true;
        let plies = after.plies() + 1;
        if after.is_draw() {
            self.draw = true;
        } else if after.is_won() {
            self.loss = self.loss.max(plies);
        } else {
            self.win = Some(self.win.map_or(plies, |best| best.min(plies)));
        }
    }

    fn known(&self) -> Known {
        match self {
            Exits { win: Some(plies), .. } => Known::won(*plies),
            Exits { draw: true, .. } => Known::DRAW,
            Exits { loss, .. } => Known::lost(*loss),
        }
    }
}

impl<W: Bitboard, O: Objective<W>> Analysis<'_, W, O> {
    /// Sets the first state of every position. Returns the positions that are a [`DelayedLoss`].
    fn first_pass(&self) -> Vec<DelayedLoss> {
        let tasks = self.tasks();
        let first = |&(number, start, end): &(usize, u64, u64)| {
            let array = &self.arrays[number];
            let side = array.index.slice().side;
            let mut cursor = array.index.cursor();
            let mut captures = Captures::default();
            let mut delayed = Vec::new();
            for place in start..end {
                let (word, loss) = self.first_state(cursor.seek(place), side, &mut captures);
                array.states[place as usize].0.store(word, Relaxed);
                if !State::known(word).is_draw() {
                    array.note_due(place, State::known(word).plies());
                }
                delayed.extend(loss.map(|plies| DelayedLoss { plies, array: number, place }));
            }
            delayed
        };
        parallel::map(&tasks, &first).into_iter().flatten().collect()
    }

    /// Returns the state of a position at the beginning of the search. If it is a [`DelayedLoss`],
    /// also returns the largest distance of the positions that its exits lead to. Exits are moves
    /// whose values are known before the slice is solved.
    #[inline(always)]
    fn first_state(&self, setup: &Setup<W>, side: Side, captures: &mut Captures<W>) -> (u32, Option<u16>) {
        let kernel = self.kernel;
        let mut exits = Exits::default();
        let mut evaluate = |mv: &KernelMove<W>| {
            exits.add(self.objective.known(kernel, &kernel.after(setup, side, mv), side, mv));
        };
        captures.clear();
        kernel.captures(setup, side, captures);
        if !captures.moves.is_empty() {
            captures.moves.iter().for_each(evaluate);
            return (State::sealed(exits.known()), None);
        }
        let mut inside = 0u32;
        kernel.quiet_targets(setup, side, |kind, from, targets, promotions| {
            let follows = self.objective.follows(kind);
            if follows {
                inside += (targets & !promotions).count();
            }
            let known = if follows { promotions } else { targets };
            for to in known.squares() {
                let becomes = if promotions.has(to) { Kind::King } else { kind };
                evaluate(&KernelMove { from, to, kind, becomes, captured: W::EMPTY });
            }
        });
        match (inside, exits.any) {
            (0, false) => (State::sealed(self.objective.without_moves()), None),
            (0, true) => (State::sealed(exits.known()), None),
            (_, false) => ((inside * OPEN_ONE) | Known::DRAW.0 as u32, None),
            (_, true) => {
                let open = (inside + 1) * OPEN_ONE;
                let loss = (exits.win.is_none() && !exits.draw).then(|| exits.loss - 1);
                (open | exits.win.map_or(Known::DRAW, Known::won).0 as u32, loss)
            }
        }
    }

    /// Decides positions ply by ply: at each ply, the positions that are won or lost in that number
    /// of plies. Ends when no later ply can decide a position.
    fn iterate(&self, mut delayed: Vec<DelayedLoss>) -> Result<(), ()> {
        delayed.sort_unstable_by_key(|entry| (entry.plies, entry.array, entry.place));
        let seed = |state: &State| match State::known(state.0.load(Relaxed)) {
            Known::DRAW => 0,
            known => known.plies(),
        };
        let last_of = |states: &[State]| states.iter().map(seed).max();
        let states = self.arrays.iter().flat_map(|array| array.states.chunks(1 << 16));
        let last_seed = parallel::map(states, &last_of).into_iter().flatten().max();
        let last_seed = last_seed.unwrap_or(0).max(delayed.last().map_or(0, |entry| entry.plies));
        let mut delayed = delayed.as_slice();
        let tasks = self.tasks();
        for plies in 0..Known::MAX_PLIES {
            let due = delayed.partition_point(|entry| entry.plies <= plies);
            for entry in &delayed[..due] {
                self.arrays[entry.array].close_move(entry.place, plies + 1);
            }
            delayed = &delayed[due..];
            let take_back = |&(number, start, end): &_| self.take_back(number, start, end, plies);
            let found: u64 = parallel::map(&tasks, &take_back).into_iter().sum();
            if found == 0 && due == 0 && plies >= last_seed {
                return Ok(());
            }
        }
        Err(())
    }

    /// Finds the positions of one task that are decided in `plies` plies, and updates the positions
    /// from which moves lead to them. Returns how many positions are decided.
    fn take_back(&self, number: usize, start: u64, end: u64, plies: u16) -> u64 {
        let array = &self.arrays[number];
        let target = &self.arrays[self.arrays.len() - 1 - number];
        let target_side = target.index.slice().side;
        let due = &array.due[(start / POSITIONS_PER_TASK) as usize];
        let bit = 1 << (plies % 64);
        if due.load(Relaxed) & bit == 0 {
            return 0;
        }
        due.fetch_and(!bit, Relaxed);
        let mut cursor = array.index.cursor();
        let mut found = 0;
        for place in start..end {
            let known = State::known(array.states[place as usize].0.load(Relaxed));
            if known.plies() != plies {
                if known.plies() > plies && known.plies() % 64 == plies % 64 && !known.is_draw() {
                    due.fetch_or(bit, Relaxed);
                }
                continue;
            }
            found += 1;
            let setup = cursor.seek(place);
            // In the positions from which moves lead here, the other side is to move. With a colour
            // symmetry, that side is White in their slice, so this position is mirrored once,
            // instead of each of those positions.
            let seen = if self.kernel.mirror.is_some() { self.kernel.mirrored(setup) } else { *setup };
            let update = |before: u64| {
                if known.is_won() {
                    target.close_move(before, plies + 1);
                } else {
                    target.mark_won(before, plies + 1);
                }
            };
            for &kind in &self.followed {
                if seen.get(target_side, kind).is_empty() {
                    continue;
                }
                match target.index.partial(&seen, target_side, kind) {
                    Some(partial) => self.kernel.quiet_unmoves(&seen, target_side, kind, |before| {
                        update(target.index.rank_from(&partial, before));
                    }),
                    None => self.kernel.quiet_unmoves(&seen, target_side, kind, |before| {
                        update(target.index.rank(before));
                    }),
                }
            }
        }
        found
    }

    fn tasks(&self) -> Vec<(usize, u64, u64)> {
        let of_array = |(number, array): (usize, &SliceStates<W>)| {
            let size = array.index.size();
            (0..size)
                .step_by(POSITIONS_PER_TASK as usize)
                .map(move |start| (number, start, (start + POSITIONS_PER_TASK).min(size)))
        };
        self.arrays.iter().enumerate().flat_map(of_array).collect()
    }
}
