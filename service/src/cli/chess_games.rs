//! `peatee adjudicate --variant chess`: games of chess under the FIDE Laws.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::adjudicate::Agreement;
use peatee_probe::chess::{Judge, Judged, Tables};
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::{Article, Claim, Method, POSITIONS_MAX_DEFAULT, Ruling};
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame, Score, games};
use serde::{Serialize, Serializer};

use super::Format;
use super::input::no_game;
use super::output::Output;
use super::words::plies;
use crate::errors::Error;

/// The exit code where a verdict hangs on a mate that is neither found nor excluded.
const NOT_DECIDED: u8 = 6;

/// A side by its name.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum SideArg {
    /// White.
    White,
    /// Black.
    Black,
}

/// What games are judged with.
#[derive(Debug, Clone, Copy)]
pub struct Court<'a> {
    /// Where games in progress find their values.
    pub tables: Option<&'a Tables>,
    /// Whose time is over.
    pub flag: Option<SideArg>,
    /// Only this game.
    pub game: Option<usize>,
    /// How verdicts are written.
    pub format: Format,
}

/// A game as PGN, from a position and moves, perhaps with a result behind them.
pub fn game_text(fen: Option<&str>, moves: &str) -> String {
    let quoted = |fen: &str| fen.replace('\\', "\\\\").replace('"', "\\\"");
    let tags = fen.map_or_else(String::new, |fen| format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n", quoted(fen)));
    // Behind a result another game would begin.
    let has_result = moves.split_ascii_whitespace().next_back().and_then(Score::parse).is_some();
    let end = if has_result { "" } else { " *" };
    format!("{tags}{moves}{end}\n")
}

/// Judges the games of a PGN text.
///
/// # Errors
/// There is no such game, or output fails.
pub fn adjudicate(text: &str, court: Court<'_>) -> Result<ExitCode, Error> {
    let number = |game: &Result<PgnGame, PgnError>| game.as_ref().map_or_else(|error| error.game, |game| game.number);
    let wanted = games(text).filter(|game| court.game.is_none_or(|wanted| wanted == number(game)));
    let (mut out, mut exit_code, mut count) = (Output::new(), 0, 0);
    for game in wanted {
        count += 1;
        let judged = game.and_then(|game| court.judge(&game));
        exit_code = exit_code.max(judged.as_ref().map_or(1, JudgedOut::exit_code));
        match (judged, court.format) {
            (Ok(judged), Format::Text) => out.line(&judged)?,
            (Ok(judged), Format::Jsonl) => out.json(&judged)?,
            (Err(error), Format::Text) => out.line(&error)?,
            (Err(error), Format::Jsonl) => out.json(&Unread {
                game: error.game,
                line: error.place.line,
                column: error.place.column,
                error: error.fault.to_string(),
            })?,
        }
    }
    out.flush()?;
    if count == 0 {
        return Err(Error::Argument { field: "--pdn", reason: no_game(court.game) });
    }
    Ok(ExitCode::from(exit_code))
}

impl Court<'_> {
    fn judge(&self, game: &PgnGame) -> Result<JudgedOut, PgnError> {
        let flag = self.flag.map(|side| match side {
            SideArg::White => Color::White,
            SideArg::Black => Color::Black,
        });
        let judge = Judge { tables: self.tables, flag, positions_max: POSITIONS_MAX_DEFAULT };
        Ok(JudgedOut::new(game, judge.judge(game)?))
    }
}

/// A game that cannot be read.
#[derive(Debug, Serialize)]
struct Unread {
    game: usize,
    line: u32,
    column: u32,
    error: String,
}

/// The verdict on a game, as it is written.
#[derive(Debug, Serialize)]
struct JudgedOut {
    game: usize,
    line: u32,
    column: u32,
    variant: &'static str,
    verdict: VerdictName,
    winner: Option<&'static str>,
    article: Option<&'static str>,
    text: Option<&'static str>,
    /// By what it is proved that a mate is impossible; or why nothing is decided.
    method: Option<String>,
    plies: usize,
    plies_after_end: usize,
    fen: String,
    halfmove_clock: u32,
    occurrences: u32,
    claims: Vec<ClaimOut>,
    illegal: Option<IllegalOut>,
    /// For the side to move, under the 50-move rule.
    value: Option<&'static str>,
    unknown_reason: Option<String>,
    result: Option<&'static str>,
    /// `confirmed`, `contradicted`, `plausible`, `against-value`, `unknown`, `no-result` or
    /// `illegal-move`.
    #[serde(serialize_with = "agreement_name")]
    agreement: Agreement,
}

/// What became of a game, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum VerdictName {
    IllegalMove,
    Won,
    Drawn,
    InProgress,
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
struct IllegalOut {
    r#move: String,
    line: u32,
    column: u32,
    legal: String,
}

const fn side(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl JudgedOut {
    fn new(game: &PgnGame, judged: Judged) -> JudgedOut {
        let Judged { verdict, value, agreement, undecided } = judged;
        let (value, unknown_reason) = match value {
            None => (None, None),
            Some(Ok(value)) => (Some(value.outcome(verdict.position.halfmove_clock()).name()), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        let (name, winner, article, method) = match &verdict.ruling {
            Ruling::Illegal { .. } => (VerdictName::IllegalMove, None, Some(Article::IllegalMove), None),
            Ruling::Over { winner: Some(winner), article, .. } => {
                (VerdictName::Won, Some(side(*winner)), Some(*article), None)
            }
            Ruling::Over { winner: None, article, method } => {
                (VerdictName::Drawn, None, Some(*article), method.map(Method::text))
            }
            Ruling::InProgress => (VerdictName::InProgress, None, None, None),
            Ruling::NotDecided { .. } => (VerdictName::NotDecided, None, Some(Article::FlagFall), undecided),
        };
        let claimant = side(verdict.position.side_to_move());
        let claim = |claim: &Claim| ClaimOut {
            article: claim.article.number(),
            text: claim.article.text(),
            claimant,
            since_ply: claim.since_ply,
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
            claims: verdict.claims.iter().map(claim).collect(),
            illegal: match &verdict.ruling {
                Ruling::Illegal { san, place, legal } => Some(IllegalOut {
                    r#move: san.clone(),
                    line: place.line,
                    column: place.column,
                    legal: legal.clone(),
                }),
                _ => None,
            },
            value,
            unknown_reason,
            result: game.result().map(Score::text),
            agreement,
        }
    }

    fn exit_code(&self) -> u8 {
        match (self.verdict, self.agreement) {
            (VerdictName::IllegalMove, _) | (_, Agreement::Contradicted) => 1,
            (VerdictName::NotDecided, _) => NOT_DECIDED,
            _ => 0,
        }
    }
}

impl Display for JudgedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: ", self.game, self.line)?;
        match (self.verdict, self.winner) {
            (VerdictName::Won, Some(winner)) => write!(f, "{winner} has won")?,
            (VerdictName::Won, None) | (VerdictName::Drawn, _) => f.write_str("drawn")?,
            (VerdictName::IllegalMove, _) => f.write_str("illegal move")?,
            (VerdictName::NotDecided, _) => f.write_str("not decided")?,
            (VerdictName::InProgress, _) => f.write_str("in progress")?,
        }
        write!(f, " after {}", plies(self.plies as u32))?;
        if let (Some(article), Some(text)) = (self.article, self.text) {
            write!(f, ", article {article}\n  {text}")?;
        }
        if let Some(method) = &self.method {
            write!(f, "\n  Here: {method}.")?;
        }
        if let Some(IllegalOut { r#move, line, column, legal }) = &self.illegal {
            write!(f, "\n  {move} (line {line}, column {column}) is not legal; legal moves: {legal}")?;
        }
        write!(f, "\n  {}", self.fen)?;
        for ClaimOut { article, text, claimant, since_ply } in &self.claims {
            write!(f, "\n  {claimant} may claim a draw, article {article}, since ply {since_ply}\n    {text}")?;
        }
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
                write!(f, "\n  result {result}: {}", self.agreement.name())
            }
            _ => Ok(()),
        }
    }
}
