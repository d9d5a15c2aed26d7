//! Parts of verdicts on games of chess: moves that cannot stand, and claims with moves.

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::laws::{Announceable, AnnouncedClaim, Article, Ruling, UnclearCause};
use pyo3::prelude::*;

/// A move of a game of chess that is not legal, or whose text does not say which move was played.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct ChessFaultyMove {
    /// The move as it is written.
    #[pyo3(get)]
    r#move: String,
    /// Its line in the text, from 1.
    #[pyo3(get)]
    line: u32,
    /// Its column there.
    #[pyo3(get)]
    column: u32,
    /// `illegal`; or `ambiguous` or `unreadable`, which are no offence: the record has to be put
    /// right.
    #[pyo3(get)]
    cause: &'static str,
    /// What is wrong with it, in words.
    #[pyo3(get)]
    reason: String,
    /// The legal moves that an ambiguous text fits.
    #[pyo3(get)]
    candidates: Vec<String>,
    /// All legal moves.
    #[pyo3(get)]
    legal_moves: Vec<String>,
}

#[pymethods]
impl ChessFaultyMove {
    fn __repr__(&self) -> String {
        format!("<ChessFaultyMove {}: {}>", self.r#move, self.reason)
    }
}

impl ChessFaultyMove {
    /// The move on which a ruling rests, if it rests on one.
    pub(super) fn of(ruling: &Ruling) -> Option<ChessFaultyMove> {
        let (san, place, legal) = match ruling {
            Ruling::Illegal { san, place, legal, .. } | Ruling::Unclear { san, place, legal, .. } => {
                (san, place, legal)
            }
            _ => return None,
        };
        let (cause, reason, candidates) = match ruling {
            Ruling::Illegal { reason, .. } => ("illegal", reason.to_string(), Vec::new()),
            Ruling::Unclear { cause: cause @ UnclearCause::Ambiguous { candidates }, .. } => {
                ("ambiguous", cause.text(), candidates.clone())
            }
            Ruling::Unclear { cause, .. } => ("unreadable", cause.text(), Vec::new()),
            _ => return None,
        };
        Some(ChessFaultyMove {
            r#move: san.clone(),
            line: place.line,
            column: place.column,
            cause,
            reason,
            candidates,
            legal_moves: legal.split(' ').map(str::to_owned).collect(),
        })
    }
}

/// A claim of a draw with a move that is written down and not made: one that was made, or that
/// could be.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct ChessClaim {
    /// The move.
    #[pyo3(get)]
    r#move: String,
    /// The article by which the claim is correct, `9.2.1` or `9.3.1`. `None`: it is not; the
    /// opponent gets two minutes, and the move must be made (9.5.3).
    #[pyo3(get)]
    article: Option<&'static str>,
    /// How often the position after the move would have been on the board.
    #[pyo3(get)]
    occurrences: u32,
    /// Plies without capture and pawn move after it.
    #[pyo3(get)]
    halfmove_clock: u32,
}

#[pymethods]
impl ChessClaim {
    fn __repr__(&self) -> String {
        match self.article {
            Some(article) => format!("<ChessClaim with {} by article {article}>", self.r#move),
            None => format!("<ChessClaim with {}, not correct>", self.r#move),
        }
    }
}

impl ChessClaim {
    /// A claim that was made in a position.
    pub(super) fn made(position: &Position, claim: &AnnouncedClaim) -> ChessClaim {
        let AnnouncedClaim { mv, occurrences, halfmove_clock, article } = *claim;
        ChessClaim { r#move: position.san(mv), article: article.map(Article::number), occurrences, halfmove_clock }
    }

    /// A claim that could be made in a position.
    pub(super) fn possible(position: &Position, claim: &Announceable) -> ChessClaim {
        let Announceable { article, mv, occurrences } = *claim;
        let halfmove_clock = position.after(mv).halfmove_clock();
        ChessClaim { r#move: position.san(mv), article: Some(article.number()), occurrences, halfmove_clock }
    }
}
