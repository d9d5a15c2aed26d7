//! The Python class `Verdict`, for games of any family.

use std::iter::once;

use peatee_probe::adjudicate::{Assessment, FlagSource, Ruling, Verdict as JudgedGame};
use peatee_probe::any::Tables;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::claims::{Claim, FaultyMove, announced_move};
use crate::errors::Raise;
use crate::judged::{JudgeOptions, Judged, ValueInProgress, Words};
use crate::pictures;
use crate::position::{Position, side_name};

/// The verdict on a game: the state of the game after the moves, and whether the written result
/// agrees with the verdict. Draughts are judged by a code of draw rules, chess by the FIDE Laws.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    /// The number of the game in the text, from 1.
    #[pyo3(get)]
    game_number: usize,
    /// `illegal-move`, `unclear-move` (the record does not show which move was played), `drawn`, or
    /// `in-progress`; in draughts also `lost` or `draw-claimable`; in chess also `won`, or
    /// `not-decided` (a flag has fallen, and a mate is neither found nor excluded).
    #[pyo3(get)]
    ruling: &'static str,
    /// The winner: `white` or `black`.
    #[pyo3(get)]
    winner: Option<&'static str>,
    /// Number of the article of the draw rules, or of the FIDE Laws, on which the ruling is based.
    /// `None` if there is no such article, or its number is not known.
    #[pyo3(get)]
    article: Option<&'static str>,
    /// The verdict in words; in chess, a summary of the article whose number is `article`.
    #[pyo3(get)]
    text: Option<String>,
    /// The proof that a mate is impossible, the reason why nothing is decided, or the fault of a
    /// move.
    #[pyo3(get)]
    detail: Option<String>,
    /// Number of plies played before the verdict.
    #[pyo3(get)]
    plies: usize,
    /// Number of plies recorded after the end of the game.
    #[pyo3(get)]
    plies_after_end: usize,
    position: Option<Position>,
    /// The FEN of the last position.
    #[pyo3(get)]
    fen: String,
    /// Number of plies without a capture or pawn move before the last position; `None` in draughts.
    #[pyo3(get)]
    halfmove_clock: Option<u32>,
    /// Number of occurrences of the last position.
    #[pyo3(get)]
    occurrences: u32,
    /// Numbers of the articles of the rules by which a draw can be claimed without announcing a
    /// move.
    #[pyo3(get)]
    claims: Vec<&'static str>,
    announceable: Vec<Claim>,
    announced: Option<Claim>,
    faulty_move: Option<FaultyMove>,
    /// The side whose flag has fallen: `white` or `black`. `None` if no flag has fallen, or if the
    /// game was over before.
    #[pyo3(get)]
    flag: Option<&'static str>,
    /// The source of `flag`. `named`: the caller has named the side. `termination`: the tag
    /// `Termination` and the result show the side. `termination-side-to-move`: only the tag says
    /// that time ran out, so the side to move is taken.
    #[pyo3(get)]
    flag_source: Option<&'static str>,
    /// A line of moves after which the side whose flag has fallen would be mated (article 6.9).
    /// Empty if a quick search finds none.
    #[pyo3(get)]
    mating_line: Vec<String>,
    /// The written result, if any.
    #[pyo3(get)]
    result: Option<&'static str>,
    /// Agreement of the written result with the verdict. The values are:
    ///
    /// - `confirmed` or `contradicted`: the written result is right, or wrong, under the rules
    /// - `plausible` or `against-value`: the game had not ended on the board, and the written
    ///   result is, or is not, the result of best play from the last position
    /// - `by-time`, in draughts: the game had not ended on the board, and the record says that a
    ///   side won on time
    /// - `unknown`: the results cannot be compared
    /// - `no-result`: the record states no result
    /// - `illegal-move`: a move is illegal, so the game has no result
    #[pyo3(get)]
    agreement: &'static str,
    /// True when an arbiter should look at the game, because a move is illegal, or the result
    /// differs from that of the rules. In chess, also true for an unclear move, a fallen flag
    /// without a decision, or moves recorded after the end.
    #[pyo3(get)]
    is_disagreement: bool,
    value: Option<ValueInProgress>,
    /// Reason why a game in progress has no value.
    #[pyo3(get)]
    unknown_reason: Option<String>,
    /// In draughts, the best line from the last position under the draw rules, as far as the tables
    /// show it.
    #[pyo3(get)]
    best_line: Vec<String>,
}

#[pymethods]
impl Verdict {
    /// The last position, in draughts.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        self.position.clone().ok_or_else(|| PyTypeError::new_err("peatee.Position is of draughts; take `fen`"))
    }

    /// The value of the last position for the side to move, for a game in progress.
    #[getter]
    fn value(&self) -> Option<ValueInProgress> {
        self.value.clone()
    }

    /// The draws that the side to move can claim with an announced move.
    #[getter]
    fn announceable(&self) -> Vec<Claim> {
        self.announceable.clone()
    }

    /// The claim that was made with the last move, if that move was announced.
    #[getter]
    fn announced(&self) -> Option<Claim> {
        self.announced.clone()
    }

    /// The move that is illegal or unclear.
    #[getter]
    fn faulty_move(&self) -> Option<FaultyMove> {
        self.faulty_move.clone()
    }

    fn __str__(&self) -> String {
        match (&self.position, &self.text) {
            (Some(_), Some(text)) => text.clone(),
            _ => self.__repr__(),
        }
    }

    fn _repr_html_(&self) -> String {
        let value = self.value.as_ref().map(|value| match value {
            ValueInProgress::Draughts(value) => value.text(),
            ValueInProgress::Chess(value) => value.text(),
        });
        let facts = [
            ("ruling", Some(self.ruling.to_owned())),
            ("article", self.article.map(str::to_owned)),
            ("detail", self.detail.clone()),
            ("result", self.result.map(|result| format!("{result}, {}", self.agreement))),
            ("value", value.or_else(|| self.unknown_reason.clone())),
            ("best line", Some(self.best_line.join(" ")).filter(|line| !line.is_empty())),
        ];
        let rows = facts.into_iter().filter_map(|(name, fact)| fact.map(|fact| vec![name.to_owned(), fact]));
        let text = pictures::paragraph(self.__str__()) + &pictures::table(&[], rows);
        pictures::beside(&pictures::board(self.position.as_ref(), &self.fen), &text)
    }

    fn __repr__(&self) -> String {
        let Verdict { game_number, ruling, agreement, .. } = self;
        let article = self.article.map_or_else(String::new, |article| format!(" by article {article}"));
        format!("<Verdict on game {game_number}: {ruling}{article}, {agreement}>")
    }
}

pub(crate) fn verdicts<G: Judged>(tables: &Tables<G>, text: &str, wanted: &JudgeOptions<'_>) -> PyResult<Vec<Verdict>> {
    let judge = G::judge(tables, wanted)?;
    let judged = |record: G::Record| {
        let judged = judge.review(&record).map_err(Raise::raise)?;
        let words = tables.game().words(&judged, &record);
        Ok(Verdict::new(tables.game(), &judged, words))
    };
    G::records(text).map(judged).collect()
}

impl Verdict {
    fn new<G: Judged>(game: &G, judged: &JudgedGame<G>, words: Words) -> Verdict {
        let (ruling, winner) = match &judged.ruling {
            Ruling::Illegal(_) => ("illegal-move", None),
            Ruling::Unclear(_) => ("unclear-move", None),
            Ruling::Lost { loser, .. } => (words.ruling, Some(side_name(loser.other()))),
            Ruling::Drawn(_) => ("drawn", None),
            Ruling::NotDecided { .. } => ("not-decided", None),
            _ => (words.ruling, None),
        };
        let (value, unknown_reason, line) = match &judged.assessment {
            Some(Assessment::Known { value, line, .. }) => (Some(G::rule_value(value)), None, line.moves.as_slice()),
            Some(Assessment::Unknown(note)) => (None, Some(note.text.clone()), &[][..]),
            None => (None, None, &[][..]),
        };
        let faulty_move = FaultyMove::in_verdict(judged);
        let proof = || judged.proof.as_ref().map(|proof| proof.text.clone());
        let is_announced = |claim: &&_| announced_move(claim).is_some();
        let befores = once(&judged.position).chain(line.iter().map(|rated| &rated.position));
        let mut before = judged.position.clone();
        let mating_line = judged.mating_line.iter().map(|mv| {
            let text = game.move_text(&before, mv);
            before = game.after(&before, mv);
            text
        });
        Verdict {
            game_number: judged.number,
            ruling,
            winner,
            article: words.article,
            text: words.text,
            detail: faulty_move.as_ref().map_or_else(proof, |faulty| Some(faulty.detail())),
            plies: judged.plies(),
            plies_after_end: judged.written_after_end.len(),
            position: words.position,
            fen: game.fen(&judged.position),
            halfmove_clock: G::clock(&judged.position),
            occurrences: judged.occurrences,
            claims: judged.claims.iter().filter(|claim| !is_announced(claim)).map(|claim| claim.article).collect(),
            announceable: judged.claims.iter().filter_map(|claim| Claim::possible(game, judged, claim)).collect(),
            announced: judged.announced.as_ref().map(|claim| Claim::made(game, &judged.position, claim)),
            faulty_move,
            flag: judged.flag.map(|flag| side_name(flag.side)),
            flag_source: judged.flag.map(|flag| match flag.source {
                FlagSource::Named => "named",
                FlagSource::Loser => "termination",
                FlagSource::SideToMove => "termination-side-to-move",
            }),
            mating_line: mating_line.collect(),
            result: words.result,
            agreement: judged.agreement.name(),
            is_disagreement: words.is_disagreement,
            value,
            unknown_reason,
            best_line: befores.zip(line).map(|(before, rated)| game.move_text(before, &rated.mv)).collect(),
        }
    }
}
