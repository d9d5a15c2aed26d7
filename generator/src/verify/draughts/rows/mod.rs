//! Compares many positions at once with the positions one ply later. A row holds all placements of
//! one group of the side not to move, with one placement of all other pieces.
//!
//! A move of the side to move leads from a row to a row of the opposite slice, for all placements
//! of the group that leave the squares of the move free. Captures and promotions are checked one by
//! one.

mod cube;
pub mod score;

use std::collections::BTreeMap;

use peatee_rules::{Bitboard, Kernel, KernelMove, Kind, Setup};
use peatee_table::Slice;

use self::cube::Cube;
use self::score::{NONE, SKIP, Scores, VALUE};
use super::found::Wrong;
use super::stored::{Reader, StoredTables};
use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;

pub use self::score::PLIES_MAX;

/// Values of a slice and of its opposite (the other side to move), each in a `Cube`.
pub struct Rows<W> {
    cubes: BTreeMap<Slice, Cube<W>>,
}

impl<W> Default for Rows<W> {
    fn default() -> Self {
        Rows { cubes: BTreeMap::new() }
    }
}

impl<W: Bitboard> Rows<W> {
    /// Returns the wrong values among the positions of a slice that have no capture. The tables of
    /// the slice, its opposite, and the slices to which moves lead must be loaded. The first two
    /// tables must be settled: they must also have the values of captures.
    ///
    /// # Errors
    /// When the work is to stop.
    pub fn wrong(
        &mut self,
        stored: &StoredTables<W>,
        [slice, opposite]: [Slice; 2],
        watched: &Watched,
    ) -> Result<Vec<Wrong>, Error> {
        let kernel = stored.kernel();
        let scores = Scores { metric: stored.metric(), goal: kernel.goal };
        self.cubes.retain(|&kept, _| kept == slice || kept == opposite);
        for of in [slice, opposite] {
            self.cubes.entry(of).or_insert_with(|| Cube::new(kernel, stored.loaded(of), scores));
        }
        let (own, after) = (&self.cubes[&slice], &self.cubes[&opposite]);
        let ahead = SharedData::new(stored, scores, slice, [own, after]);
        let outer = &after.groups[0];
        let size = stored.loaded(slice).index().size();
        let parts = outer.sets.len() as u64;
        let part = |&rank: &usize| {
            let mut walk = RowVerifier::new(&ahead);
            walk.descend_into(0, rank, &RowPlacement::default());
            let share = |part: u64| (size as u128 * part as u128 / parts as u128) as u64;
            watched.advance(share(rank as u64 + 1) - share(rank as u64))?;
            Ok(walk.wrong)
        };
        let ranks: Vec<usize> = (0..outer.sets.len()).collect();
        let mut wrong = parallel::try_map(&ranks, &part)?.concat();
        wrong.sort_unstable();
        Ok(wrong)
    }
}

/// Data shared by the verification of all rows of a slice. A row has the positions that differ only
/// in the placement of one group of pieces. `own` has the values of the slice, `after` those of its
/// opposite, to which quiet moves lead.
struct SharedData<'a, 'b, W> {
    stored: &'a StoredTables<'b, W>,
    kernel: &'a Kernel<W>,
    scores: Scores,
    slice: Slice,
    own: &'a Cube<W>,
    after: &'a Cube<W>,
    /// Amount that each placement of each group of pieces adds to the index of a position in `own`.
    /// The groups and placements are those of `after`.
    own_offsets: Vec<Vec<usize>>,
    /// Marks of the squares that the last group of pieces blocks, indexed by square and by
    /// placement of this group. The mark is [`NONE`] for a square with a piece of the group,
    /// otherwise 0. The positions of a row differ only in the placement of the last group.
    taken: Vec<Vec<u16>>,
}

impl<'a, 'b, W: Bitboard> SharedData<'a, 'b, W> {
    fn new(stored: &'a StoredTables<'b, W>, scores: Scores, slice: Slice, [own, after]: [&'a Cube<W>; 2]) -> Self {
        let kernel = stored.kernel();
        let sets = &after.last_group().sets;
        let taken = |square: u32| sets.iter().map(|set| if set.has(square as u8) { NONE } else { 0 }).collect();
        SharedData {
            stored,
            kernel,
            scores,
            slice,
            own,
            after,
            own_offsets: after.groups.iter().map(|group| own.offsets(kernel, group)).collect(),
            taken: (0..kernel.squares).map(taken).collect(),
        }
    }
}

/// The pieces that are placed so far, group by group.
#[derive(Clone, Copy, Default)]
struct RowPlacement<W> {
    setup: Setup<W>,
    occupied: W,
    /// Amount that these pieces add to the index of a position in the cube of the slice. `after` is
    /// the same for the cube of its opposite.
    own: usize,
    after: usize,
}

/// Verifies rows one after the other, on one thread. The positions of a row differ only in the
/// placement of one group of pieces.
struct RowVerifier<'a, 'b, W> {
    ahead: &'a SharedData<'a, 'b, W>,
    reader: Reader<'a, 'b, W>,
    /// The lowest score for the other side after the moves examined so far, for each position of
    /// the row. A score is a number that is greater for better values.
    least: Vec<u16>,
    /// Mark for each position of the row: [`NONE`] if a piece blocks the current move, otherwise 0.
    blocked: Vec<u16>,
    wrong: Vec<Wrong>,
}

impl<'a, 'b, W: Bitboard> RowVerifier<'a, 'b, W> {
    fn new(ahead: &'a SharedData<'a, 'b, W>) -> Self {
        let lanes = ahead.after.last_group().sets.len();
        let reader = ahead.stored.reader();
        RowVerifier { ahead, reader, least: vec![NONE; lanes], blocked: vec![0; lanes], wrong: Vec::new() }
    }

    /// Puts the group of pieces with index `level` on its placement with index `rank`, and verifies
    /// all rows with this placement. `before` has the pieces of the groups with lower indices.
    fn descend_into(&mut self, level: usize, rank: usize, before: &RowPlacement<W>) {
        let SharedData { after, own_offsets, .. } = self.ahead;
        let group = &after.groups[level];
        let set = group.sets[rank];
        if !(set & before.occupied).is_empty() {
            return;
        }
        let mut placed = *before;
        placed.setup.pieces[group.side as usize][group.kind as usize] = set;
        placed.occupied |= set;
        placed.own += own_offsets[level][rank];
        placed.after += rank * group.stride;
        if level + 2 == after.groups.len() {
            return self.row(&placed);
        }
        for rank in 0..after.groups[level + 1].sets.len() {
            self.descend_into(level + 1, rank, &placed);
        }
    }

    fn row(&mut self, placed: &RowPlacement<W>) {
        let ahead = self.ahead;
        self.least.fill(NONE);
        ahead.kernel.quiet_targets(&placed.setup, ahead.slice.side, |kind, from, targets, crowning| {
            if !targets.is_empty() {
                self.moves(placed, kind, from, targets, crowning);
            }
        });
        let offsets = ahead.own_offsets.last().expect("a slice has pieces");
        for (lane, (&least, &offset)) in self.least.iter().zip(offsets).enumerate() {
            let stored = ahead.own.at(placed.own + offset);
            let expected = ahead.scores.before(least);
            if stored & SKIP == 0 && stored != expected {
                self.wrong.push(wrong(ahead, placed, lane, expected));
            }
        }
    }

    /// Lowers each score in `least` to the scores of the positions after the quiet moves of one
    /// piece, if they are lower. Does this for all positions of the row.
    fn moves(&mut self, placed: &RowPlacement<W>, kind: Kind, from: u8, targets: W, crowning: W) {
        let kernel = self.ahead.kernel;
        let (quiet, directions) = kernel.quiet_rule(self.ahead.slice.side, kind).expect("it is on the board");
        if !quiet.is_slide() {
            for to in targets.squares() {
                self.blocked.copy_from_slice(&self.ahead.taken[to as usize]);
                self.one_move(placed, kind, from, to, crowning);
            }
            return;
        }
        for &direction in directions {
            self.blocked.fill(0);
            let mut at = from;
            while let Some(to) = kernel.step(direction, at).filter(|&to| targets.has(to)) {
                for (blocked, taken) in self.blocked.iter_mut().zip(&self.ahead.taken[to as usize]) {
                    *blocked |= taken;
                }
                self.one_move(placed, kind, from, to, crowning);
                at = to;
            }
        }
    }

    #[inline(always)]
    fn one_move(&mut self, placed: &RowPlacement<W>, kind: Kind, from: u8, to: u8, crowning: W) {
        let SharedData { after, slice, .. } = self.ahead;
        if crowning.has(to) {
            return self.crowning_move(placed, from, to);
        }
        let group = after.groups.iter().find(|group| (group.side, group.kind) == (slice.side, kind));
        let group = group.expect("it is on the board");
        let set = placed.setup.get(slice.side, kind);
        let moved = set & !W::bit(from) | W::bit(to);
        let row = after.row(placed.after - group.rank(set) * group.stride + group.rank(moved) * group.stride);
        for ((least, &score), &blocked) in self.least.iter_mut().zip(row).zip(&self.blocked) {
            *least = (*least).min((score | blocked) & VALUE);
        }
    }

    /// Lowers each score in `least` to the score of the position after a promotion, if that is
    /// lower. The positions after the promotion are in another slice, and are looked up one by one.
    #[cold]
    fn crowning_move(&mut self, placed: &RowPlacement<W>, from: u8, to: u8) {
        let SharedData { kernel, after, slice, scores, .. } = self.ahead;
        let (side, last_group) = (slice.side, after.last_group());
        let mv = KernelMove { from, to, kind: Kind::Man, becomes: Kind::King, captured: W::EMPTY };
        let mut setup = kernel.after(&placed.setup, side, &mv);
        let occupied = setup.occupied();
        for (lane, &set) in last_group.sets.iter().enumerate() {
            if self.blocked[lane] == NONE || !(set & (occupied | placed.occupied)).is_empty() {
                continue;
            }
            setup.pieces[last_group.side as usize][last_group.kind as usize] = set;
            let score = scores.of(self.reader.value(&setup, side.other()));
            self.least[lane] = self.least[lane].min(score);
        }
    }
}

#[cold]
fn wrong<W: Bitboard>(ahead: &SharedData<W>, placed: &RowPlacement<W>, lane: usize, expected: u16) -> Wrong {
    let last_group = ahead.after.last_group();
    let mut setup = placed.setup;
    setup.pieces[last_group.side as usize][last_group.kind as usize] = last_group.sets[lane];
    let number = ahead.stored.loaded(ahead.slice).index().rank(&setup);
    Wrong { number, expected_cell: ahead.scores.value(expected).cell(ahead.scores.metric) }
}
