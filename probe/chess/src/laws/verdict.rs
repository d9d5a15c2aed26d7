//! What the Laws say of a game.

use cozy_chess::{Color, Move};

use super::article::Article;
use super::mating::Method;
use crate::error::{IllegalReason, MoveFault};
use crate::pgn::{Letters, Place};
use crate::position::Position;

/// What the Laws say of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// What became of it.
    pub ruling: Ruling,
    /// The plies that were played until the game was over, or all of its plies. An announced move
    /// does not count.
    pub plies: usize,
    /// The position after them.
    pub position: Position,
    /// Plies that were written down after the game was over.
    pub plies_after_end: usize,
    /// How often the last position has been on the board.
    pub occurrences: u32,
    /// The draws that the player to move may claim in the last position.
    pub claims: Vec<Claim>,
    /// The draws that the player to move may claim with a move that it announces and does not make.
    /// Only by articles that give no claim without a move.
    pub announceable: Vec<Announceable>,
    /// What was claimed with an announced move.
    pub announced: Option<AnnouncedClaim>,
    /// Whose flag has fallen.
    pub flag: Option<Flag>,
    /// Where a flag has fallen: moves of both sides with which the opponent mates, if they were
    /// found with little work.
    pub mating_line: Vec<Move>,
}

/// A draw that may be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Why: 9.2 or 9.3.
    pub article: Article,
    /// After which ply it could be claimed first without a break.
    pub since_ply: usize,
}

/// A draw that may be claimed with a move, which is written down and not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announceable {
    /// Why: 9.2.1 or 9.3.1.
    pub article: Article,
    /// The move.
    pub mv: Move,
    /// How often its position would have been on the board.
    pub occurrences: u32,
}

/// A claim with a move that was written down and not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncedClaim {
    /// The move.
    pub mv: Move,
    /// How often the position after it would have been on the board.
    pub occurrences: u32,
    /// The half-move clock after it.
    pub halfmove_clock: u32,
    /// By which article the claim is correct; `None`: it is not, the opponent gets two minutes, and
    /// the move must be made (9.5.3).
    pub article: Option<Article>,
}

/// A flag that has fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// Whose.
    pub side: Color,
    /// Who says so.
    pub source: FlagSource,
}

/// Who says that a flag has fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagSource {
    /// The caller.
    Named,
    /// The tag `Termination`: the flag of the side that lost by the written result.
    Loser,
    /// The tag `Termination` of a game that was written down as a draw: the flag of the side to
    /// move, whose clock was running.
    SideToMove,
}

/// What became of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// A move is not legal.
    Illegal {
        /// The move as it is written.
        san: String,
        /// Where it stands.
        place: Place,
        /// Why it is not.
        reason: IllegalReason,
        /// All legal moves.
        legal: String,
    },
    /// The record does not say which move was played. That is no offence.
    Unclear {
        /// The move as it is written.
        san: String,
        /// Where it stands.
        place: Place,
        /// What is wrong with the text.
        cause: UnclearCause,
        /// All legal moves.
        legal: String,
    },
    /// It is over.
    Over {
        /// Who has won; `None` for a draw.
        winner: Option<Color>,
        /// By which article.
        article: Article,
        /// By what it is proved that nobody, or not the opponent, can mate.
        method: Option<Method>,
    },
    /// It goes on.
    InProgress,
    /// A flag has fallen, and whether the opponent can mate is not decided.
    NotDecided {
        /// Positions that were looked at.
        positions: usize,
    },
}

/// Why a record does not say which move was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnclearCause {
    /// Several legal moves fit.
    Ambiguous {
        /// These, as SAN.
        candidates: Vec<String>,
    },
    /// The text is no move in the letters of PGN.
    Unreadable {
        /// What is wrong with it.
        reason: String,
        /// The languages whose letters the game may be written in.
        languages: Vec<Letters>,
    },
}

impl UnclearCause {
    /// In words: `ambiguous: Nbd2 or Nfd2`.
    pub fn text(&self) -> String {
        match self {
            UnclearCause::Ambiguous { candidates } => format!("ambiguous: {}", candidates.join(" or ")),
            UnclearCause::Unreadable { reason, languages } => {
                let names = languages.iter().map(|of| format!("{} ({})", of.language, of.letters.join(" ")));
                let names: Vec<String> = names.collect();
                let looks = if names.is_empty() {
                    String::new()
                } else {
                    format!("; the letters of the game are {}", names.join(" or "))
                };
                format!("cannot be read: {reason}{looks}")
            }
        }
    }
}

/// What the text of a move that means no legal move makes of its game.
pub(super) fn of_fault(fault: MoveFault, san: &str, place: Place, legal: String, languages: &[Letters]) -> Ruling {
    let san = san.to_owned();
    let cause = match fault {
        MoveFault::NotLegal(reason) => return Ruling::Illegal { san, place, reason, legal },
        MoveFault::Ambiguous { candidates } => UnclearCause::Ambiguous { candidates },
        MoveFault::Unreadable(reason) => {
            UnclearCause::Unreadable { reason: reason.to_string(), languages: languages.to_vec() }
        }
    };
    Ruling::Unclear { san, place, cause, legal }
}
