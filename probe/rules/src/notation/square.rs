//! Names of squares: numbers or letters such as `a1`.

use crate::board::Square;
use crate::game::Draughts;
use crate::variant::SquareNames;

impl Draughts {
    /// Returns the name of a square in this variant. Squares off the board get a name like `?77`.
    pub fn square_name(&self, square: Square) -> String {
        if square.0 >= self.variant().board.square_count() {
            return format!("?{}", square.0);
        }
        match self.variant().notation.squares {
            SquareNames::TopLeft | SquareNames::BottomRight => self.square_number(square).to_string(),
            SquareNames::Algebraic => {
                let (file, rank) = self.variant().board.file_rank(square);
                format!("{}{}", (b'a' + file) as char, rank + 1)
            }
        }
    }

    /// Returns the square with a name; `None` if the board has no such square. Every variant
    /// accepts numbers and letters. Numbers start at the corner that the notation of the variant
    /// names, or at the top left if that notation has letters.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        let board = &self.variant().board;
        let count = board.square_count();
        if let Ok(number) = text.parse::<u8>() {
            let in_range = (1..=count).contains(&number) && !text.starts_with('+');
            return in_range.then(|| self.numbered_square(number));
        }
        let mut bytes = text.bytes();
        let file = bytes.next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase() - b'a';
        let digits = text.get(1..).filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()))?;
        let rank = digits.parse::<u8>().ok()?.checked_sub(1)?;
        board.square_at(file as i32, rank as i32)
    }

    /// Returns the number of a square, from 1, even in variants with letters. Numbers start at the
    /// corner that the notation of the variant names, or at the top left if that notation has
    /// letters.
    ///
    /// # Panics
    /// Panics when the square is not on the board.
    pub fn square_number(&self, square: Square) -> u8 {
        assert!(square.0 < self.variant().board.square_count(), "square {} is on the board", square.0);
        match self.variant().notation.squares {
            SquareNames::BottomRight => self.variant().board.square_count() - square.0,
            SquareNames::TopLeft | SquareNames::Algebraic => square.0 + 1,
        }
    }

    /// Returns the square with a number, which must be on the board.
    pub(super) fn numbered_square(&self, number: u8) -> Square {
        match self.variant().notation.squares {
            SquareNames::BottomRight => Square(self.variant().board.square_count() - number),
            SquareNames::TopLeft | SquareNames::Algebraic => Square(number - 1),
        }
    }
}
