//! Best lines under draw rules as they are written.

use peatee_probe::RuleLine;
use peatee_rules::draw::{DrawRules, Outcome};
use peatee_rules::{Game, Position};

use super::output::MoveOut;
use super::words::draw_text;

/// A line under draw rules as it is written.
#[derive(Debug)]
pub struct LineOut {
    /// The moves.
    pub moves: Vec<MoveOut>,
    /// Why it stops.
    pub end: &'static str,
    /// The draws that stop it, in words.
    pub draws: Vec<String>,
    /// What is lacking to go on, where it stops since the tables do not say what is best.
    pub lacking: Option<String>,
}

impl LineOut {
    /// Of a line from `start`.
    pub fn new(game: &Game, start: &Position, rules: &DrawRules, line: &RuleLine) -> Self {
        let befores = std::iter::once(start).chain(line.moves.iter().map(|mv| &mv.position));
        let moves = befores.zip(&line.moves).map(|(before, mv)| MoveOut::under_rules(game, before, rules, mv));
        let draws = match &line.outcome {
            Outcome::Lost { .. } => Vec::new(),
            Outcome::Drawn(draw) => vec![draw_text(draw)],
            Outcome::InProgress { claims } => claims.iter().map(draw_text).collect(),
        };
        LineOut { moves: moves.collect(), end: line.end.name(), draws, lacking: line.lacking.clone() }
    }
}
