//! Verdicts of the Laws on games.

use cozy_chess::{Color, Move};

use super::article::Article;
use super::mating::Method;
use crate::error::{IllegalReason, MoveFault};
use crate::pgn::{Letters, Place};
use crate::position::Position;

/// Verdict of the Laws on a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// State or end of the game.
    pub ruling: Ruling,
    /// Number of plies played until the game was over, or of all its plies. An announced move does
    /// not count.
    pub plies: usize,
    /// The moves of these plies.
    pub moves: Vec<Move>,
    /// Position after these plies.
    pub position: Position,
    /// Number of plies that were written down after the game was over.
    pub plies_after_end: usize,
    /// Occurrences of the last position.
    pub occurrences: u32,
    /// Draws that the player to move may claim in the last position.
    pub claims: Vec<Claim>,
    /// Draws that the player to move may claim by announcing a move without making it. Lists only
    /// articles that allow no claim without a move.
    pub announceable: Vec<Announceable>,
    /// The claim with the announced move.
    pub announced: Option<AnnouncedClaim>,
    /// The flag fall, if there is one.
    pub flag: Option<Flag>,
    /// After a flag fall: moves of both sides by which the opponent mates, if they were found
    /// quickly.
    pub mating_line: Vec<Move>,
}

/// A draw that can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Article 9.2 or 9.3.
    pub article: Article,
    /// First ply since which the claim has been possible without interruption.
    pub since_ply: usize,
}

/// A draw that can be claimed with a move that is written down and not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announceable {
    /// Article 9.2.1 or 9.3.1.
    pub article: Article,
    /// The move to announce.
    pub mv: Move,
    /// Occurrences that the position after the move would have.
    pub occurrences: u32,
}

/// A claim with a move that was written down and not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnnouncedClaim {
    /// The announced move.
    pub mv: Move,
    /// Occurrences that the position after the move would have.
    pub occurrences: u32,
    /// Half-move clock after the move.
    pub halfmove_clock: u32,
    /// Article by which the claim is correct. `None` if it is incorrect: the opponent gets two
    /// minutes, and the move must be made (9.5.3).
    pub article: Option<Article>,
}

/// A flag fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// Side whose flag has fallen.
    pub side: Color,
    /// Source of this information.
    pub source: FlagSource,
}

/// Source of a flag fall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagSource {
    /// The caller.
    Named,
    /// The tag `Termination`: the flag of the side that lost by the written result.
    Loser,
    /// The tag `Termination` of a game that was recorded as a draw: the flag of the side to move,
    /// whose clock was running.
    SideToMove,
}

/// State or end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// A move is not legal.
    Illegal {
        /// The move as written.
        san: String,
        /// Place of the move.
        place: Place,
        /// Reason why it is illegal.
        reason: IllegalReason,
        /// All legal moves, as text.
        legal: String,
    },
    /// The record does not show which move was played. This is not an offence.
    Unclear {
        /// The move as written.
        san: String,
        /// Place of the move.
        place: Place,
        /// Fault of the text.
        cause: UnclearCause,
        /// All legal moves, as text.
        legal: String,
    },
    /// The game is over.
    Over {
        /// Winner; `None` for a draw.
        winner: Option<Color>,
        /// Article that ends the game.
        article: Article,
        /// Proof that nobody can mate, or, after a flag fall, that the opponent cannot.
        method: Option<Method>,
    },
    /// The game goes on.
    InProgress,
    /// A flag has fallen, and it is undecided whether the opponent can mate.
    NotDecided {
        /// Number of positions searched.
        positions: usize,
    },
}

/// Reason why a record does not show which move was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnclearCause {
    /// Several legal moves fit.
    Ambiguous {
        /// The moves that fit, as SAN.
        candidates: Vec<String>,
    },
    /// The text is not a move in the letters of PGN.
    Unreadable {
        /// Reason, in words.
        reason: String,
        /// Languages whose letters the game may use.
        languages: Vec<Letters>,
    },
}

impl UnclearCause {
    /// Returns the reason in words: `ambiguous: Nbd2 or Nfd2`.
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

/// Returns the ruling for a move text that means no legal move.
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
