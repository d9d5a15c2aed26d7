//! Converts positions and moves of draughts to text and back.

use peatee_rules::draw::{Counters, DrawRules};
use peatee_rules::notation::FenError;
use peatee_rules::{Draughts, Move, Position};

use crate::game::Game;
use crate::notation::Notation;

impl Notation for Draughts {
    type FenError = FenError;

    fn parse_fen(&self, text: &str) -> Result<Position, FenError> {
        Draughts::parse_fen(self, text)
    }

    fn fen(&self, position: &Position) -> String {
        Draughts::fen(self, position)
    }

    fn move_texts(&self, _position: &Position, moves: &[&Move]) -> Vec<String> {
        Draughts::move_texts(self, moves.iter().copied()).collect()
    }

    fn move_text(&self, position: &Position, mv: &Move) -> String {
        Draughts::move_text(self, position, mv)
    }

    fn rules_named(&self, text: &str) -> Result<DrawRules, String> {
        DrawRules::named(text).map_err(|error| error.to_string())
    }

    fn counters_named(&self, rules: &DrawRules, position: &Position, counts: Option<&str>) -> Result<Counters, String> {
        match counts {
            None => Ok(self.counters(rules, position)),
            Some(counts) => rules.parse_counters(counts, position).map_err(|error| error.to_string()),
        }
    }
}
