use peatee_generator::verify::draughts::rows::score::*;
use peatee_rules::variant::Goal;
use peatee_table::{Metric, Value, Wdl};

#[test]
fn scores_go_back_a_ply_as_values_do() {
    for goal in [Goal::LastToMove, Goal::GiveAway] {
        let scores = Scores { metric: Metric::Dtw, goal };
        let mut values: Vec<Value> = (0..400).map(|plies| Value::decided(plies, goal)).collect();
        values.push(Value::DRAW);
        for value in &values {
            assert_eq!(scores.value(scores.of(*value)), *value);
            assert_eq!(scores.value(scores.before(scores.of(*value))), value.before_move());
        }
        values.sort_by_key(|value| value.order());
        assert!(values.windows(2).all(|pair| scores.of(pair[0]) > scores.of(pair[1])));
        assert_eq!(scores.value(scores.before(NONE)), Value::decided(0, goal));
    }
    let scores = Scores { metric: Metric::Wdl, goal: Goal::LastToMove };
    for cell in 0..3 {
        let value = Value { wdl: Wdl::of_cell(cell), plies: None };
        assert_eq!(scores.value(scores.of_cell(cell)), value);
        assert_eq!(scores.value(scores.before(scores.of_cell(cell))), value.before_move());
    }
}
