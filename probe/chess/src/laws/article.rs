//! The articles of the Laws that verdicts cite.

/// Number of occurrences of a position at which a draw can be claimed.
pub const THREEFOLD: u32 = 3;
/// Number of occurrences of a position at which the game is drawn.
pub const FIVEFOLD: u32 = 5;

/// An article of the FIDE Laws of Chess, in force from 1 January 2023.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Article {
    /// Article 5.1.1: checkmate ends the game.
    Checkmate,
    /// Article 5.2.1: stalemate is a draw.
    Stalemate,
    /// Article 5.2.2: a dead position is a draw.
    DeadPosition,
    /// Article 6.9: the time of a side has run out.
    FlagFall,
    /// Article 7.5.1: an illegal move.
    IllegalMove,
    /// Article 9.2: a claim of a draw because the position occurs for the third time.
    Threefold,
    /// Article 9.2.1: a claim of a draw with an announced move after which the position occurs for
    /// the third time.
    ThreefoldAnnounced,
    /// Article 9.3: a claim of a draw after 50 moves of each side without a capture or pawn move.
    FiftyMoves,
    /// Article 9.3.1: a claim of a draw with an announced move that completes the 50 moves of each
    /// side.
    FiftyMovesAnnounced,
    /// Article 9.6.1: the game is drawn when a position occurs for the fifth time.
    Fivefold,
    /// Article 9.6.2: the game is drawn after 75 moves of each side without a capture or pawn move.
    SeventyFiveMoves,
}

impl Article {
    /// All variants of this enum, in the order of the Laws.
    pub const ALL: [Article; 11] = [
        Article::Checkmate,
        Article::Stalemate,
        Article::DeadPosition,
        Article::FlagFall,
        Article::IllegalMove,
        Article::Threefold,
        Article::ThreefoldAnnounced,
        Article::FiftyMoves,
        Article::FiftyMovesAnnounced,
        Article::Fivefold,
        Article::SeventyFiveMoves,
    ];

    /// Returns the number of the article in the Laws.
    pub const fn number(self) -> &'static str {
        match self {
            Article::Checkmate => "5.1.1",
            Article::Stalemate => "5.2.1",
            Article::DeadPosition => "5.2.2",
            Article::FlagFall => "6.9",
            Article::IllegalMove => "7.5.1",
            Article::Threefold => "9.2",
            Article::ThreefoldAnnounced => "9.2.1",
            Article::FiftyMoves => "9.3",
            Article::FiftyMovesAnnounced => "9.3.1",
            Article::Fivefold => "9.6.1",
            Article::SeventyFiveMoves => "9.6.2",
        }
    }

    /// Returns a summary of the article in one sentence. The words are not those of the Laws.
    pub const fn text(self) -> &'static str {
        match self {
            Article::Checkmate => "A player who checkmates wins, and the game is over.",
            Article::Stalemate => "The game is drawn when the player to move has no legal move and is not in check.",
            Article::DeadPosition => {
                "The game is drawn when neither player can checkmate by any series of legal moves."
            }
            Article::FlagFall => {
                "A player whose time is over loses, unless the opponent cannot checkmate by any series of legal moves: \
                 then the game is drawn."
            }
            Article::IllegalMove => {
                "A move that is against the Laws is taken back, and the game goes on from before it."
            }
            Article::Threefold => {
                "The player to move may claim a draw when the same position is on the board for the third time."
            }
            Article::ThreefoldAnnounced => {
                "The player to move may claim a draw who writes down, and does not make, a move after which the same \
                 position is there for the third time, and tells the arbiter."
            }
            Article::FiftyMovesAnnounced => {
                "The player to move may claim a draw who writes down, and does not make, a move after which each \
                 player has made 50 moves without a capture or a pawn move, and tells the arbiter."
            }
            Article::FiftyMoves => {
                "The player to move may claim a draw when each player has made 50 moves without a capture or a pawn move."
            }
            Article::Fivefold => "The game is drawn when the same position is on the board for the fifth time.",
            Article::SeventyFiveMoves => {
                "The game is drawn when each player has made 75 moves without a capture or a pawn move, unless the last \
                 of them checkmates."
            }
        }
    }
}
