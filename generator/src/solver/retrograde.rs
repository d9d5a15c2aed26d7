//! Retrograde analysis of one slice and its opposite: the distance of every position, in plies.
//!
//! A first pass looks at every position forward. Moves whose value is known, as captures and promotions into smaller
//! slices, are evaluated at once; the other moves stay inside the pair of slices and are counted. Then plies are taken in
//! order. The positions decided in `t` plies are looked up; each move backward from a lost position finds a position won
//! in `t + 1`, each move backward from a won one closes one more move of a position, and a position whose moves are all
//! closed is lost in `t + 1`. What is left at the end is drawn.
//!
//! A position where the side to move must capture is *sealed*: quiet moves backward into it are not moves.
//! The result does not depend on the order of work: at each ply a position can only become one thing.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use peatee_rules::{Captures, Kernel, KernelMove, Kind, Setup, Side, Word};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;
use rayon::prelude::*;

use super::objective::{Known, Objective};
use super::values::Values;

/// The solved values of one slice.
#[derive(Debug)]
pub struct Solution {
    /// The slice.
    pub slice: Slice,
    /// By position number.
    pub values: Values,
}

/// Bytes of memory per position while solving.
pub const BYTES_PER_POSITION: u64 = 4;

/// The distance of some position does not fit the solver's counter.
#[derive(Debug, thiserror::Error)]
#[error(
    "{slice} has a position that is decided only after {} plies, which is more than tables can say",
    Known::MAX_PLIES
)]
pub struct TooLong {
    slice: Slice,
}

impl TooLong {
    /// A distance in `slice` does not fit.
    pub fn in_slice(slice: Slice) -> Self {
        TooLong { slice }
    }
}

/// Positions worked on in one task.
const CHUNK: u64 = 1 << 13;

/// One position in the making: what is known of it in the low half, the number of open moves in the high half.
struct State(AtomicU32);

const OPEN_ONE: u32 = 1 << 16;
/// So many open moves that they never come to an end: the position is sealed, or it has been won.
const SEALED: u32 = 0xffff << 16;
/// The bit that only sealed positions have.
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

struct Array<W> {
    index: SliceIndex<W>,
    states: Vec<State>,
    /// By chunk: at which plies, modulo 64, a position in it may be decided. Late plies find few positions, and most
    /// chunks need not be read for them.
    due: Vec<AtomicU64>,
}

impl<W> Array<W> {
    #[inline(always)]
    fn note_due(&self, place: u64, plies: u16) {
        let due = &self.due[(place / CHUNK) as usize];
        let bit = 1 << (plies % 64);
        if due.load(Relaxed) & bit == 0 {
            due.fetch_or(bit, Relaxed);
        }
    }

    /// A move from the position `place` wins in `plies`, unless another one wins sooner or the move is none, since a
    /// capture must be made.
    #[inline(always)]
    fn mark_won(&self, place: u64, plies: u16) {
        let state = &self.states[place as usize];
        let word = state.0.load(Relaxed);
        if !State::is_sealed(word) && State::known(word).plies() > plies {
            // Other threads can only write the same here, or close another move, which then no longer matters.
            state.0.store(State::sealed(Known::won(plies)), Relaxed);
            self.note_due(place, plies);
        }
    }

    /// One more move of the position `place` turns out to lose; when it was the last open one, all are lost in `plies`.
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

/// A loss that moves of known value put off: all of them lose, the last one only after so many plies.
struct Late {
    plies: u16,
    array: usize,
    place: u64,
}

struct Solver<'a, W, O> {
    kernel: &'a Kernel<W>,
    objective: &'a O,
    /// The kinds whose quiet moves are followed.
    followed: Vec<Kind>,
    /// The slice, and its opposite where that is another one.
    arrays: Vec<Array<W>>,
}

/// Solves a slice and its opposite.
///
/// # Errors
/// [`TooLong`] when a distance does not fit.
pub fn solve<W: Word>(
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
            let due = (0..index.size().div_ceil(CHUNK)).map(|_| AtomicU64::new(0)).collect();
            Array { index, states, due }
        })
        .collect();
    let followed = kernel.kinds().iter().copied().filter(|&kind| objective.follows(kind)).collect();
    let solver = Solver { kernel, objective, followed, arrays };
    let late = solver.look_forward();
    solver.go_backward(late).map_err(|()| TooLong { slice })?;
    let finished = solver.arrays.into_iter().map(|array| Solution {
        slice: array.index.slice(),
        values: Values::Plies(array.states.into_iter().map(|state| State::known(state.0.into_inner())).collect()),
    });
    Ok(finished.collect())
}

/// What the moves of known value are worth together.
#[derive(Default)]
struct Outer {
    any: bool,
    draw: bool,
    /// Fewest plies among the moves that win.
    win: Option<u16>,
    /// Most plies among the moves that lose.
    loss: u16,
}

impl Outer {
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

    /// The value when there are no other moves.
    fn known(&self) -> Known {
        match self {
            Outer { win: Some(plies), .. } => Known::won(*plies),
            Outer { draw: true, .. } => Known::DRAW,
            Outer { loss, .. } => Known::lost(*loss),
        }
    }
}

impl<W: Word, O: Objective<W>> Solver<'_, W, O> {
    /// The first pass; returns the losses that moves out of the slice put off.
    fn look_forward(&self) -> Vec<Late> {
        let chunks = self.chunks();
        let late: Vec<Vec<Late>> = chunks
            .into_par_iter()
            .map(|(number, start, end)| {
                let array = &self.arrays[number];
                let side = array.index.slice().side;
                let mut cursor = array.index.cursor();
                let mut captures = Captures::default();
                let mut late = Vec::new();
                for place in start..end {
                    let (word, put_off) = self.first_look(cursor.seek(place), side, &mut captures);
                    array.states[place as usize].0.store(word, Relaxed);
                    if !State::known(word).is_draw() {
                        array.note_due(place, State::known(word).plies());
                    }
                    late.extend(put_off.map(|plies| Late { plies, array: number, place }));
                }
                late
            })
            .collect();
        late.into_iter().flatten().collect()
    }

    /// The state of a position before any ply is taken, and when its moves of known value are all lost, if they are and
    /// there are other moves.
    #[inline(always)]
    fn first_look(&self, setup: &Setup<W>, side: Side, captures: &mut Captures<W>) -> (u32, Option<u16>) {
        let kernel = self.kernel;
        let mut outer = Outer::default();
        let mut evaluate = |mv: &KernelMove<W>| {
            outer.add(self.objective.known(kernel, &kernel.after(setup, side, mv), side, mv));
        };
        captures.clear();
        kernel.captures(setup, side, captures);
        if !captures.moves.is_empty() {
            captures.moves.iter().for_each(evaluate);
            return (State::sealed(outer.known()), None);
        }
        let mut inner = 0u32;
        kernel.quiet_targets(setup, side, |kind, from, targets, crowning| {
            let follows = self.objective.follows(kind);
            if follows {
                inner += (targets & !crowning).count();
            }
            let known = if follows { crowning } else { targets };
            for to in known.squares() {
                let becomes = if crowning.has(to) { Kind::King } else { kind };
                evaluate(&KernelMove { from, to, kind, becomes, captured: W::EMPTY });
            }
        });
        match (inner, outer.any) {
            (0, false) => (State::sealed(self.objective.without_moves()), None),
            (0, true) => (State::sealed(outer.known()), None),
            (_, false) => ((inner * OPEN_ONE) | Known::DRAW.0 as u32, None),
            (_, true) => {
                let open = (inner + 1) * OPEN_ONE;
                let put_off = (outer.win.is_none() && !outer.draw).then(|| outer.loss - 1);
                (open | outer.win.map_or(Known::DRAW, Known::won).0 as u32, put_off)
            }
        }
    }

    /// Takes the plies in order until nothing is left to decide.
    fn go_backward(&self, mut late: Vec<Late>) -> Result<(), ()> {
        late.sort_unstable_by_key(|entry| (entry.plies, entry.array, entry.place));
        let seed = |state: &State| match State::known(state.0.load(Relaxed)) {
            Known::DRAW => 0,
            known => known.plies(),
        };
        let last_seed = self.arrays.iter().flat_map(|array| array.states.par_iter().map(seed).max()).max();
        let last_seed = last_seed.unwrap_or(0).max(late.last().map_or(0, |entry| entry.plies));
        let mut late = late.as_slice();
        for plies in 0..Known::MAX_PLIES {
            let due = late.partition_point(|entry| entry.plies <= plies);
            for entry in &late[..due] {
                self.arrays[entry.array].close_move(entry.place, plies + 1);
            }
            late = &late[due..];
            let found: u64 = self
                .chunks()
                .into_par_iter()
                .map(|(number, start, end)| self.take_back(number, start, end, plies))
                .sum();
            if found == 0 && due == 0 && plies >= last_seed {
                return Ok(());
            }
        }
        Err(())
    }

    /// Goes back from the positions of one chunk that are decided in `plies`; returns how many there are.
    fn take_back(&self, number: usize, start: u64, end: u64, plies: u16) -> u64 {
        let array = &self.arrays[number];
        let target = &self.arrays[self.arrays.len() - 1 - number];
        let target_side = target.index.slice().side;
        let due = &array.due[(start / CHUNK) as usize];
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
            // The player who moved here is the one to move in the positions before; with a colour symmetry that
            // player is White there, so the board is turned once instead of every position found.
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

    fn chunks(&self) -> Vec<(usize, u64, u64)> {
        let of_array = |(number, array): (usize, &Array<W>)| {
            let size = array.index.size();
            (0..size).step_by(CHUNK as usize).map(move |start| (number, start, (start + CHUNK).min(size)))
        };
        self.arrays.iter().enumerate().flat_map(of_array).collect()
    }
}
