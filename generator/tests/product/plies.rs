//! Plies to the end of the game under a count, for every position and every number of plies that
//! the count has left.
//!
//! If several counts run, the one that started for the smallest class of material always has the
//! fewest plies left, so a state has one count. Its rules are stated by tests, not taken from
//! [`DrawRules`]. Moves that use up the count lead to fewer plies left, and moves that reset it
//! make progress on the board. So states are filled from the fewest plies left and the most
//! advanced men on, once each.

use std::collections::HashMap;

use peatee_rules::draw::{DrawRules, Events};
use peatee_rules::{Draughts, Material, Side};

use super::graph::{Graph, Link, unpacked};

/// Mark of a draw among plies.
const DRAW: u8 = u8::MAX;

/// A count, with the materials to which it applies.
pub struct Count {
    pub limit_plies: usize,
    pub resets: Events,
    pub starts_in: fn(&Material) -> bool,
    /// True if the count goes on where it does not start.
    pub outlives: fn(&Material) -> bool,
}

/// Plies of all positions of a material, indexed by the side to move, by the plies left and by the
/// number of the position.
type Columns = [Vec<Vec<u8>>; 2];

/// Plies of the positions of some materials under some counts. A count comes before those that
/// apply only where it does not.
pub struct Plies<'a> {
    game: &'a Draughts,
    counts: &'a [Count],
    solved: HashMap<(Material, usize), Columns>,
}

impl<'a> Plies<'a> {
    pub fn new(game: &'a Draughts, counts: &'a [Count]) -> Self {
        Plies { game, counts, solved: HashMap::new() }
    }

    /// Returns the index of the count that starts with a material.
    pub fn count_of(&self, material: &Material) -> usize {
        self.counts.iter().position(|count| (count.starts_in)(material)).expect("a count for every material")
    }

    /// Solves a material under a count, and all materials to which its moves lead. Returns the
    /// positions of the material.
    pub fn solve(&mut self, material: &Material, count: usize) -> Graph {
        let graph = Graph::new(self.game, &DrawRules::named("none").expect("in the list"), material);
        for link in graph.moves.iter().flat_map(|moves| &moves.links) {
            let next = (link.target.material, self.next(count, link).0);
            if next != (*material, count) && !self.solved.contains_key(&next) {
                self.solve(&next.0, next.1);
            }
        }
        let columns = self.columns(&graph, material, count);
        self.solved.insert((*material, count), columns);
        graph
    }

    /// Returns the plies of a position for each number of plies left, `None` for a draw.
    pub fn of(&self, material: &Material, count: usize, side: Side, number: u32) -> Vec<Option<u32>> {
        let plies = |column: &Vec<u8>| Some(column[number as usize]).filter(|&plies| plies != DRAW).map(u32::from);
        self.solved[&(*material, count)][side as usize].iter().map(plies).collect()
    }

    /// Returns the count after a move, and the plies that it has left; `None` if the move has used
    /// one.
    fn next(&self, count: usize, Link { events, target }: &Link) -> (usize, Option<usize>) {
        let Count { limit_plies, resets, outlives, .. } = self.counts[count];
        let material = &target.material;
        let next = if material.is_bare() || outlives(material) { count } else { self.count_of(material) };
        let is_fresh = next != count || events.meets(resets);
        (next, is_fresh.then(|| if next == count { limit_plies } else { self.counts[next].limit_plies }))
    }

    fn columns(&self, graph: &Graph, material: &Material, count: usize) -> Columns {
        let limit_plies = self.counts[count].limit_plies;
        let mut columns = [0, 1].map(|_| vec![vec![DRAW; graph.numbering.size as usize]; limit_plies + 1]);
        for layer in &graph.layers {
            for (left, side) in (0..=limit_plies).flat_map(|left| [(left, 0), (left, 1)]) {
                let mut column = std::mem::take(&mut columns[side][left]);
                let target = |link: &Link| -> &[u8] {
                    let (next, fresh) = self.next(count, link);
                    let after = (link.target.material, next);
                    let columns = if after == (*material, count) { &columns } else { &self.solved[&after] };
                    // Without plies left, the value after a move is not used.
                    &columns[1 - side][fresh.unwrap_or(left.saturating_sub(1))]
                };
                let targets: Vec<&[u8]> = graph.moves[side].links.iter().map(target).collect();
                for place in layer.clone() {
                    let moves = graph.moves[side].of(place);
                    column[graph.order[place] as usize] = match (moves, left) {
                        ([], _) => 0,
                        (_, 0) => DRAW,
                        _ => plies(moves, &targets),
                    };
                }
                columns[side][left] = column;
            }
        }
        columns
    }
}

/// Returns the plies of the shortest win, or of the longest loss if all moves lose.
fn plies(moves: &[u32], targets: &[&[u8]]) -> u8 {
    let (mut shortest_win, mut longest_loss) = (DRAW, 0);
    for &child in moves {
        let (link, number) = unpacked(child);
        match targets[link][number] {
            DRAW => longest_loss = DRAW,
            plies if plies % 2 == 0 => shortest_win = shortest_win.min(plies + 1),
            plies => longest_loss = longest_loss.max(plies + 1),
        }
    }
    assert!(longest_loss != DRAW - 1, "a game has too many plies");
    if shortest_win == DRAW { longest_loss } else { shortest_win }
}
