//! Moves given by origin, destination and captured pieces, as draughts engines exchange them:
//! `32-28`, `28x19x23`. The captured squares follow the destination, in any order.

use super::moves::{MoveError, listed};
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::game::{Draughts, Move};
use crate::position::Position;
use peatee_game::shortened;

/// A move given by origin, destination and captured pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveEnds {
    /// Square the piece moves from.
    pub from: Square,
    /// Square the piece moves to.
    pub to: Square,
    /// Squares of the captured pieces; empty for a quiet move.
    pub captured: u128,
}

impl MoveEnds {
    /// Creates a move that captures the pieces on these squares.
    pub fn new(from: Square, to: Square, captured: &[Square]) -> Self {
        MoveEnds { from, to, captured: captured.iter().fold(0, |set, square| set | u128::bit(square.0)) }
    }

    /// Returns true when `mv` has the same origin, destination and captured pieces.
    pub fn is_of(&self, mv: &Move) -> bool {
        (self.from, self.to, self.captured) == (mv.from, mv.to, mv.captured)
    }
}

impl Draughts {
    /// Returns the square with a number, from 1; `None` when the board has no such square. See
    /// [`Draughts::square_number`].
    pub fn square_with_number(&self, number: u8) -> Option<Square> {
        (1..=self.variant().board.square_count()).contains(&number).then(|| self.numbered_square(number))
    }

    /// Formats a move as the Hub protocol does, with square numbers: `32-28`, or `28x19x23` with
    /// the captured pieces after the destination. An opening move that removes a piece is written
    /// as one number.
    ///
    /// # Panics
    /// Panics when a square of the move is not on the board.
    pub fn hub_move_text(&self, mv: &Move) -> String {
        let number = |square: Square| self.square_number(square).to_string();
        if mv.is_removal() {
            return number(mv.from);
        }
        let sign = if mv.is_capture() { "x" } else { "-" };
        let mut numbers: Vec<u8> = mv.captured_squares().map(|square| self.square_number(square)).collect();
        numbers.sort_unstable();
        let captured: String = numbers.iter().map(|number| format!("x{number}")).collect();
        format!("{}{sign}{}{captured}", number(mv.from), number(mv.to))
    }

    /// Parses a move in the form of [`Draughts::hub_move_text`], with captured pieces in any order.
    ///
    /// # Errors
    /// [`MoveError`] when the text is not a move, or is not a legal move. The error of an illegal
    /// move lists the legal moves.
    pub fn parse_hub_move(&self, position: &Position, text: &str) -> Result<Move, MoveError> {
        let legal = self.moves(position)?;
        let ends = self.parse_ends(text).ok_or_else(|| MoveError::Syntax {
            text: shortened(text),
            example: legal.first().map_or("32-28".to_owned(), |mv| self.hub_move_text(mv)),
        })?;
        self.among(position, text, ends, &legal)
    }

    /// Returns the legal move with this origin, destination and captured pieces.
    ///
    /// # Errors
    /// [`MoveError`] when there is no such move, or when two moves differ only in their promotion.
    pub fn move_with_ends(&self, position: &Position, ends: MoveEnds) -> Result<Move, MoveError> {
        let legal = self.moves(position)?;
        let path = vec![ends.from, ends.to];
        let kind = position.setup.at(ends.from).map_or(crate::Kind::Man, |(_, kind)| kind);
        let shown = Move { from: ends.from, to: ends.to, kind, becomes: kind, captured: ends.captured, path };
        self.among(position, &self.hub_move_text(&shown), ends, &legal)
    }

    fn among(&self, position: &Position, text: &str, ends: MoveEnds, legal: &[Move]) -> Result<Move, MoveError> {
        let fitting: Vec<&Move> = legal.iter().filter(|mv| ends.is_of(mv)).collect();
        match fitting.as_slice() {
            [mv] => Ok((*mv).clone()),
            [] => {
                let texts = legal.iter().map(|mv| self.hub_move_text(mv));
                Err(self.illegal_among(position, text, ends.from, legal, texts))
            }
            several => Err(MoveError::Ambiguous {
                text: shortened(text),
                fen: self.fen(position),
                candidates: listed(several.len(), several.iter().map(|mv| self.full_text(mv))),
            }),
        }
    }

    fn parse_ends(&self, text: &str) -> Option<MoveEnds> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            self.square_with_number(text.parse().ok().filter(|_| is_number)?)
        };
        if let Some((from, to)) = text.split_once('-') {
            return Some(MoveEnds { from: number(from)?, to: number(to)?, captured: 0 });
        }
        let squares: Option<Vec<Square>> = text.split('x').map(number).collect();
        match squares?.as_slice() {
            [only] => Some(MoveEnds { from: *only, to: *only, captured: 0 }),
            [from, to, captured @ ..] if !captured.is_empty() => {
                let ends = MoveEnds::new(*from, *to, captured);
                // A move captures a piece only once.
                (ends.captured.count() as usize == captured.len()).then_some(ends)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, Variant};

    fn game(id: &str) -> Draughts {
        Draughts::new(Variant::named(id).unwrap())
    }

    #[test]
    fn captures_name_their_victims_in_any_order() {
        let game = game("international");
        let position = game.parse_fen("W:WK46:B37,17,28").unwrap();
        let texts: Vec<String> = game.moves(&position).unwrap().iter().map(|mv| game.hub_move_text(mv)).collect();
        assert!(texts.iter().all(|text| text.matches('x').count() >= 2), "{texts:?}");
        for mv in game.moves(&position).unwrap() {
            let text = game.hub_move_text(&mv);
            let mut parts: Vec<&str> = text.split('x').collect();
            parts[2..].reverse();
            assert_eq!(game.parse_hub_move(&position, &parts.join("x")).unwrap(), mv);
        }
        let position = game.parse_fen("W:W28:B23").unwrap();
        assert_eq!(game.hub_move_text(&game.moves(&position).unwrap()[0]), "28x19x23");
        // Without the captured squares, the text could mean another capture.
        let error = game.parse_hub_move(&position, "28x19").unwrap_err().to_string();
        assert!(error.ends_with("as in 28x19x23"), "{error}");
        let error = game.parse_hub_move(&position, "28-22").unwrap_err().to_string();
        assert!(error.ends_with("that is not a capture it must make; legal: 28x19x23"), "{error}");
    }

    #[test]
    fn texts_that_are_no_moves_are_refused() {
        let game = game("international");
        let start = game.start();
        for text in
            ["", "-", "x", "32", "32-", "32-28-", "+32-28", "32-280", "0-5", "32x28", "32x28x1x1", "a3-b4", "32–28"]
        {
            assert!(game.parse_hub_move(&start, text).is_err(), "{text}");
        }
        assert_eq!(game.hub_move_text(&game.parse_hub_move(&start, "032-28").unwrap()), "32-28");
    }

    #[test]
    fn moves_of_all_games_read_back() {
        let mut captures = 0;
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            let mut position = game.start();
            for ply in 0..60 {
                let legal = game.moves(&position).unwrap();
                for mv in &legal {
                    captures += u32::from(mv.is_capture());
                    let read = game.parse_hub_move(&position, &game.hub_move_text(mv));
                    assert_eq!(read.as_ref(), Ok(mv), "{} {}", variant.id, game.fen(&position));
                }
                let Some(mv) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                position = game.play(&position, mv);
            }
        }
        assert!(captures > 100, "{captures}");
    }
}
