//! The moves of a slice. They are stored, because the solver visits them repeatedly.

use peatee_rules::draw::{DrawRules, Events, Situation};
use peatee_rules::{Bitboard, Captures, Kernel, KernelMove, Kind, Position, Setup, Side};
use peatee_table::Wdl;
use peatee_table::index::SliceIndex;

use super::links::{LinkKey, LinkNumber, Links, without_moves};
use super::store::{ALWAYS, NEVER, Number, Store};
use crate::parallel;
use crate::solver::draughts::lookup::Lookup;

const POSITIONS_PER_TASK: usize = 1 << 12;

/// A move to a position of the opposite slice (the same pieces, the other side to move). The
/// requirement of that position is not known yet. A requirement says how many plies each draw count
/// must have left for a win.
#[derive(Debug, Clone, Copy)]
pub struct InnerMove {
    pub link: LinkNumber,
    pub target: u32,
}

/// The relevant moves of one slice: the winning moves of won positions, and all moves of lost
/// positions. Won and lost positions are those without draw rules.
#[derive(Debug)]
pub struct Graph {
    pub values: Vec<Wdl>,
    /// Requirement of each position, computed only from the moves that are not in `inner`, and
    /// given by its number in the store. A requirement says how many plies each draw count must
    /// have left for a win.
    pub outer: Vec<Number>,
    /// Index in `inner` of the first move of each position, followed by the length of `inner`.
    first: Vec<u32>,
    inner: Vec<InnerMove>,
}

impl Graph {
    #[inline(always)]
    pub fn inner(&self, number: usize) -> &[InnerMove] {
        &self.inner[self.first[number] as usize..self.first[number + 1] as usize]
    }
}

#[derive(Debug, Clone, Copy)]
enum LinkTarget {
    End,
    /// The move leads to the position of the opposite slice with this number.
    Inner(u32),
    /// The move leads to a position of another slice. `slice` is the index of the slice among the
    /// successors.
    Outer {
        slice: u32,
        number: u32,
    },
}

/// A move that a parallel task has found: its destination, and the facts on which its effect on the
/// draw counts depends.
type FoundLink = (LinkKey, LinkTarget);

/// The values of the positions that moves lead to, and their requirements. A requirement says how
/// many plies each draw count must have left for a win.
#[derive(Debug)]
pub struct MoveSource<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub rules: &'a DrawRules,
    pub values: &'a Lookup<W, Vec<Wdl>>,
    /// Requirement of each position in each slice that moves lead to, given by its number in the
    /// store. The slices are in the order of `values`. A requirement says how many plies each draw
    /// count must have left for a win.
    pub successors: &'a [Vec<Number>],
}

impl<W: Bitboard> MoveSource<'_, W> {
    /// Lists the moves of all positions of a slice. Combines the requirements after those moves
    /// that lead to other slices. A requirement says how many plies each draw count must have left
    /// for a win.
    ///
    /// `place` and `opposite` are the indices of the slice and its opposite in `values`.
    pub fn graph(&self, place: usize, opposite: usize, store: &mut Store, links: &mut Links) -> Graph {
        let array = &self.values.arrays()[place];
        let (index, values) = (&array.index, &array.entries);
        let side = index.slice().side;
        let mut graph = Graph {
            values: values.clone(),
            outer: Vec::with_capacity(values.len()),
            first: vec![0],
            inner: Vec::new(),
        };
        let numbers: Vec<usize> = (0..values.len()).collect();
        for part in numbers.chunks(POSITIONS_PER_TASK * rayon::current_num_threads()) {
            let of_task = |numbers: &&[usize]| self.moves(index, values, numbers, opposite);
            let tasks: Vec<&[usize]> = part.chunks(POSITIONS_PER_TASK).collect();
            let found = parallel::map(&tasks, &of_task);
            for (number, moves) in part.iter().zip(found.iter().flatten()) {
                let outer = match (values[*number], moves) {
                    (Wdl::Draw, _) => NEVER,
                    (_, Moves::None(situation)) => store.put(without_moves(self.rules, situation)),
                    (value, Moves::Some(moves)) => {
                        let mut outer = if value == Wdl::Win { NEVER } else { ALWAYS };
                        for &(key, target) in moves {
                            let link = links.number(key, side);
                            let before = match target {
                                LinkTarget::Inner(target) => {
                                    graph.inner.push(InnerMove { link, target });
                                    continue;
                                }
                                LinkTarget::End => links.before_end(store, link),
                                LinkTarget::Outer { slice, number } => {
                                    links.before(store, link, self.successors[slice as usize][number as usize])
                                }
                            };
                            outer = match value {
                                Wdl::Win => store.either(outer, before),
                                _ => store.both(outer, before),
                            };
                        }
                        outer
                    }
                };
                graph.outer.push(outer);
                graph.first.push(graph.inner.len() as u32);
            }
        }
        graph
    }

    fn moves(&self, index: &SliceIndex<W>, values: &[Wdl], numbers: &[usize], opposite: usize) -> Vec<Moves> {
        let side = index.slice().side;
        let mut cursor = index.cursor();
        let mut captures = Captures::default();
        let of_position = |&number: &usize| match values[number] {
            Wdl::Draw => Moves::Some(Vec::new()),
            value => self.moves_of(cursor.seek(number as u64), side, value, opposite, &mut captures),
        };
        numbers.iter().map(of_position).collect()
    }

    fn moves_of(&self, setup: &Setup<W>, side: Side, value: Wdl, opposite: usize, captures: &mut Captures<W>) -> Moves {
        let kernel = self.kernel;
        let before = self.situation(setup, side);
        let mut has_moves = false;
        let mut moves = Vec::new();
        let mut add = |mv: &KernelMove<W>| {
            has_moves = true;
            let after = kernel.after(setup, side, mv);
            let (target, worth) = match self.values.locate(kernel, &after, side.other()) {
                None => (LinkTarget::End, end_value(kernel)),
                Some((slice, number)) => {
                    let worth = self.values.arrays()[slice].entries[number];
                    let number = number as u32;
                    let outer = LinkTarget::Outer { slice: slice as u32, number };
                    (if slice == opposite { LinkTarget::Inner(number) } else { outer }, worth)
                }
            };
            if worth == value.reversed() {
                let events = Events::of_kernel(mv);
                moves.push((LinkKey { before, events, after: self.situation(&after, side) }, target));
            }
        };
        captures.clear();
        kernel.captures(setup, side, captures);
        if captures.moves.is_empty() {
            kernel.quiet_targets(setup, side, |kind, from, targets, promotions| {
                for to in targets.squares() {
                    let becomes = if promotions.has(to) { Kind::King } else { kind };
                    add(&KernelMove { from, to, kind, becomes, captured: W::EMPTY });
                }
            });
        } else {
            captures.moves.iter().for_each(add);
        }
        if has_moves { Moves::Some(moves) } else { Moves::None(before) }
    }

    fn situation(&self, setup: &Setup<W>, side: Side) -> Situation {
        self.rules.situation(&Position { setup: setup.convert(), side })
    }
}

/// Relevant moves of a position: the winning moves if it is won, all moves if it is lost.
#[derive(Debug)]
enum Moves {
    None(Situation),
    Some(Vec<FoundLink>),
}

/// Returns the value, for the side to move, of a position in which the game is over.
fn end_value<W: Bitboard>(kernel: &Kernel<W>) -> Wdl {
    if crate::solver::values::known::Known::without_moves(kernel.goal).is_won() { Wdl::Win } else { Wdl::Loss }
}
