//! The verdict on a game of any family.

use std::fmt;

use peatee_rules::draw::{Claimant, CountStatus, Counters, Draw, DrawRules, KingRuns, Loss, Outcome};
use peatee_rules::notation::pdn::{Place, Score};
use peatee_rules::{Draughts, Side};
use peatee_table::{Value, Wdl};

use super::agreement::Agreement;
use super::note::Note;
use super::offence::{IllegalMove, UnclearMove};
use crate::answers::{RuleLine, RuleValue};
use crate::probed::Probed;

/// The verdict on a game: what stands on the board after its moves, and how that fits the result
/// that was written down.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Verdict<G: Probed = Draughts> {
    /// The number of the game in its text, from 1.
    pub number: usize,
    /// The place in its text where the game begins.
    pub begins: Place,
    /// The place of the faulty move, or else of the last move that was played.
    pub place: Place,
    /// The draw rules.
    pub rules: DrawRules,
    /// The first position.
    pub start: G::Position,
    /// The counters in it.
    pub start_counters: Counters,
    /// The moves that were played before the verdict.
    pub moves: Vec<PlayedMove<G>>,
    /// The last position.
    pub position: G::Position,
    /// The counters in it, from which the game can go on.
    pub counters: Counters,
    /// The counts that run in it.
    pub counts: Vec<CountStatus>,
    /// Occurrences of the last position, this time included.
    pub occurrences: u32,
    /// The moves that the sides have made in a row with one king, where the code limits them.
    pub king_runs: KingRuns,
    /// Whether the game is over, and how.
    pub ruling: Ruling<G::Move>,
    /// The draws that can be claimed now, for a game in progress.
    pub claims: Vec<Draw<G::Move>>,
    /// The draws that could have been claimed before, and were not.
    pub missed: Vec<MissedDraw>,
    /// The claim with a last move that was announced and not made.
    pub announced: Option<AnnouncedClaim<G::Move>>,
    /// The flag that has fallen.
    pub flag: Option<Flag>,
    /// The proof that a mate is impossible, or why that is not decided.
    pub proof: Option<Note>,
    /// Moves of both sides with which the opponent of the side whose flag has fallen mates.
    pub mating_line: Vec<G::Move>,
    /// The moves that were written down after the end. They do not count.
    pub written_after_end: Vec<String>,
    /// Value and best line by the tables, for a game in progress.
    pub assessment: Option<Assessment<G>>,
    /// The value without the draw rules of a game that is drawn by a count, where the code has an
    /// article by which the draw may not stand if the win can be shown, and the tables say it.
    pub without_counts: Option<Value>,
    /// The result that was written down, if any.
    pub written: Option<WrittenResult>,
    /// The agreement of the written result with the verdict.
    pub agreement: Agreement,
    /// Notes on the record: faults that were passed over or mended, and two results.
    pub notes: Vec<Note>,
}

/// A move of a judged game, and what it leads to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PlayedMove<G: Probed = Draughts> {
    /// The move.
    pub mv: G::Move,
    /// The move as the game writes it.
    pub text: String,
    /// The position after it.
    pub position: G::Position,
    /// The counters after it.
    pub counters: Counters,
    /// The move as it was written.
    pub written: String,
    /// The comments after it.
    pub comments: Vec<String>,
}

/// State or end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ruling<M> {
    /// A move is not legal, or its text is not a move.
    Illegal(IllegalMove),
    /// The record does not show which move was played. That is no offence.
    Unclear(UnclearMove),
    /// A side has lost.
    Lost {
        /// The losing side.
        loser: Side,
        /// The way of losing.
        how: Loss,
        /// The article, where the code has a number for it.
        article: Option<&'static str>,
    },
    /// The game is drawn without a claim, or by the claim with the announced move.
    Drawn(Draw<M>),
    /// The game goes on.
    InProgress,
    /// A flag has fallen, and it is not decided whether the opponent can mate, or it is not known
    /// which game was played.
    NotDecided {
        /// The article on fallen flags, if one has fallen.
        article: Option<&'static str>,
        /// Positions that were searched.
        positions: usize,
    },
}

/// A claim of a draw with a move that was written down and not made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnnouncedClaim<M> {
    /// The move.
    pub mv: M,
    /// Occurrences that the position after the move would have.
    pub occurrences: u32,
    /// Plies that the count would have used after the move.
    pub used_plies: u32,
    /// The article by which the claim is correct; `None`: it is not, and the move must be made.
    pub article: Option<&'static str>,
}

/// A draw that could have been claimed, and was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissedDraw {
    /// The article.
    pub article: &'static str,
    /// The side or sides that could have claimed it.
    pub claimant: Claimant,
    /// The ply after which it could first be claimed.
    pub since_ply: usize,
    /// The number of positions in which it could be claimed and the game went on.
    pub times: usize,
}

/// A flag that has fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// The side whose time is over.
    pub side: Side,
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
    /// The tag `Termination` of a game that was recorded as a draw: the flag of the side to move.
    SideToMove,
}

/// A result as it was written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenResult {
    /// Its meaning.
    pub score: Score,
    /// Its text, as the game writes results.
    pub text: &'static str,
}

/// Value and best line of a game in progress by the tables.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one for each verdict")]
pub enum Assessment<G: Probed = Draughts> {
    /// The value that the tables prove with the running counts, and a best line under the rules as
    /// far as the tables give it.
    Known {
        /// The value for the side to move.
        value: RuleValue<G::Slice>,
        /// The best line.
        line: RuleLine<G>,
        /// Why there is no more of the value or the line.
        lacking: Option<Note>,
    },
    /// The tables say nothing of this position.
    Unknown(Note),
}

impl<G: Probed> Verdict<G> {
    /// Creates the verdict on a game in progress of which nothing else is known.
    pub(super) fn new(rules: DrawRules, start: G::Position, start_counters: Counters) -> Verdict<G> {
        Verdict {
            number: 0,
            begins: Place::default(),
            place: Place::default(),
            rules,
            position: start.clone(),
            start,
            start_counters,
            moves: Vec::new(),
            counters: start_counters,
            counts: Vec::new(),
            occurrences: 1,
            king_runs: KingRuns::default(),
            ruling: Ruling::InProgress,
            claims: Vec::new(),
            missed: Vec::new(),
            announced: None,
            flag: None,
            proof: None,
            mating_line: Vec::new(),
            written_after_end: Vec::new(),
            assessment: None,
            without_counts: None,
            written: None,
            agreement: Agreement::NoResult,
            notes: Vec::new(),
        }
    }

    /// Notes that a move was played where a draw could be claimed since a ply.
    pub(super) fn pass_over(&mut self, article: &'static str, claimant: Claimant, since_ply: usize) {
        match self.missed.iter_mut().find(|missed| (missed.article, missed.claimant) == (article, claimant)) {
            Some(missed) => missed.times += 1,
            None => self.missed.push(MissedDraw { article, claimant, since_ply, times: 1 }),
        }
    }

    /// Leaves open what stands on the board, because it is not known which game was played.
    pub fn leave_open(&mut self, why: Note) {
        self.ruling = Ruling::NotDecided { article: None, positions: 0 };
        self.proof = Some(why);
        (self.assessment, self.without_counts) = (None, None);
        self.counts.clear();
        self.claims.clear();
        self.missed.clear();
        self.agreement = self.agreement_of_open();
    }

    /// Takes a move that is not legal as a fault of the record, because it is not known which game
    /// was played.
    pub fn doubt_illegal_move(&mut self) {
        if let Ruling::Illegal(illegal) = &self.ruling {
            self.ruling = Ruling::Unclear(illegal.clone().into_unclear(Vec::new()));
            self.agreement = self.agreement_of_open();
        }
    }

    /// Returns the agreement of the written result, if any, with a game that stays open.
    fn agreement_of_open(&self) -> Agreement {
        if self.written.is_some() { Agreement::Unknown } else { Agreement::NoResult }
    }

    /// Returns the number of moves that were played before the verdict.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the article that the ruling rests on, where the code has a number for it.
    pub fn article(&self) -> Option<&'static str> {
        match &self.ruling {
            Ruling::Illegal(illegal) => illegal.article,
            Ruling::Lost { article, .. } => *article,
            Ruling::Drawn(draw) => Some(draw.article),
            Ruling::NotDecided { article, .. } => *article,
            Ruling::Unclear(_) | Ruling::InProgress => None,
        }
    }

    /// Whether a count ends a game that would be won without it, so that the win may be shown.
    pub fn is_win_to_show(&self) -> bool {
        self.without_counts.is_some_and(|value| value.wdl != Wdl::Draw)
    }

    /// Whether an arbiter should look at the game: a move is illegal or not clear, a fallen flag is
    /// not decided, the result is not that of the rules, a win can be shown, or moves were written
    /// down after the end.
    pub fn asks_arbiter(&self) -> bool {
        let is_open = matches!(self.ruling, Ruling::Illegal(_) | Ruling::Unclear(_) | Ruling::NotDecided { .. });
        is_open || self.agreement.is_disagreement() || self.is_win_to_show() || !self.written_after_end.is_empty()
    }
}

impl<M> Ruling<M> {
    /// Returns the result of a game that is over.
    pub fn score(&self) -> Option<Score> {
        match self {
            Ruling::Drawn(_) => Some(Score::Draw),
            Ruling::Lost { loser: Side::White, .. } => Some(Score::BlackWins),
            Ruling::Lost { loser: Side::Black, .. } => Some(Score::WhiteWins),
            Ruling::Illegal(_) | Ruling::Unclear(_) | Ruling::InProgress | Ruling::NotDecided { .. } => None,
        }
    }
}

/// Writes the verdict in a few words of English: `drawn by article 6.3 since ply 33 (...)`.
impl<G: Probed> fmt::Display for Verdict<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ruling {
            Ruling::Illegal(illegal) => {
                write!(f, "illegal move at ply {}: {}", illegal.ply, illegal.message)?;
                illegal.article.map_or(Ok(()), |article| write!(f, " (article {article})"))
            }
            Ruling::Unclear(unclear) => write!(f, "move not clear at ply {}: {}", unclear.ply, unclear.message),
            &Ruling::Lost { loser, how, article } => Outcome::Lost { loser, how, article }.fmt(f),
            Ruling::Drawn(draw) => draw.fmt(f),
            Ruling::InProgress => {
                f.write_str("in progress")?;
                self.claims.iter().try_for_each(|claim| write!(f, "; {claim}"))
            }
            Ruling::NotDecided { article, .. } => {
                f.write_str("not decided")?;
                article.map_or(Ok(()), |article| write!(f, " (article {article})"))?;
                self.proof.as_ref().map_or(Ok(()), |why| write!(f, ": {}", why.text))
            }
        }
    }
}
