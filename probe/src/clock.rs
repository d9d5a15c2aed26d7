//! The count that decides whether a win comes in time.
//!
//! Several counts of a rule code can run at once. Under most codes, the count with the fewest plies
//! left decides alone.
//!
//! Proof, for an ending against a lone king: both the count of that ending and the general count
//! (kings only, or unchanged material) run. The move that starts the count of the ending also
//! resets the general count, so the general count has used at most as many plies. In some codes,
//! the count of the ending runs to the end of the game and has the shorter limit. In the other
//! codes, both counts are reset or ended by the same moves, which change the material
//! (`USSR-1953-64+together+ends-with-three`: 36 plies, and 30 for unchanged material).
//!
//! Under other codes, several counts decide together. Under `USSR-1953-64+together`, a count of 36
//! plies runs to the end of the game. A change of material resets another count, of 30 plies, and a
//! winner may have to meet both. Some current codes have simultaneous counts that different moves
//! reset, or counts that a quiet king move ends. Their tables hold a
//! [`Requirement`](peatee_table::requirement::Requirement) instead of a distance; see
//! [`one_count_decides`]. The rest of this page is about codes under which one count decides.
//!
//! A count runs [to the end](Clock::ToEnd) of the game if no move resets it and it goes on when the
//! material changes. A win comes in time if its DTW is at most the plies left.
//!
//! Some moves [reset or end](Clock::ToReset) the other counts. A win must then meet two conditions.
//! The winner must make such a move in time, and the position after it must be won *under the
//! rules* with fresh counts. DTR, the depth to reset, is the number of plies to that move if the
//! winner takes the fastest way and the loser the slowest. DTR differs from DTC, the depth to the
//! next capture or move of a man. In DTC, the conversion may lead to an ending that the rules draw.
//! Also, the moves that reset a count depend on the code.
//!
//! If the count has used `u` of `l` plies, a won position is won under the rules exactly when
//! `u + DTR <= l`.

use peatee_rules::draw::code::{CountRule, Leaving, MaterialClass, Road};
use peatee_rules::draw::{CountStatus, Counters, DrawRules, Events, MaterialChange, Situation};
use peatee_rules::{Kind, Material, Side};

/// The count (ply limit of a draw rule) that decides whether a win comes in time. It is the running
/// count with the fewest plies left.
///
/// * A count that no move resets runs [to the end](Clock::ToEnd) of the game. A win comes in time
///   if its DTW is at most the plies left.
/// * Other counts are [reset or ended](Clock::ToReset) by some moves. The winner must make such a
///   move in time, and the position after the move must be won under the rules with fresh counts.
///   The depth to reset (DTR) is the number of plies to this move. If the count has used `u` of `l`
///   plies, a won position is won under the rules exactly when `u + DTR <= l`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// No count decides: every win comes in time.
    None,
    /// The deciding count runs to the end of the game. No move resets it.
    ToEnd(CountStatus),
    /// Some moves reset or end the deciding count.
    ToReset(CountStatus),
}

impl Clock {
    /// Returns the count that decides when `side` is to move and the counts have used the plies in
    /// `counters`.
    #[inline]
    pub fn of(rules: &DrawRules, counters: &Counters, side: Side) -> Clock {
        // If two counts have equally many plies left, the count for certain material decides rather
        // than the count for any material.
        let urgency = |count: &CountStatus| (count.left_plies(), matches!(count.rule.material, MaterialClass::Any));
        match rules.running(counters, side).min_by_key(urgency) {
            None => Clock::None,
            Some(count) if runs_to_the_end(rules, count.rule) => Clock::ToEnd(count),
            Some(count) => Clock::ToReset(count),
        }
    }

    /// Returns the count that decides in a position with this material if no count has used any
    /// plies. Leaves out counts that depend on the main road (the long diagonal), because the
    /// material does not show whether they run.
    pub fn fresh(rules: &DrawRules, material: &Material, side: Side) -> Clock {
        Self::of(rules, &rules.start_situation(&Situation::from(*material)), side)
    }

    /// Returns the count that decides; `None` if no count decides.
    pub fn count(&self) -> Option<&CountStatus> {
        match self {
            Clock::None => None,
            Clock::ToEnd(count) | Clock::ToReset(count) => Some(count),
        }
    }
}

/// Returns true when a running count of `rule` runs to the end of the game. No move resets such a
/// count, and it goes on when the material changes.
pub fn runs_to_the_end(rules: &DrawRules, rule: &CountRule) -> bool {
    rules.leaving(rule) == Leaving::RunsOn
        && rule.resets == Events::NONE
        && rules.readings.material_change == MaterialChange::CountGoesOn
}

/// Returns true when one count decides alone in every position. Tables under such rules hold
/// distances; tables under other rules hold requirements (conditions of wins). Returns false in
/// four cases:
///
/// * A count that runs to the end of the game may have at least as many plies left as another count
///   that starts or is reset at the same time.
/// * A count of king moves runs beside a count of unchanged material, and different moves reset the
///   two counts.
/// * A count depends on the main road (the long diagonal), so that a quiet king move can end the
///   count.
/// * In some positions no count runs, and a move from there starts one.
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

/// Returns true when a move resets or ends the count of `rule`. `events` describes the move, and
/// `after` the position after the move.
pub fn is_reset(rules: &DrawRules, rule: &CountRule, events: Events, after: &Situation) -> bool {
    let of_ending = rule.material != MaterialClass::Any;
    let is_over = after.material.is_bare();
    let restarts = rules.readings.material_change == MaterialChange::CountRestarts;
    events.meets(rule.resets)
        || (of_ending && restarts && events.changes_material() && !is_over)
        || (rules.leaving(rule) == Leaving::Ends && !is_over && !rules.goes_on_in(rule, after))
}

/// Returns true when the count of `rule` goes on after a quiet move of a piece of this kind without
/// promotion; false when the move resets the count.
pub fn stays(rule: &CountRule, kind: Kind) -> bool {
    kind == Kind::King || !Events::MAN_MOVE.meets(rule.resets)
}

/// Returns the plies that the count of `rule` must have left at the end of the game for the win to
/// count. Returns 1 if the rules give a draw when the winning move also brings the count to its
/// limit, otherwise 0.
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
            if ["FMJD-64-Russian", "FMJD-100-2024", "CBD-64", "FPD", "APCA", "Frisian", "Frisian-only-move"]
                .contains(&code.id)
            {
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
