//! Boards drawn as text.

use crate::board::Square;
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;
use crate::variant::SquareNames;

impl Draughts {
    /// Returns the board as text, White below: `m` and `k` are men and kings, in capitals for
    /// White; `.` is an empty square in play. The edges have the labels that moves of the variant
    /// use: files and ranks, or the numbers of the first and last square of each row.
    pub fn diagram(&self, position: &Position) -> String {
        let board = &self.variant().board;
        let is_lettered = self.variant().notation.squares == SquareNames::Algebraic;
        let label = |square: Option<Square>| square.map(|square| self.square_name(square)).unwrap_or_default();
        let width = if is_lettered { 2 } else { board.square_count().to_string().len() };
        let mut out = String::new();
        for rank in (0..board.ranks).rev() {
            let row = (0..board.files).map(|file| board.square_at(file.into(), rank.into()));
            let first = if is_lettered { (rank + 1).to_string() } else { label(row.clone().flatten().next()) };
            out.push_str(&format!("{first:>width$} "));
            for square in row.clone() {
                let drawn = match square.map(|s| position.setup.at(s)) {
                    None => ' ',
                    Some(None) => '.',
                    Some(Some((side, kind))) => letter(side, kind),
                };
                out.push(' ');
                out.push(drawn);
            }
            if !is_lettered {
                out.push_str(&format!("  {}", label(row.flatten().last())));
            }
            out.push('\n');
        }
        if is_lettered {
            out.push_str("   ");
            for file in 0..board.files {
                out.push(' ');
                out.push((b'a' + file) as char);
            }
            out.push('\n');
        }
        out
    }
}

fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::White => kind.letter(),
        Side::Black => kind.letter().to_ascii_lowercase(),
    }
}
