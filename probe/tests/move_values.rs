//! Tests the values of played moves against single probes.

use peatee_probe::adjudicate::{Judge, MoveMark, MoveValue, ReviewError, Start};
use peatee_probe::{Draughts, ProbeError, Tables};
use peatee_rules::Budget;
use peatee_rules::draw::{DrawRules, GameRecord, Outcome};

use crate::common::Random;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");

/// Maximum number of plies of a random game.
const PLIES_MAX: usize = 30;

fn rules() -> DrawRules {
    DrawRules::named("WCDF").expect("a code")
}

fn record(game: &Draughts, fen: &str) -> GameRecord {
    GameRecord::from_position(game, rules(), game.parse_fen(fen).expect("a FEN"))
}

/// Returns the values of moves that are played from a FEN.
fn values(tables: &Tables, fen: &str, moves: &[&str]) -> Vec<Option<MoveValue>> {
    let judge = Judge::new(tables.game(), rules()).tables(tables).move_values(true);
    let start = Start::from(tables.game().parse_fen(fen).expect("a FEN"));
    judge.verdict(&start, moves).expect("a verdict").moves.into_iter().map(|played| played.value).collect()
}

/// Returns the half points that the side to move gets with best play, read by one probe; `None` if
/// the tables do not show them.
fn points(tables: &Tables, record: &GameRecord) -> Option<i32> {
    let value = tables.rule_value(record.position(), &rules(), record.counters()).expect("it is in the tables");
    value.outcome.wdl().map(|wdl| wdl as i32)
}

/// Checks the value of a move against a probe of the position and a probe after each legal move.
fn check(tables: &Tables, before: &GameRecord, played: &str, value: &MoveValue) {
    let (game, best) = (tables.game(), points(tables, before));
    let moves = game.moves(before.position()).expect("few captures");
    let after = |mv: &_| {
        let mut after = before.clone();
        after.play(mv).expect("a legal move");
        points(tables, &after).map(|points| 2 - points)
    };
    let all: Vec<_> = moves.iter().map(|mv| (game.move_text(before.position(), mv), after(mv))).collect();
    let keeps = |points: Option<i32>| points.zip(best).is_some_and(|(points, best)| points >= best);
    let keeping = all.iter().filter(|(_, points)| keeps(*points)).count();
    let is_known = best.is_some() && all.iter().all(|(_, points)| points.is_some());
    assert_eq!((value.legal_moves, value.keeping_moves), (all.len(), is_known.then_some(keeping)));
    let points = |text: &str| all.iter().find(|(found, _)| found == text).and_then(|(_, points)| *points);
    let lost = best.zip(points(played)).map(|(best, points)| best - points);
    let mark = match lost {
        Some(2) => Some(MoveMark::Blunder),
        Some(1) => Some(MoveMark::Mistake),
        Some(0) if is_known && keeping == 1 && all.len() > 1 => Some(MoveMark::OnlyMove),
        _ => None,
    };
    assert_eq!(value.mark, mark, "{played}");
    match &value.best {
        Some(found) => assert!(lost > Some(0) && keeps(points(&game.move_text(before.position(), found)))),
        None => assert!(lost <= Some(0) || keeping == 0),
    }
}

#[test]
fn values_of_moves_are_those_of_single_probes() {
    let tables = Tables::open(TABLES).expect("the tables open");
    let (game, mut random) = (tables.game(), Random::new(7));
    for fen in ["W:WK17,K5:BK31", "B:W21,K30:BK4", "W:W22:B3", "W:WK10:BK19,8"].iter().cycle().take(40) {
        let (mut at, mut befores, mut texts) = (record(game, fen), Vec::new(), Vec::new());
        while texts.len() < PLIES_MAX && matches!(at.outcome(), Outcome::InProgress { .. }) {
            let moves = game.moves(at.position()).expect("few captures");
            let mv = &moves[random.below(moves.len())];
            befores.push(at.clone());
            texts.push(at.move_text(mv));
            at.play(mv).expect("a legal move");
        }
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let found = values(&tables, fen, &texts);
        assert_eq!(found.len(), texts.len());
        for ((before, played), value) in befores.iter().zip(texts).zip(found) {
            check(&tables, before, played, &value.expect("it is in the tables"));
        }
    }
}

#[test]
fn errors_and_only_moves_are_marked() {
    let tables = Tables::open(TABLES).expect("the tables open");
    let marks = |fen, moves: &[&str]| -> Vec<_> {
        values(&tables, fen, moves).into_iter().map(|value| value.map(|value| value.mark)).collect()
    };
    assert_eq!(marks("W:WK10:BK19", &["10-15", "19x10"]), [Some(Some(MoveMark::Mistake)), Some(None)]);
    assert_eq!(marks("W:WK1:BK10", &["1-5"]), [Some(Some(MoveMark::OnlyMove))]);
    assert_eq!(marks("W:WK10:BK19", &["10-6"]), [Some(None)]);
    assert_eq!(marks("W:WK1,K2,K3:BK31", &["1-6"]), [None], "four pieces are not in the tables");
}

#[test]
fn values_of_moves_take_steps_from_the_budget() {
    let tables = Tables::open(TABLES).expect("the tables open");
    let budget = Budget::new(20, u64::MAX);
    let judge = Judge::new(tables.game(), rules()).tables(&tables).line_plies(0).within(&budget);
    let start = Start::from(tables.game().parse_fen("W:WK10:BK19").expect("a FEN"));
    assert!(judge.verdict(&start, &["10-6"]).is_ok(), "without values");
    let cut = judge.move_values(true).verdict(&start, &["10-6"]);
    assert!(matches!(cut, Err(ReviewError::Probe(ProbeError::Budget(_)))), "{cut:?}");
}
