//! Values under draw rules as the tables give them against the brute force of [`product`], state by
//! state: every position with every valid value of its counters.
//!
//! The normal run compares small sets. `scripts/check-rule-values` runs the ignored tests, one per
//! rule code and one for the other readings; they print a line per material and side to move, and
//! fail if there is any difference.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::common::game;
use crate::product::{Column, Product, Sheet, Wdl, material, up_to};
use peatee_generator::report::report;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate_slice};
use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::{Game, Material, Position, Side};
use peatee_table::{Metric, RuleSet, Slice};
use rayon::prelude::*;
use tempfile::TempDir;

/// Positions are taken in turns of this many, so that threads share the work.
const POSITIONS_PER_TASK: usize = 4096;

/// What came of a comparison.
#[derive(Debug, Default)]
struct Compared {
    positions: u64,
    states: u64,
    differences: u64,
    /// Left open where the tables of values under the rules are not there.
    open: u64,
    first: Option<String>,
    /// States by what the rules make of them: decided either way, and theoretical decisions that
    /// are draws.
    decided: u64,
    spoiled: u64,
    /// Wins and losses among the latter whose counts are all fresh.
    spoiled_fresh: [u64; 2],
}

impl Compared {
    fn and(mut self, other: Compared) -> Compared {
        self.positions += other.positions;
        self.states += other.states;
        self.differences += other.differences;
        self.open += other.open;
        self.decided += other.decided;
        self.spoiled += other.spoiled;
        self.spoiled_fresh = [0, 1].map(|i: usize| self.spoiled_fresh[i] + other.spoiled_fresh[i]);
        self.first = self.first.or(other.first);
        self
    }

    fn add(&mut self, theory: Wdl, ruled: Wdl, is_fresh: bool) {
        self.states += 1;
        self.decided += (ruled != Wdl::Draw) as u64;
        if ruled != theory {
            self.spoiled += 1;
            self.spoiled_fresh[(theory == Wdl::Loss) as usize] += is_fresh as u64;
        }
    }
}

/// Tables for some materials under some rules, in a directory that goes away.
struct Made {
    tables: Tables,
    is_ruled: bool,
    _root: TempDir,
}

/// Makes the tables of `materials` and of all they lead to, without rules and, if wanted, under
/// them.
fn make(game: &Game, rules: &DrawRules, materials: &[Material], is_ruled: bool) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let mut metrics = Metric::DEFAULT.to_vec();
    if is_ruled {
        metrics.push(Metric::Dtr(RuleSet::new(rules)));
    }
    let settings = Settings::new(metrics, 8 << 30);
    let mut directory = TableDirectory::open(root.path(), game).expect("a new directory can be opened");
    let mut open: Vec<Slice> =
        materials.iter().flat_map(|material| Side::BOTH.map(|side| slice(material, side))).collect();
    let mut wanted = BTreeSet::new();
    while let Some(slice) = open.pop().map(|slice| slice.canonical(game)) {
        let men: u8 = slice.material.counts.iter().map(|kinds| kinds[0]).sum();
        if wanted.insert((slice.material.pieces(), men, slice)) {
            open.extend(slice.successors(game));
            // Both are made by one job, which needs what either leads to.
            open.push(slice.opposite(game));
        }
    }
    for (_, _, slice) in wanted {
        generate_slice(&mut directory, slice, &settings, &NoProgress).expect("tables of few pieces can be made");
    }
    let path = root.path().join(game.variant().id);
    Made { tables: Tables::open(path).expect("tables just made open"), is_ruled, _root: root }
}

fn slice(material: &Material, side: Side) -> Slice {
    Slice { material: *material, side }
}

/// What the tables should answer.
fn expected(theory: Wdl, ruled: Wdl) -> Option<RuleOutcome> {
    match (theory, ruled) {
        (Wdl::Win, Wdl::Win) => Some(RuleOutcome::Win),
        (Wdl::Win, Wdl::Draw) => Some(RuleOutcome::CursedWin),
        (Wdl::Draw, Wdl::Draw) => Some(RuleOutcome::Draw),
        (Wdl::Loss, Wdl::Draw) => Some(RuleOutcome::BlessedLoss),
        (Wdl::Loss, Wdl::Loss) => Some(RuleOutcome::Loss),
        _ => None,
    }
}

/// The comparison of one material and side to move.
struct Comparison<'a> {
    tables: &'a Tables,
    rules: DrawRules,
    sheet: &'a Sheet<'a>,
    theory: Column<'a>,
    columns: Vec<Column<'a>>,
    fresh: Counters,
    /// There are no tables of values under the rules, so that not every value is known.
    is_open: bool,
}

/// Whether the tables leave open if the rules make a draw of a decided position.
fn is_maybe(answer: Option<RuleOutcome>, theory: Wdl) -> bool {
    matches!((answer, theory), (Some(RuleOutcome::MaybeWin), Wdl::Win) | (Some(RuleOutcome::MaybeLoss), Wdl::Loss))
}

impl<'a> Comparison<'a> {
    fn new(made: &'a Made, theory: &'a Product, product: &'a Product, sheet: &'a Sheet<'a>) -> Self {
        let [theory] = theory.sheet(sheet.material, sheet.side).columns()[..] else { panic!("no counts, one column") };
        let rules = product.rules();
        let fresh = rules.start_situation(&sheet.material.into());
        let is_open = !made.is_ruled;
        Comparison { tables: &made.tables, rules, sheet, theory, columns: sheet.columns(), fresh, is_open }
    }

    /// Compares every `step`-th position with all counters.
    fn run(&self, step: usize) -> Compared {
        let numbers: Vec<u32> = self.sheet.numbers().iter().copied().step_by(step).collect();
        let of_task = |numbers: &[u32]| {
            let mut found = Compared::default();
            numbers.iter().for_each(|&number| self.add_position(number, &mut found));
            found
        };
        numbers.par_chunks(POSITIONS_PER_TASK).map(of_task).reduce(Compared::default, Compared::and)
    }

    fn add_position(&self, number: u32, found: &mut Compared) {
        found.positions += 1;
        let position = self.sheet.position(number);
        let theory = self.theory.value(number);
        let all = self.sheet.counters();
        let answers = self.tables.rule_values(&position, &self.rules, all).unwrap_or_default();
        for (place, (counters, column)) in all.iter().zip(&self.columns).enumerate() {
            let ruled = column.value(number);
            found.add(theory, ruled, *counters == self.fresh);
            let answer = answers.get(place).map(|value| value.outcome);
            if self.is_open && is_maybe(answer, theory) {
                found.open += 1;
                continue;
            }
            if answer.is_none() || answer != expected(theory, ruled) {
                self.note(&position, counters, &format!("{answer:?}, not {theory:?} and {ruled:?}"), found);
            }
        }
        // One at a time the tables say the same; tried with other counters in every position.
        let place = number as usize % all.len();
        let alone = self.tables.rule_value(&position, &self.rules, &all[place]);
        if alone.as_ref().ok() != answers.get(place) {
            self.note(
                &position,
                &all[place],
                &format!("{alone:?} alone, {:?} among others", answers.get(place)),
                found,
            );
        }
    }

    #[cold]
    fn note(&self, position: &Position, counters: &Counters, text: &str, found: &mut Compared) {
        found.differences += 1;
        let described =
            || format!("{} {}", self.tables.game().fen(position), self.rules.counters_text(counters, position));
        found.first.get_or_insert_with(|| format!("{}: {text}", described()));
    }
}

/// A set of materials solved both ways.
struct Both {
    theory: Product,
    product: Product,
    made: Made,
}

impl Both {
    fn new(game: &Game, rules: &str, materials: &[Material], is_ruled: bool) -> Both {
        let rules = DrawRules::named(rules).expect("the test names a code");
        let theory = Product::solve(game, DrawRules::named("none").expect("in the list"), materials);
        let product = Product::solve(game, rules, materials);
        Both { theory, product, made: make(game, &rules, materials, is_ruled) }
    }

    fn compare(&self, sheet: &Sheet, step: usize) -> Compared {
        Comparison::new(&self.made, &self.theory, &self.product, sheet).run(step)
    }
}

/// Solves, makes tables, and compares all that `materials` can become.
fn compare_set(variant: &str, rules: &str, materials: &[Material], step: usize, is_ruled: bool) -> Compared {
    let started = Instant::now();
    let both = Both::new(&game(variant), rules, materials, is_ruled);
    let solved = started.elapsed();
    let mut total = Compared::default();
    for sheet in both.product.sheets() {
        let found = both.compare(&sheet, step);
        print_row(&[variant, rules, &sheet.name()], &found);
        total = total.and(found);
    }
    print_row(&[variant, rules, "all"], &total);
    println!("solved both ways in {solved:.1?}, compared in {:.1?}\n", started.elapsed() - solved);
    total
}

fn print_row(names: &[&str; 3], found: &Compared) {
    let Compared { positions, states, differences, first, decided, spoiled, .. } = found;
    let [variant, rules, class] = names;
    println!(
        "{variant:<14} {rules:<37} {class:<8} {positions:>10} {states:>12} {decided:>12} {spoiled:>12} {differences:>11}  {}",
        first.as_deref().unwrap_or("")
    );
}

fn print_heading() {
    let [positions, states, decided, spoiled] = ["positions", "states", "decided", "in theory"];
    println!(
        "\n{:<14} {:<37} {:<8} {positions:>10} {states:>12} {decided:>12} {spoiled:>12} {:>11}  first",
        "variant", "rules", "class", "differences"
    );
}

fn assert_same(variant: &str, rules: &str, materials: &[Material], step: usize) {
    let found = compare_set(variant, rules, materials, step, true);
    assert!(found.decided > 0 && found.decided < found.states, "{found:?}");
    assert_eq!(found.differences, 0, "{found:?}");
}

fn materials(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| material(name)).collect()
}

/// Four pieces, one of them a lone king.
const LONE_KING: [&str; 4] = ["KKKvK", "KKMvK", "KMMvK", "MMMvK"];

const OTHER_READINGS: [&str; 4] = ["+together", "+restarts", "+drawn", "+together+restarts+drawn"];

#[test]
fn two_pieces_agree_in_every_state() {
    assert_same("brazilian", "FMJD-64", &up_to(2), 1);
    assert_same("russian", "USSR-1953-64", &up_to(2), 1);
    assert_same("english", "WCDF", &up_to(2), 1);
}

#[test]
fn three_pieces_against_a_lone_king_agree() {
    assert_same("brazilian", "FMJD-64", &[material("KMvK")], 7);
    assert_same("international", "FMJD-100", &[material("KMvK")], 97);
}

#[test]
fn three_kings_against_one_agree() {
    assert_same("russian", "USSR-1953-64", &[material("KKKvK")], 499);
    assert_same("russian", "USSR-1953-64+ends-with-three", &[material("KKKvK")], 499);
    // Here the count of 16 b is the shorter one.
    assert_same("russian", "USSR-1953-64+together+ends-with-three", &[material("KKKvK")], 499);
}

/// Without tables under the rules, what others prove must be true, and most must be proven; at most
/// one state in `open_one_in` may be left open.
fn assert_nothing_false(variant: &str, rules: &str, materials: &[Material], step: usize, open_one_in: u64) {
    let found = compare_set(variant, rules, materials, step, false);
    assert!(found.decided > 0 && found.spoiled > 0, "{rules}: {found:?}");
    assert_eq!(found.differences, 0, "{rules}: {found:?}");
    assert!(found.open < found.states / open_one_in, "{rules}: {found:?}");
}

#[test]
fn without_tables_under_codes_of_today_nothing_false_is_said_of_three_pieces() {
    assert_nothing_false("russian", "FMJD-64-Russian", &up_to(3), 7, 10);
    assert_nothing_false("brazilian", "CBD-64", &up_to(3), 7, 10);
    assert_nothing_false("portuguese", "FPD", &up_to(3), 7, 10);
    assert_nothing_false("frisian", "Frisian", &up_to(2), 1, 10);
}

#[test]
fn under_codes_of_today_three_pieces_agree() {
    assert_same("russian", "FMJD-64-Russian", &up_to(3), 7);
    assert_same("brazilian", "CBD-64", &up_to(3), 7);
    assert_same("portuguese", "FPD", &up_to(3), 7);
    assert_same("pool", "APCA", &up_to(3), 7);
    assert_same("frisian", "Frisian", &up_to(2), 1);
}

#[test]
fn where_two_counts_decide_their_values_agree() {
    assert_same("russian", "USSR-1953-64+together", &[material("KKKvK")], 97);
}

#[test]
fn the_other_readings_agree() {
    for extra in OTHER_READINGS {
        assert_same("brazilian", &format!("FMJD-64{extra}"), &materials(&["KKvK", "MvM"]), 11);
    }
}

/// How many wins and losses of three kings against one are drawn with fresh counts, by the brute
/// force, by the tables in the same positions, and by the report; and the most plies of the count
/// that a loss in time takes.
fn assert_lost_with_three_kings(variant: &str, rules: &str, lost: [u64; 2]) -> Option<u32> {
    let three_kings = material("KKKvK");
    let both = Both::new(&game(variant), rules, &[three_kings], true);
    let sheets = Side::BOTH.map(|side| both.product.sheet(three_kings, side));
    let found = sheets.map(|sheet| both.compare(&sheet, 1)).into_iter().reduce(Compared::and).expect("two sides");
    assert_eq!(found.differences, 0, "{found:?}");
    assert_eq!(found.spoiled_fresh, lost);
    let report = report(&both.made.tables, &both.product.rules(), 4, &NoProgress).expect("all its tables were made");
    let of_slice = |name: &str| report.slices.iter().find(|slice| slice.slice == name).expect("made");
    let [strong, weak] = ["KKKvK", "KvKKK"].map(of_slice);
    assert_eq!([strong.cursed_wins + weak.cursed_wins, strong.blessed_losses + weak.blessed_losses], lost);
    weak.longest_loss.as_ref().map(|longest| longest.plies)
}

#[test]
fn moves_of_both_sides_together_lose_the_same_wins_of_three_kings_against_one() {
    assert_lost_with_three_kings("brazilian", "FMJD-64+together", [27_016, 32_384]);
    assert_lost_with_three_kings("russian", "FMJD-64+together", [27_016, 32_384]);
}

#[test]
#[ignore = "half a minute; scripts/check-rule-values runs it"]
fn eighteen_moves_are_enough_for_every_win_of_three_kings_in_both_readings() {
    let longest = |rules| assert_lost_with_three_kings("russian", rules, [0, 0]);
    assert_eq!(longest("USSR-1953-64"), Some(26), "to the end of the game");
    assert_eq!(longest("USSR-1953-64+ends-with-three"), Some(23), "to the end or until a king is given up");
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn fmjd_100_agrees() {
    print_heading();
    assert_same("international", "FMJD-100", &up_to(3), 1);
    assert_same("international", "FMJD-100", &materials(&LONE_KING), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn fmjd_64_agrees() {
    print_heading();
    assert_same("brazilian", "FMJD-64", &up_to(3), 1);
    assert_same("brazilian", "FMJD-64", &materials(&LONE_KING), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn ussr_1953_64_agrees() {
    print_heading();
    assert_same("russian", "USSR-1953-64", &up_to(3), 1);
    assert_same("russian", "USSR-1953-64", &materials(&LONE_KING), 1);
    assert_same("russian", "USSR-1953-64+ends-with-three", &materials(&LONE_KING), 1);
}

/// Two kings and a man, or a king and two men, against a lone king have three counts side by side,
/// a hundred times the states of other endings. They are compared in full where 7.2.6 takes the
/// place of 7.2.5; under CBD-64, where a count of king moves runs beside the main road; and
/// otherwise by the test `rule_values_searched`.
#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn fmjd_64_russian_agrees() {
    print_heading();
    assert_same("russian", "FMJD-64-Russian", &up_to(3), 1);
    assert_same("russian", "FMJD-64-Russian", &materials(&["KKKvK", "MMMvK"]), 1);
    assert_same("russian", "FMJD-64-Russian+unchanged-alone", &materials(&["KKMvK", "KMMvK"]), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn fpd_agrees() {
    print_heading();
    assert_same("portuguese", "FPD", &up_to(3), 1);
    assert_same("portuguese", "FPD", &materials(&LONE_KING), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn cbd_64_agrees() {
    print_heading();
    assert_same("brazilian", "CBD-64", &up_to(3), 1);
    assert_same("brazilian", "CBD-64", &materials(&LONE_KING), 1);
    assert_same("brazilian", "CBD-64+off-road+shared-road", &materials(&["KMMvK"]), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn other_codes_of_today_agree() {
    print_heading();
    assert_same("pool", "APCA", &up_to(3), 1);
    assert_same("pool", "APCA", &materials(&LONE_KING), 1);
    assert_same("frisian", "Frisian", &up_to(3), 1);
    assert_same("international", "FMJD-100-2024", &up_to(3), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn other_codes_agree() {
    print_heading();
    assert_same("international", "USSR-1953-100", &up_to(3), 1);
    assert_same("english", "WCDF", &up_to(3), 1);
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn other_readings_agree() {
    print_heading();
    let four = [up_to(3), materials(&LONE_KING)].concat();
    for extra in OTHER_READINGS {
        assert_same("brazilian", &format!("FMJD-64{extra}"), &four, 1);
        // Moves of both sides together make two counts decide, unless 16 c ends with the three
        // kings.
        let ends = if extra.contains("together") && !extra.contains("restarts") { "+ends-with-three" } else { "" };
        assert_same("russian", &format!("USSR-1953-64{extra}{ends}"), &four, 1);
        assert_same("international", &format!("FMJD-100{extra}"), &up_to(3), 1);
    }
}
