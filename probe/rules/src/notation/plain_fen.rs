//! The most common form of a FEN, parsed in one pass, because columns may hold millions of FENs.

use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;

impl Draughts {
    /// Parses a FEN without spaces, ranges and counts, whose only letters are `W`, `B` and `K`:
    /// `W:WK12,40:BK11`. Returns `None` for any other text, which the general parser then handles.
    pub(super) fn parse_plain_fen(&self, fen: &str) -> Option<Position> {
        let mut bytes = fen.as_bytes();
        let mut position = Position::empty(take_side(&mut bytes)?);
        let (first, second) = (self.take_list(&mut bytes, &mut position)?, self.take_list(&mut bytes, &mut position)?);
        let is_whole = bytes.is_empty() && first != second;
        (is_whole && self.check(&position).is_ok()).then_some(position)
    }

    /// Parses a colon, a side and the squares of its pieces. Returns `None` if the text has another
    /// form.
    #[inline]
    fn take_list(&self, bytes: &mut &[u8], position: &mut Position) -> Option<Side> {
        *bytes = bytes.strip_prefix(b":")?;
        let owner = take_side(bytes)?;
        let squares = u32::from(self.variant().board.square_count());
        loop {
            let kind = match bytes.strip_prefix(b"K") {
                Some(rest) => {
                    *bytes = rest;
                    Kind::King
                }
                None => Kind::Man,
            };
            let number = take_number(bytes).filter(|number| (1..=squares).contains(number))?;
            let square = self.numbered_square(number as u8);
            if position.setup.at(square).is_some() {
                return None;
            }
            position.setup.put(owner, kind, square);
            match bytes.strip_prefix(b",") {
                Some(rest) => *bytes = rest,
                None => return Some(owner),
            }
        }
    }
}

#[inline]
fn take_side(bytes: &mut &[u8]) -> Option<Side> {
    let (side, rest) = bytes.split_first()?;
    *bytes = rest;
    match side {
        b'W' => Some(Side::White),
        b'B' => Some(Side::Black),
        _ => None,
    }
}

#[inline]
fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let digits = bytes.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = bytes.split_at(digits);
    *bytes = rest;
    let value = number.iter().fold(0, |value, digit| 10 * value + u32::from(digit - b'0'));
    (1..=3).contains(&digits).then_some(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Draughts, Variant};

    fn game(id: &str) -> Draughts {
        Draughts::new(Variant::named(id).unwrap())
    }

    #[test]
    fn the_plain_form_is_read_and_other_forms_are_left() {
        let game = game("international");
        for plain in ["W:WK12,40:BK11", "B:B11:W40", "W:W31,32,33:BK50"] {
            assert_eq!(game.parse_plain_fen(plain), game.parse_fen(plain).ok(), "{plain}");
            assert!(game.parse_plain_fen(plain).is_some(), "{plain}");
        }
        for other in ["W:W31-33:BK50", "W: W31:B2", "W:W31:B2.", "w:w31:b2", "W:W31:B2:H0:F1", "W:W31:B", "W:Wk31:B2"] {
            assert!(game.parse_fen(other).is_ok(), "{other}");
            assert_eq!(game.parse_plain_fen(other), None, "{other}");
        }
        for wrong in
            ["W:W31,31:B2", "W:W51:B2", "W:W0:B2", "W:W1:B2", "W:W31:W2", "W:W31,:B2", "W:W9999:B2", "W:W-2:B3"]
        {
            assert!(game.parse_fen(wrong).is_err(), "{wrong}");
            assert_eq!(game.parse_plain_fen(wrong), None, "{wrong}");
        }
    }

    proptest! {
        /// Checks that this parser and the general parser read the same position. They share no
        /// code.
        #[test]
        fn what_is_read_is_what_the_reader_of_all_forms_reads(
            text in "[WB]:[WB](K?[0-9]{1,3},){0,3}K?[0-9]{1,2}:[WB](K?[0-9]{1,2},){0,3}K?[0-9]{1,2}[.,: ]?",
            id in prop::sample::select(vec!["international", "english", "russian", "italian", "turkish", "canadian"]),
        ) {
            let game = game(id);
            if let Some(position) = game.parse_plain_fen(&text) {
                prop_assert_eq!(game.parse_any_fen(&text).map(|(position, _)| position), Ok(position));
            } else if let Ok((position, _)) = game.parse_any_fen(&text) {
                // The text has the plain form except for its end.
                prop_assert!(text.ends_with(['.', ' ']), "{} is {:?}", text, position);
            }
        }
    }
}
