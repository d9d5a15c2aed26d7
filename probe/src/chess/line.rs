//! Lines of best play.

use std::collections::HashSet;

use peatee_chess::Position;
use peatee_chess::laws::is_dead_by_material;
use peatee_rules::Budget;

use super::clock_rule::ClockRule;
use super::error::ProbeError;
use super::probe::RatedMove;
use super::tables::Tables;
use super::value::Value;
use crate::answers::LineEnd;
use crate::line::STEPS_OF_MOVE;

/// A way to play on with best play by both sides under the rule of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The value of the first position for the side to move in it.
    pub value: Value,
    /// The moves, each with the position after it.
    pub moves: Vec<(RatedMove, Position)>,
    /// Why the line stops. Dead positions are drawn by rule, and so is a position by 75 moves;
    /// after 50 moves a draw can be claimed.
    pub end: LineEnd,
}

impl Tables {
    /// A line of best play of at most `plies_max` plies. It shows how a win comes to a mate where
    /// there are DTZ tables.
    ///
    /// # Errors
    /// As [`Tables::probe`], for the positions of the line and those that moves lead to.
    pub fn line(&self, position: &Position, plies_max: u32) -> Result<Line, ProbeError> {
        self.line_until(position, plies_max, ClockRule::FiftyMoves, &Budget::unlimited())
    }

    /// The same under a rule, until a budget ends.
    ///
    /// # Errors
    /// As [`Tables::line`], and [`ProbeError::Budget`].
    pub fn line_until(
        &self,
        position: &Position,
        plies_max: u32,
        rule: ClockRule,
        budget: &Budget,
    ) -> Result<Line, ProbeError> {
        let mut line = Line { value: self.probe_under(position, rule)?, moves: Vec::new(), end: LineEnd::Cut };
        let (mut position, mut seen) = (position.clone(), HashSet::new());
        line.end = loop {
            budget.check()?;
            if position.ending().is_some() {
                break LineEnd::GameOver;
            }
            if is_dead_by_material(&position) {
                break LineEnd::DrawnByRule;
            }
            if position.halfmove_clock() >= rule.limit_plies() {
                break match rule {
                    ClockRule::FiftyMoves => LineEnd::DrawClaimable,
                    ClockRule::SeventyFiveMoves => LineEnd::DrawnByRule,
                };
            }
            if !seen.insert(position.board().clone()) {
                break LineEnd::Repetition;
            }
            if line.moves.len() >= plies_max as usize {
                break LineEnd::Cut;
            }
            let mut rated = self.moves_under(&position, rule)?;
            budget.take_steps(STEPS_OF_MOVE * rated.len() as u64)?;
            let best = rated.swap_remove(0);
            position = position.after(best.mv);
            line.moves.push((best, position.clone()));
        };
        Ok(line)
    }
}
