//! Output of best lines under draw rules.

use peatee_probe::RuleLine;
use peatee_rules::draw::{DrawRules, Outcome};
use peatee_rules::{Draughts, Position};

use super::output::MoveOut;
use crate::answer::words::draw_text;

/// Output of a line under draw rules.
#[derive(Debug)]
pub struct RuleLineOut {
    pub moves: Vec<MoveOut>,
    /// Reason why the line stops.
    pub end: &'static str,
    /// Descriptions of the draws that stop the line.
    pub draws: Vec<String>,
    /// Missing tables that would show the best move, if the line stops for lack of them.
    pub lacking: Option<String>,
}

impl RuleLineOut {
    /// Returns the output of a line that starts at `start`.
    pub fn new(game: &Draughts, start: &Position, rules: &DrawRules, line: &RuleLine) -> Self {
        let befores = std::iter::once(start).chain(line.moves.iter().map(|mv| &mv.position));
        let moves = befores
            .zip(&line.moves)
            .map(|(before, mv)| MoveOut::under_rules(game, game.move_text(before, &mv.mv), rules, mv));
        let draws = match &line.outcome {
            None | Some(Outcome::Lost { .. }) => Vec::new(),
            Some(Outcome::Drawn(draw)) => vec![draw_text(draw)],
            Some(Outcome::InProgress { claims }) => claims.iter().map(draw_text).collect(),
        };
        RuleLineOut { moves: moves.collect(), end: line.end.name(), draws, lacking: line.lacking.clone() }
    }
}
