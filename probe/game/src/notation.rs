//! Forms of the moves in the records of a family of games.

/// Form of the moves in the records of a family of games (draughts or chess).
pub trait Notation {
    /// True when `*` and `:` between two squares mean a capture.
    const HAS_STAR_CAPTURES: bool;

    /// Returns the move as a [`Record`](crate::Record) stores it if the word has the form of a
    /// move; `None` for other words.
    fn move_text(word: &str) -> Option<String>;

    /// Returns true for a word in the form of a result that may also be a move: `0-0` in chess.
    fn may_be_move(word: &str) -> bool;
}
