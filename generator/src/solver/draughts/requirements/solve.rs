//! Finds the requirements of all positions of a slice and its opposite.

use std::sync::Arc;

use peatee_rules::draw::DrawRules;
use peatee_rules::{Bitboard, Kernel};
use peatee_table::requirement::{MOST_REQUIREMENTS, Requirement};
use peatee_table::{Slice, Wdl};

use super::graph::{Graph, MoveSource};
use super::links::Links;
use super::store::{NEVER, Number, Store, Successor};
use crate::solver::draughts::lookup::{Lookup, SliceArray};

#[derive(Debug)]
pub struct RequirementSolution {
    pub slice: Slice,
    /// Win, draw or loss without draw rules, indexed by position number.
    pub values: Vec<Wdl>,
    /// Requirements (plies that each draw count must have left for a win) that positions of the
    /// slice have, sorted, without duplicates.
    pub list: Vec<Requirement>,
    /// Requirement (plies that each draw count must have left for a win) of each position, indexed
    /// by position number: 0 for a draw, otherwise an index into `list` plus 1.
    pub cells: Vec<u16>,
}

/// Finds the requirements of all positions of a slice and its opposite. A requirement says how many
/// plies each draw count must have left for a win. Returns `None` when a slice has more
/// requirements than a table can list.
///
/// `own` holds the values of both slices without draw rules. `values` and `successors` hold the
/// values and the requirements of the slices that moves lead to, in the same order.
pub fn solve_requirements<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &DrawRules,
    own: Vec<SliceArray<W, Vec<Wdl>>>,
    values: Vec<Arc<SliceArray<W, Vec<Wdl>>>>,
    successors: Vec<Successor>,
) -> Option<Vec<RequirementSolution>> {
    let mut store = Store::new();
    let mut links = Links::new(rules);
    let successors: Vec<Vec<Number>> = successors.into_iter().map(|slice| numbered(slice, &mut store)).collect();
    let slices: Vec<Slice> = own.iter().map(|array| array.index.slice()).collect();
    let first_own = values.len();
    let values = Lookup::new(values.into_iter().chain(own.into_iter().map(Arc::new)));
    let source = MoveSource { kernel, rules, values: &values, successors: &successors };
    let last = slices.len() - 1;
    let graphs: Vec<Graph> = (0..slices.len())
        .map(|number| source.graph(first_own + number, first_own + last - number, &mut store, &mut links))
        .collect();
    let found = settle(&graphs, &mut store, &mut links);
    let solutions = slices.into_iter().zip(graphs).zip(found);
    solutions.map(|((slice, graph), found)| solution(slice, graph.values, &found, &store)).collect()
}

/// Adds the requirements of another slice to the store. Returns, for each position of that slice,
/// the number of its requirement in the store. A requirement says how many plies each draw count
/// must have left for a win.
fn numbered(successor: Successor, store: &mut Store) -> Vec<Number> {
    let numbers: Vec<Number> = successor.list.into_iter().map(|requirement| store.put(requirement)).collect();
    let of_cell = |&cell: &u16| (cell as usize).checked_sub(1).map_or(NEVER, |place| numbers[place]);
    successor.cells.iter().map(of_cell).collect()
}

/// Computes the requirement of each position from the requirements after its moves, and repeats
/// this until nothing changes. Returns, for each position, the number of its requirement in the
/// store. A requirement says how many plies each draw count must have left for a win.
fn settle(graphs: &[Graph], store: &mut Store, links: &mut Links) -> Vec<Vec<Number>> {
    let mut found: Vec<Vec<Number>> = graphs.iter().map(|graph| vec![NEVER; graph.values.len()]).collect();
    // Round, from 1, in which the requirement of each position last changed; 0 if it never did.
    let mut changed: Vec<Vec<u32>> = graphs.iter().map(|graph| vec![0; graph.values.len()]).collect();
    for round in 1.. {
        let mut has_changed = false;
        for (place, graph) in graphs.iter().enumerate() {
            let opposite = graphs.len() - 1 - place;
            for number in 0..graph.values.len() {
                let moves = graph.inner(number);
                let is_due = || moves.iter().any(|mv| changed[opposite][mv.target as usize] + 1 >= round);
                if graph.values[number] == Wdl::Draw || (round > 1 && !is_due()) {
                    continue;
                }
                let mut needed = graph.outer[number];
                for mv in moves {
                    let before = links.before(store, mv.link, found[opposite][mv.target as usize]);
                    needed = match graph.values[number] {
                        Wdl::Win => store.either(needed, before),
                        _ => store.both(needed, before),
                    };
                    if needed == NEVER && graph.values[number] == Wdl::Loss {
                        break;
                    }
                }
                if found[place][number] != needed {
                    found[place][number] = needed;
                    changed[place][number] = round;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    found
}

/// Returns the different requirements of a slice as a sorted list, with an index into the list for
/// each position. Returns `None` when a table cannot list that many requirements. A requirement
/// says how many plies each draw count must have left for a win.
fn solution(slice: Slice, values: Vec<Wdl>, found: &[Number], store: &Store) -> Option<RequirementSolution> {
    let mut used: Vec<Number> = found.to_vec();
    used.sort_unstable();
    used.dedup();
    used.retain(|&number| number != NEVER);
    used.sort_unstable_by_key(|&number| store.get(number));
    if used.len() > MOST_REQUIREMENTS {
        return None;
    }
    let mut cell_of = vec![0; used.iter().max().map_or(0, |&most| most as usize) + 1];
    used.iter().zip(1..).for_each(|(&number, cell)| cell_of[number as usize] = cell);
    let cells = found.iter().map(|&number| cell_of[number as usize]).collect();
    let list = used.iter().map(|&number| store.get(number).clone()).collect();
    Some(RequirementSolution { slice, values, list, cells })
}
