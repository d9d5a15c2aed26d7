//! Compares the plies to mate under the 50-move rule, for all half-move clocks, with a brute force
//! over positions and clocks and with published counts.

use std::collections::HashMap;
use std::sync::Arc;

use peatee_chess::{Index, Position, Slice, sets};
use peatee_generator::solver::chess::words::layout::SetLayout;
use peatee_generator::solver::chess::{DepthSet, DepthSolver, NumberedValues, Solver};
use peatee_table::Metric;
use peatee_table::staircase::{Stair, StaircaseShape, plies_within};

use super::plain::{Node, nodes};
use crate::common::{number, rows};

/// Counts of sets of four men.
const COUNTED: &str = include_str!("../data/chess-stairs-4.tsv");

/// Mark of a draw among plies to mate.
const DRAW: u8 = u8::MAX;

pub fn dtm_50() -> Metric {
    Metric::named("dtw-FIDE-50").expect("a metric")
}

/// Returns the plies to mate of all positions, indexed by the plies that are left before the game
/// is drawn and by position. Repeats rounds over all clocks until nothing changes. The rounds end,
/// because the number of captures and pawn moves in a game is bounded.
fn plies_with_every_clock(nodes: &[Node], limit: usize) -> Vec<Vec<u8>> {
    let mut fresh = vec![DRAW; nodes.len()];
    loop {
        let mated = |node: &Node| if node.is_mate { 0 } else { DRAW };
        let mut found: Vec<Vec<u8>> = vec![nodes.iter().map(mated).collect()];
        for left in 1..=limit {
            let before = &found[left - 1];
            let of_node = |node: &Node| {
                let after = node.zeroing.iter().map(|&after| fresh[after]);
                let after = after.chain(node.quiet.iter().map(|&after| before[after]));
                let (mut shortest_win, mut longest_loss, mut moves) = (DRAW, 0, 0);
                for plies in after {
                    moves += 1;
                    if plies == DRAW {
                        longest_loss = DRAW;
                    } else if plies % 2 == 0 {
                        shortest_win = shortest_win.min(plies + 1);
                    } else if longest_loss != DRAW {
                        longest_loss = longest_loss.max(plies + 1);
                    }
                }
                match shortest_win {
                    _ if moves == 0 => mated(node),
                    DRAW => longest_loss,
                    plies => plies,
                }
            };
            found.push(nodes.iter().map(of_node).collect());
        }
        if fresh == found[limit] {
            return found;
        }
        fresh.clone_from(&found[limit]);
    }
}

/// Solves all sets of three men under a rule that draws after `limit` plies.
fn solve_three_men(limit: usize) -> HashMap<Slice, NumberedValues> {
    let mut solved: HashMap<Slice, Arc<DepthSet>> = HashMap::new();
    let mut numbered = HashMap::new();
    // Pawns come last, because they promote.
    let mut all = sets(3);
    all.sort_by_key(|set| set.pawns());
    for set in all {
        let (of_set, values) =
            DepthSet::solve_within(SetLayout::new(set), dtm_50(), Some(limit as u8), |after| solved[&after].clone());
        solved.insert(set, Arc::new(of_set));
        numbered.extend(values.into_iter().map(|of_slice| (of_slice.slice, of_slice)));
    }
    numbered
}

/// Returns the staircase that the solver has found, empty for a draw.
fn stairs_of(depths: &NumberedValues, dtz: &NumberedValues, number: usize) -> Vec<Stair> {
    let (plies, dtz_plies) = (depths.entries[number].value(), dtz.entries[number].value());
    if plies.is_draw() {
        return Vec::new();
    }
    let flat = StaircaseShape::default();
    let shape = match depths.staircases.cells[number] {
        0 => &flat,
        cell => &depths.staircases.shapes[usize::from(cell) - 1],
    };
    shape.stairs(plies.plies().into(), dtz_plies.plies().into())
}

/// Compares the staircases of the solver with the brute force, for every position of three men and
/// every number of plies left. Returns the number of positions with several stairs.
fn compare_three_men(limit: usize) -> usize {
    let (nodes, depths) = (nodes(), solve_three_men(limit));
    let found = plies_with_every_clock(&nodes, limit);
    let mut solver = Solver::within(limit);
    let dtz = sets(3).into_iter().flat_map(|set| solver.solve(set).expect("solved"));
    let dtz: HashMap<Slice, NumberedValues> = dtz.map(|of_slice| (of_slice.slice, of_slice)).collect();
    let mut with_several = 0;
    for (place, node) in nodes.iter().enumerate() {
        let stairs = stairs_of(&depths[&node.slice], &dtz[&node.slice], node.number as usize);
        with_several += usize::from(stairs.len() > 1);
        for (left, found) in found.iter().enumerate() {
            let expected = Some(found[place]).filter(|&plies| plies != DRAW).map(u32::from);
            let plies = plies_within(&stairs, left as u32);
            assert_eq!(plies, expected, "{} {}, {left} of {limit} plies left", node.slice, node.number);
        }
    }
    with_several
}

/// Compares all states under a limit so short that many wins come too late with every clock.
#[test]
fn plies_to_mate_of_three_men_are_right_with_every_clock_under_a_short_limit() {
    assert!(compare_three_men(18) > 1000);
}

#[test]
#[ignore = "20 CPU-seconds; scripts/check --full runs it"]
fn plies_to_mate_of_three_men_are_right_with_every_clock_in_full() {
    assert_eq!(compare_three_men(100), 6540);
    assert!(compare_three_men(31) > 1000);
}

/// Solves a set for plies to mate under the 50-move rule and for DTZ.
fn solve(set: &str) -> [Vec<NumberedValues>; 2] {
    let set = Slice::parse(set).expect("a slice");
    let depths = DepthSolver::within(dtm_50()).solve(set).expect("solved");
    [depths, Solver::default().solve(set).expect("solved")]
}

/// Returns the numbers of positions with 1, 2, 3 … stairs, for each slice of a set, and of states
/// with 1 to 100 plies left that are decided and that last longer than DTM.
fn counts_of(set: &str) -> (Vec<Vec<usize>>, [usize; 2]) {
    let [depths, dtz] = solve(set);
    let (mut all, mut found_states) = (Vec::new(), [0, 0]);
    for (of_slice, dtz) in depths.iter().zip(&dtz) {
        let mut found = Vec::new();
        for number in 0..of_slice.entries.len() {
            let stairs = stairs_of(of_slice, dtz, number);
            let Some(first) = stairs.first() else { continue };
            found.resize(found.len().max(stairs.len()), 0);
            found[stairs.len() - 1] += 1;
            // The study counts no states of games that are over.
            let is_over = first.plies == 0;
            for plies in (1..=100).filter(|_| !is_over).filter_map(|left| plies_within(&stairs, left)) {
                found_states[0] += 1;
                found_states[1] += usize::from(plies != first.plies);
            }
        }
        all.push(found);
    }
    (all, found_states)
}

#[test]
fn counts_of_three_men_are_those_of_the_study() {
    let stairs = vec![vec![58795, 3580, 104, 1], vec![45947, 2779, 74, 2]];
    assert_eq!(counts_of("KPvK"), (stairs, [11_014_162, 20_212]));
}

/// Compares twenty sets with the counts of a program that shares no code with the solver.
#[test]
#[ignore = "60 CPU-seconds; scripts/check --full runs it"]
fn counts_of_four_men_are_those_of_the_study_in_full() {
    let sets = rows(COUNTED);
    assert!(sets.len() >= 20);
    for set in sets {
        let (stairs, states) = counts_of(set[0]);
        // The two slices of a set with equal pieces are the same.
        let of_slices = [&stairs[0], stairs.last().expect("one or two slices")];
        for (found, expected) in of_slices.into_iter().zip([set[1], set[2]]) {
            let found: Vec<String> = found.iter().map(usize::to_string).collect();
            match expected.strip_suffix(",...") {
                Some(first) => assert!(found.join(",").starts_with(&format!("{first},")), "{set:?}: {found:?}"),
                None => assert_eq!(found.join(","), expected, "{set:?}"),
            }
        }
        let sides = 3 - stairs.len() as u64;
        assert_eq!(states.map(|states| states as u64 * sides), [number(&set, 3), number(&set, 4)], "{set:?}");
    }
}

#[test]
fn staircases_of_single_positions_are_those_of_the_study() {
    let position = Position::parse_fen("8/8/8/8/8/k7/2PK4/8 w - -").expect("a position");
    let setup = position.setup();
    let slice = setup.slice().expect("few men");
    let [depths, dtz] = solve("KPvK");
    let number = Index::new(slice).number(&setup) as usize;
    let stairs: Vec<_> =
        stairs_of(&depths[0], &dtz[0], number).iter().map(|stair| (stair.plies, stair.needed_plies)).collect();
    assert_eq!(stairs, [(33, 9), (35, 7), (41, 5), (43, 1)]);
}
