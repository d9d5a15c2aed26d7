//! Compares the solver with a brute force over positions and half-move clocks. The brute force
//! finds the outcome of each position with each clock, under limits so short that some wins are
//! cursed. It shares with the solver only the parts that `plain` shares.

use std::collections::HashMap;

use peatee_chess::{Slice, sets};
use peatee_generator::solver::chess::Solver;
use peatee_table::Wdl;

use super::plain::{Node, find_winners, nodes};

/// Returns the outcomes, indexed by half-move clock and by position, if the game is drawn after
/// `limit` plies without a capture or pawn move. Repeats rounds over all positions until nothing
/// changes. The rounds end, because the number of captures and pawn moves in a game is bounded.
fn outcomes(nodes: &[Node], limit: usize) -> Vec<Vec<Wdl>> {
    let mut fresh = vec![Wdl::Draw; nodes.len()];
    loop {
        let at_limit = nodes.iter().map(|node| if node.is_mate { Wdl::Loss } else { Wdl::Draw }).collect();
        // Clocks are solved in descending order.
        let mut found: Vec<Vec<Wdl>> = vec![at_limit];
        for _ in 0..limit {
            let next = found.last().expect("there is one");
            let of_node = |node: &Node| {
                let zeroing = node.zeroing.iter().map(|&after| fresh[after]);
                let quiet = node.quiet.iter().map(|&after| next[after]);
                let best = zeroing.chain(quiet).map(Wdl::reversed).max().unwrap_or(Wdl::Draw);
                if node.is_mate { Wdl::Loss } else { best }
            };
            found.push(nodes.iter().map(of_node).collect());
        }
        found.reverse();
        if fresh == found[0] {
            return found;
        }
        fresh.clone_from(&found[0]);
    }
}

#[test]
fn values_are_right_with_every_clock_under_a_limit() {
    assert_right_with_every_clock(&[(6, true)]);
}

#[test]
#[ignore = "20 CPU-seconds; scripts/check --full runs it"]
fn values_are_right_with_every_clock_under_longer_limits_in_full() {
    assert_right_with_every_clock(&[(11, true), (19, true), (40, false)]);
}

/// Checks the solver's values against the brute force, for all positions and all half-move clocks.
/// Each limit is a number of plies, with a flag that says whether the limit must make cursed wins.
fn assert_right_with_every_clock(limits: &[(usize, bool)]) {
    let mut nodes = nodes();
    find_winners(&mut nodes);
    for &(limit, cursed_expected) in limits {
        let outcomes = outcomes(&nodes, limit);
        let mut solver = Solver::within(limit);
        let solved: HashMap<Slice, _> = sets(3)
            .into_iter()
            .flat_map(|set| solver.solve(set).expect("solved"))
            .map(|of_slice| (of_slice.slice, of_slice.entries))
            .collect();
        let mut cursed = 0;
        for (place, node) in nodes.iter().enumerate() {
            let known = solved[&node.slice][node.number as usize].value();
            let decided = match (known.is_draw(), known.is_won()) {
                (true, _) => Wdl::Draw,
                (_, true) => Wdl::Win,
                _ => Wdl::Loss,
            };
            assert_eq!(decided, node.wdl, "{} {}, limit {limit}", node.slice, node.number);
            let plies = usize::from(known.plies());
            cursed += u64::from(!known.is_draw() && plies > limit);
            for (clock, by_place) in outcomes.iter().enumerate() {
                let outcome = by_place[place];
                let is_in_time = known.is_draw() || plies == 0 || plies + clock <= limit;
                let expected = if is_in_time { decided } else { Wdl::Draw };
                assert_eq!(outcome, expected, "{} {}, clock {clock} of {limit}", node.slice, node.number);
            }
        }
        assert_eq!(cursed > 0, cursed_expected, "{cursed} cursed of limit {limit}");
    }
}
