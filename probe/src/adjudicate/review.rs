//! Games in PDN: the verdict, and whether the result that was written down stands.

use peatee_rules::draw::Outcome;
use peatee_rules::notation::pdn::{PdnGame, Place, Score};
use peatee_rules::{Side, Variant};
use peatee_table::Wdl;

use super::error::ReviewError;
use super::judge::{Assessment, Judge, Ruling, Verdict};
use super::start::Start;
use crate::answers::RuleValue;

/// A judged game.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Review {
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// Where the game begins in its file.
    pub begins: Place,
    /// The result that was written down, if any.
    pub written: Option<Score>,
    /// What stands on the board after the moves.
    pub verdict: Verdict,
    /// The place of the illegal move, or else of the last move that was played.
    pub place: Place,
    /// How the written result and the verdict agree.
    pub agreement: Agreement,
}

/// How the written result and the verdict agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The rules give this very result.
    Confirmed,
    /// The rules give another result.
    Contradicted,
    /// The game was not over by the rules, and the result is what best play would bring: a draw
    /// agreed on, a resignation.
    Plausible,
    /// The game was not over by the rules, and best play would bring another result.
    AgainstValue,
    /// The game was not over by the rules, and whether best play would bring the result is not
    /// known. No play leads to the result 0-0, so it is never against the value. In chess also: the
    /// record does not say which move was played.
    Unknown,
    /// No result was written down.
    NoResult,
    /// A move is illegal; no result follows.
    IllegalMove,
    /// The game was not over by the rules, and its tag `Termination` says that the time of a side
    /// was: draw rules say nothing of that.
    ByTime,
}

impl Agreement {
    /// All values, in the order of their declaration.
    pub const ALL: [Agreement; 8] = [
        Agreement::Confirmed,
        Agreement::Contradicted,
        Agreement::Plausible,
        Agreement::AgainstValue,
        Agreement::Unknown,
        Agreement::NoResult,
        Agreement::IllegalMove,
        Agreement::ByTime,
    ];

    /// The name in a word or two: `against-value`.
    pub const fn name(self) -> &'static str {
        match self {
            Agreement::Confirmed => "confirmed",
            Agreement::Contradicted => "contradicted",
            Agreement::Plausible => "plausible",
            Agreement::AgainstValue => "against-value",
            Agreement::Unknown => "unknown",
            Agreement::NoResult => "no-result",
            Agreement::IllegalMove => "illegal-move",
            Agreement::ByTime => "by-time",
        }
    }

    /// True where a move is illegal, or the result is not that of the rules or of best play. Of
    /// games of chess an arbiter should look at more: see `chess::Judged::asks_arbiter`.
    pub const fn is_disagreement(self) -> bool {
        matches!(self, Agreement::Contradicted | Agreement::AgainstValue | Agreement::IllegalMove)
    }
}

impl Judge<'_> {
    /// Judges a game in PDN and compares its result with the verdict.
    ///
    /// # Errors
    /// When its tags are wrong, it is of another variant, or a table file is damaged.
    pub fn review(&self, pdn: &PdnGame) -> Result<Review, ReviewError> {
        let own: &'static Variant = self.game.variant();
        if let Some(found) = pdn.variant()?.filter(|found| found.id != own.id) {
            return Err(ReviewError::OtherVariant { number: pdn.number, found: found.id, expected: own.id });
        }
        let start = Start::of_pdn(pdn, self.game, &self.rules)?;
        self.review_from(&start, pdn)
    }

    /// Judges the moves of a game in PDN from `start`, whatever its tags say, and compares its
    /// result with the verdict.
    ///
    /// # Errors
    /// As [`Judge::verdict`].
    pub fn review_from(&self, start: &Start, pdn: &PdnGame) -> Result<Review, ReviewError> {
        let texts: Vec<&str> = pdn.moves.iter().map(|mv| mv.text.as_str()).collect();
        let verdict = self.verdict(start, &texts)?;
        let spoken_of = match &verdict.ruling {
            Ruling::Illegal(illegal) => illegal.ply,
            Ruling::Over { .. } | Ruling::InProgress { .. } => verdict.plies,
        };
        let place = spoken_of.checked_sub(1).and_then(|i| pdn.moves.get(i)).map_or(pdn.place, |mv| mv.place);
        let written = pdn.score().filter(|&score| score != Score::Open);
        let agreement = match agreement(written, &verdict) {
            Agreement::Plausible | Agreement::AgainstValue | Agreement::Unknown if is_by_time(pdn, written) => {
                Agreement::ByTime
            }
            other => other,
        };
        Ok(Review { number: pdn.number, begins: pdn.place, written, verdict, place, agreement })
    }
}

/// True when a side has won because the time of the other one was over, as the tag `Termination`
/// says: `time forfeit`.
fn is_by_time(pdn: &PdnGame, written: Option<Score>) -> bool {
    let is_won = matches!(written, Some(Score::WhiteWins | Score::BlackWins));
    let says_time = |text: &str| text.split(|c: char| !c.is_alphabetic()).any(|word| word.eq_ignore_ascii_case("time"));
    is_won && pdn.tag("Termination").is_some_and(|tag| says_time(&tag.value))
}

fn agreement(written: Option<Score>, verdict: &Verdict) -> Agreement {
    let Some(written) = written else {
        return match verdict.ruling {
            Ruling::Illegal(_) => Agreement::IllegalMove,
            _ => Agreement::NoResult,
        };
    };
    match &verdict.ruling {
        Ruling::Illegal(_) => Agreement::IllegalMove,
        Ruling::Over { outcome, .. } => match score_of(outcome) {
            Some(score) if score == written => Agreement::Confirmed,
            _ => Agreement::Contradicted,
        },
        Ruling::InProgress { claims, assessment } => {
            if !claims.is_empty() && written == Score::Draw {
                return Agreement::Confirmed;
            }
            match assessment {
                _ if written == Score::BothLose => Agreement::Unknown,
                Assessment::Unknown { .. } => Agreement::Unknown,
                Assessment::Known { value, .. } => by_value(written, value, verdict.position.side),
            }
        }
    }
}

/// The result of a game that is over.
fn score_of(outcome: &Outcome) -> Option<Score> {
    match outcome {
        Outcome::InProgress { .. } => None,
        Outcome::Drawn(_) => Some(Score::Draw),
        Outcome::Lost { loser: Side::White, .. } => Some(Score::BlackWins),
        Outcome::Lost { loser: Side::Black, .. } => Some(Score::WhiteWins),
    }
}

/// How a result fits what the tables say of a game in progress.
fn by_value(written: Score, value: &RuleValue, to_move: Side) -> Agreement {
    match value.outcome.wdl() {
        Some(wdl) if score(wdl, to_move) == written => Agreement::Plausible,
        // The tables leave open whether the win comes in time or is a draw under the rules.
        None if written == Score::Draw || score(value.value.wdl, to_move) == written => Agreement::Unknown,
        _ => Agreement::AgainstValue,
    }
}

/// The result of a game that ends as its value says.
fn score(wdl: Wdl, to_move: Side) -> Score {
    match (wdl, to_move) {
        (Wdl::Draw, _) => Score::Draw,
        (Wdl::Win, Side::White) | (Wdl::Loss, Side::Black) => Score::WhiteWins,
        (Wdl::Win, Side::Black) | (Wdl::Loss, Side::White) => Score::BlackWins,
    }
}
