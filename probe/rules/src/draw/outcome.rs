//! The state of a game: lost, drawn, or in progress with the draws that can be claimed.

use crate::game::Move;
use crate::piece::Side;

/// State of a game: in progress, lost or drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    InProgress {
        /// Draws that can be claimed now, earliest first. Usually empty.
        claims: Vec<Draw>,
    },
    /// One side has lost.
    Lost {
        /// The losing side.
        loser: Side,
        /// Reason for the loss.
        how: Loss,
        /// Article by which the side has lost, if its number is known.
        article: Option<&'static str>,
    },
    /// The game is drawn without a claim.
    Drawn(Draw),
}

/// Reason why a game is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// The side to move has pieces but no move.
    NoMove,
    /// The side to move has no pieces.
    NoPieces,
    /// The opponent has no move, in a variant in which the side without a move wins.
    OpponentHasNoMove,
    /// The opponent has no pieces, in a variant in which the side without pieces wins.
    OpponentHasNoPieces,
    /// A man was promoted, in a variant in which the first promotion ends the game.
    Promotion,
    /// The side to move is checkmated.
    Checkmate,
    /// The losing side has run out of time, and the opponent can still checkmate.
    FlagFall,
}

/// A draw that has happened or can be claimed. `M` is the type of moves of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw<M = Move> {
    /// Number of the article by which the game is or can be drawn.
    pub article: &'static str,
    /// Summary of the article by which the game is or can be drawn.
    pub text: &'static str,
    /// Cause of the draw.
    pub cause: DrawCause<M>,
    /// Side or sides that may claim the draw; `None` when no claim is needed.
    pub claimant: Option<Claimant>,
    /// Number of plies played in the record when the draw first existed; 0 for the initial
    /// position.
    pub since_ply: usize,
}

/// Reason why a game is drawn or why a draw can be claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawCause<M = Move> {
    /// The position has occurred as often as the article requires, with the same side to move.
    Repetition {
        /// Number of occurrences of the position.
        occurrences: u32,
    },
    /// An available move would lead to a position that has then occurred as often as required.
    RepetitionByMove {
        /// One of the moves that repeat the position.
        by: M,
        /// Number of occurrences of the position after the move.
        occurrences: u32,
    },
    /// A count (a draw rule that counts moves) has reached its limit.
    Count {
        /// Number of plies that the count has used.
        used_plies: u32,
        /// Limit of the count in plies.
        limit_plies: u32,
    },
    /// An available move would bring a count to its limit.
    CountByMove {
        /// One of the moves that exhaust the count.
        by: M,
        /// Number of plies that the count has used before the move.
        used_plies: u32,
        /// Limit of the count in plies.
        limit_plies: u32,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can checkmate by any series of legal moves.
    DeadPosition,
    /// A side has run out of time, and the opponent cannot checkmate.
    FlagFall,
}

/// Side or sides that may claim a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimant {
    /// Only the side to move may claim.
    ToMove(Side),
    /// Either side may claim.
    Either,
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Loss::NoMove => "no move left",
            Loss::NoPieces => "no pieces left",
            Loss::OpponentHasNoMove => "the opponent has no move left, which wins",
            Loss::OpponentHasNoPieces => "the opponent has no pieces left, which wins",
            Loss::Promotion => "a man was promoted, which ends the game",
            Loss::Checkmate => "checkmate",
            Loss::FlagFall => "the time is over",
        })
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Outcome::InProgress { claims } => {
                f.write_str("in progress")?;
                claims.iter().try_for_each(|claim| write!(f, "; {claim}"))
            }
            Outcome::Lost { loser, how, article } => {
                write!(f, "{loser} has lost: {how}")?;
                article.map_or(Ok(()), |article| write!(f, " (article {article})"))
            }
            Outcome::Drawn(draw) => write!(f, "{draw}"),
        }
    }
}

impl<M> std::fmt::Display for Draw<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Draw { article, text, cause, claimant, since_ply } = self;
        match claimant {
            None => write!(f, "drawn by article {article}")?,
            Some(Claimant::Either) => write!(f, "either side can claim a draw by article {article}")?,
            Some(Claimant::ToMove(side)) => write!(f, "{side} can claim a draw by article {article}")?,
        }
        write!(f, " since ply {since_ply} ({text}): {cause}")
    }
}

impl<M> std::fmt::Display for DrawCause<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DrawCause::Repetition { occurrences } => write!(f, "occurrence {occurrences}"),
            DrawCause::RepetitionByMove { occurrences, .. } => write!(f, "a move makes occurrence {occurrences}"),
            DrawCause::Count { used_plies, limit_plies } => write!(f, "{used_plies} of {limit_plies} plies"),
            DrawCause::CountByMove { limit_plies, .. } => write!(f, "a move makes {limit_plies} plies"),
            DrawCause::Stalemate => f.write_str("stalemate"),
            DrawCause::DeadPosition => f.write_str("nobody can checkmate"),
            DrawCause::FlagFall => f.write_str("the time is over, and the opponent cannot checkmate"),
        }
    }
}
