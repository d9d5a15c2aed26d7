//! Values under draw rules as the tables give them against the brute force of [`product`], state by state.
//!
//! The normal run compares small sets in full. `scripts/check-rule-values` runs the ignored test, which compares all that
//! is listed there, prints a line per set, and fails if there is any difference.

mod common;
mod product;

use std::collections::BTreeSet;
use std::time::Instant;

use common::game;
use peatee_generator::{Quiet, Settings, TableDirectory, generate_slice};
use peatee_probe::{Metric, OpenOptions, RuleOutcome, RuleSet, Slice, Tables};
use peatee_rules::draw::{Counters, DrawRules, Material};
use peatee_rules::{Game, Position, Side};
use product::{Product, Sheet, Wdl, material, up_to};
use rayon::prelude::*;
use tempfile::TempDir;

/// Which counters are compared in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// All valid ones.
    All,
    /// One of each class that behaves alike, another one in each position.
    OnePerClass,
}

/// Positions are taken in turns of this many, so that threads share the work.
const POSITIONS_PER_TASK: usize = 4096;

/// What came of a comparison.
#[derive(Debug, Default)]
struct Compared {
    positions: u64,
    states: u64,
    differences: u64,
    first: Option<String>,
    /// States by what the rules make of them: decided either way, and theoretical decisions that are draws.
    decided: u64,
    spoiled: u64,
}

impl Compared {
    fn and(mut self, other: Compared) -> Compared {
        self.positions += other.positions;
        self.states += other.states;
        self.differences += other.differences;
        self.decided += other.decided;
        self.spoiled += other.spoiled;
        self.first = self.first.or(other.first);
        self
    }
}

/// Tables for some materials under some rules, in a directory that goes away.
struct Made {
    tables: Tables,
    _root: TempDir,
}

/// Makes the tables of `materials` and of all they lead to.
fn make(game: &Game, rules: &DrawRules, materials: &[Material]) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let mut metrics = Metric::PLAIN.to_vec();
    metrics.push(Metric::Dtr(RuleSet::new(rules)));
    let settings = Settings { metrics, memory_bytes: 8 << 30 };
    let mut directory = TableDirectory::open(root.path(), game).expect("a new directory can be opened");
    let mut open: Vec<Slice> =
        materials.iter().flat_map(|material| Side::BOTH.map(|side| slice(material, side))).collect();
    let mut wanted = BTreeSet::new();
    while let Some(slice) = open.pop().map(|slice| slice.canonical(game)) {
        let men: u8 = slice.material.counts.iter().map(|kinds| kinds[0]).sum();
        if wanted.insert((slice.material.pieces(), men, slice)) {
            open.extend(slice.successors(game));
        }
    }
    for (_, _, slice) in wanted {
        generate_slice(&mut directory, slice, &settings, &Quiet).expect("tables of few pieces can be made");
    }
    let path = root.path().join(game.variant().id);
    Made { tables: Tables::open(&path, &OpenOptions::default()).expect("tables just made open"), _root: root }
}

fn slice(material: &Material, side: Side) -> Slice {
    Slice { material: peatee_probe::Material { counts: material.counts }, side }
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

/// Compares every `step`-th position of the sheets of `materials`.
fn compare(
    tables: &Tables,
    theory: &Product,
    product: &Product,
    sheet: &Sheet,
    extent: Extent,
    step: usize,
) -> Compared {
    let plain = theory.sheet(sheet.material, sheet.side);
    let no_counts = theory.rules().start_material(&sheet.material);
    let classes = match extent {
        Extent::All => sheet.counters().iter().map(|&counters| vec![counters]).collect(),
        Extent::OnePerClass => sheet.classes(),
    };
    let numbers: Vec<u32> = sheet.numbers().iter().copied().step_by(step).collect();
    let rules = product.rules();
    let of_task = |numbers: &[u32]| {
        let mut found = Compared::default();
        for &number in numbers {
            let position = sheet.position(number);
            let value = plain.value(number, &no_counts);
            found.positions += 1;
            for members in &classes {
                let counters = members[number as usize % members.len()];
                let ruled = sheet.value(number, &counters);
                found.states += 1;
                found.decided += (ruled != Wdl::Draw) as u64;
                found.spoiled += (ruled != value) as u64;
                let answer = tables.rule_value(&position, &rules, &counters).map(|value| value.outcome);
                if answer.as_ref().ok() != expected(value, ruled).as_ref() {
                    found.differences += 1;
                    let text = || described(tables, &rules, &position, &counters);
                    found.first.get_or_insert_with(|| format!("{}: {answer:?}, not {value:?} and {ruled:?}", text()));
                }
            }
        }
        found
    };
    numbers.par_chunks(POSITIONS_PER_TASK).map(of_task).reduce(Compared::default, Compared::and)
}

fn described(tables: &Tables, rules: &DrawRules, position: &Position, counters: &Counters) -> String {
    format!("{} {}", tables.game().fen(position), rules.counters_text(counters))
}

/// Solves, makes tables, and compares all that `materials` can become.
fn compare_set(variant: &str, rules: &str, materials: &[Material], extent: Extent, step: usize) -> Compared {
    let game = game(variant);
    let rules = DrawRules::named(rules).expect("the test names a code");
    let started = Instant::now();
    let theory = Product::solve(&game, DrawRules::named("none").expect("in the list"), materials);
    let product = Product::solve(&game, rules, materials);
    let solved = started.elapsed();
    let made = make(&game, &rules, materials);
    let tables_made = started.elapsed() - solved;
    let mut total = Compared::default();
    for sheet in product.sheets() {
        // Tables hold one of two colourings, and so the other one need not be compared in every state.
        let [white, black] = sheet.material.counts;
        let extent = if game.variant().mirror.is_some() && white < black { Extent::OnePerClass } else { extent };
        let found = compare(&made.tables, &theory, &product, &sheet, extent, step);
        print_row(&[variant, &rules.name(), &sheet.name()], &found);
        total = total.and(found);
    }
    print_row(&[variant, &rules.name(), "all"], &total);
    let compared = started.elapsed() - solved - tables_made;
    println!("brute force {solved:.1?}, tables {tables_made:.1?}, comparison {compared:.1?}\n");
    total
}

fn print_row(names: &[&str; 3], found: &Compared) {
    let Compared { positions, states, differences, first, decided, spoiled } = found;
    let [variant, rules, class] = names;
    println!(
        "{variant:<14} {rules:<28} {class:<8} {positions:>10} {states:>12} {decided:>12} {spoiled:>12} {differences:>11}  {}",
        first.as_deref().unwrap_or("")
    );
}

fn print_heading() {
    let [positions, states, decided, spoiled] = ["positions", "states", "decided", "only in theory"];
    println!(
        "\n{:<14} {:<28} {:<8} {positions:>10} {states:>12} {decided:>12} {spoiled:>12} {:>11}  first",
        "variant", "rules", "class", "differences"
    );
}

fn assert_same(variant: &str, rules: &str, materials: &[Material], extent: Extent, step: usize) {
    let found = compare_set(variant, rules, materials, extent, step);
    assert!(found.decided > 0 && found.decided < found.states, "{found:?}");
    assert_eq!(found.differences, 0, "{found:?}");
}

#[test]
fn two_pieces_agree_in_every_state() {
    assert_same("brazilian", "FMJD-64", &up_to(2), Extent::All, 1);
    assert_same("russian", "USSR-1953-64", &up_to(2), Extent::All, 1);
    assert_same("english", "WCDF", &up_to(2), Extent::All, 1);
}

#[test]
fn three_pieces_against_a_lone_king_agree() {
    assert_same("brazilian", "FMJD-64", &[material("KMvK")], Extent::All, 7);
    assert_same("international", "FMJD-100", &[material("KMvK")], Extent::OnePerClass, 7);
}

#[test]
fn three_kings_against_one_agree() {
    assert_same("russian", "USSR-1953-64", &[material("KKKvK")], Extent::OnePerClass, 29);
    assert_same("brazilian", "FMJD-64+together", &[material("KKKvK")], Extent::OnePerClass, 29);
}

#[test]
fn the_other_readings_agree() {
    for extra in ["+together", "+restarts", "+drawn", "+together+restarts+drawn"] {
        assert_same("brazilian", &format!("FMJD-64{extra}"), &[material("KKvK"), material("MvM")], Extent::All, 11);
    }
}

#[test]
#[ignore = "minutes; scripts/check-rule-values runs it"]
fn everything_agrees() {
    let lone = |names: &[&str]| names.iter().map(|name| material(name)).collect::<Vec<_>>();
    let four = lone(&["KKKvK", "KKMvK", "KMMvK"]);
    let three_and = |more: &[Material]| [up_to(3), more.to_vec()].concat();
    print_heading();
    let mut total = Compared::default();
    let mut sets = vec![
        ("international", "FMJD-100".to_owned(), up_to(3), Extent::All),
        ("international", "FMJD-100".to_owned(), four.clone(), Extent::OnePerClass),
        ("brazilian", "FMJD-64".to_owned(), up_to(3), Extent::All),
        ("brazilian", "FMJD-64".to_owned(), four.clone(), Extent::OnePerClass),
        ("russian", "USSR-1953-64".to_owned(), three_and(&lone(&["KKKvK"])), Extent::All),
        ("international", "USSR-1953-100".to_owned(), up_to(3), Extent::OnePerClass),
        ("english", "WCDF".to_owned(), up_to(3), Extent::All),
    ];
    for extra in ["+together", "+restarts", "+drawn", "+together+restarts+drawn"] {
        sets.push(("brazilian", format!("FMJD-64{extra}"), three_and(&four), Extent::OnePerClass));
        sets.push(("international", format!("FMJD-100{extra}"), up_to(3), Extent::OnePerClass));
        sets.push(("russian", format!("USSR-1953-64{extra}"), up_to(3), Extent::OnePerClass));
    }
    for (variant, rules, materials, extent) in sets {
        total = total.and(compare_set(variant, &rules, &materials, extent, 1));
    }
    print_row(&["all", "", ""], &total);
    assert_eq!(total.differences, 0, "first: {:?}", total.first);
}
