//! Verdicts on games of chess.

use peatee_probe::ProbeError;
use peatee_probe::chess::{Judge, Judged, Tables};
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::{Article, FlagSource, Method, POSITIONS_MAX_DEFAULT, Ruling};
use peatee_probe::peatee_chess::pgn::{PgnGame, Score, games};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::record::{ChessClaim, ChessFaultyMove};
use super::value::ChessValue;
use crate::errors::Raise;

/// The verdict on a game of chess by the FIDE Laws: what stands on the board after its moves, and
/// whether the result that was written down stands.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct ChessVerdict {
    /// The number of the game in the text, from 1.
    #[pyo3(get)]
    game_number: usize,
    /// `illegal-move`, `unclear-move` where the record does not say which move was played, `won`,
    /// `drawn`, `in-progress`, or `not-decided` where a flag has fallen and no mate was found or
    /// excluded.
    #[pyo3(get)]
    ruling: &'static str,
    /// Who has won: `white` or `black`.
    #[pyo3(get)]
    winner: Option<&'static str>,
    /// The article of the Laws on which it rests.
    #[pyo3(get)]
    article: Option<&'static str>,
    /// What the article says.
    #[pyo3(get)]
    text: Option<&'static str>,
    /// By what it is proved that a mate is impossible, why nothing is decided, or which move is not
    /// legal.
    #[pyo3(get)]
    detail: Option<String>,
    /// Plies that were played before the verdict.
    #[pyo3(get)]
    plies: usize,
    /// Plies that were written down after the game was over.
    #[pyo3(get)]
    plies_after_end: usize,
    /// The FEN of the last position.
    #[pyo3(get)]
    fen: String,
    /// Plies without capture and pawn move in that position.
    #[pyo3(get)]
    halfmove_clock: u32,
    /// How often it has been on the board.
    #[pyo3(get)]
    occurrences: u32,
    /// The articles by which the side to move may claim a draw.
    #[pyo3(get)]
    claims: Vec<&'static str>,
    announceable: Vec<ChessClaim>,
    announced: Option<ChessClaim>,
    faulty_move: Option<ChessFaultyMove>,
    /// The side whose flag has fallen: `white` or `black`. `None`: nobody's, or the game was over
    /// before.
    #[pyo3(get)]
    flag: Option<&'static str>,
    /// Who says so: `named`, the caller; `termination`, the tag `Termination` and the result;
    /// `termination-side-to-move`, that tag alone, and the side to move was taken.
    #[pyo3(get)]
    flag_source: Option<&'static str>,
    /// Moves of both sides with which the opponent of that side mates (6.9). Empty where they were
    /// not found with little work.
    #[pyo3(get)]
    mating_line: Vec<String>,
    /// The result that was written down, if any.
    #[pyo3(get)]
    result: Option<&'static str>,
    /// How the verdict and the written result agree: `confirmed`, `contradicted`, `plausible`,
    /// `against-value`, `unknown`, `no-result` or `illegal-move`.
    #[pyo3(get)]
    agreement: &'static str,
    /// True where an arbiter should look at the game: a move is illegal or not clear, a fallen flag
    /// is not decided, the result is not that of the Laws or of best play, or moves were written
    /// down after the end.
    #[pyo3(get)]
    is_disagreement: bool,
    value: Option<ChessValue>,
    /// Why a game in progress has no value.
    #[pyo3(get)]
    unknown_reason: Option<String>,
}

#[pymethods]
impl ChessVerdict {
    /// The value of the last position for the side to move, for a game in progress.
    #[getter]
    fn value(&self) -> Option<ChessValue> {
        self.value
    }

    /// The draws that the side to move may claim with a move that it announces and does not make.
    #[getter]
    fn announceable(&self) -> Vec<ChessClaim> {
        self.announceable.clone()
    }

    /// What was claimed with the last move, where it was announced.
    #[getter]
    fn announced(&self) -> Option<ChessClaim> {
        self.announced.clone()
    }

    /// The move that is not legal or not clear.
    #[getter]
    fn faulty_move(&self) -> Option<ChessFaultyMove> {
        self.faulty_move.clone()
    }

    fn __repr__(&self) -> String {
        let ChessVerdict { game_number, ruling, agreement, .. } = self;
        let article = self.article.map_or_else(String::new, |article| format!(" by article {article}"));
        format!("<ChessVerdict on game {game_number}: {ruling}{article}, {agreement}>")
    }
}

const fn side(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Judges all games of a PGN text. `claim_announced`: the last moves were written down with a
/// claim, and not made.
pub(super) fn verdicts(
    tables: &Tables,
    pgn: &str,
    flag: Option<&str>,
    claim_announced: bool,
) -> PyResult<Vec<ChessVerdict>> {
    if flag.is_some() && claim_announced {
        return Err(PyValueError::new_err(
            "a claim stops the clocks, and a fallen flag ends the game; give flag or claim_announced, not both",
        ));
    }
    let flag = match flag {
        None => None,
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        Some(other) => {
            return Err(PyValueError::new_err(format!("{other:?} is no side; give \"white\" or \"black\" as flag")));
        }
    };
    let judge =
        Judge { tables: Some(tables), flag, is_last_announced: claim_announced, positions_max: POSITIONS_MAX_DEFAULT };
    let judged = |game: PgnGame| {
        let judged = judge.judge(&game).map_err(Raise::raise)?;
        verdict(&game, judged)
    };
    games(pgn).map(|game| judged(game.map_err(Raise::raise)?)).collect()
}

fn verdict(game: &PgnGame, judged: Judged) -> PyResult<ChessVerdict> {
    let is_disagreement = judged.asks_arbiter();
    let Judged { verdict, value, agreement, undecided, .. } = judged;
    let (ruling, winner, article, detail) = match &verdict.ruling {
        Ruling::Unclear { san, place, cause, .. } => {
            ("unclear-move", None, None, Some(format!("{san} ({place}): {}", cause.text())))
        }
        Ruling::Illegal { san, place, reason, legal } => {
            let detail = format!("{san} ({place}) is not legal: {reason}; legal moves: {legal}");
            ("illegal-move", None, Some(Article::IllegalMove), Some(detail))
        }
        Ruling::Over { winner: Some(winner), article, .. } => ("won", Some(*winner), Some(*article), None),
        Ruling::Over { winner: None, article, method } => ("drawn", None, Some(*article), method.map(Method::text)),
        Ruling::InProgress => ("in-progress", None, None, None),
        Ruling::NotDecided { .. } => ("not-decided", None, Some(Article::FlagFall), undecided),
    };
    let (value, unknown_reason) = match value {
        None => (None, None),
        Some(Ok(value)) => (Some(ChessValue::new(&value)), None),
        Some(Err(error @ ProbeError::File { .. })) => return Err(error.raise()),
        Some(Err(error)) => (None, Some(error.to_string())),
    };
    Ok(ChessVerdict {
        game_number: game.number,
        ruling,
        winner: winner.map(side),
        article: article.map(Article::number),
        text: article.map(Article::text),
        detail,
        plies: verdict.plies,
        plies_after_end: verdict.plies_after_end,
        fen: verdict.position.fen(),
        halfmove_clock: verdict.position.halfmove_clock(),
        occurrences: verdict.occurrences,
        announceable: verdict.announceable.iter().map(|by| ChessClaim::possible(&verdict.position, by)).collect(),
        announced: verdict.announced.as_ref().map(|claim| ChessClaim::made(&verdict.position, claim)),
        faulty_move: ChessFaultyMove::of(&verdict.ruling),
        flag: verdict.flag.map(|flag| side(flag.side)),
        flag_source: verdict.flag.map(|flag| match flag.source {
            FlagSource::Named => "named",
            FlagSource::Loser => "termination",
            FlagSource::SideToMove => "termination-side-to-move",
        }),
        mating_line: verdict.position.line_san(&verdict.mating_line),
        claims: verdict.claims.iter().map(|claim| claim.article.number()).collect(),
        result: game.result().map(Score::text),
        agreement: agreement.name(),
        is_disagreement,
        value,
        unknown_reason,
    })
}
