//! Compares tables with the brute force of [`product`](crate::product), state by state.
//!
//! A state is a position with counters that can occur in it. The possible counters depend on the
//! material and on the pieces on the main road.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Instant;

use crate::common::game;
use crate::product::{Column, Product, Sheet, Wdl, material};
use peatee_generator::{NoProgress, Settings, TableDirectory, job_list, work};
use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::{Counters, DrawRules, Situation};
use peatee_rules::{Draughts, Material, Position, Side};
use peatee_table::{Metric, RuleSet, Slice};
use rayon::prelude::*;
use tempfile::TempDir;

/// Number of positions in one parallel task.
const POSITIONS_PER_TASK: usize = 4096;

/// Numbers that a comparison has counted.
#[derive(Debug, Default)]
pub struct Compared {
    positions: u64,
    pub states: u64,
    pub differences: u64,
    /// Number of states (positions with counters) whose outcome is left open because tables of
    /// values under the rules are missing.
    pub open: u64,
    pub first: Option<String>,
    /// Number of states (positions with counters) that are won or lost under the rules. `spoiled`
    /// is the number of wins and losses without rules that are draws under them.
    pub decided: u64,
    pub spoiled: u64,
    /// Numbers of wins and of losses that `spoiled` counts and in which all counts are at 0.
    pub spoiled_fresh: [u64; 2],
}

impl Compared {
    pub fn and(mut self, other: Compared) -> Compared {
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

/// Tables for some materials under some rules, in a temporary directory.
pub struct Made {
    pub tables: Tables,
    is_ruled: bool,
    _root: TempDir,
}

/// Makes the tables of `materials` and of all materials to which their moves lead. If `is_ruled`,
/// also makes the tables under the rules.
fn make(game: &Draughts, rules: &DrawRules, materials: &[Material], is_ruled: bool) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let mut metrics = Metric::DEFAULT.to_vec();
    if is_ruled {
        metrics.push(Metric::Dtr(RuleSet::new(rules)));
        metrics.extend(rules.code.king_moves.map(|_| Metric::RuleWdl(RuleSet::new(rules))));
    }
    let settings = Settings::new(metrics, 8 << 30);
    let directory = TableDirectory::open(root.path(), game).expect("a new directory can be opened");
    let mut open: Vec<Slice> =
        materials.iter().flat_map(|material| Side::BOTH.map(|side| slice(material, side))).collect();
    let mut wanted = BTreeSet::new();
    while let Some(slice) = open.pop().map(|slice| slice.canonical(game)) {
        let men: u8 = slice.material.counts.iter().map(|kinds| kinds[0]).sum();
        if wanted.insert((slice.material.pieces(), men, slice)) {
            open.extend(slice.successors(game));
            // One job makes both slices, and needs the slices to which moves lead from both of
            // them.
            open.push(slice.opposite(game));
        }
    }
    for (_, _, slice) in wanted {
        let jobs = job_list(directory.game(), slice, &settings.metrics).expect("a slice that can be made");
        work(&directory, &jobs, &settings, &NoProgress).expect("tables of few pieces can be made");
    }
    let path = root.path().join(game.variant().id);
    Made { tables: Tables::open(path).expect("tables just made open"), is_ruled, _root: root }
}

fn slice(material: &Material, side: Side) -> Slice {
    Slice { material: *material, side }
}

/// Returns the outcome that the tables must give, from the value without rules and the value under
/// the rules.
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

/// States (positions with counters) that are compared.
#[derive(Debug, Clone, Copy)]
pub enum Coverage {
    /// All states of every n-th position, where n is the number.
    States(usize),
    /// All states of every n-th position, where n is the number. Every other position is compared
    /// in only one state for each class of counters. The choice within the class differs from
    /// position to position.
    Classes(usize),
}

impl Coverage {
    const fn step(self) -> usize {
        match self {
            Coverage::States(step) | Coverage::Classes(step) => step,
        }
    }
}

/// Counters that are possible in one situation (main road empty, or held by a king of one side),
/// with the values under them.
#[derive(Default)]
struct States<'a> {
    counters: Vec<Counters>,
    /// Values under each of `counters`, in the same order.
    columns: Vec<Column<'a>>,
    /// Indices in `counters` of the members of each class.
    classes: Vec<Vec<usize>>,
    /// Index of the counters in which all counts are at 0.
    fresh: usize,
}

impl<'a> States<'a> {
    /// Selects those counters of a sheet that can occur in `position`.
    fn new(rules: &DrawRules, sheet: &Sheet<'a>, position: &Position) -> Self {
        let mut states = States::default();
        let mut place_of_class: HashMap<u16, usize> = HashMap::new();
        let fresh = rules.start(position);
        for counters in sheet.counters().iter().filter(|counters| rules.check_counters(counters, position).is_ok()) {
            let place = states.counters.len();
            let class = *place_of_class.entry(sheet.class_of(counters)).or_insert_with(|| {
                states.classes.push(Vec::new());
                states.classes.len() - 1
            });
            states.classes[class].push(place);
            states.columns.push(sheet.column(counters));
            states.counters.push(*counters);
            if *counters == fresh {
                states.fresh = place;
            }
        }
        assert_eq!(states.counters.get(states.fresh), Some(&fresh), "fresh counts can stand everywhere");
        states
    }
}

struct Comparison<'a> {
    tables: &'a Tables,
    rules: DrawRules,
    sheet: &'a Sheet<'a>,
    theory: Column<'a>,
    states: HashMap<Situation, States<'a>>,
    /// True if tables of values under the rules are missing, so that some values are unknown.
    is_open: bool,
}

/// Returns true when the tables leave open whether the rules make a won or lost position a draw.
fn is_maybe(answer: Option<RuleOutcome>, theory: Wdl) -> bool {
    matches!((answer, theory), (Some(RuleOutcome::MaybeWin), Wdl::Win) | (Some(RuleOutcome::MaybeLoss), Wdl::Loss))
}

impl<'a> Comparison<'a> {
    fn new(made: &'a Made, theory: &'a Product, product: &'a Product, sheet: &'a Sheet<'a>) -> Self {
        let theory = theory.sheet(sheet.material, sheet.side);
        let [none] = theory.counters() else { panic!("no counts, one column") };
        let rules = product.rules();
        let mut states: HashMap<Situation, States<'a>> = HashMap::new();
        for &number in sheet.numbers() {
            let position = sheet.position(number);
            states.entry(rules.situation(&position)).or_insert_with(|| States::new(&rules, sheet, &position));
        }
        let standing: HashSet<&Counters> = states.values().flat_map(|states| &states.counters).collect();
        let nowhere: Vec<_> = sheet.counters().iter().filter(|counters| !standing.contains(counters)).collect();
        assert!(nowhere.is_empty(), "{} has counters that stand in no position: {nowhere:?}", sheet.name());
        let is_open = !made.is_ruled;
        Comparison { tables: &made.tables, rules, sheet, theory: theory.column(none), states, is_open }
    }

    fn run(&self, coverage: Coverage) -> Compared {
        let step = coverage.step();
        let every = |(place, &number): (usize, &u32)| (number, place % step == 0);
        let all = self.sheet.numbers().iter().enumerate().map(every);
        let wanted = |(_, is_full): &(u32, bool)| *is_full || matches!(coverage, Coverage::Classes(_));
        let positions: Vec<(u32, bool)> = all.filter(wanted).collect();
        let of_task = |positions: &[(u32, bool)]| {
            let mut found = Compared::default();
            for &(number, is_full) in positions {
                self.add_position(number, is_full, &mut found);
            }
            found
        };
        positions.par_chunks(POSITIONS_PER_TASK).map(of_task).reduce(Compared::default, Compared::and)
    }

    fn add_position(&self, number: u32, is_full: bool, found: &mut Compared) {
        found.positions += 1;
        let position = self.sheet.position(number);
        let theory = self.theory.value(number);
        let states = &self.states[&self.rules.situation(&position)];
        let of_class = |places: &Vec<usize>| places[number as usize % places.len()];
        let chosen: Option<Vec<usize>> = (!is_full).then(|| states.classes.iter().map(of_class).collect());
        let asked: Cow<[Counters]> = match &chosen {
            Some(chosen) => chosen.iter().map(|&place| states.counters[place]).collect(),
            None => Cow::Borrowed(&states.counters),
        };
        let answers = self.tables.rule_values(&position, &self.rules, &asked).unwrap_or_default();
        for answer in 0..asked.len() {
            let place = chosen.as_ref().map_or(answer, |chosen| chosen[answer]);
            let ruled = states.columns[place].value(number);
            found.add(theory, ruled, place == states.fresh);
            let answer = answers.get(answer).map(|value| value.outcome);
            if self.is_open && is_maybe(answer, theory) {
                found.open += 1;
                continue;
            }
            if answer.is_none() || answer != expected(theory, ruled) {
                let text = format!("{answer:?}, not {theory:?} and {ruled:?}");
                self.note(&position, &states.counters[place], &text, found);
            }
        }
        // Single probes must give the same values. Each position is probed with other counters.
        let place = number as usize % asked.len();
        let alone = self.tables.rule_value(&position, &self.rules, &asked[place]);
        if alone.as_ref().ok() != answers.get(place) {
            let text = format!("{alone:?} alone, {:?} among others", answers.get(place));
            self.note(&position, &asked[place], &text, found);
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

/// A set of materials, solved by the brute force and by tables.
pub struct Both {
    theory: Product,
    pub product: Product,
    pub made: Made,
}

impl Both {
    pub fn new(game: &Draughts, rules: &str, materials: &[Material], is_ruled: bool) -> Both {
        let rules = DrawRules::named(rules).expect("the test names a code");
        let theory = Product::solve(game, DrawRules::named("none").expect("in the list"), materials);
        let product = Product::solve(game, rules, materials);
        Both { theory, product, made: make(game, &rules, materials, is_ruled) }
    }

    pub fn compare(&self, sheet: &Sheet, coverage: Coverage) -> Compared {
        Comparison::new(&self.made, &self.theory, &self.product, sheet).run(coverage)
    }
}

/// Solves `materials` by the brute force, makes their tables, and compares all materials to which
/// moves lead.
pub fn compare_set(variant: &str, rules: &str, materials: &[Material], coverage: Coverage, is_ruled: bool) -> Compared {
    let started = Instant::now();
    let both = Both::new(&game(variant), rules, materials, is_ruled);
    let solved = started.elapsed();
    let mut total = Compared::default();
    for sheet in both.product.sheets() {
        let found = both.compare(&sheet, coverage);
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

pub fn print_heading() {
    let [positions, states, decided, spoiled] = ["positions", "states", "decided", "in theory"];
    println!(
        "\n{:<14} {:<37} {:<8} {positions:>10} {states:>12} {decided:>12} {spoiled:>12} {:>11}  first",
        "variant", "rules", "class", "differences"
    );
}

pub fn assert_same(variant: &str, rules: &str, materials: &[Material], coverage: Coverage) {
    let found = compare_set(variant, rules, materials, coverage, true);
    assert!(found.decided > 0 && found.decided < found.states, "{found:?}");
    assert_eq!(found.differences, 0, "{found:?}");
}

pub fn materials(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| material(name)).collect()
}
