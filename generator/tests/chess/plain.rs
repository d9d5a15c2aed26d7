//! A brute force that shares only the index and the moves of the library with the solver. It
//! evaluates every legal position of three men from its moves until nothing changes.

use std::collections::HashMap;
use std::sync::LazyLock;

use peatee_chess::{Ending, Index, Position, Slice, sets};
use peatee_generator::solver::chess::{CanMateSolver, NO_POSITION, Solver};
use peatee_generator::solver::values::known::Known;
use peatee_table::Wdl;

#[derive(Clone)]
pub struct Node {
    pub slice: Slice,
    pub number: u64,
    pub is_mate: bool,
    /// Indices of the positions after captures and pawn moves. `quiet` has those after other moves.
    pub zeroing: Vec<usize>,
    pub quiet: Vec<usize>,
    pub wdl: Wdl,
    /// Number of plies to the next capture, pawn move or mate; `None` until it is found.
    plies: Option<u16>,
}

impl Node {
    /// Returns true if the move from `before` to this position was a capture.
    fn is_capture_from(&self, before: &Node) -> bool {
        self.slice.men() < before.slice.men()
    }
}

/// Returns all legal positions of two and three men, without values.
pub fn nodes() -> Vec<Node> {
    static FOUND: LazyLock<Vec<Node>> = LazyLock::new(find_nodes);
    FOUND.clone()
}

/// Finds all legal positions with their moves. With three men no capture en passant is possible.
fn find_nodes() -> Vec<Node> {
    let indexes: Vec<Index> = sets(3).into_iter().flat_map(Slice::both).map(Index::new).collect();
    let mut positions = Vec::new();
    let mut places = HashMap::new();
    for index in &indexes {
        for number in 0..index.numbers() {
            if let Some(position) = index.position(number) {
                places.insert((index.slice(), number), positions.len());
                positions.push((index.slice(), number, position));
            }
        }
    }
    let indexes: HashMap<Slice, Index> = indexes.into_iter().map(|index| (index.slice(), index)).collect();
    let place_of = |position: &Position| {
        let setup = position.setup();
        let slice = setup.slice().expect("few men");
        places[&(slice, indexes[&slice].number(&setup))]
    };
    let node = |&(slice, number, ref position): &(Slice, u64, Position)| {
        let (zeroing, quiet): (Vec<_>, Vec<_>) = position.moves().into_iter().partition(|&mv| position.is_zeroing(mv));
        let after = |moves: Vec<_>| moves.into_iter().map(|mv| place_of(&position.after(mv))).collect();
        let is_mate = position.ending() == Some(Ending::Checkmate);
        let (zeroing, quiet) = (after(zeroing), after(quiet));
        Node { slice, number, is_mate, zeroing, quiet, wdl: Wdl::Draw, plies: None }
    };
    positions.iter().map(node).collect()
}

/// Finds the winners, ignoring distances.
pub fn find_winners(nodes: &mut [Node]) {
    loop {
        let mut changes = false;
        for place in 0..nodes.len() {
            let node = &nodes[place];
            let after = || node.zeroing.iter().chain(&node.quiet).map(|&after| nodes[after].wdl);
            let wdl = if node.is_mate || after().next().is_some() && after().all(|wdl| wdl == Wdl::Win) {
                Wdl::Loss
            } else if after().any(|wdl| wdl == Wdl::Loss) {
                Wdl::Win
            } else {
                Wdl::Draw
            };
            changes |= wdl != node.wdl;
            nodes[place].wdl = wdl;
        }
        if !changes {
            return;
        }
    }
}

/// Finds the distances in plies, short distances first.
fn find_plies(nodes: &mut [Node]) {
    for plies in 0.. {
        let found: Vec<usize> = (0..nodes.len()).filter(|&place| ends_in(nodes, &nodes[place], plies)).collect();
        if found.is_empty() && plies > 0 {
            return;
        }
        found.into_iter().for_each(|place| nodes[place].plies = Some(plies));
    }
}

fn ends_in(nodes: &[Node], node: &Node, plies: u16) -> bool {
    let before = |place: &usize| nodes[*place].plies.filter(|&found| found < plies);
    match node.wdl {
        _ if node.plies.is_some() => false,
        Wdl::Draw => false,
        Wdl::Loss if node.is_mate => plies == 0,
        Wdl::Loss => plies > 0 && node.quiet.iter().all(|after| before(after).is_some()),
        Wdl::Win => {
            let zeroes = || node.zeroing.iter().any(|&after| nodes[after].wdl == Wdl::Loss);
            let quiet = || node.quiet.iter().any(|after| nodes[*after].wdl == Wdl::Loss && before(after).is_some());
            plies > 0 && (plies == 1 && zeroes() || quiet())
        }
    }
}

/// Returns the sides that can mate by any series of legal moves: 1 for the side to move, 2 for the
/// other side, 3 for both sides.
fn mating_sides(nodes: &[Node]) -> Vec<u8> {
    let mut sides: Vec<u8> = nodes.iter().map(|node| if node.is_mate { 2 } else { 0 }).collect();
    loop {
        let before = sides.clone();
        for (place, node) in nodes.iter().enumerate() {
            let after = node.zeroing.iter().chain(&node.quiet).map(|&after| sides[after]);
            sides[place] |= after.fold(0, |all, after| all | after >> 1 | (after & 1) << 1);
        }
        if sides == before {
            return sides;
        }
    }
}

#[test]
fn who_can_mate_with_three_men_is_what_a_brute_force_finds() {
    let nodes = nodes();
    let sides = mating_sides(&nodes);
    let mut solver = CanMateSolver::default();
    let solved = sets(3).into_iter().flat_map(|set| solver.solve(set).expect("solved"));
    let solved: HashMap<Slice, _> = solved.map(|of_slice| (of_slice.slice, of_slice.cells)).collect();
    for (node, sides) in nodes.iter().zip(&sides) {
        assert_eq!(solved[&node.slice][node.number as usize], *sides, "{} {}", node.slice, node.number);
    }
    let positions = solved.values().flatten().filter(|&&cell| cell != NO_POSITION).count();
    assert_eq!(positions, nodes.len());
    // The numbers of dead positions come from another move generator. Kings alone, or with a bishop
    // or knight, never mate. A queen or rook can be lost at once.
    let dead = |name: &str| {
        let slice = Slice::parse(name).expect("a slice");
        nodes.iter().zip(&sides).filter(|(node, sides)| node.slice == slice && **sides == 0).count()
    };
    assert_eq!(["KvK", "KBvK", "KvKN"].map(dead), [462, 24178, 28056]);
    assert_eq!(["KQvK", "KvKQ", "KRvK", "KvKR", "KPvK", "KvKP"].map(dead), [0, 414, 0, 63, 2, 14]);
}

#[test]
fn all_values_of_three_men_equal_those_of_a_brute_force() {
    let mut nodes = nodes();
    find_winners(&mut nodes);
    find_plies(&mut nodes);
    let mut solver = Solver::default();
    let solved: HashMap<Slice, _> = sets(3)
        .into_iter()
        .flat_map(|set| solver.solve(set).expect("solved"))
        .map(|of_slice| (of_slice.slice, of_slice))
        .collect();
    for node in &nodes {
        let (of_slice, number) = (&solved[&node.slice], node.number as usize);
        let expected = match (node.wdl, node.plies) {
            (Wdl::Win, Some(plies)) => Known::won(plies),
            (Wdl::Loss, Some(plies)) => Known::lost(plies),
            (wdl, plies) => {
                assert_eq!((wdl, plies), (Wdl::Draw, None));
                Known::DRAW
            }
        };
        let entry = of_slice.entries[number];
        assert!(entry.is_position(), "{} {number}", node.slice);
        assert_eq!(entry.value(), expected, "{} {number}", node.slice);
        let zeroing = || node.zeroing.iter().map(|&after| (nodes[after].is_capture_from(node), nodes[after].wdl));
        let captures = || zeroing().filter(|(is_capture, _)| *is_capture).map(|(_, wdl)| wdl);
        assert_eq!(entry.is_won_by_capture(), captures().any(|wdl| wdl == Wdl::Loss), "{} {number}", node.slice);
        // If a side can never lose, the move that saves it does not matter.
        assert_eq!(entry.is_saved_by_capture(), captures().any(|wdl| wdl != Wdl::Win), "{} {number}", node.slice);
        assert_eq!(entry.is_won_at_once(), zeroing().any(|(_, wdl)| wdl == Wdl::Loss), "{} {number}", node.slice);
    }
    // All other numbers belong to no position.
    let entries = solved.values().flat_map(|of_slice| &of_slice.entries);
    assert_eq!(entries.filter(|entry| entry.is_position()).count(), nodes.len());
}
