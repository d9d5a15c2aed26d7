//! Metrics of distances of chess tables.

use peatee_chess::Position;
use peatee_chess::cozy_chess::Move;
use peatee_probe::Probed;
use peatee_probe::chess::Chess;
use peatee_table::{Metric, RuleSet, Value};

pub fn default_distance() -> Metric {
    Metric::Dtr(RuleSet::new(&Chess::fifty_moves()))
}

/// Returns the metrics of all distances of chess: DTZ under the 50-move and the 75-move rule, DTM
/// and DTC.
pub fn distances() -> [Metric; 4] {
    let dtz_75 = Metric::Dtr(RuleSet::new(&Chess::seventy_five_moves()));
    [default_distance(), dtz_75, Metric::Dtw, Metric::Dtc]
}

/// Returns the metrics of plies to mate under a draw rule: the 50-move and the 75-move rule.
pub fn plies_under_rules() -> [Metric; 2] {
    [Chess::fifty_moves(), Chess::seventy_five_moves()].map(|rules| Metric::RuleDtw(RuleSet::new(&rules)))
}

pub fn distance(metric: Metric) -> Option<Metric> {
    distances().into_iter().find(|&known| known == metric)
}

/// Returns the limit of the half-move clock in plies for DTZ and for
/// plies to mate under a draw rule; `None` for other metrics.
pub fn limit_plies(metric: Metric) -> Option<u32> {
    match metric {
        Metric::Dtr(set) | Metric::RuleDtw(set) => Some(Chess::limit_plies(&set.rules())),
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::RuleWdl(_) | Metric::CanMate => None,
    }
}

/// Returns the value of a move for the player who makes the move. `after` is the value of the next
/// position, for the other player.
pub fn before_move(metric: Metric, after: Value, position: &Position, mv: Move) -> Value {
    let before = |plies| Chess.plies_before(metric, plies, position, &mv);
    Value { wdl: after.wdl.reversed(), plies: after.plies.map(before) }
}
