//! Short notation of Russian and Brazilian players: the file of the origin, then the next squares:
//! `cd4`, `c:e5`, `ce5:g7`.

use super::moves::MoveError;
use crate::bitboard::Bitboard as _;
use crate::board::Square;
use crate::game::{Draughts, Move};
use crate::position::Position;
use peatee_game::Candidates;

#[derive(Debug)]
pub(super) struct ShortMove {
    file: u8,
    /// Squares that the text names after the letter of the file.
    squares: Vec<Square>,
}

impl Draughts {
    pub(super) fn parse_short(&self, text: &str) -> Option<ShortMove> {
        let letter = text.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let file = letter.to_ascii_lowercase() - b'a';
        let rest = &text[1..];
        let rest = rest.strip_prefix(['-', 'x', 'X', ':', '*']).unwrap_or(rest);
        let squares = rest.split(['-', 'x', 'X', ':', '*']).map(|name| {
            let is_lettered = name.starts_with(|c: char| c.is_ascii_alphabetic());
            self.parse_square(name).filter(|_| is_lettered)
        });
        let squares: Vec<Square> = squares.collect::<Option<_>>()?;
        (file < self.variant().board.files).then_some(ShortMove { file, squares })
    }

    pub(super) fn short_moves(
        &self,
        position: &Position,
        text: &str,
        short: &ShortMove,
        legal: &[Move],
    ) -> Result<Candidates<Move>, MoveError> {
        let is_on_file = |square: Square| self.variant().board.file_rank(square).0 == short.file;
        let whole = |from: Square| [&[from], short.squares.as_slice()].concat();
        let fits_ends = |mv: &Move| is_on_file(mv.from) && Some(&mv.to) == short.squares.last();
        let own = position.setup.of_side(position.side).squares().map(Square).find(|&square| is_on_file(square));
        let first = own.unwrap_or(short.squares[0]);
        self.closest(position, text, |mv| fits_ends(mv).then(|| whole(mv.from)), first, legal)
    }
}
