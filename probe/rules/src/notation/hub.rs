//! Positions as the Hub protocol writes them: the side to move, then a character for each square in
//! the order of their numbers, 51 on the board of 100 squares.

use super::fen_error::FenError;
use super::printable::shortened;
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;

/// True for a text that can only be meant as a Hub position: more than a side to move, and nothing
/// but pieces and empty squares.
pub(super) fn is_hub_text(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| matches!(byte, b'w' | b'b' | b'W' | b'B' | b'e'))
}

impl Draughts {
    /// Reads a position as the Hub protocol writes it: the side to move, `W` or `B`, then one of
    /// `w`, `b`, `W`, `B`, `e` for each square in the order of [`Draughts::square_number`].
    ///
    /// # Errors
    /// [`FenError`] says what is wrong.
    pub fn parse_hub_position(&self, text: &str) -> Result<Position, FenError> {
        match text.chars().find(|letter| !matches!(letter, 'w' | 'b' | 'W' | 'B' | 'e')) {
            Some(letter) => Err(FenError::HubLetter { found: shortened(&letter.to_string()) }),
            None if text.is_empty() => Err(FenError::SideToMove { found: String::new() }),
            None => self.parse_hub(text),
        }
    }

    /// Writes a position as [`Draughts::parse_hub_position`] reads it; `None` for a position with a
    /// kind of piece that the protocol does not have.
    pub fn hub_position_text(&self, position: &Position) -> Option<String> {
        let mut text = position.side.letter().to_string();
        for number in 1..=self.variant().board.square_count() {
            text.push(match position.setup.at(self.numbered_square(number)) {
                None => 'e',
                Some((Side::White, Kind::Man)) => 'w',
                Some((Side::White, Kind::King)) => 'W',
                Some((Side::Black, Kind::Man)) => 'b',
                Some((Side::Black, Kind::King)) => 'B',
                Some((_, Kind::Parachutist)) => return None,
            });
        }
        Some(text)
    }

    /// Reads a text for which [`is_hub_text`] holds.
    pub(super) fn parse_hub(&self, text: &str) -> Result<Position, FenError> {
        let variant = self.variant();
        let expected = usize::from(variant.board.square_count()) + 1;
        if text.len() != expected {
            return Err(FenError::HubLength { found: text.len(), expected, variant: variant.id });
        }
        let side = match &text[..1] {
            "W" => Side::White,
            "B" => Side::Black,
            other => return Err(FenError::SideToMove { found: other.to_owned() }),
        };
        let mut position = Position::empty(side);
        for (number, letter) in (1..).zip(text[1..].bytes()) {
            let square = self.numbered_square(number);
            match letter {
                b'w' => position.setup.put(Side::White, Kind::Man, square),
                b'b' => position.setup.put(Side::Black, Kind::Man, square),
                b'W' => position.setup.put(Side::White, Kind::King, square),
                b'B' => position.setup.put(Side::Black, Kind::King, square),
                _ => {}
            }
        }
        self.check(&position)?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{VARIANTS, Variant};

    #[test]
    fn positions_read_back() {
        for variant in VARIANTS {
            let game = Draughts::new(variant);
            let text = game.hub_position_text(&game.start());
            assert_eq!(text.is_none(), variant.piece(Kind::Parachutist).is_some(), "{}", variant.id);
            if let Some(text) = text {
                assert_eq!(game.parse_hub_position(&text), Ok(game.start()), "{}", variant.id);
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let game = Draughts::new(Variant::named("international").unwrap());
        for text in ["", "W", "W:W31:B1", "\u{fc}", &"e".repeat(51), &"W".repeat(52)] {
            assert!(game.parse_hub_position(text).is_err(), "{text}");
        }
        let said = game.parse_hub_position("W\u{7}").unwrap_err().to_string();
        assert!(said.starts_with("`\\u{7}` cannot stand in a Hub position"), "{said}");
    }
}
