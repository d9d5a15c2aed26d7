//! Parts of verdicts: illegal and unclear moves, and claims of a draw with an announced move.

use peatee_probe::adjudicate::{AnnouncedClaim, Ruling, Verdict};
use peatee_probe::peatee_rules::draw::{Draw, DrawCause};
use pyo3::prelude::*;

use crate::judged::Judged;

/// A move of a game that is not legal, or whose text does not show which move was played.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct FaultyMove {
    /// The text of the move in the record.
    #[pyo3(get)]
    r#move: String,
    /// The line of the move in the text, from 1.
    #[pyo3(get)]
    line: u32,
    /// The column of the move in its line, from 1.
    #[pyo3(get)]
    column: u32,
    /// `illegal`, `ambiguous` or `unreadable`. The last two are faults of the record, not offences
    /// of a player.
    #[pyo3(get)]
    cause: &'static str,
    /// Description of the fault.
    #[pyo3(get)]
    reason: String,
    /// The legal moves that an ambiguous text may mean.
    #[pyo3(get)]
    candidates: Vec<String>,
    /// All legal moves.
    #[pyo3(get)]
    legal_moves: Vec<String>,
}

#[pymethods]
impl FaultyMove {
    fn __repr__(&self) -> String {
        format!("<FaultyMove {}: {}>", self.r#move, self.reason)
    }
}

impl FaultyMove {
    pub(crate) fn in_verdict<G: Judged>(judged: &Verdict<G>) -> Option<FaultyMove> {
        let (text, cause, reason, candidates, legal) = match &judged.ruling {
            Ruling::Illegal(illegal) => {
                let reason = illegal.reason.as_ref().map_or(&*illegal.message, |reason| &*reason.text);
                (&illegal.text, "illegal", reason, &[][..], &illegal.legal)
            }
            Ruling::Unclear(unclear) => {
                let cause = if unclear.candidates.is_empty() { "unreadable" } else { "ambiguous" };
                (&unclear.text, cause, &*unclear.message, &*unclear.candidates, &unclear.legal)
            }
            _ => return None,
        };
        Some(FaultyMove {
            r#move: text.clone(),
            line: judged.place.line,
            column: judged.place.column,
            cause,
            reason: reason.to_owned(),
            candidates: candidates.to_vec(),
            legal_moves: legal.clone(),
        })
    }

    /// Returns a sentence with the move, its line and column in the text, and its fault.
    pub(crate) fn detail(&self) -> String {
        let FaultyMove { r#move, line, column, reason, .. } = self;
        match self.cause {
            "illegal" => {
                let legal = self.legal_moves.join(" ");
                format!("{move} (line {line}, column {column}) is not legal: {reason}; legal moves: {legal}")
            }
            _ => format!("{move} (line {line}, column {column}): {reason}"),
        }
    }
}

/// A claim of a draw that was made, or can be made, with an announced move. The player writes an
/// announced move down and does not make it on the board.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    /// The announced move.
    #[pyo3(get)]
    r#move: String,
    /// The article by which the claim is correct, in chess `9.2.1` or `9.3.1`. `None` for a wrong
    /// claim. After a wrong claim in chess, the opponent gets two more minutes, and the announced
    /// move must be made (9.5.3).
    #[pyo3(get)]
    article: Option<&'static str>,
    /// Number of occurrences of the position after the announced move, if that move were made.
    #[pyo3(get)]
    occurrences: u32,
    /// Number of plies without a capture or pawn move, the announced move included; `None` in
    /// draughts.
    #[pyo3(get)]
    halfmove_clock: Option<u32>,
}

#[pymethods]
impl Claim {
    fn __repr__(&self) -> String {
        match self.article {
            Some(article) => format!("<Claim with {} by article {article}>", self.r#move),
            None => format!("<Claim with {}, not correct>", self.r#move),
        }
    }
}

impl Claim {
    pub(crate) fn made<G: Judged>(game: &G, position: &G::Position, claim: &AnnouncedClaim<G::Move>) -> Claim {
        Claim::with(game, position, &claim.mv, claim.article, claim.occurrences)
    }

    /// Returns the claim with an announced move that could be made in the last position of a game.
    /// Returns `None` if the draw can be claimed without announcing a move.
    pub(crate) fn possible<G: Judged>(game: &G, judged: &Verdict<G>, claim: &Draw<G::Move>) -> Option<Claim> {
        let (mv, occurrences) = announced_move(claim)?;
        Some(Claim::with(game, &judged.position, mv, Some(claim.article), occurrences))
    }

    fn with<G: Judged>(
        game: &G,
        before: &G::Position,
        mv: &G::Move,
        article: Option<&'static str>,
        occurrences: u32,
    ) -> Claim {
        let halfmove_clock = G::clock(&game.after(before, mv));
        Claim { r#move: game.move_text(before, mv), article, occurrences, halfmove_clock }
    }
}

/// Returns the move that a player must announce to claim a draw, and the number of occurrences of
/// the position after the move. Returns `None` if the draw can be claimed without announcing a
/// move.
pub(crate) fn announced_move<M>(claim: &Draw<M>) -> Option<(&M, u32)> {
    match &claim.cause {
        DrawCause::RepetitionByMove { by, occurrences } => Some((by, *occurrences)),
        DrawCause::CountByMove { by, .. } => Some((by, 0)),
        _ => None,
    }
}
