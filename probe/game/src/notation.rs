//! Words of moves in the records of a family of games.

/// Form of the moves in the records of a family of games.
pub trait Notation {
    /// True when `*` and `:` join the squares of a move.
    const HAS_STAR_CAPTURES: bool;

    /// Returns the move whose form a word has, as it is kept; `None` for every other word.
    fn move_text(word: &str) -> Option<String>;

    /// Returns true for a word with the form of a result that may be a move: `0-0` in chess.
    fn may_be_move(word: &str) -> bool;
}
