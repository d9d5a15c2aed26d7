//! Compares plies under draw rules with a brute force, for every number of plies that a count has
//! left. Counts how many numbers of plies each position takes, as a study by another program has
//! done.

use std::collections::BTreeSet;

use crate::product::graph::Graph;
use crate::product::material;
use crate::product::plies::{Count, Plies};
use crate::rule_lines::Made;
use peatee_rules::draw::Events;
use peatee_rules::{Draughts, Kind, Material, Position, Side};

/// Returns true for a lone king against one of these armies of men and kings.
fn is_lone_king_against(material: &Material, armies: &[[u8; 2]]) -> bool {
    let is_against = |side: Side| {
        let [men, kings, _] = material.counts[side as usize];
        material.is_lone_king(side.other()) && armies.contains(&[men, kings])
    };
    Side::BOTH.into_iter().any(is_against)
}

fn is_one_or_two_kings(material: &Material) -> bool {
    is_lone_king_against(material, &[[0, 1], [0, 2]])
}

fn is_three_with_a_king(material: &Material) -> bool {
    is_lone_king_against(material, &[[0, 3], [1, 2], [2, 1]])
}

fn is_two_with_a_king(material: &Material) -> bool {
    is_lone_king_against(material, &[[0, 2], [1, 1], [0, 1]])
}

/// Returns the count of moves with kings only.
fn kings_only(limit_plies: usize) -> Count {
    let resets = Events::CAPTURE.and(Events::MAN_MOVE);
    Count { limit_plies, resets, starts_in: |_| true, outlives: |_| false }
}

/// Returns the counts of FMJD-64: articles 6.3 and 6.2.
fn fmjd_64() -> Vec<Count> {
    let starts_in = is_one_or_two_kings;
    vec![Count { limit_plies: 10, resets: Events::NONE, starts_in, outlives: |_| false }, kings_only(30)]
}

/// Returns the counts of FMJD-100: articles 6.3, 6.4 and 6.2. `outlives` tells where the count of
/// article 6.3 goes on after captures.
fn fmjd_100(outlives: fn(&Material) -> bool) -> Vec<Count> {
    let resets = Events::NONE;
    vec![
        Count { limit_plies: 32, resets, starts_in: is_three_with_a_king, outlives },
        Count { limit_plies: 10, resets, starts_in: is_two_with_a_king, outlives: |_| false },
        kings_only(50),
    ]
}

/// Returns true if both sides have a king.
fn has_kings_on_both_sides(material: &Material) -> bool {
    Side::BOTH.into_iter().all(|side| material.counts[side as usize][Kind::King as usize] > 0)
}

/// A material with White to move, solved by the brute force under the count that starts with it.
struct Solved<'a> {
    material: Material,
    count: usize,
    limit_plies: usize,
    plies: Plies<'a>,
    graph: Graph,
}

impl<'a> Solved<'a> {
    fn new(game: &'a Draughts, counts: &'a [Count], name: &'static str) -> Self {
        let (material, mut plies) = (material(name), Plies::new(game, counts));
        let count = plies.count_of(&material);
        let graph = plies.solve(&material, count);
        Solved { material, count, limit_plies: counts[count].limit_plies, plies, graph }
    }

    /// Returns the plies of a position for each number of plies left.
    fn plies(&self, number: u32) -> Vec<Option<u32>> {
        self.plies.of(&self.material, self.count, Side::White, number)
    }

    /// Returns how many positions take one number of plies, two numbers and so on, over all numbers
    /// of plies that the count has left.
    fn steps(&self) -> Vec<usize> {
        let mut steps = Vec::new();
        for &number in &self.graph.order {
            let decided: BTreeSet<u32> = self.plies(number).into_iter().skip(1).flatten().collect();
            if let Some(last) = decided.len().checked_sub(1) {
                steps.resize(steps.len().max(last + 1), 0);
                steps[last] += 1;
            }
        }
        steps
    }

    /// Compares every n-th position with tables, where n is `every`, for each number of plies that
    /// the count of an article has left.
    fn compare(&self, made: &Made, article: &str, every: usize) {
        for &number in self.graph.order.iter().step_by(every) {
            let position = Position { setup: self.graph.numbering.unrank(number), side: Side::White };
            for (left, &expected) in self.plies(number).iter().enumerate().skip(1) {
                let counters = format!("{article}={}", self.limit_plies - left);
                let counters = made.rules.parse_counters(&counters, &position).expect("the count runs");
                let plies = made.plies(&(position, counters));
                assert_eq!(plies, expected, "{}", made.text(&position, &counters));
            }
        }
    }
}

/// Checks the steps of some slices under article 6.2, and compares every n-th position with tables,
/// where n is `every`.
fn check(made: &Made, counts: &[Count], every: usize, slices: &[(&'static str, &[usize])]) {
    for &(name, steps) in slices {
        let solved = Solved::new(made.tables.game(), counts, name);
        assert_eq!(solved.steps(), steps, "{name}");
        solved.compare(made, "6.2", every);
    }
}

#[test]
fn plies_of_three_pieces_are_those_of_a_brute_force_and_of_a_study() {
    let slices: [(_, &[_]); 2] = [("KMvK", &[7_231, 12]), ("KMvM", &[14_516, 6_117])];
    check(&Made::new("brazilian", "FMJD-64", 3), &fmjd_64(), 3, &slices);
}

#[test]
#[ignore = "30 CPU-seconds; scripts/check --full runs it"]
fn plies_of_four_pieces_are_those_of_a_brute_force_and_of_a_study_in_full() {
    let slices: [(_, &[_]); 4] = [
        ("KKMvK", &[278_893, 49_847, 6_839, 445, 8, 1]),
        ("KvKKM", &[110_249, 29_733, 5_268, 395, 3]),
        ("KKvKM", &[126_491, 302, 1]),
        ("KMvKK", &[29_125, 53]),
    ];
    check(&Made::new("brazilian", "FMJD-64", 4), &fmjd_64(), 997, &slices);
}

#[test]
#[ignore = "80 CPU-seconds; scripts/check --full runs it"]
fn plies_on_100_squares_are_those_of_a_brute_force_and_of_a_study_in_full() {
    let slices: [(_, &[_]); 2] = [("KMvM", &[50_422, 35_082]), ("KKvKM", &[794_056, 1_105, 5])];
    check(&Made::new("international", "FMJD-100", 4), &fmjd_100(|_| true), 4999, &slices);
}

/// Tests article 6.3 of FMJD-100, whose count nothing resets. So each position takes one number of
/// plies as the code reads the article. The study ends the count when the last king of one side is
/// taken.
#[test]
#[ignore = "180 CPU-seconds; scripts/check --full runs it"]
fn plies_of_three_pieces_against_a_king_are_those_of_a_brute_force_and_of_a_study_in_full() {
    let made = Made::new("international", "FMJD-100", 4);
    let (counts, counts_of_study) = (fmjd_100(|_| true), fmjd_100(has_kings_on_both_sides));
    let solved = |counts| Solved::new(made.tables.game(), counts, "KMMvK");
    assert_eq!(solved(&counts_of_study).steps(), [664_308, 1_600]);
    let solved = solved(&counts);
    assert_eq!(solved.steps(), [664_308 + 1_600]);
    solved.compare(&made, "6.3", 4999);
}
