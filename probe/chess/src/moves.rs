//! Moves as texts: SAN, as in PGN, and UCI, as engines write them.

use cozy_chess::Move;
use cozy_chess::util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move};

use crate::error::MoveTextError;
use crate::position::Position;

/// Marks that comments add to SAN, and that say nothing of the move.
const COMMENT_MARKS: [char; 2] = ['!', '?'];

impl Position {
    /// A legal move as SAN: `Kb6`, `exd8=Q+`, `O-O`.
    ///
    /// # Panics
    /// When the move is not legal.
    pub fn san(&self, mv: Move) -> String {
        display_san_move(self.board(), mv).to_string()
    }

    /// A legal move as UCI: `e2e4`, `e7e8q`, castling as `e1g1`.
    pub fn uci(&self, mv: Move) -> String {
        display_uci_move(self.board(), mv).to_string()
    }

    /// Reads a move in SAN. `!` and `?` may follow, `+` and `#` may be left out.
    ///
    /// # Errors
    /// When it is no legal move, or could be several.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveTextError> {
        parse_san_move(self.board(), text.trim_end_matches(COMMENT_MARKS))
            .map_err(|_| self.no_move(text, |mv| self.san(mv)))
    }

    /// Reads a move in UCI.
    ///
    /// # Errors
    /// When it is no legal move.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let parsed = parse_uci_move(self.board(), text).ok();
        // The library also knows castling as the king taking its rook, which UCI does not.
        let legal = parsed.filter(|&mv| self.board().is_legal(mv) && self.uci(mv) == text);
        legal.ok_or_else(|| self.no_move(text, |mv| self.uci(mv)))
    }

    fn no_move(&self, text: &str, shown: impl Fn(Move) -> String) -> MoveTextError {
        let legal = self.moves();
        let legal = if legal.is_empty() {
            "none".to_owned()
        } else {
            legal.into_iter().map(shown).collect::<Vec<_>>().join(" ")
        };
        MoveTextError { text: text.to_owned(), legal }
    }
}
