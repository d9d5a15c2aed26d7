//! Chooses the method by which the values of a slice under draw rules are found.

use peatee_probe::Clock;
use peatee_probe::internals::{end_plies, one_count_decides, stays};
use peatee_rules::draw::code::CountRule;
use peatee_rules::draw::{DrawRules, Events};
use peatee_rules::{Kind, Side};
use peatee_table::Slice;

use super::metrics::resettable;
use super::{ResetCount, SolverKind};

#[derive(Debug)]
pub enum RuleStrategy {
    /// No further values are computed, because WDL and DTW tables are enough. Either no draw count
    /// (ply limit) runs in the slice, or no move resets the count with the fewest plies left, which
    /// runs until the game ends.
    Nothing,
    /// The solver of the slice finds distances to resets, because every capture and every promotion
    /// resets this count.
    Resets(ResetCount),
    /// The plain solver finds distances to resets. A capture or a promotion may leave this count
    /// running, or the game has only the plain solver.
    Distances(&'static CountRule),
    /// Requirements (the plies that a win needs of each count) are computed, because several counts
    /// decide together.
    Requirements,
}

pub fn strategy_for(rules: &DrawRules, slice: Slice, method: SolverKind) -> RuleStrategy {
    if !one_count_decides(rules) {
        return RuleStrategy::Requirements;
    }
    let Some(rule) = resettable(rules, slice) else { return RuleStrategy::Nothing };
    let is_set_back_by = |events: Events| events.meets(rule.resets);
    // A promotion is also a move of a man.
    let leaves_fresh = is_set_back_by(Events::CAPTURE) && is_set_back_by(Events::PROMOTION.and(Events::MAN_MOVE));
    let fresh = Side::BOTH.map(|side| Clock::fresh(rules, &slice.material, side));
    let [Clock::ToReset(white), Clock::ToReset(black)] = fresh else { return RuleStrategy::Distances(rule) };
    if method == SolverKind::Plain || !leaves_fresh || white.rule != black.rule {
        return RuleStrategy::Distances(rule);
    }
    RuleStrategy::Resets(ResetCount {
        left_plies: [white, black].map(|count| count.left_plies()),
        runs_over_men: stays(rule, Kind::Man),
        end_plies: end_plies(rules, rule) as u16,
    })
}
