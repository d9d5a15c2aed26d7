//! Describes illegal and unclear moves: the offence, its article, and the legal moves.

use peatee_rules::draw::code::IllegalMoveArticles;
use peatee_rules::draw::{DrawRules, GameRecord, PlayError};
use peatee_rules::notation::{LISTED_MAX, MoveError, shortened};
use peatee_rules::{Bitboard, Draughts, Kind, Position, Square, TooManyCaptures};

use super::note::Note;

/// A move that is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// Number of the illegal move in the game, from 1; the moves of both sides are counted.
    pub ply: usize,
    /// Text of the illegal move in the record.
    pub text: String,
    /// Reason why the move is illegal.
    pub offence: Offence,
    /// Number, in the published rules, of the article that the move breaks; `None` if the number is
    /// not known.
    pub article: Option<&'static str>,
    /// Full sentence that says why the move is not legal.
    pub message: String,
    /// Note that says why a chess move is illegal; `None` if there is no text for the reason.
    pub reason: Option<Note>,
    /// Legal moves of the position, as text; at most [`LISTED_MAX`] of them.
    pub legal: Vec<String>,
    /// Number of all legal moves of the position.
    pub legal_count: usize,
}

/// A move whose text in the record is ambiguous or unreadable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnclearMove {
    /// Number of the unclear move in the game, from 1; the moves of both sides are counted.
    pub ply: usize,
    /// Text of the unclear move in the record.
    pub text: String,
    /// Full sentence that says why the text is unclear.
    pub message: String,
    /// Legal moves that the text may mean; empty for an unreadable text.
    pub candidates: Vec<String>,
    /// True when the text is a move that nobody can make on the board: its first square is empty,
    /// or another piece is on its last square.
    pub is_impossible: bool,
    /// Note that explains why the text is unclear; `None` if there is no such note. The note names
    /// the piece letters that the game seems to use, or says why a chess move is impossible.
    pub why: Option<Note>,
    /// Legal moves of the position, as text; at most
    /// [`LISTED_MAX`](peatee_rules::notation::LISTED_MAX) of them.
    pub legal: Vec<String>,
    /// Number of all legal moves of the position.
    pub legal_count: usize,
}

/// Way in which a move breaks the rules, or fault in the text of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offence {
    /// The text cannot be read as a move.
    Unreadable,
    /// Several legal moves match the text of the move.
    Ambiguous,
    /// Nobody can make the move on the board: its first square is empty, or another piece is on its
    /// last square.
    Impossible,
    /// A piece of the opponent was moved.
    OpponentsPiece,
    /// A capture was mandatory, and the move is not a capture.
    NoCapture,
    /// Another capture was mandatory, or the capture had to continue.
    WrongCapture,
    /// The piece cannot move that way.
    WrongMove,
    /// The king has already made as many moves in a row as the draw rules allow.
    KingMoves,
    /// The move breaks the laws of chess; [`IllegalMove::reason`] gives the reason.
    NotLegal,
}

impl IllegalMove {
    /// Converts the illegal move to an unclear one. `candidates` are the legal moves that the text
    /// may mean.
    pub(super) fn into_unclear(self, candidates: Vec<String>) -> UnclearMove {
        let IllegalMove { ply, text, message, offence, legal, legal_count, .. } = self;
        let is_impossible = offence == Offence::Impossible;
        UnclearMove { ply, text, message, candidates, is_impossible, why: None, legal, legal_count }
    }
}

impl Offence {
    /// Returns the offence (the way in which the move breaks the rules) in a few words.
    pub const fn text(self) -> &'static str {
        match self {
            Offence::Unreadable => "not a move",
            Offence::Ambiguous => "not clear which move is meant",
            Offence::Impossible => "nobody can make the move on this board",
            Offence::OpponentsPiece => "a piece of the opponent was moved",
            Offence::NoCapture => "a capture had to be made",
            Offence::WrongCapture => "another capture had to be made",
            Offence::WrongMove => "the piece does not move that way",
            Offence::KingMoves => "the king has made as many moves in a row as it may",
            Offence::NotLegal => "not a legal move",
        }
    }

    fn article(self, articles: &IllegalMoveArticles) -> Option<&'static str> {
        match self {
            Offence::Unreadable | Offence::Ambiguous | Offence::Impossible | Offence::KingMoves | Offence::NotLegal => {
                None
            }
            Offence::OpponentsPiece => articles.opponents_piece,
            Offence::NoCapture => articles.no_capture,
            Offence::WrongCapture => articles.wrong_capture,
            Offence::WrongMove => articles.wrong_move,
        }
    }
}

/// Returns the description of a move that is not legal. A text that is ambiguous or unreadable does
/// not break the rules, and neither does a move that nobody can make on the board. In these cases,
/// also returns the legal moves that the text may mean.
///
/// # Errors
/// The legal moves cannot be listed.
pub(super) fn illegal_move(
    game: &Draughts,
    rules: &DrawRules,
    record: &GameRecord,
    text: &str,
    error: MoveError,
) -> Result<(IllegalMove, Option<Vec<String>>), TooManyCaptures> {
    if let MoveError::TooManyCaptures(error) = error {
        return Err(error);
    }
    let offence = offence_of(game, record, text, &error);
    let illegal =
        described(game, record, text, offence, offence.article(&rules.code.illegal_moves), error.to_string())?;
    let candidates = match error {
        MoveError::Ambiguous { candidates, .. } => Some(candidates.split(", ").map(str::to_owned).collect()),
        MoveError::Syntax { .. } | MoveError::Letters { .. } => Some(Vec::new()),
        _ => (offence == Offence::Impossible).then(Vec::new),
    };
    Ok((illegal, candidates))
}

/// Returns the description of a move by which a king exceeds the allowed number of moves in a row.
///
/// # Errors
/// The errors of [`illegal_move`].
pub(super) fn king_moves(
    game: &Draughts,
    record: &GameRecord,
    text: &str,
    article: &'static str,
    error: &PlayError,
) -> Result<IllegalMove, TooManyCaptures> {
    described(game, record, text, Offence::KingMoves, Some(article), error.to_string())
}

fn described(
    game: &Draughts,
    record: &GameRecord,
    text: &str,
    offence: Offence,
    article: Option<&'static str>,
    message: String,
) -> Result<IllegalMove, TooManyCaptures> {
    let legal = record.legal_moves()?;
    Ok(IllegalMove {
        ply: record.plies() + 1,
        text: shortened(text),
        offence,
        article,
        message,
        reason: None,
        legal: game.move_texts(legal).take(LISTED_MAX).collect(),
        legal_count: legal.len(),
    })
}

fn offence_of(game: &Draughts, record: &GameRecord, text: &str, error: &MoveError) -> Offence {
    match error {
        MoveError::Syntax { .. } | MoveError::Letters { .. } => return Offence::Unreadable,
        MoveError::Ambiguous { .. } => return Offence::Ambiguous,
        _ => {}
    }
    let position = record.position();
    let (first, last) = ends(game, text);
    let owner = first.map(|square| position.setup.at(square).map(|(side, _)| side));
    let is_taken = last.is_some_and(|square| first != last && position.setup.at(square).is_some());
    if owner == Some(None) || is_taken {
        return Offence::Impossible;
    }
    if owner.flatten().is_some_and(|side| side != position.side) {
        return Offence::OpponentsPiece;
    }
    let must_capture = game.must_capture(position);
    match (must_capture, is_written_as_capture(text)) {
        (true, false) => Offence::NoCapture,
        (true, true) => Offence::WrongCapture,
        (false, _) => Offence::WrongMove,
    }
}

/// Returns the squares on which a written move begins and ends.
fn ends(game: &Draughts, text: &str) -> (Option<Square>, Option<Square>) {
    let mut squares = text.split(['-', 'x', 'X', ':', '*']).map(|name| game.parse_square(name.trim()));
    (squares.next().flatten(), squares.next_back().flatten())
}

fn is_written_as_capture(text: &str) -> bool {
    text.contains(['x', 'X', ':', '*'])
}

/// Returns true when the opponent's move `next` is possible after the illegal move was made on the
/// board. If the illegal move is written as a capture, it may have captured any one piece of the
/// opponent.
pub(super) fn may_follow(game: &Draughts, position: &Position, illegal: &str, next: &str) -> bool {
    let (Some(from), Some(to)) = ends(game, illegal) else { return false };
    let Some((side, kind)) = position.setup.at(from) else { return false };
    let mut after = Position { side: side.other(), ..*position };
    after.setup.take(side, kind, from);
    after.setup.put(side, kind, to);
    let is_possible =
        |position: &Position| matches!(game.parse_move(position, next), Ok(_) | Err(MoveError::Ambiguous { .. }));
    let mut captured = position.pieces(side.other()).squares().map(Square);
    is_possible(&after)
        || is_written_as_capture(illegal)
            && captured.any(|square| {
                let mut without = after;
                Kind::ALL.iter().for_each(|&kind| without.setup.take(side.other(), kind, square));
                is_possible(&without)
            })
}
