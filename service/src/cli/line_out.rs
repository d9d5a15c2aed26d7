//! The output form of best lines under draw rules.

use peatee_probe::RuleLine;
use peatee_rules::draw::{DrawRules, Outcome};
use peatee_rules::{Draughts, Position};

use super::output::MoveOut;
use crate::answer::words::draw_text;

/// The output form of a line under draw rules.
#[derive(Debug)]
pub struct RuleLineOut {
    /// The moves.
    pub moves: Vec<MoveOut>,
    /// Why the line stops.
    pub end: &'static str,
    /// The draws that stop it, in words.
    pub draws: Vec<String>,
    /// The missing tables, where the line stops because they would say which move is best.
    pub lacking: Option<String>,
}

impl RuleLineOut {
    /// Returns the output form of a line that starts at `start`.
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
