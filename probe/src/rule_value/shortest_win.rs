//! Tells whether the shortest win comes before the limit of every count.

use peatee_rules::draw::Counters;

use super::Facts;
use crate::clock::{Clock, end_plies};
use crate::probed::Probed;
use crate::short_endings::endings_are_in_time;

impl<G: Probed> Facts<'_, G> {
    /// Returns true when a game that is won or lost under the draw rules surely takes `dtw_plies`
    /// plies, because no count ends before the shortest win. Returns false when the game may take
    /// longer.
    pub(super) fn is_shortest_win_safe(&self, dtw_plies: u32, counters: &Counters) -> bool {
        // A count that decides alone and runs to the end of the game requires only the shortest
        // win.
        let runs_to_end =
            !self.has_requirements && !matches!(Clock::of(self.rules, counters, self.side), Clock::ToReset(_));
        runs_to_end || self.fits(dtw_plies, counters)
    }

    /// Returns true when a win in `dtw_plies` plies comes before the limit of every count that runs
    /// or can start on the way.
    pub(super) fn fits(&self, dtw_plies: u32, counters: &Counters) -> bool {
        let rules = self.rules;
        let used_plies = |rule| dtw_plies + end_plies(rules, rule);
        let is_running = |rule| {
            let mut running = rules.running(counters, self.side);
            running.any(|count| std::ptr::eq(count.rule, rule))
        };
        let mut running = rules.running(counters, self.side);
        running.all(|count| used_plies(count.rule) <= count.left_plies())
            && rules.code.counts.iter().all(|rule| {
                // A count that starts on the way starts after at least one ply, so it counts only
                // the remaining plies.
                is_running(rule)
                    || !rule.material.can_arise_from(&self.situation.material)
                    || used_plies(rule) <= rules.least_limit_plies(rule) + 1
                    || endings_are_in_time(self.tables, rules, rule)
            })
    }
}
