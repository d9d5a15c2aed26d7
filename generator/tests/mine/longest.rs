use std::cmp::Ordering;
use std::collections::BTreeMap;

use peatee_generator::explore::stats::slice_stats;
use peatee_probe::{Metric, Slice, Wdl};
use serde_json::Value as Json;

use super::brute::World;
use super::mined::{Mined, mine, text};
use super::{brute, expected, in_two_games, zugzwang};
use crate::common::{Made, game, make, number, rows, slice_name};

/// Numbers for slices of English draughts: counts by the public Cake generator, and plies by two
/// solvers that were written independently of this one.
const ENGLISH: &str = include_str!("../data/english-slices.tsv");
/// Longest wins of international draughts, published by M. Grimminck.
const INTERNATIONAL: &str = include_str!("../data/international-longest.tsv");

fn plies(line: &Json) -> u64 {
    line["dtw_plies"].as_u64().expect("decided positions have a distance")
}

#[test]
fn the_first_of_the_list_are_the_longest() {
    in_two_games(check_first_of_the_list);
}

pub fn check_first_of_the_list(made: &Made, world: &World) {
    let id = world.game.variant().id;
    for (wdl, more) in [(Wdl::Win, &[][..]), (Wdl::Loss, &["--losses"])] {
        let list = ["longest", "--variant", id, "--count", "500", "--maximum", "0"];
        let mined = mine(&[&list, more].concat(), made.root.path());
        mined.check(&made.tables, false);
        let mut wanted = all_plies(world, wdl);
        assert_eq!(mined.summary["found"], wanted.len() as u64);
        wanted.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(mined.lines.iter().map(plies).collect::<Vec<_>>(), wanted[..500], "{id}");
        // The list must contain every position with more plies than its last position.
        let last = wanted[499];
        let above = |value: peatee_probe::Value| value.wdl == wdl && value.plies.is_some_and(|p| p as u64 > last);
        let names = expected(world, |_, value| above(value).then_some(wdl.name()));
        assert!(names.is_subset(&mined.found()) && !names.is_empty(), "{id}");
        assert_eq!(mined.summary["longest_plies"], wanted[0]);
        let at_maximum = wanted.iter().filter(|&&plies| plies == wanted[0]).count() as u64;
        assert_eq!(mined.summary["longest_positions"], at_maximum);
    }
}

fn all_plies(world: &World, wdl: Wdl) -> Vec<u64> {
    let values = world.positions.iter().map(|at| world.value(at)).filter(|value| value.wdl == wdl);
    values.map(|value| value.plies.expect("a distance").into()).collect()
}

/// Checks that all positions with the most plies of each slice are listed, up to the limit.
#[test]
fn all_positions_at_the_maximum_of_each_slice_are_listed() {
    in_two_games(check_maxima);
}

pub fn check_maxima(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let list = ["longest", "--variant", id, "--count", "1", "--maximum", "40", "--per-slice"];
    let mined = mine(&list, made.root.path());
    mined.check(&made.tables, false);
    let mut of_slices = BTreeMap::<String, Vec<u64>>::new();
    for position in &world.positions {
        let value = world.value(position);
        if value.wdl == Wdl::Win {
            let name = Slice::of(&world.game, position).name();
            of_slices.entry(name).or_default().push(value.plies.expect("a distance").into());
        }
    }
    for (name, all) in of_slices {
        let longest = *all.iter().max().expect("there is a win");
        let at_maximum = all.iter().filter(|&&plies| plies == longest).count();
        let lines = mined.lines.iter().filter(|line| text(line, "slice") == name);
        let found: Vec<u64> = lines.map(plies).collect();
        assert_eq!(found, vec![longest; at_maximum.min(40)], "{id} {name}");
    }
}

fn of_each_slice(id: &str, pieces: u8, more: &[&str]) -> (crate::common::Made, Mined) {
    let made = make(id, pieces);
    let list = ["longest", "--variant", id, "--count", "1", "--maximum", "0", "--per-slice"];
    let mined = mine(&[&list, more].concat(), made.root.path());
    (made, mined)
}

/// Compares the longest wins that `mine` finds with the counts of `stats` and with published
/// counts, up to four pieces.
#[test]
#[ignore = "14 CPU-seconds; scripts/check --full runs it"]
fn longest_wins_are_the_published_ones_in_full() {
    // The columns of the longest plies and the number of positions, for wins and for losses.
    for (columns, more) in [([5, 6], &[][..]), ([7, 8], &["--losses"])] {
        let (made, mined) = of_each_slice("english", 4, more);
        let listed = rows(ENGLISH);
        assert_eq!(listed.len(), made.tables.slices().len());
        for row in listed {
            let name = slice_name(row[0]);
            let found = mined.of_slice(&name);
            let published = columns.map(|column| number(&row, column));
            let plies = found["longest_plies"].as_u64().unwrap_or(0);
            assert_eq!([plies, found["longest_positions"].as_u64().expect("a count")], published, "{name}");
            let stats = slice_stats(&made.tables, Slice::parse(made.tables.game(), &name).expect("a slice"));
            let stats = stats.expect("there is a table");
            assert_eq!(found["found"], if more.is_empty() { stats.wins } else { stats.losses }, "{name}");
        }
    }
    let (made, mined) = of_each_slice("international", 4, &[]);
    for row in rows(INTERNATIONAL).iter().filter(|row| row[0] != "David") {
        let name = slice_name(row[0]);
        assert_eq!(mined.of_slice(&name)["longest_plies"], number(row, 2), "{name}");
        // The published position must be among the positions with the most plies.
        if name.len() > 4 {
            continue;
        }
        let asked = ["longest", "--variant", "international", "--slice", &name, "--maximum", "1000000"];
        let all = mine(&[&asked[..], &["--count", "1"]].concat(), made.root.path());
        let position = made.tables.game().parse_fen(row[1]).expect("published positions are legal");
        let fen = made.tables.game().fen(&position);
        assert!(all.lines.iter().any(|line| text(line, "fen") == fen), "{fen}");
    }
}

/// Checks English draughts up to five pieces. The numbers of wins and losses must equal those that
/// the solver counted. The distances must equal those of `stats`. Both slices of a material must
/// have the same mutual zugzwangs.
#[test]
#[ignore = "a minute; scripts/check sets runs it"]
fn five_pieces_hold_what_the_solver_counted() {
    let made = make("english", 5);
    let list = ["longest", "--variant", "english", "--count", "1", "--maximum", "0", "--per-slice"];
    let wins = mine(&list, made.root.path());
    let losses = mine(&[&list, &["--losses"][..]].concat(), made.root.path());
    let mutual = mine(&["zugzwang", "--variant", "english"], made.root.path());
    let game = made.tables.game();
    for info in made.tables.slices() {
        let (slice, name) = (info.slice, info.slice.name());
        let counts = made.tables.need(slice, Metric::Wdl).expect("there is a table").header().counts;
        let stats = slice_stats(&made.tables, slice).expect("there is a table");
        for (mined, count, longest) in
            [(&wins, counts.wins, stats.longest_win), (&losses, counts.losses, stats.longest_loss)]
        {
            let found = mined.of_slice(&name);
            assert_eq!(found["found"], count, "{name}");
            let longest = longest.map(|longest| (longest.plies.into(), longest.positions));
            let mined = found["longest_plies"].as_u64().map(|plies| (plies, number_of(found, "longest_positions")));
            assert_eq!(mined, longest, "{name}");
        }
        let of_slice = |slice: Slice| number_of(mutual.of_slice(&slice.name()), "found");
        assert_eq!(of_slice(slice), of_slice(slice.opposite(game)), "{name}");
    }
    assert!(number_of(&mutual.summary, "found") > 0);
}

/// Checks international draughts up to three pieces. Wins, distances and mutual zugzwangs of every
/// slice must equal those of a brute force without tables, index or solver.
#[test]
#[ignore = "minutes; scripts/check sets runs it"]
fn three_international_pieces_hold_what_a_brute_force_finds() {
    let made = make("international", 3);
    let solved = brute::solve(&game("international"), 3);
    let world = World::solved(game("international"), 3, &solved);
    let positions: u64 = made.tables.slices().iter().map(|info| info.positions).sum();
    assert_eq!(world.positions.len() as u64, positions);
    let mut wanted = BTreeMap::<String, [Counted; 2]>::new();
    let mut mutual = BTreeMap::<String, u64>::new();
    for position in &world.positions {
        let value = world.value(position);
        assert_eq!(made.tables.probe(position).expect("a table"), value, "{}", world.game.fen(position));
        let name = Slice::of(&world.game, position).name();
        if let Some(plies) = value.plies {
            wanted.entry(name.clone()).or_default()[usize::from(value.wdl == Wdl::Loss)].add(plies.into());
        }
        let is_mutual = zugzwang(&world, position, value) == Some("mutual");
        *mutual.entry(name).or_default() += u64::from(is_mutual);
    }
    let list = ["longest", "--variant", "international", "--count", "1", "--maximum", "0", "--per-slice"];
    let longest = [&list[..], &[&list[..], &["--losses"]].concat()].map(|list| mine(list, made.root.path()));
    let mined_mutual = mine(&["zugzwang", "--variant", "international"], made.root.path());
    for info in made.tables.slices() {
        let name = info.slice.name();
        for (mined, counted) in longest.iter().zip(wanted.remove(&name).unwrap_or_default()) {
            let of = mined.of_slice(&name);
            let found = Counted {
                all: number_of(of, "found"),
                longest_plies: of["longest_plies"].as_u64().unwrap_or(0),
                longest_positions: number_of(of, "longest_positions"),
            };
            assert_eq!(found, counted, "{name}");
        }
        assert_eq!(number_of(mined_mutual.of_slice(&name), "found"), mutual[&name], "{name}");
    }
    println!("{} positions, mutual zugzwangs {mutual:?}", world.positions.len());
}

/// Numbers of positions of one outcome in a slice.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    all: u64,
    longest_plies: u64,
    longest_positions: u64,
}

impl Counted {
    fn add(&mut self, plies: u64) {
        self.all += 1;
        match plies.cmp(&self.longest_plies) {
            Ordering::Greater => (self.longest_plies, self.longest_positions) = (plies, 1),
            Ordering::Equal => self.longest_positions += 1,
            Ordering::Less => {}
        }
    }
}

fn number_of(object: &Json, field: &str) -> u64 {
    object[field].as_u64().unwrap_or_else(|| panic!("`{field}` of {object}"))
}
