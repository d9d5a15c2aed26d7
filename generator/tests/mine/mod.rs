//! Checks that `mine` finds the same positions as a simple loop over all positions.

mod brute;
mod commands;
mod longest;
pub mod mined;
mod only_move;
mod under_rules;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;

use crate::common::{Made, game, make};
use brute::World;
use mined::mine;
use peatee_probe::{Slice, Value, Wdl};
use peatee_rules::{Kind, Position, Side};

/// Values of English draughts up to three pieces, solved once for all tests.
static ENGLISH: LazyLock<HashMap<Position, Value>> = LazyLock::new(|| brute::solve(&game("english"), 3));

/// Tables of up to three pieces of two games. They are made once, and all tests only read them.
static MADE: LazyLock<[Made; 2]> = LazyLock::new(|| ["english", "brazilian"].map(|id| make(id, 3)));

/// All positions of up to three pieces of two games, with their values. Values of English draughts
/// come from `ENGLISH`, those of Brazilian draughts from tables.
static WORLDS: LazyLock<[World<'static>; 2]> =
    LazyLock::new(|| [World::solved(game("english"), 3, &ENGLISH), World::probed(&MADE[1].tables, 3)]);

/// Runs a check on all positions of up to three pieces of two games.
fn in_two_games(check: impl Fn(&Made, &World)) {
    MADE.iter().zip(&*WORLDS).for_each(|(made, world)| check(made, world));
}

/// Runs all checks on a large board, where there are ten times as many positions as on a small one.
#[test]
#[ignore = "half a minute; scripts/check --full runs it"]
fn what_is_found_on_a_large_board_is_what_a_plain_walk_finds_in_full() {
    let made = make("international", 3);
    let world = World::probed(&made.tables, 3);
    let checks: [fn(&Made, &World); 8] = [
        check_zugzwangs,
        check_mutual_zugzwangs,
        check_fortresses,
        check_filters,
        longest::check_first_of_the_list,
        longest::check_maxima,
        only_move::check_only_moves,
        only_move::check_lines,
    ];
    checks.iter().for_each(|check| check(&made, &world));
}

/// Returns the type and the FEN of each position for which `kind` returns a type.
fn expected(world: &World, kind: impl Fn(&Position, Value) -> Option<&'static str>) -> BTreeSet<(String, String)> {
    let named =
        world.positions.iter().filter_map(|at| Some((kind(at, world.value(at))?.to_owned(), world.game.fen(at))));
    named.collect()
}

/// Returns the type of a zugzwang, or `None` if the position is no zugzwang.
fn zugzwang(world: &World, position: &Position, value: Value) -> Option<&'static str> {
    let opposite = world.value(&Position { side: position.side.other(), ..*position });
    mined::zugzwang_name(value.wdl, opposite.wdl)
}

#[test]
fn zugzwangs_are_those_of_a_plain_walk() {
    in_two_games(check_zugzwangs);
}

fn check_zugzwangs(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let all = ["zugzwang", "--variant", id, "--type", "mutual,win-to-draw,draw-to-loss"];
    let mined = mine(&all, made.root.path());
    mined.check(&made.tables, true);
    assert_eq!(mined.found(), expected(world, |at, value| zugzwang(world, at, value)), "{id}");
    for line in &mined.lines {
        let position = world.game.parse_fen(mined::text(line, "fen")).expect("a legal position");
        let other = world.value(&Position { side: position.side.other(), ..position });
        assert_eq!(line["other_wdl"], other.wdl.name());
        assert_eq!(line["other_dtw_plies"].as_u64(), other.plies.map(u64::from));
    }
    // A single type must give a part of the list of all types.
    let mutual = mine(&all[..3], made.root.path());
    let wanted = mined.found().into_iter().filter(|(name, _)| name == "mutual");
    assert_eq!(mutual.found(), wanted.collect());
    assert!(!mutual.lines.is_empty(), "{id}");
}

/// Checks the numbers of mutual zugzwangs of each slice. Each pair is counted in the slices of both
/// sides to move, so both slices of a material have the same number.
#[test]
fn mutual_zugzwangs_are_counted_twice_with_the_same_result() {
    in_two_games(check_mutual_zugzwangs);
}

fn check_mutual_zugzwangs(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let mined = mine(&["zugzwang", "--variant", id], made.root.path());
    let mut counts = BTreeMap::<String, u64>::new();
    for position in &world.positions {
        if zugzwang(world, position, world.value(position)) == Some("mutual") {
            *counts.entry(Slice::of(&world.game, position).name()).or_default() += 1;
        }
    }
    for info in made.tables.slices() {
        let own = counts.get(&info.slice.name()).copied().unwrap_or(0);
        assert_eq!(mined.of_slice(&info.slice.name())["found"], own, "{id} {}", info.slice);
        assert_eq!(counts.get(&info.slice.opposite(&world.game).name()).copied().unwrap_or(0), own);
    }
    println!("{id}: {counts:?}");
}

#[test]
fn fortresses_are_those_of_a_plain_walk() {
    in_two_games(check_fortresses);
}

fn check_fortresses(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let mined = mine(&["fortress", "--variant", id], made.root.path());
    mined.check(&made.tables, true);
    let wanted = expected(world, |at, value| {
        let [white, black] = Side::BOTH.map(|side| at.setup.of_side(side).count_ones());
        let captures =
            |side| world.game.moves(&Position { side, ..*at }).expect("few").iter().any(|mv| mv.is_capture());
        let is_one = value.wdl == Wdl::Draw && white != black && !Side::BOTH.into_iter().any(captures);
        is_one.then_some(if (white > black) == (at.side == Side::White) { "mover-ahead" } else { "mover-behind" })
    });
    assert_eq!(mined.found(), wanted, "{id}");
    assert!(mined.lines.iter().all(|line| line["pieces_ahead"] == 1) && !mined.lines.is_empty());
    assert!(mine(&["fortress", "--variant", id, "--ahead", "2"], made.root.path()).lines.is_empty());
}

/// Tests each filter alone, and all filters together.
#[test]
fn filters_leave_what_they_name() {
    check_filters(&MADE[0], &WORLDS[0]);
}

#[test]
#[ignore = "12 CPU-seconds; scripts/check --full runs it"]
fn filters_leave_what_they_name_in_full() {
    in_two_games(check_filters);
}

fn check_filters(made: &Made, world: &World) {
    let id = world.game.variant().id;
    let winner = |at: &Position, value: Value| match value.wdl {
        Wdl::Win => Some(at.side),
        Wdl::Draw => None,
        Wdl::Loss => Some(at.side.other()),
    };
    let ahead = |at: &Position, value: Value| {
        let winner = winner(at, value)?;
        let of = |side| at.setup.of_side(side).count_ones() as i32;
        Some(of(winner) - of(winner.other()))
    };
    let captures = |world: &World, at: &Position| world.game.moves(at).expect("few").iter().any(|mv| mv.is_capture());
    type Fits<'a> = Box<dyn Fn(&Position, Value) -> bool + 'a>;
    let filters: [(&[&str], Fits); 9] = [
        (
            &["--men", "1"],
            Box::new(|at, _| {
                Side::BOTH.map(|side| at.setup.get(side, Kind::Man).count_ones()).iter().sum::<u32>() <= 1
            }),
        ),
        (&["--pieces", "2"], Box::new(|at, _| at.setup.piece_count() == 2)),
        (
            &["--slice", "KvMM", "--slice", "MMvK"],
            Box::new(|at, _| ["KvMM", "MMvK"].contains(&&*Slice::of(&world.game, at).name())),
        ),
        (&["--winner", "mover"], Box::new(|_, value| value.wdl == Wdl::Win)),
        (&["--winner", "opponent"], Box::new(|_, value| value.wdl == Wdl::Loss)),
        (&["--winner-pieces", "equal"], Box::new(|at, value| ahead(at, value) == Some(0))),
        (&["--winner-pieces", "behind"], Box::new(|at, value| ahead(at, value).is_some_and(|by| by < 0))),
        (&["--no-capture", "mover"], Box::new(|at, _| !captures(world, at))),
        (
            &["--no-capture", "both"],
            Box::new(|at, _| !captures(world, at) && !captures(world, &Position { side: at.side.other(), ..*at })),
        ),
    ];
    let base = ["zugzwang", "--variant", id, "--type", "mutual,win-to-draw,draw-to-loss"];
    let of = |arguments: &[&str], fits: &dyn Fn(&Position, Value) -> bool| {
        let mined = mine(&[&base, arguments].concat(), made.root.path());
        let wanted = expected(world, |at, value| zugzwang(world, at, value).filter(|_| fits(at, value)));
        assert_eq!(mined.found(), wanted, "{id} {arguments:?}");
    };
    filters.iter().for_each(|(arguments, fits)| of(arguments, fits));
    let several = [filters[0].0, filters[4].0, filters[8].0].concat();
    of(&several, &|at, value| [0, 4, 8].iter().all(|&filter| filters[filter].1(at, value)));
}
