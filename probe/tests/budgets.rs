//! Tests that an exhausted budget ends an answer with an error and without a panic.

use std::sync::Arc;

use peatee_probe::{ProbeError, Tables};
use peatee_rules::Budget;
use peatee_rules::draw::{DrawRules, GameRecord};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");

#[test]
fn a_line_ends_where_the_budget_of_its_game_does() {
    let tables = Tables::open(TABLES).expect("the tables open");
    let (mut cut, mut whole) = (0, 0);
    for steps_max in 0..2_000 {
        let budget = Arc::new(Budget::new(steps_max, u64::MAX));
        let game = tables.game().within(budget.clone());
        let position = game.parse_fen("W:WK17,K5:BK31").expect("a FEN");
        let record = GameRecord::from_position(&game, DrawRules::named("WCDF").expect("a code"), position);
        // The list of moves has an unlimited budget, so only the budget of the game is exhausted.
        match tables.rule_line_until(&record, 100, &Budget::unlimited()) {
            Ok(line) => {
                assert_eq!(line.moves.len(), 31);
                whole += 1;
            }
            Err(ProbeError::TooManyCaptures(_)) => cut += 1,
            Err(error) => panic!("{steps_max} steps: {error}"),
        }
        if whole > 3 {
            break;
        }
    }
    assert!(cut > 0 && whole > 3, "{cut} {whole}");
}
