//! Verdicts on games of chess.

use peatee_probe::adjudicate::{Assessment, FlagSource, Judge, Ruling, Verdict};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::laws::Article;
use peatee_probe::peatee_chess::pgn::{PgnGame, Score, games};
use peatee_probe::peatee_rules::Side;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::record::{ChessClaim, ChessFaultyMove, announced_move};
use crate::errors::Raise;
use crate::value::Value;

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
    /// The text of the article, in short.
    #[pyo3(get)]
    text: Option<&'static str>,
    /// The proof that a mate is impossible, the reason why nothing is decided, or the illegal move.
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
    /// Number of times that it has been on the board.
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
    /// Agreement of the written result with the verdict: `confirmed`, `contradicted`, `plausible`,
    /// `against-value`, `unknown`, `no-result` or `illegal-move`.
    #[pyo3(get)]
    agreement: &'static str,
    /// True where an arbiter should look at the game: a move is illegal or not clear, a fallen flag
    /// is not decided, the result is not that of the Laws, or moves were written down after the
    /// end.
    #[pyo3(get)]
    is_disagreement: bool,
    value: Option<Value>,
    /// Why a game in progress has no value.
    #[pyo3(get)]
    unknown_reason: Option<String>,
}

#[pymethods]
impl ChessVerdict {
    /// The value of the last position for the side to move, for a game in progress.
    #[getter]
    fn value(&self) -> Option<Value> {
        self.value
    }

    /// The draws that the side to move may claim with a move that it announces and does not make.
    #[getter]
    fn announceable(&self) -> Vec<ChessClaim> {
        self.announceable.clone()
    }

    /// The claim that was made with the last move, where it was announced.
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

const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// Judges all games of a PGN text. `claim_announced`: the last moves were written down with a
/// claim, and not made.
pub(crate) fn verdicts(
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
        Some("white") => Some(Side::White),
        Some("black") => Some(Side::Black),
        Some(other) => {
            return Err(PyValueError::new_err(format!("{other:?} is no side; give \"white\" or \"black\" as flag")));
        }
    };
    // The line is not asked for: none costs least.
    let judge = Judge::new(&Chess, Chess::fifty_moves()).tables(tables).line_plies(0);
    let judge = judge.flag(flag).last_announced(claim_announced);
    let judged = |game: PgnGame| Ok(verdict(&game, &judge.review(&game).map_err(Raise::raise)?));
    games(pgn).map(judged).collect()
}

fn verdict(game: &PgnGame, judged: &Verdict<Chess>) -> ChessVerdict {
    let article = judged.article();
    let text = |number| Article::ALL.into_iter().find(|known| known.number() == number).map(Article::text);
    let faulty_move = ChessFaultyMove::of(judged);
    let (ruling, winner) = match &judged.ruling {
        Ruling::Illegal(_) => ("illegal-move", None),
        Ruling::Unclear(_) => ("unclear-move", None),
        Ruling::Lost { loser, .. } => ("won", Some(side(loser.other()))),
        Ruling::Drawn(_) => ("drawn", None),
        Ruling::NotDecided { .. } => ("not-decided", None),
        _ => ("in-progress", None),
    };
    let (value, unknown_reason) = match &judged.assessment {
        Some(Assessment::Known { value, .. }) => (Some(Value::from(value)), None),
        Some(Assessment::Unknown(note)) => (None, Some(note.text.clone())),
        None => (None, None),
    };
    let (announceable, claims): (Vec<_>, Vec<_>) =
        judged.claims.iter().partition(|claim| announced_move(claim).is_some());
    ChessVerdict {
        game_number: judged.number,
        ruling,
        winner,
        article,
        text: article.and_then(text),
        detail: faulty_move
            .as_ref()
            .map_or_else(|| judged.proof.as_ref().map(|proof| proof.text.clone()), |faulty| Some(faulty.detail())),
        plies: judged.plies(),
        plies_after_end: judged.written_after_end.len(),
        fen: judged.position.fen(),
        halfmove_clock: judged.position.halfmove_clock(),
        occurrences: judged.occurrences,
        announceable: announceable
            .into_iter()
            .filter_map(|claim| ChessClaim::possible(&judged.position, claim))
            .collect(),
        announced: judged.announced.as_ref().map(|claim| ChessClaim::made(&judged.position, claim)),
        faulty_move,
        flag: judged.flag.map(|flag| side(flag.side)),
        flag_source: judged.flag.map(|flag| match flag.source {
            FlagSource::Named => "named",
            FlagSource::Loser => "termination",
            FlagSource::SideToMove => "termination-side-to-move",
        }),
        mating_line: judged.position.line_san(&judged.mating_line),
        claims: claims.into_iter().map(|claim| claim.article).collect(),
        result: game.result().map(Score::pgn_text),
        agreement: judged.agreement.name(),
        is_disagreement: judged.asks_arbiter(),
        value,
        unknown_reason,
    }
}
