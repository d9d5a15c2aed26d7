//! The verdict on a game of any family.

use std::fmt;

use peatee_rules::draw::{Claimant, CountStatus, Counters, Draw, DrawRules, Loss, Outcome};
use peatee_rules::notation::pdn::{Place, Score};
use peatee_rules::{Draughts, Side};
use peatee_table::{Value, Wdl};

use super::agreement::Agreement;
use super::move_value::MoveValue;
use super::note::Note;
use super::offence::{IllegalMove, Offence, UnclearMove};
use crate::answers::{RuleLine, RuleValue};
use crate::probed::Probed;

/// Verdict on a game: the state of the game after the moves, and a comparison with the written
/// result.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Verdict<G: Probed = Draughts> {
    /// Number of the game in the text that was read, from 1.
    pub number: usize,
    /// Line and column of the text at which the game begins.
    pub begins: Place,
    /// Line and column of the illegal or unclear move in the text. If there is no such move, the
    /// line and column of the last played move.
    pub place: Place,
    /// Draw rules that were applied to the game.
    pub rules: DrawRules,
    /// First position of the game.
    pub start: G::Position,
    /// Plies that each count of the draw rules had used in the first position.
    pub start_counters: Counters,
    /// The moves that were played: the moves of the record up to the first illegal or unclear move,
    /// or up to the end of the game.
    pub moves: Vec<PlayedMove<G>>,
    /// Last position of the game.
    pub position: G::Position,
    /// Number of plies that each draw rule has counted up to the last position, and the moves in a
    /// row with one king. A game that continues from there starts with these counters.
    pub counters: Counters,
    /// Counts of the draw rules that run in the last position.
    pub counts: Vec<CountStatus>,
    /// Number of times that the last position has occurred, including the last time.
    pub occurrences: u32,
    /// Ruling on the game: how it ended, that it goes on, or that it is unclear.
    pub ruling: Ruling<G::Move>,
    /// Draws that can be claimed in the last position, if the game is in progress.
    pub claims: Vec<Draw<G::Move>>,
    /// Draws that could have been claimed earlier.
    pub missed: Vec<MissedDraw>,
    /// Claim of a draw with a last move that was announced and not made; `None` if there is no such
    /// claim.
    pub announced: Option<AnnouncedClaim<G::Move>>,
    /// Side that ran out of time, and the source of this statement; `None` if no flag has fallen.
    pub flag: Option<Flag>,
    /// Proof that a mate is impossible, or the reason why this is undecided. `None` for draughts,
    /// and for chess games whose result needs no such proof.
    pub proof: Option<Note>,
    /// Moves of both sides by which the side that ran out of time could still be mated; empty if no
    /// such moves are known.
    pub mating_line: Vec<G::Move>,
    /// Moves that the record has after the end of the game, and that do not count.
    pub written_after_end: Vec<String>,
    /// Value and best line by the tables; `None` unless the game is in progress.
    pub assessment: Option<Assessment<G>>,
    /// Value of the last position without draw rules. It is stated if a count (ply limit of a draw
    /// rule) has drawn the game and an article of the rules still lets a player demonstrate a win
    /// to the arbiter. Otherwise `None`, also if the tables do not give the value.
    pub without_counts: Option<Value>,
    /// Result that the record states; `None` if it states no result.
    pub written: Option<WrittenResult>,
    /// Outcome of the comparison between the written result and the verdict.
    pub agreement: Agreement,
    /// Notes on the record: ignored or mended faults, and contradicting results.
    pub notes: Vec<Note>,
}

/// A move of a judged game, and the resulting position.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PlayedMove<G: Probed = Draughts> {
    /// The move.
    pub mv: G::Move,
    /// Text of the move in the notation of the game.
    pub text: String,
    /// The position after the move.
    pub position: G::Position,
    /// Number of plies that each draw rule has counted after the move.
    pub counters: Counters,
    /// Text of the move as the record has it.
    pub written: String,
    /// Comments that the record has after the move.
    pub comments: Vec<String>,
    /// Marks that the record has, as numeric annotation glyphs.
    pub nags: Vec<u16>,
    /// Byte in the text of the record at which the move and its marks end; see
    /// [`RecordedMove::end`](peatee_game::RecordedMove::end).
    pub end: usize,
    /// Value of the move, read from the tables. `None` unless the judge is set to give [values of
    /// moves](super::Judge::move_values) and the tables hold the position before the move.
    pub value: Option<MoveValue<G>>,
}

/// Ruling on a game: how it ended, that it goes on, or that it is unclear.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ruling<M> {
    /// A move is not legal, or its text is not a move.
    Illegal(IllegalMove),
    /// The record does not show which move was played. Nobody has broken the rules.
    Unclear(UnclearMove),
    /// A side has lost.
    Lost {
        /// Side that has lost.
        loser: Side,
        /// Reason why the side has lost.
        how: Loss,
        /// Number, in the published rules, of the article by which the side loses; `None` if the
        /// number is not known.
        article: Option<&'static str>,
    },
    /// The game is drawn without a claim, or by a claim with an announced move.
    Drawn(Draw<M>),
    /// The game goes on.
    InProgress,
    /// The result is undecided. Either a flag has fallen and it is unknown whether the opponent can
    /// mate, or the record does not show which variant was played.
    NotDecided {
        /// Number of the article of the FIDE Laws about a fallen flag; `None` if no flag has
        /// fallen.
        article: Option<&'static str>,
        /// Number of positions that the search for a mate examined without a result; 0 if the
        /// variant is unknown.
        positions: usize,
    },
}

/// A claim of a draw with an announced move that was not played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnnouncedClaim<M> {
    /// Move that was announced and not played.
    pub mv: M,
    /// Number of occurrences of the position after the announced move, including the one that this
    /// move would make.
    pub occurrences: u32,
    /// Plies that the count of the claimed rule would have used after the move.
    pub used_plies: u32,
    /// Number of the article of the FIDE Laws by which the claim is correct; `None` when the claim
    /// is wrong and the move must be played.
    pub article: Option<&'static str>,
}

/// A draw that could have been claimed and was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissedDraw {
    /// Number, in the published rules, of the article by which the draw could be claimed.
    pub article: &'static str,
    /// The side or sides that could have claimed the draw.
    pub claimant: Claimant,
    /// Number of plies played when the draw could first be claimed.
    pub since_ply: usize,
    /// Number of positions in which a side could claim the draw and made a move instead.
    pub times: usize,
}

/// Flag that has fallen: a side ran out of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flag {
    /// The side that ran out of time.
    pub side: Side,
    /// Source of the statement that the side ran out of time.
    pub source: FlagSource,
}

/// Source of the statement that a flag has fallen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagSource {
    /// The caller of the judge named the side.
    Named,
    /// The tag `Termination`, in a game that one side has lost by the written result. The flag of
    /// that side has fallen.
    Loser,
    /// The tag `Termination`, in a game recorded as a draw. The flag of the side to move has
    /// fallen.
    SideToMove,
}

/// A result in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenResult {
    /// Winner, or a draw, as the written result states it.
    pub score: Score,
    /// The text of the result, in the notation of the game.
    pub text: &'static str,
}

/// Value and best line of a game in progress, as the tables give them.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one for each verdict")]
pub enum Assessment<G: Probed = Draughts> {
    /// The tables give the value under draw rules. If the value or the line is incomplete,
    /// `lacking` says why.
    Known {
        /// Value under draw rules for the side to move.
        value: RuleValue<G::Slice>,
        /// Best line under draw rules.
        line: RuleLine<G>,
        /// Reason why the value or the line is incomplete; `None` if both are complete.
        lacking: Option<Note>,
    },
    /// The tables do not give the value; the note names the reason.
    Unknown(Note),
}

impl<G: Probed> Verdict<G> {
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

    /// Adds a draw that `claimant` could have claimed after `since_ply` plies. `article` is the
    /// number of the article that allows the claim. If the verdict already lists this draw, only
    /// adds one to its `times`.
    pub(super) fn add_missed_draw(&mut self, article: &'static str, claimant: Claimant, since_ply: usize) {
        match self.missed.iter_mut().find(|missed| (missed.article, missed.claimant) == (article, claimant)) {
            Some(missed) => missed.times += 1,
            None => self.missed.push(MissedDraw { article, claimant, since_ply, times: 1 }),
        }
    }

    /// Makes the ruling undecided, because the record does not show which variant was played. `why`
    /// is a note on the reason.
    pub fn leave_open(&mut self, why: Note) {
        self.ruling = Ruling::NotDecided { article: None, positions: 0 };
        self.proof = Some(why);
        (self.assessment, self.without_counts) = (None, None);
        self.moves.iter_mut().for_each(|mv| mv.value = None);
        self.counts.clear();
        self.claims.clear();
        self.missed.clear();
        self.agreement = self.agreement_of_open();
    }

    /// Changes the ruling from an illegal move to an unclear move, because the record does not show
    /// which variant was played.
    pub fn doubt_illegal_move(&mut self) {
        if let Ruling::Illegal(illegal) = &self.ruling {
            self.ruling = Ruling::Unclear(illegal.clone().into_unclear(Vec::new()));
            self.agreement = self.agreement_of_open();
        }
    }

    /// Changes the ruling from an illegal move to a move that is impossible on the board, because
    /// the record is wrong.
    pub(super) fn make_move_impossible(&mut self) {
        if let Ruling::Illegal(illegal) = &self.ruling {
            let impossible = IllegalMove { offence: Offence::Impossible, ..illegal.clone() };
            self.ruling = Ruling::Unclear(impossible.into_unclear(Vec::new()));
        }
    }

    /// Returns true when the first move of the record is illegal or unclear.
    pub(super) fn is_faulty_at_first_move(&self) -> bool {
        match &self.ruling {
            Ruling::Illegal(illegal) => illegal.ply == 1,
            Ruling::Unclear(unclear) => unclear.ply == 1,
            _ => false,
        }
    }

    fn agreement_of_open(&self) -> Agreement {
        if self.written.is_some() { Agreement::Unknown } else { Agreement::NoResult }
    }

    /// Returns the number of played moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the number, in the published rules, of the article on which the ruling is based.
    /// Returns `None` if there is no such article or its number is not known.
    pub fn article(&self) -> Option<&'static str> {
        match &self.ruling {
            Ruling::Illegal(illegal) => illegal.article,
            Ruling::Lost { article, .. } => *article,
            Ruling::Drawn(draw) => Some(draw.article),
            Ruling::NotDecided { article, .. } => *article,
            Ruling::Unclear(_) | Ruling::InProgress => None,
        }
    }

    /// Returns true when a count (ply limit of a draw rule) has drawn a game that a player would
    /// win without draw rules, and an article lets that player demonstrate the win to the arbiter.
    pub fn is_win_to_show(&self) -> bool {
        self.without_counts.is_some_and(|value| value.wdl != Wdl::Draw)
    }

    /// Returns true when an arbiter should look at the game. The reasons are: a move is illegal or
    /// unclear, a fallen flag is undecided, the written result contradicts the rules, a win can be
    /// demonstrated, or the record has moves after the end.
    pub fn asks_arbiter(&self) -> bool {
        let is_open = matches!(self.ruling, Ruling::Illegal(_) | Ruling::Unclear(_) | Ruling::NotDecided { .. });
        is_open || self.agreement.is_disagreement() || self.is_win_to_show() || !self.written_after_end.is_empty()
    }
}

impl<M> Ruling<M> {
    /// Returns the result of a game that is over; `None` for all other rulings.
    pub fn score(&self) -> Option<Score> {
        match self {
            Ruling::Drawn(_) => Some(Score::Draw),
            Ruling::Lost { loser: Side::White, .. } => Some(Score::BlackWins),
            Ruling::Lost { loser: Side::Black, .. } => Some(Score::WhiteWins),
            Ruling::Illegal(_) | Ruling::Unclear(_) | Ruling::InProgress | Ruling::NotDecided { .. } => None,
        }
    }
}

/// Writes the verdict as a short text in English, such as
/// `drawn by article 6.3 since ply 33 (...)`.
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
