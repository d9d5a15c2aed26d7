//! Moves as text: SAN, as in PGN, and UCI, as engines write them.

use cozy_chess::Move;
use cozy_chess::util::{display_uci_move, parse_uci_move};

use crate::error::{MoveFault, MoveTextError, Unreadable};
use crate::position::Position;
use crate::san::{self, Form};
use crate::san_text::san_text;
use peatee_game::shortened;

impl Position {
    /// Formats a legal move as SAN: `Kb6`, `exd8=Q+`, `O-O`.
    ///
    /// # Panics
    /// Panics when the move is not legal.
    pub fn san(&self, mv: Move) -> String {
        san_text(self.board(), mv, self.after(mv).board())
    }

    /// Returns the position after a move from [`Position::moves`] or [`Position::parse_san`], and
    /// the move in SAN.
    ///
    /// # Panics
    /// May panic for any other move. Later calls on the resulting position may panic too.
    #[must_use]
    pub fn after_with_san(&self, mv: Move) -> (Position, String) {
        let after = self.after_listed(mv);
        let text = san_text(self.board(), mv, after.board());
        (after, text)
    }

    /// Formats a legal move as UCI: `e2e4`, `e7e8q`, castling as `e1g1`.
    pub fn uci(&self, mv: Move) -> String {
        display_uci_move(self.board(), mv).to_string()
    }

    /// Parses a move in SAN. `!` and `?` may follow, `+` and `#` may be missing, and the text may
    /// name both squares: `Ng1-f3`.
    ///
    /// # Errors
    /// An error when the text cannot be read, or means several legal moves or none; [`MoveFault`]
    /// tells which.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveTextError> {
        san::parse(self, text).map_err(|fault| self.no_move(text, fault, |mv| self.san(mv)))
    }

    /// Parses a move in UCI: `e2e4`, `e7e8q`, castling as `e1g1`.
    ///
    /// # Errors
    /// An error when the text is not a legal move in UCI.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveTextError> {
        let parsed = parse_uci_move(self.board(), text).ok();
        // `cozy_chess` also accepts castling as the king capturing its rook, which UCI does not.
        let legal = parsed.filter(|&mv| self.board().is_legal(mv) && self.uci(mv) == text);
        let fault = || match parsed {
            None => MoveFault::Unreadable(Unreadable::Uci),
            Some(mv) => MoveFault::NotLegal(san::why_not(self, Form::of_squares(self.board(), mv))),
        };
        legal.ok_or_else(|| self.no_move(text, fault(), |mv| self.uci(mv)))
    }

    /// Formats all legal moves as SAN, `none` when there are none.
    pub fn legal_san(&self) -> String {
        self.legal(|mv| self.san(mv))
    }

    fn legal(&self, shown: impl Fn(Move) -> String) -> String {
        let legal = self.moves();
        if legal.is_empty() {
            return "none".to_owned();
        }
        legal.into_iter().map(shown).collect::<Vec<_>>().join(" ")
    }

    fn no_move(&self, text: &str, fault: MoveFault, shown: impl Fn(Move) -> String) -> MoveTextError {
        MoveTextError { text: shortened(text), fault, legal: self.legal(shown) }
    }
}
