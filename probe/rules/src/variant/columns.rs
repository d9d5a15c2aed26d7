//! The rules of a variant, as columns of a table with a row for each variant.

use crate::board::{Board, Directions};
use crate::piece::{Kind, Side};

/// The rules of one variant.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// Name of the variant in commands, files and the service: lower-case letters `a-z`, digits and
    /// `-`.
    pub id: &'static str,
    /// Name of the variant for people.
    pub title: &'static str,
    /// Sources of the rules of the variant: articles, pages, code.
    pub sources: &'static [&'static str],
    /// Notes for users of the tables: omitted rules, and chosen interpretations where sources
    /// disagree.
    pub notes: &'static [&'static str],
    /// The board.
    pub board: Board,
    /// Start position as FEN.
    pub start: &'static str,
    /// Special moves at the start of the game.
    pub opening: Opening,
    /// Rules of each kind of piece, from White's side. Kinds that are not listed do not occur in
    /// the variant.
    pub pieces: &'static [(Kind, PieceRule)],
    /// Direction in which Black plays, compared with White.
    pub heading: Heading,
    /// Symmetry that swaps the colours, so that one table serves both colours; `None` if there is
    /// none.
    pub mirror: Option<Mirror>,
    /// Squares where men promote.
    pub promotion: Promotion,
    /// Effect on a man that reaches a promotion square during a capture.
    pub promotion_in_capture: PromotionInCapture,
    /// Time when captured pieces leave the board.
    pub removal: Removal,
    /// Changes of direction that are allowed between two jumps of one capture.
    pub turning: CaptureTurns,
    /// True when a capture may end although another jump is possible.
    pub may_stop: bool,
    /// Criteria by which captures are compared, the most important first. Only the best captures
    /// are legal. Empty when the player may choose any capture.
    pub precedence: &'static [Criterion],
    /// Result for the side without a legal move.
    pub goal: Goal,
    /// True when a promotion ends the game. No move is legal after it, and `goal` tells who has
    /// won. Tables then contain no kings.
    pub promotion_ends_game: bool,
    /// Notation of squares and moves.
    pub notation: Notation,
    /// Ids of the rule codes that were written for this variant; the first is the default. Other
    /// codes can be applied with a warning: see
    /// [`DrawRules::foreign_to`](crate::draw::DrawRules::foreign_to).
    pub rule_codes: &'static [&'static str],
}

/// Special moves at the start of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The game begins with ordinary moves.
    Moves,
    /// Removals from a full board: the first player removes one of its own pieces from one of these
    /// squares (file and rank from 0). Then the other player removes one of its own pieces next to
    /// the hole, along a row or file.
    Removals(&'static [(u8, u8)]),
}

/// The rules of one kind of piece. Directions are those of White; Black's follow from [`Heading`].
#[derive(Debug, Clone, Copy)]
pub struct PieceRule {
    /// Type of the quiet moves of the piece.
    pub quiet: Quiet,
    /// Directions of quiet moves.
    pub quiet_directions: Directions,
    /// Distance over which the piece jumps, and squares on which it lands.
    pub jump: Jump,
    /// Directions of the first jump of a capture.
    pub first_jump_directions: Directions,
    /// Directions of the later jumps of a capture.
    pub next_jump_directions: Directions,
    /// Kinds of pieces that the piece may capture.
    pub victims: &'static [Kind],
    /// Kind that the piece becomes by capturing, which also ends the move; `None` for no change.
    pub capture_becomes: Option<Kind>,
    /// Squares on which the piece may stand.
    pub region: Region,
    /// True when the piece makes no quiet moves from the last row.
    pub frozen_on_last_row: bool,
    /// True when a capture must end directly behind the last captured piece if that piece is a
    /// king.
    pub stops_behind_king: bool,
}

/// Type of quiet moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quiet {
    /// The piece has no quiet moves.
    None,
    /// A step to a neighbouring square.
    Step,
    /// A move over any number of empty squares in a line.
    Slide,
    /// A move to the next empty square beyond an unbroken line of own men, or a step when there is
    /// no line.
    Line,
}

impl Quiet {
    /// Returns true when a move may go over any number of empty squares.
    #[inline(always)]
    pub const fn is_slide(self) -> bool {
        match self {
            Quiet::Slide => true,
            Quiet::None | Quiet::Step | Quiet::Line => false,
        }
    }

    /// Returns the maximal number of squares that a move goes ahead; `None` when only the board
    /// limits the distance.
    pub const fn squares_max(self) -> Option<usize> {
        match self {
            Quiet::None => Some(0),
            Quiet::Step => Some(1),
            Quiet::Slide | Quiet::Line => None,
        }
    }
}

/// Distance over which a piece jumps, and squares on which it lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// The piece cannot capture.
    None,
    /// A jump over a neighbour, landing directly behind.
    Short,
    /// A jump over a piece at any distance, landing on any empty square behind.
    Flying,
    /// A jump over a piece at any distance, landing directly behind.
    FlyingLandNext,
}

impl Jump {
    /// Returns true when the piece may land on any empty square behind its victim, false when it
    /// must land on the next square or makes no jumps.
    #[inline(always)]
    pub const fn lands_anywhere(self) -> bool {
        match self {
            Jump::Flying => true,
            Jump::None | Jump::Short | Jump::FlyingLandNext => false,
        }
    }
}

/// Direction in which Black plays, compared with White.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// Black's directions are White's, turned by 180 degrees.
    Opposed,
    /// Both players move up the board.
    Same,
}

/// Map of the board onto itself that swaps the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// The map turns the board by 180 degrees.
    HalfTurn,
    /// The map exchanges left and right of the board.
    Files,
}

/// Squares where men promote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promotion {
    /// Men do not promote.
    Never,
    /// Men promote on the last row as the player sees it.
    LastRow,
    /// Men of White promote on these squares (file and rank from 0); men of Black promote on the
    /// same squares turned by 180 degrees.
    Squares(&'static [(u8, u8)]),
}

/// Effect on a man that reaches a promotion square during a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionInCapture {
    /// The man is promoted and the move ends.
    Stop,
    /// The man continues as a man if possible. It is promoted only when the move ends on the
    /// promotion square.
    Pass,
    /// The man is promoted and continues as a king.
    Become,
}

/// Time when captured pieces leave the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// Captured pieces leave the board after the move. Until then, a captured piece blocks the way
    /// and must not be jumped again.
    AtEnd,
    /// A captured piece leaves the board directly after the jump.
    AtOnce,
}

/// Changes of direction that are allowed between two jumps of one capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureTurns {
    /// Any change of direction is allowed.
    Free,
    /// Any change of direction is allowed, except straight back.
    NotBack,
    /// No change of direction is allowed: all jumps are in one line.
    Straight,
}

/// A property by which captures are compared; a greater value has precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Number of captured pieces.
    Count,
    /// Kind of the capturing piece: a king has precedence over other pieces.
    ByKing,
    /// Number of captured kings.
    KingsTaken,
    /// Order of captured kings: a capture that takes a king earlier has precedence.
    KingsEarliest,
    /// Value of the captured pieces in Frisian draughts: a king is worth more than one man and less
    /// than two; n kings are worth more than 2n-1 men.
    FrisianValue,
}

/// Result for the side to move when it has no legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The side without a legal move loses.
    LastToMove,
    /// The side without a legal move wins.
    GiveAway,
}

/// Squares on which a kind of piece may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Region {
    /// Every square.
    Anywhere,
    /// Every square on which the piece would not promote.
    NotPromotion,
    /// The last row as the player sees it.
    LastRow,
    /// Squares of the shade of a1 for White, of the other shade for Black.
    OwnShade,
}

/// Notation of squares and moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notation {
    /// Naming of the squares in texts.
    pub squares: SquareNames,
    /// Separator between the squares of a quiet move.
    pub quiet: char,
    /// Separator between the squares of a capture.
    pub capture: char,
    /// Value of the PDN 3.0 `GameType` tag, if a number is assigned.
    pub game_type: Option<&'static str>,
    /// Name of the game in the Hub protocol, if the protocol has one.
    pub hub_name: Option<&'static str>,
    /// Points for a win in written results: 2, or 1 if programs of the game write `1-0`.
    pub win_points: u8,
}

/// Naming of the squares in texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareNames {
    /// Numbers from 1, row by row from the top left as White sees the board.
    TopLeft,
    /// Numbers from 1, row by row from the bottom right as White sees the board.
    BottomRight,
    /// Letters and digits; `a1` is the bottom left corner as White sees the board.
    Algebraic,
}

impl Variant {
    /// Returns the side that makes the first move of a game.
    pub fn moves_first(&self) -> Side {
        if self.start.starts_with(Side::Black.letter()) { Side::Black } else { Side::White }
    }

    /// Returns the rules of `kind`, if the variant has this kind.
    pub fn piece(&self, kind: Kind) -> Option<&PieceRule> {
        self.pieces.iter().find(|(k, _)| *k == kind).map(|(_, rule)| rule)
    }

    /// Returns true when pieces of this kind can occur in a game in progress. Tables contain only
    /// such kinds.
    pub fn plays_on_with(&self, kind: Kind) -> bool {
        self.piece(kind).is_some() && !(kind == Kind::King && self.promotion_ends_game)
    }
}
