//! Computes the values of one material, in one array for each class of counters.

use std::collections::HashMap;
use std::ops::Range;

use peatee_rules::draw::Events;
use peatee_rules::variant::Goal;
use peatee_rules::{Draughts, Material, Side};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::cells::{Cells, cell};
use super::counts::{Class, SideCounts, Verdict};
use super::graph::{Graph, Link, unpacked};
use super::{Solved, Wdl};

const LOSS: u8 = Wdl::Loss as u8;
const DRAW: u8 = Wdl::Draw as u8;
const WIN: u8 = Wdl::Win as u8;

/// Index of an array of values: side to move, and class of counters.
type Node = (Side, usize);

/// Values of all position numbers, indexed by side to move and by class of counters.
type Columns = [Vec<Cells>; 2];

/// Returns the values of all positions of a material under all classes of counters.
pub fn solve(
    game: &Draughts,
    material: &Material,
    graph: &Graph,
    counts: &[SideCounts; 2],
    solved: &HashMap<Material, Solved>,
) -> Columns {
    let size = graph.numbering.size as usize;
    let drawn = |side: usize| counts[side].classes.iter().map(|_| Cells::drawn(size)).collect();
    let mut values: Columns = [0, 1].map(drawn);
    let nodes = ordered(material, graph, counts);
    let sweep = Sweep { material, graph, counts, solved, goal: game.variant().goal };
    for layer in &graph.layers {
        for group in &nodes {
            // Nodes in a cycle are filled repeatedly until no value changes. At first nothing is
            // decided.
            while sweep.fill(&mut values, group, layer) && group.len() > 1 {}
        }
    }
    values
}

/// Returns the nodes (pairs of side to move and class of counters) in an order in which each node
/// comes after those to which quiet moves of a king lead. Nodes in a cycle, which exist where no
/// count runs, are in one group.
fn ordered(material: &Material, graph: &Graph, counts: &[SideCounts; 2]) -> Vec<Vec<Node>> {
    let mut quiet: DiGraphMap<(u8, usize), ()> = DiGraphMap::new();
    for side in Side::BOTH {
        let links = &graph.moves[side as usize].links;
        for (class, Class { next, .. }) in counts[side as usize].classes.iter().enumerate() {
            let node = quiet.add_node((side as u8, class));
            let is_quiet = |link: &Link| link.events == Events::NONE && link.target.material == *material;
            for (_, &next) in links.iter().zip(next).filter(|(link, _)| is_quiet(link)) {
                quiet.add_edge(node, (side.other() as u8, next as usize), ());
            }
        }
    }
    // The reverse order puts a component after those to which it leads.
    let components = tarjan_scc(&quiet).into_iter();
    components
        .map(|nodes| nodes.into_iter().map(|(side, class)| (Side::BOTH[side as usize], class)).collect())
        .collect()
}

struct Sweep<'a> {
    material: &'a Material,
    graph: &'a Graph,
    counts: &'a [SideCounts; 2],
    solved: &'a HashMap<Material, Solved>,
    goal: Goal,
}

impl Sweep<'_> {
    /// Computes the values of one layer of positions (whose men are equally advanced) for these
    /// nodes. Returns true when a value changed.
    fn fill(&self, values: &mut Columns, group: &[Node], layer: &Range<usize>) -> bool {
        let mut has_changed = false;
        for &(side, class) in group {
            // A move leads to the values of the other side, so no column is read while it is
            // written.
            let mut column = std::mem::take(&mut values[side as usize][class]);
            has_changed |= self.fill_column(values, side, class, layer, &mut column);
            values[side as usize][class] = column;
        }
        has_changed
    }

    fn fill_column(
        &self,
        values: &Columns,
        side: Side,
        class: usize,
        layer: &Range<usize>,
        column: &mut Cells,
    ) -> bool {
        let moves = &self.graph.moves[side as usize];
        let class = &self.counts[side as usize].classes[class];
        let targets: Vec<&[u8]> = moves
            .links
            .iter()
            .zip(&class.next)
            .map(|(link, &next)| {
                let other = side.other() as usize;
                let columns = if link.target.material == *self.material {
                    values
                } else {
                    &self.solved[&link.target.material].values
                };
                columns[other][next as usize].bytes()
            })
            .collect();
        let mut has_changed = false;
        for place in layer.clone() {
            if !class.stands[self.graph.situation_of[place] as usize] {
                continue;
            }
            let children = moves.of(place);
            let value = match class.verdict {
                Verdict::DrawnFirst => DRAW,
                _ if children.is_empty() => match self.goal {
                    Goal::LastToMove => LOSS,
                    Goal::GiveAway => WIN,
                },
                Verdict::Drawn => DRAW,
                Verdict::Open => best(children, &targets),
            };
            has_changed |= column.replace(self.graph.order[place] as usize, value);
        }
        has_changed
    }
}

/// Returns the value of the best move to one of the positions in `children`.
#[inline(always)]
fn best(children: &[u32], targets: &[&[u8]]) -> u8 {
    let mut best = LOSS;
    for &child in children {
        let (link, number) = unpacked(child);
        match cell(targets[link], number) {
            LOSS => return WIN,
            DRAW => best = DRAW,
            _ => {}
        }
    }
    best
}
