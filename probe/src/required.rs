//! Reads requirements (conditions of wins) from tables, for draw rules under which several counts
//! decide together.

use peatee_rules::Side;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::requirement::{NO_COUNT, Requirement};
use peatee_table::{Metric, RuleSet};

use crate::clock::{Clock, end_plies};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

/// Condition under which the winner of a position wins before a draw rule ends the game. Used for
/// positions that are won or lost without draw rules.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Required<'a> {
    /// The condition that the table states; `None` when the win never comes in time.
    Known(Option<&'a Requirement>),
    /// No table holds the position, because one side has no pieces or a promotion has ended the
    /// game. The number is the plies to the end of the game without draw rules.
    GameOver(u32),
    Lacking,
}

impl<'a> Required<'a> {
    pub(crate) fn of<G: Probed>(
        tables: &'a Tables<G>,
        position: &G::Position,
        rules: &DrawRules,
        dtw_plies: Option<u32>,
    ) -> Result<Required<'a>, ProbeError> {
        let metric = Metric::Dtr(RuleSet::new(rules));
        match tables.cell(position, metric) {
            Ok(Some(cell)) => {
                let slice = tables.game().slice_of(position).expect("a position that a table holds");
                let table = tables.need(slice, metric)?;
                Ok(Required::Known(table.requirement(cell).map_err(|error| table.unreadable(error))?))
            }
            Ok(None) => Ok(Required::GameOver(dtw_plies.unwrap_or(0))),
            Err(ProbeError::MissingTable { .. }) => Ok(Required::Lacking),
            Err(other) => Err(other),
        }
    }

    /// Returns true when the win comes in time. `counters` has the number of plies that each count
    /// (ply limit of a draw rule) has used.
    pub(crate) fn is_met(&self, rules: &DrawRules, counters: &Counters, side: Side) -> bool {
        match self {
            Required::Known(Some(requirement)) => requirement.is_met(&rules.left_plies(counters, side)),
            Required::Known(None) | Required::Lacking => false,
            Required::GameOver(plies) => {
                rules.running(counters, side).all(|count| plies + end_plies(rules, count.rule) <= count.left_plies())
            }
        }
    }

    /// Returns the fewest plies that one count must have left for the win to come in time, while
    /// the other counts remain as they are. `None` if no number of plies is enough. `count` is the
    /// index of the count in `rules.code.counts`. If no count runs, `count` is [`NO_COUNT`], and
    /// the number is the plies to the next capture, move of a man or start of a count.
    pub(crate) fn needed_plies(&self, rules: &DrawRules, counters: &Counters, side: Side, count: usize) -> Option<u32> {
        match self {
            Required::Known(Some(requirement)) => requirement.needed_plies(&rules.left_plies(counters, side), count),
            Required::Known(None) | Required::Lacking => None,
            Required::GameOver(plies) => {
                Some(plies + rules.code.counts.get(count).map_or(0, |rule| end_plies(rules, rule)))
            }
        }
    }
}

pub(crate) fn clock_index(rules: &DrawRules, clock: &Clock) -> usize {
    clock.count().and_then(|count| rules.code.place_of(count.rule)).unwrap_or(NO_COUNT)
}
