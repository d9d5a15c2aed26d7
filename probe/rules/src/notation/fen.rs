//! Positions as PDN FEN: `W:WK12,K40,50:BK11`.
//!
//! The reader accepts either colour first, ranges (`B1-20`, `K31-K50`, `K31-50`), an empty side, a
//! trailing dot, spaces around the parts, numbers or letters for squares, kings as `k40`, the
//! counts that lidraughts writes after a position (`:H0:F1`, `:+0+0`, see [`SiteCounts`]), and
//! positions of the Hub protocol. The writer puts White first, men before kings, and writes three
//! or more consecutive squares as a range.

use super::fen_error::FenError;
use super::hub::is_hub_text;
use super::site_counts::SiteCounts;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::{IllegalPosition, Position};
use crate::variant::SquareNames;
use peatee_game::shortened;

impl Draughts {
    /// Parses a position. Counts that other programs write after the position are checked and then
    /// ignored.
    ///
    /// # Errors
    /// [`FenError`] with the fault and its place, or with the reason why the position is illegal.
    pub fn parse_fen(&self, fen: &str) -> Result<Position, FenError> {
        self.parse_fen_with_counts(fen).map(|(position, _)| position)
    }

    /// Parses a position and the counts that other programs write after it.
    ///
    /// # Errors
    /// [`FenError`], like [`Draughts::parse_fen`].
    pub fn parse_fen_with_counts(&self, fen: &str) -> Result<(Position, SiteCounts), FenError> {
        match self.parse_plain_fen(fen) {
            Some(position) => Ok((position, SiteCounts::default())),
            None => self.parse_any_fen(fen),
        }
    }

    pub(super) fn parse_any_fen(&self, fen: &str) -> Result<(Position, SiteCounts), FenError> {
        let text = without_dot(fen);
        if is_hub_text(text) {
            return Ok((self.parse_hub(text)?, SiteCounts::default()));
        }
        let parts: Vec<&str> = text.split(':').map(without_dot).collect();
        let [side, parts @ ..] = parts.as_slice() else { unreachable!("split gives at least one part") };
        let (counts, lists): (Vec<&str>, Vec<&str>) = parts.iter().partition(|part| SiteCounts::is_part(part));
        if lists.len() != 2 {
            return Err(FenError::Parts { fen: shortened(fen), found: parts.len() + 1 });
        }
        let side = match *side {
            "W" | "w" => Side::White,
            "B" | "b" => Side::Black,
            other => return Err(FenError::SideToMove { found: shortened(other) }),
        };
        let mut position = Position::empty(side);
        let mut seen = [false; 2];
        for list in lists {
            let (owner, squares) = match list.chars().next() {
                Some('W' | 'w') => (Side::White, &list[1..]),
                Some('B' | 'b') => (Side::Black, &list[1..]),
                _ => return Err(FenError::Colour { found: shortened(list) }),
            };
            if std::mem::replace(&mut seen[owner as usize], true) {
                return Err(FenError::ColourTwice { side: owner });
            }
            self.parse_list(squares, owner, &mut position)?;
        }
        let counts = SiteCounts::parse(&counts, self.variant().board.square_count())?;
        self.check(&position)?;
        Ok((position, counts))
    }

    fn parse_list(&self, list: &str, owner: Side, position: &mut Position) -> Result<(), FenError> {
        let list = list.trim();
        if list.is_empty() {
            return Ok(());
        }
        for item in list.split(',').map(str::trim) {
            match item.split_once('-') {
                None => {
                    let (kind, square) = self.parse_kind(item)?;
                    self.put(position, owner, kind, self.named(square, list)?)?;
                }
                Some((first, last)) => {
                    let range = || FenError::Range { item: shortened(item) };
                    let ((kind, first), (last_kind, last)) = (self.parse_kind(first)?, self.parse_kind(last)?);
                    if last_kind != Kind::Man && last_kind != kind {
                        return Err(range());
                    }
                    let (first, last) = (self.named(first, list)?, self.named(last, list)?);
                    let (low, high) = match self.variant().notation.squares {
                        SquareNames::BottomRight => (last, first),
                        SquareNames::TopLeft | SquareNames::Algebraic => (first, last),
                    };
                    if low.0 > high.0 {
                        return Err(range());
                    }
                    for index in low.0..=high.0 {
                        self.put(position, owner, kind, Square(index))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Splits the letter of a kind of piece off an item in a list of pieces, such as `K12`. An item
    /// without a letter is a man. A lower-case letter can also be the file of a square; the item is
    /// then a man on that square. Returns an error if both meanings are possible.
    fn parse_kind<'a>(&self, item: &'a str) -> Result<(Kind, &'a str), FenError> {
        let item = item.trim();
        let letter = item.chars().next().filter(char::is_ascii_alphabetic);
        let Some(kind) = letter.and_then(|letter| Kind::from_letter(letter.to_ascii_uppercase())) else {
            return Ok((Kind::Man, item));
        };
        let square = item[1..].trim_start();
        if letter.is_some_and(|letter| letter.is_ascii_lowercase()) && self.parse_square(item).is_some() {
            if self.parse_square(square).is_none() {
                return Ok((Kind::Man, item));
            }
            let (item, kind, letter) = (shortened(item), kind.name(), kind.letter());
            return Err(FenError::KindOrFile { item, kind, letter });
        }
        Ok((kind, square))
    }

    fn named(&self, name: &str, list: &str) -> Result<Square, FenError> {
        self.parse_square(name.trim()).ok_or_else(|| FenError::Square {
            name: shortened(name),
            list: shortened(list),
            variant: self.variant().id,
            squares: self.variant().board.square_count(),
        })
    }

    fn put(&self, position: &mut Position, owner: Side, kind: Kind, square: Square) -> Result<(), FenError> {
        if position.setup.at(square).is_some() {
            return Err(IllegalPosition::TwoOnOneSquare { square: self.square_name(square) }.into());
        }
        position.setup.put(owner, kind, square);
        Ok(())
    }

    /// Formats a position as FEN. Pieces off the board get names like `?77`, which no square has.
    pub fn fen(&self, position: &Position) -> String {
        let list = |side: Side| {
            let mut items = Vec::new();
            for kind in Kind::ALL {
                self.write_kind(position.setup.get(side, kind), kind, &mut items);
            }
            items.join(",")
        };
        format!("{}:W{}:B{}", position.side.letter(), list(Side::White), list(Side::Black))
    }

    fn write_kind(&self, set: u128, kind: Kind, items: &mut Vec<String>) {
        let mark = if kind == Kind::Man { String::new() } else { kind.letter().to_string() };
        let mut squares: Vec<Square> = set.squares().map(Square).collect();
        match self.variant().notation.squares {
            SquareNames::TopLeft => {}
            SquareNames::BottomRight => squares.reverse(),
            SquareNames::Algebraic => squares.sort_by_key(|&square| {
                let board = &self.variant().board;
                let is_on_board = square.0 < board.square_count();
                is_on_board.then(|| board.file_rank(square)).map(|(file, rank)| (rank, file))
            }),
        }
        let ranges = self.variant().notation.squares != SquareNames::Algebraic;
        for run in squares.chunk_by(|a, b| ranges && a.0.abs_diff(b.0) == 1) {
            let name = |square: &Square| format!("{mark}{}", self.square_name(*square));
            match run {
                [first, _, .., last] => items.push(format!("{}-{}", name(first), self.square_name(*last))),
                _ => items.extend(run.iter().map(name)),
            }
        }
    }
}

fn without_dot(text: &str) -> &str {
    let text = text.trim();
    text.strip_suffix('.').unwrap_or(text).trim_end()
}
