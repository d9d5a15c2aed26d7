//! A board drawn in text.

use crate::game::Game;
use crate::piece::{Kind, Side};
use crate::position::Position;

impl Game {
    /// The board as text, White below: `m` and `k` are men and kings, capitals White's; `.` an empty square in play.
    pub fn diagram(&self, position: &Position) -> String {
        let board = &self.variant().board;
        let mut out = String::new();
        for rank in (0..board.ranks).rev() {
            out.push_str(&format!("{:>3} ", rank + 1));
            for file in 0..board.files {
                let square = board.square_at(file as i32, rank as i32);
                let drawn = match square.map(|s| position.setup.at(s)) {
                    None => ' ',
                    Some(None) => '.',
                    Some(Some((side, kind))) => letter(side, kind),
                };
                out.push(' ');
                out.push(drawn);
            }
            out.push('\n');
        }
        out.push_str("    ");
        for file in 0..board.files {
            out.push(' ');
            out.push((b'a' + file) as char);
        }
        out.push('\n');
        out
    }
}

fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::White => kind.letter(),
        Side::Black => kind.letter().to_ascii_lowercase(),
    }
}
