//! Tests positions that callers build themselves. No bits may cause a panic, and an impossible
//! position has no value.

use peatee_probe::peatee_rules::draw::{Counters, DrawRules};
use peatee_probe::{Kind, Metric, Position, ProbeError, Side, Tables};

use crate::common::Random;

const ENGLISH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");

/// Returns a random position of two or three pieces, with some bits changed.
fn position(random: &mut Random) -> Position {
    let mut position = Position::empty(Side::BOTH[random.below(2)]);
    for number in 0..2 + random.below(2) {
        let kind = [Kind::Man, Kind::King][random.below(2)];
        position.setup.pieces[number % 2][kind as usize] |= 1 << random.below(32);
    }
    for _ in 0..random.below(4) {
        let set = match random.below(5) {
            0 => 1 << random.below(128),
            1 => random.u128(..),
            2 => u128::MAX,
            _ => 0,
        };
        position.setup.pieces[random.below(2)][random.below(3)] ^= set;
    }
    position
}

/// Calls all probe functions, and returns whether each of them succeeds.
fn answers(tables: &Tables, position: &Position, counters: &Counters) -> Vec<Result<(), ProbeError>> {
    let rules = DrawRules::named("WCDF").expect("a code");
    vec![
        tables.probe_wdl(position).map(drop),
        tables.probe(position).map(drop),
        tables.probe_dtc(position).map(drop),
        tables.plies(position, Metric::Dtw).map(drop),
        tables.value_in(position, Metric::Dtc).map(drop),
        tables.moves(position).map(drop),
        tables.line(position, 3).map(drop),
        tables.rule_value(position, &rules, counters).map(drop),
        tables.exact_rule_value(position, &rules, counters).map(drop),
        tables.rule_moves(position, &rules, counters).map(drop),
    ]
}

#[test]
fn positions_of_any_bits_are_answered_or_refused() {
    let tables = Tables::open(ENGLISH).expect("the tables open");
    let game = tables.game();
    let rules = DrawRules::named("WCDF").expect("a code");
    let fresh = rules.start(&game.parse_fen("W:WK1:BK32").expect("a FEN"));
    let mut random = Random::new(44);
    let positions: Vec<Position> = (0..3000).map(|_| position(&mut random)).collect();
    let (mut refused, mut answered) = (0, 0);
    for at in &positions {
        let found = answers(&tables, at, &fresh);
        match game.check(at) {
            Err(_) => {
                let is_illegal = |answer: &Result<(), ProbeError>| matches!(answer, Err(ProbeError::Illegal(_)));
                assert!(found.iter().all(is_illegal), "{at:?}: {found:?}");
                assert_eq!(tables.probe_wdl_in_memory(at), None, "{at:?}");
                refused += 1;
            }
            Ok(()) => {
                answered += usize::from(found.iter().all(Result::is_ok));
                assert!(!found.iter().any(|answer| matches!(answer, Err(ProbeError::Illegal(_)))), "{at:?}");
            }
        }
        // Functions that make texts of the position must not panic either.
        let _ = (game.fen(at), game.diagram(at), game.svg(at), rules.start(at));
    }
    assert!(refused > 1000 && answered > 200, "{refused} refused, {answered} answered");
    for (one, of_many) in positions.iter().zip(tables.probe_many(&positions)) {
        assert_eq!(tables.probe(one).is_ok(), of_many.is_ok(), "{one:?}");
    }
}
