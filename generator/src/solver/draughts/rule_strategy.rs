//! Chooses the method for the values of a slice under draw rules, by the moves that reset the
//! deciding count.

use peatee_probe::Clock;
use peatee_probe::internals::{end_plies, one_count_decides, stays};
use peatee_rules::draw::code::CountRule;
use peatee_rules::draw::{DrawRules, Events};
use peatee_rules::{Kind, Side};
use peatee_table::Slice;

use super::metrics::resettable;
use super::{ResetCount, SolverKind};

/// A method for the values of a slice under draw rules.
#[derive(Debug)]
pub enum RuleStrategy {
    /// No count decides, or the deciding count runs to the end of the game: WDL and DTW tables
    /// suffice.
    Nothing,
    /// Every move out of the slice resets this count: the solver of the slice finds the resets.
    Resets(ResetCount),
    /// A capture or a promotion may leave this count running, or the game has only the plain
    /// solver: the plain solver finds the distances.
    Distances(&'static CountRule),
    /// Several counts decide together.
    Requirements,
}

/// Returns the method for the values of a slice under these rules. `method` is the solver of its
/// game.
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
