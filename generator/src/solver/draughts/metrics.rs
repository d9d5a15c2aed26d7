//! Says for each metric which tables are made, and what the solver must find for them. The
//! functions match on all metrics, so that a new metric does not compile until every function
//! handles it.

use std::collections::BTreeSet;
use std::iter;

use peatee_probe::Clock;
use peatee_probe::internals::one_count_decides;
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::CountRule;
use peatee_rules::{Draughts, Kind, Setup, Side, Square, with_kernel};
use peatee_table::{Metric, RuleSet, Slice, slices};

use super::ValueKinds;

/// Returns the metrics in which tables are made when `asked_for` are requested: sorted, without
/// duplicates, and with WDL where a table needs it to tell who wins.
pub fn all_made(asked_for: &[Metric]) -> Vec<Metric> {
    let with = |&metric: &Metric| iter::successors(Some(metric), |&metric| made_with(metric));
    let mut all: Vec<Metric> = asked_for.iter().flat_map(with).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the metrics in which tables of a slice are made when `asked_for` are requested. These
/// are the metrics of [`all_made`] and, in some slices, DTW or DTR:
///
/// * DTW is added if values under draw rules are computed from the DTW of this slice.
/// * DTR is added if the slice has no men and values that depend on moves in a row with one king
///   are requested, and DTW if their distances are requested.
pub fn made_of(game: &Draughts, slice: Slice, asked_for: &[Metric]) -> Vec<Metric> {
    let mut all = all_made(asked_for);
    if rule_sets(asked_for).any(|set| needs_distances(game, &set.rules(), slice)) {
        all = all_made(&[all, vec![Metric::Dtw]].concat());
    }
    // Without men, moves in a row with one king are not limited, so the draw counts alone decide.
    if !has_men(slice) {
        let of_counts = |&metric: &Metric| match metric {
            Metric::RuleWdl(set) => vec![Metric::Dtr(set)],
            Metric::RuleDtw(_) => vec![Metric::Dtw],
            _ => Vec::new(),
        };
        let of_counts: Vec<Metric> = all.iter().flat_map(of_counts).collect();
        all.extend(of_counts);
    }
    all_made(&all)
}

/// Maximum number of pieces of a slice in which a draw count (ply limit) runs until the game ends,
/// because no move resets it. The number is valid under the draw rules of all federations.
const MOST_TO_END: u8 = 5;

/// Returns true when plies to the end of the game are needed to tell whether a win comes in time.
/// This is so if no move resets the draw count (ply limit) with the fewest plies left, in this
/// slice or in a slice from which moves lead to this slice, directly or through other slices.
fn needs_distances(game: &Draughts, rules: &DrawRules, slice: Slice) -> bool {
    if slice.material.pieces() > MOST_TO_END {
        return false;
    }
    let own = [slice, slice.opposite(game)];
    let mut open: Vec<Slice> =
        slices(game, MOST_TO_END).into_iter().filter(|&slice| counts_to_end(rules, slice)).collect();
    let mut seen: BTreeSet<Slice> = open.iter().copied().collect();
    while let Some(next) = open.pop() {
        if own.contains(&next) {
            return true;
        }
        let after = [next, next.opposite(game)].into_iter().flat_map(|slice| slice.successors(game));
        open.extend(after.filter(|&after| seen.insert(after)));
    }
    false
}

/// Returns the metric whose table must be made together with a table in `metric`; `None` if there
/// is no such metric.
const fn made_with(metric: Metric) -> Option<Metric> {
    match metric {
        Metric::Dtc | Metric::RuleWdl(_) => Some(Metric::Wdl),
        // The solver finds the results together with the distances.
        Metric::RuleDtw(set) => Some(Metric::RuleWdl(set)),
        // A DTR table is made from the WDL table of its slice, which must exist.
        Metric::Wdl | Metric::Dtw | Metric::Dtr(_) | Metric::CanMate => None,
    }
}

/// Returns true when the values of a metric are found in a separate pass after the slice is solved.
/// The solver finds the values of all other metrics together.
pub const fn takes_own_pass(metric: Metric) -> bool {
    match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::CanMate => false,
        Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) => true,
    }
}

/// Returns the draw rules of each DTR metric (plies to the next reset of a draw count) among
/// `metrics`.
pub fn rule_sets(metrics: &[Metric]) -> impl Iterator<Item = RuleSet> {
    metrics.iter().filter_map(|metric| match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => None,
        Metric::Dtr(set) => Some(*set),
    })
}

/// Returns which distances the solver of a slice must find for tables in these metrics.
pub fn wanted(metrics: &[Metric]) -> ValueKinds {
    let mut wanted = ValueKinds::WDL;
    for metric in metrics {
        match metric {
            Metric::Dtw => wanted.to_end = true,
            Metric::Dtc => wanted.to_conversion = true,
            Metric::Wdl | Metric::Dtr(_) | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => {}
        }
    }
    wanted
}

/// Returns true when a table of a metric is made for a slice.
///
/// * A DTR table of distances is made only if moves can reset the draw count (ply limit) that has
///   the fewest plies left in the slice. DTR tables of requirements are made for all slices.
/// * A table of values that depend on moves in a row with one king is made only if the slice has
///   men. A table of their distances is also made if it has none and no draw count runs.
pub fn has_table(game: &Draughts, slice: Slice, metric: Metric) -> bool {
    match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc => true,
        // Only chess has tables of this metric.
        Metric::CanMate => false,
        Metric::RuleWdl(_) => has_men(slice),
        Metric::RuleDtw(set) => [slice.side, slice.side.other()]
            .iter()
            .all(|&side| matches!(Clock::fresh(&set.rules(), &slice.material, side), Clock::None)),
        Metric::Dtr(_) if has_requirements(metric) => true,
        Metric::Dtr(set) => resettable(&set.rules(), slice.min(slice.opposite(game))).is_some(),
    }
}

/// Returns true when the tables of a metric hold requirements (for each draw count, the plies that
/// a win needs) instead of distances.
pub fn has_requirements(metric: Metric) -> bool {
    match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::RuleWdl(_) | Metric::RuleDtw(_) | Metric::CanMate => false,
        Metric::Dtr(set) => !one_count_decides(&set.rules()),
    }
}

/// Returns true when at least one side has men.
pub fn has_men(slice: Slice) -> bool {
    slice.material.counts.iter().any(|kinds| kinds[Kind::Man as usize] > 0)
}

/// Returns the draw rule whose count (ply limit) has the fewest plies left in a slice, when no
/// count has used any plies. Returns `None` if no count runs, or if moves can neither reset nor end
/// this count.
pub fn resettable(rules: &DrawRules, slice: Slice) -> Option<&'static CountRule> {
    match Clock::fresh(rules, &slice.material, slice.side) {
        Clock::ToReset(count) => Some(count.rule),
        Clock::None | Clock::ToEnd(_) => None,
    }
}

/// Returns true when the draw count (ply limit) with the fewest plies left in a slice runs until
/// the game ends, because no move resets it. All counts are taken to be at their start, with no
/// plies used.
pub fn counts_to_end(rules: &DrawRules, slice: Slice) -> bool {
    matches!(Clock::fresh(rules, &slice.material, slice.side), Clock::ToEnd(_))
}

/// Returns true when the main road (long diagonal) of the draw rules is on this board and looks the
/// same to both players. Also returns true for draw rules without a main road, because they fit any
/// board.
pub fn has_main_road(game: &Draughts, rules: &DrawRules) -> bool {
    let road = rules.code.main_road;
    let squares = 1u128.checked_shl(game.variant().board.square_count().into()).map_or(u128::MAX, |bit| bit - 1);
    let of_kernel = |road: u128| {
        with_kernel!(game, kernel => {
            let mut setup = Setup::default();
            (0..u128::BITS as u8).filter(|&bit| road >> bit & 1 != 0).for_each(|bit| {
                setup.put(Side::White, Kind::King, Square(bit));
            });
            kernel.mirror.is_none() || kernel.mirrored(&setup).of_side(Side::Black) == setup.of_side(Side::White)
        })
    };
    road & !squares == 0 && of_kernel(road)
}
