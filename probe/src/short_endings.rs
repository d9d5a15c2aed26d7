//! Tells whether the endings of a count are shorter than the count.

use peatee_rules::draw::DrawRules;
use peatee_rules::draw::code::{CountRule, MaterialClass};
use peatee_table::Metric;

use crate::clock::end_plies;
use crate::probed::Probed;
use crate::tables::Tables;

/// Returns true when DTW tables show that no win in the endings of a count takes more plies than
/// the limit of the count. A shortest win that leads into such an ending is then in time.
pub(crate) fn endings_are_in_time<G: Probed>(tables: &Tables<G>, rules: &DrawRules, rule: &CountRule) -> bool {
    let MaterialClass::LoneKing(armies) = rule.material else { return false };
    let (limit_plies, end_plies) = (rules.least_limit_plies(rule), end_plies(rules, rule));
    let slices = armies.iter().flat_map(|army| tables.game().lone_king_slices(army));
    let mut tables = slices.map(|slice| tables.table(slice, Metric::Dtw));
    tables.all(|table| table.is_some_and(|table| table.header().counts.longest_plies() + end_plies <= limit_plies))
}
