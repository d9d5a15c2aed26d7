//! The columns of the table of variants.

use crate::board::{Board, Directions};
use crate::piece::{Kind, Side};

/// The rules of one game of the draughts family.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The name in commands, files and the service: lower case, `a-z`, digits and `-`.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// Where the rules were read: articles, pages, code.
    pub sources: &'static [&'static str],
    /// What a user of its tables should know: readings chosen where sources disagree, rules left
    /// out.
    pub notes: &'static [&'static str],
    /// The board.
    pub board: Board,
    /// The position a game starts from, as FEN.
    pub start: &'static str,
    /// What happens before the first ordinary move.
    pub opening: Opening,
    /// What each kind can do, for White; a kind that is not listed is not in the game.
    pub pieces: &'static [(Kind, PieceRule)],
    /// Whether Black plays the other way or the same way as White.
    pub heading: Heading,
    /// The symmetry that swaps the colours, so that one table serves both; `None` where there is
    /// none.
    pub mirror: Option<Mirror>,
    /// Where men promote.
    pub promotion: Promotion,
    /// What happens to a man that touches a promotion square in the middle of a capture.
    pub promotion_in_capture: PromotionInCapture,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// What turns a piece may make between two jumps of one capture.
    pub turning: CaptureTurns,
    /// Whether a capture may be ended while a further jump is possible.
    pub may_stop: bool,
    /// Which captures are legal when there are several: compared in this order, the best ones stay.
    /// Empty: free choice.
    pub precedence: &'static [Criterion],
    /// What it means to have no legal move.
    pub goal: Goal,
    /// True when a promotion ends the game: once a king stands on the board no move is legal, and
    /// `goal` says who has won. Then no table has kings.
    pub promotion_ends_game: bool,
    /// How squares and moves are written.
    pub notation: Notation,
    /// The draw-rule codes that were written for this game, by id; the first is the default. Others
    /// can be applied to it, with a warning: see
    /// [`DrawRules::foreign_to`](crate::draw::DrawRules::foreign_to).
    pub rule_codes: &'static [&'static str],
}

/// What happens before the first ordinary move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// Nothing.
    Moves,
    /// On a full board the first player takes off one of its own pieces, from one of these squares
    /// (file and rank from 0); then the other player takes off one of its own that stands next to
    /// the hole along a row or file.
    Removals(&'static [(u8, u8)]),
}

/// What one kind of piece can do. Directions are White's.
#[derive(Debug, Clone, Copy)]
pub struct PieceRule {
    /// How it moves without capturing.
    pub quiet: Quiet,
    /// In which directions it moves without capturing.
    pub quiet_directions: Directions,
    /// How far it jumps and where it lands.
    pub jump: Jump,
    /// Directions of the first jump of a capture.
    pub first_jump_directions: Directions,
    /// Directions of the later jumps of the same capture.
    pub next_jump_directions: Directions,
    /// The kinds it may capture.
    pub victims: &'static [Kind],
    /// What it turns into by capturing, which also ends the move; `None`: it stays what it is.
    pub capture_becomes: Option<Kind>,
    /// Where it can stand.
    pub region: Region,
    /// True when it cannot make a quiet move from the last row.
    pub frozen_on_last_row: bool,
    /// True when a capture whose last captured piece is a king must end right behind that king.
    pub stops_behind_king: bool,
}

/// How a piece moves without capturing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quiet {
    /// It does not.
    None,
    /// To a neighbouring square.
    Step,
    /// Any number of empty squares in a line.
    Slide,
    /// To the next empty square beyond an unbroken line of men of its own colour, or a step where
    /// there is no line.
    Line,
}

/// How a piece captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jump {
    /// It does not.
    None,
    /// A neighbour, landing directly behind it.
    Short,
    /// A piece at any distance, landing on any empty square behind it.
    Flying,
    /// A piece at any distance, landing directly behind it.
    FlyingLandNext,
}

/// Which way Black plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// Black's directions are White's turned by 180 degrees.
    Opposed,
    /// Both play up the board.
    Same,
}

/// A map of the board onto itself that turns a position into the same position with colours
/// swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// Turned by 180 degrees.
    HalfTurn,
    /// Left and right swapped.
    Files,
}

/// Where men promote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Promotion {
    /// Nowhere.
    Never,
    /// On the last row as the player sees it.
    LastRow,
    /// On these squares for White (file and rank from 0); Black's are those turned by 180 degrees.
    Squares(&'static [(u8, u8)]),
}

/// A man that reaches a promotion square in the middle of a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromotionInCapture {
    /// Is promoted, and the move ends.
    Stop,
    /// Goes on as a man if it can, and is promoted only if the move ends there.
    Pass,
    /// Is promoted and goes on as a king.
    Become,
}

/// When captured pieces leave the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removal {
    /// After the move; until then they block, and none may be jumped twice.
    AtEnd,
    /// As soon as they are jumped.
    AtOnce,
}

/// What turns a piece may make between two jumps of one capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureTurns {
    /// Any.
    Free,
    /// Any but straight back.
    NotBack,
    /// None: all jumps in one line.
    Straight,
}

/// One comparison between captures; the greater one wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Number of captured pieces.
    Count,
    /// Captured by a king.
    ByKing,
    /// Number of captured kings.
    KingsTaken,
    /// Captured kings come earliest.
    KingsEarliest,
    /// Frisian value: a king is worth more than one man and less than two; n kings more than 2n-1
    /// men.
    FrisianValue,
}

/// What it means to be on move without a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The side to move has lost.
    LastToMove,
    /// The side to move has won.
    GiveAway,
}

/// Where a piece of some kind can stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Region {
    /// On every square.
    Anywhere,
    /// On every square but those where it would promote.
    NotPromotion,
    /// Only on the last row as the player sees it.
    LastRow,
    /// White on the shade of a1, Black on the other.
    OwnShade,
}

/// How squares and moves are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notation {
    /// Names of the squares.
    pub squares: SquareNames,
    /// Between the squares of a quiet move.
    pub quiet: char,
    /// Between the squares of a capture.
    pub capture: char,
    /// The value of the PDN 3.0 `GameType` tag, where a number has been given out.
    pub game_type: Option<&'static str>,
    /// The name of the game in the Hub protocol, where its programs have given one.
    pub hub_name: Option<&'static str>,
}

/// Names of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SquareNames {
    /// Numbers from 1, row by row from the top left as White sees the board.
    TopLeft,
    /// Numbers from 1, row by row from the bottom right as White sees the board.
    BottomRight,
    /// `a1` is the bottom left corner as White sees the board.
    Algebraic,
}

impl Variant {
    /// The side that makes the first move of a game.
    pub fn moves_first(&self) -> Side {
        if self.start.starts_with(Side::Black.letter()) { Side::Black } else { Side::White }
    }

    /// What `kind` can do, if this game has it.
    pub fn piece(&self, kind: Kind) -> Option<&PieceRule> {
        self.pieces.iter().find(|(k, _)| *k == kind).map(|(_, rule)| rule)
    }

    /// Whether a game that goes on can have pieces of that kind on the board: tables are made of
    /// these kinds alone.
    pub fn plays_on_with(&self, kind: Kind) -> bool {
        self.piece(kind).is_some() && !(kind == Kind::King && self.promotion_ends_game)
    }
}
