//! The count that decides whether a win comes in time.
//!
//! Several counts of a rule code can run at once. The count with the fewest plies left binds, and
//! it alone decides. The case to check is an ending against a lone king. The move that starts the
//! count of that ending also sets back the count that applies to all positions (kings only;
//! unchanged material), so the latter has never used more plies. Where the count of the ending runs
//! to the end of the game, it has the shorter limit. Where it does not have the shorter limit
//! (`USSR-1953-64+together+ends-with-three`: 36 plies, and 30 for unchanged material), the same
//! moves set back or end both counts: those that change the material.
//!
//! Elsewhere it is not so. Under `USSR-1953-64+together` a count of 36 plies runs to the end of the
//! game beside a count of 30 plies that a change of material sets back, and a winner may have to
//! heed both. Codes of today have counts that run side by side and are set back by different moves,
//! or that quiet moves of a king end. Then tables hold a
//! [`Requirement`](peatee_table::requirement::Requirement), not a distance: see
//! [`one_count_decides`]. The rest of this page is about the codes in which one count decides.
//!
//! * A count that nothing sets back and that outlives its ending runs [to the end](Clock::ToEnd) of
//!   the game: a win comes in time if its DTW in plies is not more than the plies left.
//! * A count that events [set back or end](Clock::ToReset) asks for less and for more: the winner
//!   must reach such an event in time, and the position after it must be won *under the rules* with
//!   fresh counts. The number of plies this takes, the winner hurrying and the loser delaying, is
//!   DTR, the depth to reset. It is not plain DTC, the depth to the next capture or move of any
//!   piece but a king: DTC takes any conversion that keeps the theoretical win, also into an ending
//!   in which the rules then make a draw of it; and the set of resetting moves is the code's own.
//!
//! With a count that has used `u` of `l` plies a won position is won under the rules exactly when
//! `u + DTR <= l`.

use peatee_rules::draw::code::{CountRule, Leaving, MaterialClass, Road};
use peatee_rules::draw::{CountStatus, Counters, DrawRules, Events, MaterialChange, Situation};
use peatee_rules::{Kind, Material, Side};

/// The count that binds in a position under draw rules: of those that run, the one with the fewest
/// plies left.
///
/// A count that nothing sets back runs [to the end](Clock::ToEnd) of the game: a win comes in time
/// if its DTW in plies is not more than the plies left. A count that events [set back or
/// end](Clock::ToReset) asks for such an event in time, after which the position must be won under
/// the rules with fresh counts. DTR, the depth to reset, is the number of plies that takes. With a
/// count that has used `u` of `l` plies, a won position is won under the rules exactly when `u +
/// DTR <= l`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// No count binds: every win comes in time.
    None,
    /// A count that runs to the end of the game binds.
    ToEnd(CountStatus),
    /// A count that events set back or end binds.
    ToReset(CountStatus),
}

impl Clock {
    /// Returns the count that binds with these counters and side to move.
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

    /// Returns the count that binds in a position in which every count is fresh, but for counts
    /// that ask for the main road.
    pub fn fresh(rules: &DrawRules, material: &Material, side: Side) -> Clock {
        Self::of(rules, &rules.start_situation(&Situation::from(*material)), side)
    }

    /// Returns the count, if one binds.
    pub fn count(&self) -> Option<&CountStatus> {
        match self {
            Clock::None => None,
            Clock::ToEnd(count) | Clock::ToReset(count) => Some(count),
        }
    }
}

/// True when nothing sets the count of `rule` back and it outlives its ending.
pub fn runs_to_the_end(rules: &DrawRules, rule: &CountRule) -> bool {
    rules.leaving(rule) == Leaving::RunsOn
        && rule.resets == Events::NONE
        && rules.readings.material_change == MaterialChange::CountGoesOn
}

/// True when in every position the count that binds decides alone, so that tables hold distances
/// under these rules. False where a count that runs to the end of the game may have as many
/// plies as another that starts or is set back with it, or more; where a count of king moves runs
/// beside one of unchanged material, which other moves set back; where a count asks for the main
/// road, which quiet moves of a king leave; and where positions in which no count runs lead to
/// others in which one does. Then tables hold requirements.
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

/// True when a move sets back or ends the count of `rule`, so that the position after it starts
/// fresh.
pub fn is_reset(rules: &DrawRules, rule: &CountRule, events: Events, after: &Situation) -> bool {
    let of_ending = rule.material != MaterialClass::Any;
    let is_over = after.material.is_bare();
    let restarts = rules.readings.material_change == MaterialChange::CountRestarts;
    events.meets(rule.resets)
        || (of_ending && restarts && events.changes_material() && !is_over)
        || (rules.leaving(rule) == Leaving::Ends && !is_over && !rules.goes_on_in(rule, after))
}

/// True when a quiet move of `kind` that crowns nothing leaves the count of `rule` running.
pub fn stays(rule: &CountRule, kind: Kind) -> bool {
    kind == Kind::King || !Events::MAN_MOVE.meets(rule.resets)
}

/// Returns the plies of the count that a lost position without a move uses: 1 where a position lost
/// on the move that exhausts the count is read as drawn, else 0.
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
