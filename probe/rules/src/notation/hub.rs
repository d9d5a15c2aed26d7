//! Positions in the Hub protocol: the side to move, then one character per square in the order of
//! the square numbers. A position on a 10x10 board has 51 characters.

use super::fen_error::FenError;
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;
use peatee_game::shortened;

/// Returns true when a text can only be a position of the Hub protocol: it has more than one
/// character, and each stands for a side, a piece or an empty square.
pub(super) fn is_hub_text(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| matches!(byte, b'w' | b'b' | b'W' | b'B' | b'e'))
}

impl Draughts {
    /// Parses a Hub position: the side to move, `W` or `B`, then one of `w`, `b`, `W`, `B`, `e` for
    /// each square in the order of [`Draughts::square_number`].
    ///
    /// # Errors
    /// [`FenError`] with the fault.
    pub fn parse_hub_position(&self, text: &str) -> Result<Position, FenError> {
        match text.chars().find(|letter| !matches!(letter, 'w' | 'b' | 'W' | 'B' | 'e')) {
            Some(letter) => Err(FenError::HubLetter { found: shortened(&letter.to_string()) }),
            None if text.is_empty() => Err(FenError::SideToMove { found: String::new() }),
            None => self.parse_hub(text),
        }
    }

    /// Formats a position in the form that [`Draughts::parse_hub_position`] reads. Returns `None`
    /// when the position has a kind of piece that the protocol lacks.
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

    /// Parses a Hub position. The text must pass [`is_hub_text`].
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
