//! Converts positions and moves of chess to text and back.

use peatee_chess::cozy_chess::Move;
use peatee_chess::{FenError, Position};
use peatee_rules::draw::{CHESS_CODES, Counters, DrawRules};

use super::game::Chess;
use crate::game::Game;
use crate::notation::Notation;

impl Notation for Chess {
    type FenError = FenError;

    fn parse_fen(&self, text: &str) -> Result<Position, FenError> {
        Position::parse_fen(text)
    }

    fn fen(&self, position: &Position) -> String {
        position.fen()
    }

    fn move_texts(&self, position: &Position, moves: &[&Move]) -> Vec<String> {
        moves.iter().map(|&&mv| position.san(mv)).collect()
    }

    fn move_text(&self, position: &Position, mv: &Move) -> String {
        position.san(*mv)
    }

    fn rules_named(&self, text: &str) -> Result<DrawRules, String> {
        Chess::rules_named(text).ok_or_else(|| {
            let codes = CHESS_CODES.iter().map(|code| code.id).collect::<Vec<_>>().join(", ");
            format!(
                "`{}` names no draw rules of chess: expected one of {codes}",
                text.chars().take(80).collect::<String>()
            )
        })
    }

    fn counters_named(&self, rules: &DrawRules, position: &Position, counts: Option<&str>) -> Result<Counters, String> {
        match counts {
            None => Ok(self.counters(rules, position)),
            Some(_) => Err("the FEN of a position of chess has its half-move clock; leave the counts out".to_owned()),
        }
    }
}
