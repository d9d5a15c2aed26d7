//! Computes the values of the moves of a judged game.

use peatee_rules::draw::Counters;
use peatee_table::Wdl;

use super::judge::{Judge, damaged};
use super::move_value::{MoveMark, MoveValue};
use super::verdict::{Assessment, PlayedMove, Verdict};
use crate::answers::{RuleOutcome, RuleValue};
use crate::error::ProbeError;
use crate::line::STEPS_OF_MOVE;
use crate::probed::Probed;
use crate::tables::Tables;

impl<G: Probed> Judge<'_, G> {
    /// Adds to each played move its value from the tables, if the judge is set to give such values.
    /// Moves from positions that are not in the tables get no value. Without tables, adds a note
    /// with the reason, unless the assessment already has this note.
    pub(super) fn put_move_values(&self, verdict: &mut Verdict<G>) -> Result<(), ProbeError> {
        if !self.values_moves {
            return Ok(());
        }
        let tables = match &self.tables {
            Ok(tables) => tables,
            Err(reason) => {
                let is_told = matches!(verdict.assessment, Some(Assessment::Unknown(_)));
                verdict.notes.extend((!is_told).then(|| self.no_tables(reason)));
                return Ok(());
            }
        };
        let mut damage = None;
        for index in 0..verdict.moves.len() {
            let (position, counters) = match index.checked_sub(1).map(|before| &verdict.moves[before]) {
                Some(before) => (&before.position, &before.counters),
                None => (&verdict.start, &verdict.start_counters),
            };
            let found = index.checked_sub(1).and_then(|before| verdict.moves[before].value.as_ref()?.after);
            let before = found.map_or_else(|| tables.rule_value(position, &self.rules, counters), Ok);
            let played = &verdict.moves[index];
            let value = before.and_then(|before| self.move_value(tables, (position, counters, before), played));
            let value = match known(value) {
                Err(error @ ProbeError::File { .. }) if self.tells_damage => {
                    damage.get_or_insert_with(|| damaged(&error));
                    None
                }
                value => value?,
            };
            verdict.moves[index].value = value;
        }
        verdict.notes.extend(damage);
        Ok(())
    }

    /// Returns the value of a move that was played from a position with this value.
    fn move_value(
        &self,
        tables: &Tables<G>,
        (position, counters, before): (&G::Position, &Counters, RuleValue<G::Slice>),
        played: &PlayedMove<G>,
    ) -> Result<MoveValue<G>, ProbeError> {
        let rules = &self.rules;
        let after = known(tables.rule_value(&played.position, rules, &played.counters))?;
        let moves = self.game.moves_under(rules, counters, position)?;
        self.budget.take_steps(STEPS_OF_MOVE * moves.len() as u64)?;
        let mut results = Vec::with_capacity(moves.len());
        for mv in &moves {
            let next = self.game.after(position, mv);
            let counters = self.game.counters_after(rules, counters, (position, mv), &next);
            results.push(result_for_mover(known(tables.rule_outcome(&next, rules, &counters))?));
        }
        let best_result = before.outcome.wdl();
        let keeps = |result: Option<Wdl>| Some(lost_half_points(best_result?, result?) == 0);
        let kept = results.iter().map(|&result| keeps(result)).collect::<Option<Vec<bool>>>();
        let keeping_moves = kept.map(|kept| kept.into_iter().filter(|&keeps| keeps).count());
        let lost = best_result
            .zip(result_for_mover(after.as_ref().map(|after| after.outcome)))
            .map(|(best, found)| lost_half_points(best, found));
        let mark = match (lost, keeping_moves) {
            (Some(0), Some(1)) if moves.len() > 1 => Some(MoveMark::OnlyMove),
            (Some(1), _) => Some(MoveMark::Mistake),
            (Some(2), _) => Some(MoveMark::Blunder),
            _ => None,
        };
        let best = match lost {
            None | Some(0) => None,
            Some(_) => known(tables.rule_moves(position, rules, counters))?.and_then(|ranked| {
                let result =
                    |mv: &G::Move| moves.iter().position(|listed| listed == mv).and_then(|place| results[place]);
                ranked.into_iter().map(|rated| rated.mv).find(|mv| keeps(result(mv)) == Some(true))
            }),
        };
        Ok(MoveValue { before, after, legal_moves: moves.len(), keeping_moves, best, mark })
    }
}

/// Turns an error into `None` if it says that the position is not in the tables. Returns all other
/// errors.
fn known<T>(probed: Result<T, ProbeError>) -> Result<Option<T>, ProbeError> {
    match probed {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_outside_tables() => Ok(None),
        Err(other) => Err(other),
    }
}

/// Returns the result for the side that made the move to a position with this outcome; `None` if
/// the tables do not show the result.
fn result_for_mover(after: Option<RuleOutcome>) -> Option<Wdl> {
    after.and_then(|after| after.reversed().wdl())
}

/// Returns the number of half points by which `found` is worse than `best`; 0 if `found` is better.
const fn lost_half_points(best: Wdl, found: Wdl) -> u32 {
    (best as u32).saturating_sub(found as u32)
}
