//! A brute force over positions and half-move clocks: what the rule makes of each position with
//! each clock, for limits so short that wins are cursed. It shares with the solver what `plain`
//! shares.

use std::collections::HashMap;

use peatee_chess::{Slice, sets};
use peatee_generator::chess::solver::Solver;
use peatee_table::Wdl;

use super::plain::{Node, find_winners, nodes};

/// By position and clock: what comes of it where `limit` plies without capture and pawn move are a
/// draw. Only so many captures and pawn moves can follow each other, so that rounds of all
/// positions come to an end in which nothing changes.
fn outcomes(nodes: &[Node], limit: usize) -> Vec<Vec<Wdl>> {
    let mut found = vec![vec![Wdl::Draw; limit + 1]; nodes.len()];
    loop {
        let fresh: Vec<Wdl> = found.iter().map(|by_clock| by_clock[0]).collect();
        for clock in (0..=limit).rev() {
            for (place, node) in nodes.iter().enumerate() {
                found[place][clock] = if node.is_mate {
                    Wdl::Loss
                } else if clock == limit {
                    Wdl::Draw
                } else {
                    let zeroing = node.zeroing.iter().map(|&after| fresh[after]);
                    let quiet = node.quiet.iter().map(|&after| found[after][clock + 1]);
                    zeroing.chain(quiet).map(Wdl::reversed).max().unwrap_or(Wdl::Draw)
                };
            }
        }
        if fresh.iter().zip(&found).all(|(before, after)| *before == after[0]) {
            return found;
        }
    }
}

#[test]
fn values_are_right_with_every_clock_under_any_limit() {
    let mut nodes = nodes();
    find_winners(&mut nodes);
    for (limit, cursed_expected) in [(6, true), (19, true), (40, false)] {
        let outcomes = outcomes(&nodes, limit);
        let mut solver = Solver::within(limit);
        let solved: HashMap<Slice, _> = sets(3)
            .into_iter()
            .flat_map(|set| solver.solve(set).expect("solved"))
            .map(|of_slice| (of_slice.slice, of_slice.entries))
            .collect();
        let mut cursed = 0;
        for (node, by_clock) in nodes.iter().zip(&outcomes) {
            let known = solved[&node.slice][node.number as usize].value();
            let decided = match (known.is_draw(), known.is_won()) {
                (true, _) => Wdl::Draw,
                (_, true) => Wdl::Win,
                _ => Wdl::Loss,
            };
            assert_eq!(decided, node.wdl, "{} {}, limit {limit}", node.slice, node.number);
            let plies = usize::from(known.plies());
            cursed += u64::from(!known.is_draw() && plies > limit);
            for (clock, &outcome) in by_clock.iter().enumerate() {
                let is_in_time = known.is_draw() || plies == 0 || plies + clock <= limit;
                let expected = if is_in_time { decided } else { Wdl::Draw };
                assert_eq!(outcome, expected, "{} {}, clock {clock} of {limit}", node.slice, node.number);
            }
        }
        assert_eq!(cursed > 0, cursed_expected, "{cursed} cursed of limit {limit}");
    }
}
