//! The verdict on a game of chess, as it is written.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use peatee_probe::adjudicate::Agreement;
use peatee_probe::chess::Judged;
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::{Color, Move};
use peatee_probe::peatee_chess::laws::{
    Announceable, AnnouncedClaim, Article, Claim, FlagSource, Method, Ruling, UnclearCause, Verdict,
};
use peatee_probe::peatee_chess::pgn::{PgnGame, Place, Score};
use serde::{Serialize, Serializer};

use super::words::plies;

/// The exit code where a verdict hangs on a mate that is neither found nor excluded.
const NOT_DECIDED: u8 = 6;

/// The verdict on a game.
#[derive(Debug, Serialize)]
pub struct JudgedOut {
    game: usize,
    line: u32,
    column: u32,
    variant: &'static str,
    pub verdict: VerdictName,
    pub winner: Option<&'static str>,
    pub article: Option<&'static str>,
    text: Option<&'static str>,
    /// By what it is proved that a mate is impossible; or why nothing is decided.
    method: Option<String>,
    plies: usize,
    plies_after_end: usize,
    fen: String,
    halfmove_clock: u32,
    occurrences: u32,
    claims: Vec<ClaimOut>,
    /// Draws that may be claimed with a move that is not made.
    announceable: Vec<AnnounceableOut>,
    announced: Option<AnnouncedOut>,
    illegal: Option<IllegalOut>,
    unclear: Option<UnclearOut>,
    /// Whose flag has fallen, and who says so.
    flag: Option<&'static str>,
    flag_source: Option<&'static str>,
    mating_line: Vec<String>,
    /// The same with numbers of moves.
    #[serde(skip)]
    numbered_line: String,
    /// For the side to move, under the 50-move rule.
    value: Option<&'static str>,
    unknown_reason: Option<String>,
    pub result: Option<&'static str>,
    /// `confirmed`, `contradicted`, `plausible`, `against-value`, `unknown`, `no-result` or
    /// `illegal-move`.
    #[serde(serialize_with = "agreement_name")]
    pub agreement: Agreement,
    #[serde(skip)]
    pub asks_arbiter: bool,
}

/// What became of a game, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// A move is not legal.
    IllegalMove,
    /// The record does not say which move was played.
    UnclearMove,
    /// A side has won.
    Won,
    /// It is a draw.
    Drawn,
    /// It goes on.
    InProgress,
    /// It hangs on a mate that is neither found nor excluded.
    NotDecided,
}

fn agreement_name<S: Serializer>(agreement: &Agreement, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(agreement.name())
}

#[derive(Debug, Serialize)]
struct ClaimOut {
    article: &'static str,
    text: &'static str,
    claimant: &'static str,
    since_ply: usize,
}

#[derive(Debug, Serialize)]
struct AnnounceableOut {
    article: &'static str,
    text: &'static str,
    claimant: &'static str,
    r#move: String,
    occurrences: u32,
}

#[derive(Debug, Serialize)]
struct AnnouncedOut {
    r#move: String,
    is_correct: bool,
    article: Option<&'static str>,
    occurrences: u32,
    halfmove_clock: u32,
}

#[derive(Debug, Serialize)]
struct IllegalOut {
    r#move: String,
    line: u32,
    column: u32,
    reason: String,
    legal: String,
}

#[derive(Debug, Serialize)]
struct UnclearOut {
    r#move: String,
    line: u32,
    column: u32,
    /// `ambiguous` or `unreadable`.
    cause: &'static str,
    text: String,
    candidates: Vec<String>,
    legal: String,
}

impl UnclearOut {
    fn new(san: &str, place: Place, cause: &UnclearCause, legal: &str) -> UnclearOut {
        let (name, candidates) = match cause {
            UnclearCause::Ambiguous { candidates } => ("ambiguous", candidates.clone()),
            UnclearCause::Unreadable { .. } => ("unreadable", Vec::new()),
        };
        UnclearOut {
            r#move: san.to_owned(),
            line: place.line,
            column: place.column,
            cause: name,
            text: cause.text(),
            candidates,
            legal: legal.to_owned(),
        }
    }
}

const fn side(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn other(side: &str) -> &'static str {
    if side == "white" { "black" } else { "white" }
}

impl JudgedOut {
    /// The output form of a judged game.
    pub fn new(game: &PgnGame, judged: Judged) -> JudgedOut {
        let asks_arbiter = judged.asks_arbiter();
        let Judged { verdict, value, agreement, undecided } = judged;
        let (value, unknown_reason) = match value {
            None => (None, None),
            Some(Ok(value)) => (Some(value.outcome.name()), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        let (name, winner, article, method) = match &verdict.ruling {
            Ruling::Illegal { .. } => (VerdictName::IllegalMove, None, Some(Article::IllegalMove), None),
            Ruling::Unclear { .. } => (VerdictName::UnclearMove, None, None, None),
            Ruling::Over { winner: Some(winner), article, .. } => {
                (VerdictName::Won, Some(side(*winner)), Some(*article), None)
            }
            Ruling::Over { winner: None, article, method } => {
                (VerdictName::Drawn, None, Some(*article), method.map(Method::text))
            }
            Ruling::InProgress => (VerdictName::InProgress, None, None, None),
            Ruling::NotDecided { .. } => (VerdictName::NotDecided, None, Some(Article::FlagFall), undecided),
        };
        let (illegal, unclear) = match &verdict.ruling {
            Ruling::Illegal { san, place, reason, legal } => {
                let illegal = IllegalOut {
                    r#move: san.clone(),
                    line: place.line,
                    column: place.column,
                    reason: reason.to_string(),
                    legal: legal.clone(),
                };
                (Some(illegal), None)
            }
            Ruling::Unclear { san, place, cause, legal } => (None, Some(UnclearOut::new(san, *place, cause, legal))),
            _ => (None, None),
        };
        JudgedOut {
            game: game.number,
            line: game.place.line,
            column: game.place.column,
            variant: super::CHESS,
            verdict: name,
            winner,
            article: article.map(Article::number),
            text: article.map(Article::text),
            method,
            plies: verdict.plies,
            plies_after_end: verdict.plies_after_end,
            fen: verdict.position.fen(),
            halfmove_clock: verdict.position.halfmove_clock(),
            occurrences: verdict.occurrences,
            claims: claims(&verdict),
            announceable: announceable(&verdict),
            announced: verdict.announced.as_ref().map(|claim| announced(&verdict.position, claim)),
            illegal,
            unclear,
            flag: verdict.flag.map(|flag| side(flag.side)),
            flag_source: verdict.flag.map(|flag| match flag.source {
                FlagSource::Named => "named",
                FlagSource::Loser => "termination",
                FlagSource::SideToMove => "termination-side-to-move",
            }),
            mating_line: verdict.position.line_san(&verdict.mating_line),
            numbered_line: numbered(&verdict.position, &verdict.mating_line),
            value,
            unknown_reason,
            result: game.result().map(Score::text),
            agreement,
            asks_arbiter,
        }
    }

    /// What the program ends with for this game.
    pub fn exit_code(&self) -> u8 {
        match (self.verdict, self.agreement) {
            (VerdictName::IllegalMove | VerdictName::UnclearMove, _) | (_, Agreement::Contradicted) => 1,
            (VerdictName::NotDecided, _) => NOT_DECIDED,
            _ => 0,
        }
    }

    /// The verdict in some words: `white has won`.
    pub fn headline(&self) -> String {
        match (self.verdict, self.winner) {
            (VerdictName::Won, Some(winner)) => return format!("{winner} has won"),
            (VerdictName::Won, None) | (VerdictName::Drawn, _) => "drawn",
            (VerdictName::IllegalMove, _) => "illegal move",
            (VerdictName::UnclearMove, _) => "move not clear",
            (VerdictName::NotDecided, _) => "not decided",
            (VerdictName::InProgress, _) => "in progress",
        }
        .to_owned()
    }

    /// The result that the Laws give.
    fn score(&self) -> Option<Score> {
        match (self.verdict, self.winner) {
            (VerdictName::Won, Some("white")) => Some(Score::WhiteWins),
            (VerdictName::Won, _) => Some(Score::BlackWins),
            (VerdictName::Drawn, _) => Some(Score::Draw),
            _ => None,
        }
    }

    fn write_flag(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(flag), Some(source)) = (self.flag, self.flag_source) else { return Ok(()) };
        let by = match source {
            "termination" => ", by the tag Termination and the written result",
            "termination-side-to-move" => {
                ", the side to move: the tag Termination says that time decided, and not whose; --flag names another side"
            }
            _ => "",
        };
        write!(f, "\n  the flag of {flag} has fallen{by}")?;
        if self.verdict != VerdictName::Won {
            return Ok(());
        }
        let opponent = other(flag);
        match self.numbered_line.as_str() {
            "" => write!(f, "\n  {opponent} can still mate by some series of legal moves; the tables say so"),
            line => write!(f, "\n  {opponent} can still mate, for example: {line}"),
        }
    }

    fn write_claims(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(AnnouncedOut { r#move, article, occurrences, halfmove_clock, .. }) = &self.announced {
            let after = format!(
                "after it the position is there for time {occurrences}, and {halfmove_clock} plies are without a \
                 capture and a pawn move"
            );
            match article {
                Some(_) => write!(f, "\n  claimed with {move}, which is not made: {after}")?,
                None => write!(
                    f,
                    "\n  the claim with {move} is not correct: {after}; the opponent gets two minutes, and {move} must \
                     be made, article 9.5.3"
                )?,
            }
        }
        for ClaimOut { article, text, claimant, since_ply } in &self.claims {
            write!(f, "\n  {claimant} may claim a draw, article {article}, since ply {since_ply}\n    {text}")?;
        }
        let articles: BTreeSet<&str> = self.announceable.iter().map(|by| by.article).collect();
        articles.into_iter().try_for_each(|article| self.write_announceable(f, article))
    }

    fn write_announceable(&self, f: &mut fmt::Formatter<'_>, article: &str) -> fmt::Result {
        let of_article = || self.announceable.iter().filter(|by| by.article == article);
        let Some(first) = of_article().next() else { return Ok(()) };
        let moves: Vec<&str> = of_article().map(|by| by.r#move.as_str()).collect();
        write!(
            f,
            "\n  {} may claim a draw with a move that is announced, article {article}: {}\n    {}",
            first.claimant,
            moves.join(" "),
            first.text
        )
    }
}

fn claims(verdict: &Verdict) -> Vec<ClaimOut> {
    let claimant = side(verdict.position.side_to_move());
    let claim = |claim: &Claim| ClaimOut {
        article: claim.article.number(),
        text: claim.article.text(),
        claimant,
        since_ply: claim.since_ply,
    };
    verdict.claims.iter().map(claim).collect()
}

fn announceable(verdict: &Verdict) -> Vec<AnnounceableOut> {
    let by = |by: &Announceable| AnnounceableOut {
        article: by.article.number(),
        text: by.article.text(),
        claimant: side(verdict.position.side_to_move()),
        r#move: verdict.position.san(by.mv),
        occurrences: by.occurrences,
    };
    verdict.announceable.iter().map(by).collect()
}

fn announced(position: &Position, claim: &AnnouncedClaim) -> AnnouncedOut {
    AnnouncedOut {
        r#move: position.san(claim.mv),
        is_correct: claim.article.is_some(),
        article: claim.article.map(Article::number),
        occurrences: claim.occurrences,
        halfmove_clock: claim.halfmove_clock,
    }
}

/// Moves with their numbers: `12... Kd7 13. Kd2`.
fn numbered(start: &Position, moves: &[Move]) -> String {
    let mut number = start.move_number();
    let mut is_white = start.side_to_move() == Color::White;
    let mut texts = Vec::new();
    for (index, san) in start.line_san(moves).into_iter().enumerate() {
        texts.push(match (is_white, index) {
            (true, _) => format!("{number}. {san}"),
            (false, 0) => format!("{number}... {san}"),
            (false, _) => san,
        });
        number += u32::from(!is_white);
        is_white = !is_white;
    }
    texts.join(" ")
}

impl Display for JudgedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {} after {}", self.game, self.line, self.headline(), plies(self.plies as u32))?;
        if let (Some(article), Some(text)) = (self.article, self.text) {
            write!(f, ", article {article}\n  {text}")?;
        }
        self.write_flag(f)?;
        if let Some(method) = &self.method {
            write!(f, "\n  Here: {method}.")?;
        }
        if let Some(IllegalOut { r#move, line, column, reason, legal }) = &self.illegal {
            write!(f, "\n  {move} (line {line}, column {column}) is not legal: {reason}; legal moves: {legal}")?;
        }
        if let Some(UnclearOut { r#move, line, column, text, legal, .. }) = &self.unclear {
            write!(
                f,
                "\n  {move} (line {line}, column {column}): {text}\n  This is no offence: put the record right. Legal \
                 moves: {legal}"
            )?;
        }
        write!(f, "\n  {}", self.fen)?;
        self.write_claims(f)?;
        if let Some(value) = self.value {
            write!(f, "\n  by the tables, under the 50-move rule: {value} for the side to move")?;
        }
        if let Some(reason) = &self.unknown_reason {
            write!(f, "\n  value unknown: {reason}")?;
        }
        if self.plies_after_end > 0 {
            write!(f, "\n  plies that were written after the end, and do not count: {}", self.plies_after_end)?;
        }
        match self.result {
            Some(result) if !matches!(self.agreement, Agreement::NoResult | Agreement::IllegalMove) => {
                write!(f, "\n  result {result}: {}", self.agreement.name())?;
                match (self.score(), self.article) {
                    (Some(score), Some(article)) if self.agreement == Agreement::Contradicted => {
                        write!(f, ": article {article} gives {}", score.text())
                    }
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
