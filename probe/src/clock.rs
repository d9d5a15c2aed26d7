//! The count that decides whether a win comes in time.
//!
//! Several counts of a rule code can run at once. Under most codes, the count with the fewest plies
//! left decides alone. This needs a proof for an ending against a lone king. The move that starts
//! the count of that ending also resets the count that applies to all positions (kings only;
//! unchanged material), so the general count has never used more plies. Either the count of the
//! ending runs to the end of the game and has the shorter limit. Or the same moves, those that
//! change the material, reset or end both counts (`USSR-1953-64+together+ends-with-three`: 36
//! plies, and 30 for unchanged material).
//!
//! Under other codes, several counts decide together. Under `USSR-1953-64+together`, a count of 36
//! plies runs to the end of the game beside a count of 30 plies that a change of material resets,
//! and a winner may have to heed both. Some current codes have simultaneous counts that different
//! moves reset, or counts that a quiet king move ends. Their tables hold a
//! [`Requirement`](peatee_table::requirement::Requirement) instead of a distance: see
//! [`one_count_decides`]. The rest of this page describes the codes in which one count decides.
//!
//! A count that no move resets and that outlasts its ending runs [to the end](Clock::ToEnd) of the
//! game. A win comes in time if its DTW is at most the plies left.
//!
//! A count that moves [reset or end](Clock::ToReset) needs two conditions. The winner must make
//! such a move in time, and the position after it must be won *under the rules* with fresh counts.
//! DTR, the depth to reset, is the number of plies to that move when the winner hurries and the
//! loser delays. DTR differs from DTC, the depth to the next capture or move of a man. DTC also
//! accepts a conversion into an ending that the rules then make a draw, and the resetting moves
//! depend on the code.
//!
//! With a count that has used `u` of `l` plies, a won position is won under the rules exactly when
//! `u + DTR <= l`.

use peatee_rules::draw::code::{CountRule, Leaving, MaterialClass, Road};
use peatee_rules::draw::{CountStatus, Counters, DrawRules, Events, MaterialChange, Situation};
use peatee_rules::{Kind, Material, Side};

/// The count that decides under draw rules: the running count with the fewest plies left.
///
/// A count that no move resets runs [to the end](Clock::ToEnd) of the game: a win comes in time if
/// its DTW is at most the plies left. With a count that moves [reset or end](Clock::ToReset), the
/// winner must make such a move in time, and the position after it must be won under the rules with
/// fresh counts. DTR, the depth to reset, is the number of plies to that move. With a count that
/// has used `u` of `l` plies, a won position is won under the rules exactly when `u + DTR <= l`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// No count decides: every win comes in time.
    None,
    /// The deciding count runs to the end of the game.
    ToEnd(CountStatus),
    /// Moves reset or end the deciding count.
    ToReset(CountStatus),
}

impl Clock {
    /// Returns the deciding count for these counters and side to move.
    #[inline]
    pub fn of(rules: &DrawRules, counters: &Counters, side: Side) -> Clock {
        // Of counts that are equally near their limits, the count of the ending binds.
        let urgency = |count: &CountStatus| (count.left_plies(), matches!(count.rule.material, MaterialClass::Any));
        match rules.running(counters, side).min_by_key(urgency) {
            None => Clock::None,
            Some(count) if runs_to_the_end(rules, count.rule) => Clock::ToEnd(count),
            Some(count) => Clock::ToReset(count),
        }
    }

    /// Returns the deciding count of a position in which all counts are fresh, except counts that
    /// depend on the main road.
    pub fn fresh(rules: &DrawRules, material: &Material, side: Side) -> Clock {
        Self::of(rules, &rules.start_situation(&Situation::from(*material)), side)
    }

    /// Returns the deciding count, if there is one.
    pub fn count(&self) -> Option<&CountStatus> {
        match self {
            Clock::None => None,
            Clock::ToEnd(count) | Clock::ToReset(count) => Some(count),
        }
    }
}

/// Returns true when no move resets the count of `rule` and the count outlasts its ending.
pub fn runs_to_the_end(rules: &DrawRules, rule: &CountRule) -> bool {
    rules.leaving(rule) == Leaving::RunsOn
        && rule.resets == Events::NONE
        && rules.readings.material_change == MaterialChange::CountGoesOn
}

/// Returns true when one count decides alone in every position, so that tables hold distances under
/// these rules. Otherwise tables hold requirements. False in four cases:
///
/// * A count that runs to the end of the game may have as many plies left as another count that
///   starts or resets at the same time, or more.
/// * A count of king moves runs beside a count of unchanged material, and different moves reset
///   them.
/// * A count depends on the main road, which quiet king moves leave.
/// * Positions without a running count lead to positions with one.
pub fn one_count_decides(rules: &DrawRules) -> bool {
    let least_limit = |rule: &CountRule| rules.least_limit_plies(rule);
    let to_end = || rules.code.counts.iter().filter(|rule| runs_to_the_end(rules, rule));
    let to_reset = || rules.code.counts.iter().filter(|rule| !runs_to_the_end(rules, rule) && rule.barred_by.is_none());
    let has_own_clock =
        |rule: &CountRule| rule.road != Road::Any || matches!(rule.material, MaterialClass::KingsOnBothSides { .. });
    let counts = rules.code.counts;
    let has_clock_everywhere = counts.is_empty() || counts.iter().any(|rule| rule.material == MaterialClass::Any);
    has_clock_everywhere
        && !counts.iter().any(has_own_clock)
        && to_end().all(|end| to_reset().all(|reset| least_limit(end) < least_limit(reset)))
}

/// Returns true when a move resets or ends the count of `rule`, so that the next position starts
/// fresh.
pub fn is_reset(rules: &DrawRules, rule: &CountRule, events: Events, after: &Situation) -> bool {
    let of_ending = rule.material != MaterialClass::Any;
    let is_over = after.material.is_bare();
    let restarts = rules.readings.material_change == MaterialChange::CountRestarts;
    events.meets(rule.resets)
        || (of_ending && restarts && events.changes_material() && !is_over)
        || (rules.leaving(rule) == Leaving::Ends && !is_over && !rules.goes_on_in(rule, after))
}

/// Returns true when a quiet move of a `kind` piece without promotion leaves the count of `rule`
/// running.
pub fn stays(rule: &CountRule, kind: Kind) -> bool {
    kind == Kind::King || !Events::MAN_MOVE.meets(rule.resets)
}

/// Returns the plies of the count that a lost position without a move uses: 1 if the rules read a
/// loss on the exhausting move as a draw, else 0.
pub fn end_plies(rules: &DrawRules, rule: &CountRule) -> u32 {
    !rules.is_lost_on_last_move(rule) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use peatee_rules::draw::RULE_CODES;

    #[test]
    fn one_count_decides_but_for_one_reading() {
        let decides = |name: &str| one_count_decides(&DrawRules::named(name).unwrap());
        for code in RULE_CODES {
            if ["FMJD-64-Russian", "FMJD-100-2024", "CBD-64", "FPD", "APCA", "Frisian"].contains(&code.id) {
                assert!(!decides(code.id), "{}", code.id);
                continue;
            }
            for extra in ["", "+restarts", "+drawn", "+together+restarts+drawn"] {
                assert!(decides(&format!("{}{extra}", code.id)), "{}{extra}", code.id);
            }
            let together = format!("{}+together", code.id);
            assert_eq!(decides(&together), !code.id.starts_with("USSR"), "{together}");
        }
        assert!(decides("USSR-1953-64+together+ends-with-three"));
    }
}
