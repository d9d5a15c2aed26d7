//! Long generic functions that implement methods of [`Tables`](crate::any::Tables).
#![doc(hidden)]

pub use crate::chances::{chances, rule_chances};
pub use crate::line::{line, moves};
pub use crate::rule_line::rule_line;
pub use crate::rule_moves::rule_moves;
pub use crate::rule_plies::plies_under_rules;
pub use crate::rule_value::{rule_value, rule_values};

/// Implements the functions of `Probed` whose names end with `_here`. Each of them calls a long
/// generic function. The compiler then compiles the long function once, in the crate that
/// implements `Probed`, and not again in each crate that calls it.
#[doc(hidden)]
#[macro_export]
macro_rules! compiled_here {
    () => {
        $crate::compiled_here!(@ moves_here = moves() -> Vec<$crate::RatedMove<Self>>);
        $crate::compiled_here!(@ line_here = line(max_plies: u32, budget: &$crate::peatee_rules::Budget)
            -> $crate::Line<Self>);
        $crate::compiled_here!(@ rule_value_here = rule_value(rules: &$crate::peatee_rules::draw::DrawRules,
            counters: &$crate::peatee_rules::draw::Counters) -> $crate::RuleValue<Self::Slice>);
        $crate::compiled_here!(@ rule_values_here = rule_values(rules: &$crate::peatee_rules::draw::DrawRules,
            counters: &[$crate::peatee_rules::draw::Counters]) -> Vec<$crate::RuleValue<Self::Slice>>);
        $crate::compiled_here!(@ rule_moves_here = rule_moves(rules: &$crate::peatee_rules::draw::DrawRules,
            counters: &$crate::peatee_rules::draw::Counters, budget: Option<&$crate::peatee_rules::Budget>)
            -> Vec<$crate::RuleMove<Self>>);
        $crate::compiled_here!(@ plies_under_rules_here = plies_under_rules(
            rules: &$crate::peatee_rules::draw::DrawRules, counters: &$crate::peatee_rules::draw::Counters,
            budget: &$crate::peatee_rules::Budget) -> Option<$crate::RulePlies>);
        $crate::compiled_here!(@ rule_line_here = rule_line(rules: &$crate::peatee_rules::draw::DrawRules,
            counters: &$crate::peatee_rules::draw::Counters, max_plies: u32, budget: &$crate::peatee_rules::Budget)
            -> $crate::RuleLine<Self>);
        $crate::compiled_here!(@ chances_here = chances(search: $crate::ChanceSearch<'_>)
            -> Vec<$crate::MoveChance<$crate::RatedMove<Self>>>);
        $crate::compiled_here!(@ rule_chances_here = rule_chances(rules: &$crate::peatee_rules::draw::DrawRules,
            counters: &$crate::peatee_rules::draw::Counters, search: $crate::ChanceSearch<'_>)
            -> Vec<$crate::MoveChance<$crate::RuleMove<Self>>>);
    };
    (@ $here:ident = $body:ident($($name:ident: $type:ty),*) -> $answer:ty) => {
        fn $here(
            tables: &$crate::any::Tables<Self>,
            position: &Self::Position,
            $($name: $type),*
        ) -> Result<$answer, $crate::ProbeError> {
            $crate::bodies::$body(tables, position $(, $name)*)
        }
    };
}
