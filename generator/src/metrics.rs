//! What differs between metrics when their tables are made. Each question is one match over all
//! metrics, so that a new one does not compile until it is answered.

use std::collections::BTreeSet;

use peatee_probe::Clock;
use peatee_probe::internals::one_count_decides;
use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::CountRule;
use peatee_rules::{Draughts, Kind, Setup, Side, Square, with_kernel};
use peatee_table::{Metric, RuleSet, Slice, slices};

use crate::solver::Wanted;

/// The metrics whose tables are made when those of `asked_for` are: in order, each once, with those
/// that say who wins by them.
pub fn all_made(asked_for: &[Metric]) -> Vec<Metric> {
    let mut all = asked_for.to_vec();
    all.extend(asked_for.iter().filter_map(|&metric| brought(metric)));
    all.sort_unstable();
    all.dedup();
    all
}

/// The metrics whose tables of one slice are made when those of `asked_for` are: those of
/// [`all_made`], and DTW where values under draw rules elsewhere depend on the distances of the
/// slice.
pub fn made_of(game: &Draughts, slice: Slice, asked_for: &[Metric]) -> Vec<Metric> {
    let mut all = all_made(asked_for);
    if rule_sets(asked_for).any(|set| needs_distances(game, &set.rules(), slice)) {
        all = all_made(&[all, vec![Metric::Dtw]].concat());
    }
    all
}

/// The most pieces of an ending whose count runs to the end of the game, in all codes.
const MOST_TO_END: u8 = 5;

/// True when a count runs to the end of the game in the slice, or in one from which moves lead
/// there: then the plies to the end say whether it runs out before.
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

/// The metric that one brings along.
const fn brought(metric: Metric) -> Option<Metric> {
    match metric {
        Metric::Dtc => Some(Metric::Wdl),
        // A DTR table is made from the WDL table of its slice, which must be there.
        Metric::Wdl | Metric::Dtw | Metric::Dtr(_) | Metric::CanMate => None,
    }
}

/// Whether a metric takes a pass of its own once the slice is solved. The others are found together
/// by the solver of the slice.
pub const fn takes_own_pass(metric: Metric) -> bool {
    match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::CanMate => false,
        Metric::Dtr(_) => true,
    }
}

/// The draw rules of those of these metrics that depend on some.
pub fn rule_sets(metrics: &[Metric]) -> impl Iterator<Item = RuleSet> {
    metrics.iter().filter_map(|metric| match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::CanMate => None,
        Metric::Dtr(set) => Some(*set),
    })
}

/// What the solver of a slice must find for these metrics.
pub fn wanted(metrics: &[Metric]) -> Wanted {
    let mut wanted = Wanted::WDL;
    for metric in metrics {
        match metric {
            Metric::Dtw => wanted.to_end = true,
            Metric::Dtc => wanted.to_conversion = true,
            Metric::Wdl | Metric::Dtr(_) | Metric::CanMate => {}
        }
    }
    wanted
}

/// Whether a slice has a table of a metric: where one count decides, a DTR table only where moves
/// can reset the count that binds.
pub fn has_table(game: &Draughts, slice: Slice, metric: Metric) -> bool {
    match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc => true,
        // Of chess alone.
        Metric::CanMate => false,
        Metric::Dtr(_) if has_requirements(metric) => true,
        Metric::Dtr(set) => resettable(&set.rules(), slice.min(slice.opposite(game))).is_some(),
    }
}

/// Whether the tables of a metric say what wins take of several counts, in place of a distance.
pub fn has_requirements(metric: Metric) -> bool {
    match metric {
        Metric::Wdl | Metric::Dtw | Metric::Dtc | Metric::CanMate => false,
        Metric::Dtr(set) => !one_count_decides(&set.rules()),
    }
}

/// The rule that binds in a slice with fresh counts, if moves can reset its count.
pub fn resettable(rules: &DrawRules, slice: Slice) -> Option<&'static CountRule> {
    match Clock::fresh(rules, &slice.material, slice.side) {
        Clock::ToReset(count) => Some(count.rule),
        Clock::None | Clock::ToEnd(_) => None,
    }
}

/// Whether the count that binds in a slice with fresh counts runs to the end of the game.
pub fn counts_to_end(rules: &DrawRules, slice: Slice) -> bool {
    matches!(Clock::fresh(rules, &slice.material, slice.side), Clock::ToEnd(_))
}

/// Whether the main road of the rules is one of this board, the same for both players. A code is
/// written for one board; without counts that ask for the road it fits any.
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
