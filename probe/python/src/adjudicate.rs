//! Verdicts on games.

use peatee_probe::Tables;
use peatee_probe::adjudicate::{Assessment, Judge, Ruling, Verdict as Judged};
use peatee_probe::peatee_rules::draw::DrawRules;
use peatee_probe::peatee_rules::notation::pdn::read_games;
use pyo3::prelude::*;

use crate::errors::{Raise, rules_error};
use crate::position::Position;
use crate::value::RuleValue;

/// The verdict on a game: what stands on the board after its moves, and whether the result that was
/// written down stands.
#[pyclass(module = "peatee", frozen)]
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    game_number: usize,
    ruling: &'static str,
    text: String,
    article: Option<&'static str>,
    plies: usize,
    position: Position,
    result: Option<&'static str>,
    agreement: &'static str,
    is_disagreement: bool,
    value: Option<RuleValue>,
    unknown_reason: Option<String>,
    best_line: Vec<String>,
}

#[pymethods]
impl Verdict {
    /// The number of the game in the text, from 1.
    #[getter]
    fn game_number(&self) -> usize {
        self.game_number
    }

    /// `illegal-move`, `lost`, `drawn`, `draw-claimable` or `in-progress`.
    #[getter]
    fn ruling(&self) -> &'static str {
        self.ruling
    }

    /// The verdict in words.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The article of the rules on which it rests, where its number is known.
    #[getter]
    fn article(&self) -> Option<&'static str> {
        self.article
    }

    /// Plies that were played before the verdict.
    #[getter]
    fn plies(&self) -> usize {
        self.plies
    }

    /// The last position.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone()
    }

    /// The result that was written down, if any.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.result
    }

    /// Agreement of the written result with the verdict: `confirmed`, `contradicted`, `plausible`,
    /// `against-value`, `unknown`, `no-result`, `illegal-move` or `by-time`.
    #[getter]
    fn agreement(&self) -> &'static str {
        self.agreement
    }

    /// True where an arbiter should look at the game.
    #[getter]
    fn is_disagreement(&self) -> bool {
        self.is_disagreement
    }

    /// The value of the last position for the side to move, for a game in progress.
    #[getter]
    fn value(&self) -> Option<RuleValue> {
        self.value.clone()
    }

    /// Why a game in progress has no value.
    #[getter]
    fn unknown_reason(&self) -> Option<&str> {
        self.unknown_reason.as_deref()
    }

    /// The best line from there under the rules, as far as the tables tell it.
    #[getter]
    fn best_line(&self) -> Vec<String> {
        self.best_line.clone()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Verdict on game {}: {}, {}>", self.game_number, self.text, self.agreement)
    }
}

/// Judges all games of a PDN text.
pub(crate) fn verdicts(tables: &Tables, pdn: &str, rules: Option<&str>) -> PyResult<Vec<Verdict>> {
    let game = tables.game();
    let rules = match rules {
        Some(name) => DrawRules::named(name).map_err(Raise::raise)?,
        None => DrawRules::of_variant(game.variant()).map_err(|error| rules_error(error.to_string()))?,
    };
    let judge = Judge::new(game, rules).tables(tables);
    read_games(pdn).iter().map(|pdn| Ok(verdict(tables, judge.review(pdn).map_err(Raise::raise)?))).collect()
}

fn verdict(tables: &Tables, judged: Judged) -> Verdict {
    let game = tables.game();
    let ruling = match &judged.ruling {
        Ruling::Illegal(_) => "illegal-move",
        Ruling::Lost { .. } => "lost",
        Ruling::Drawn(_) => "drawn",
        _ if judged.claims.is_empty() => "in-progress",
        _ => "draw-claimable",
    };
    let (value, unknown_reason, line) = match &judged.assessment {
        Some(Assessment::Known { value, line, .. }) => (Some(RuleValue::from(*value)), None, line.moves.as_slice()),
        Some(Assessment::Unknown(note)) => (None, Some(note.text.clone()), &[][..]),
        None => (None, None, &[][..]),
    };
    let befores = std::iter::once(&judged.position).chain(line.iter().map(|rated| &rated.position));
    Verdict {
        game_number: judged.number,
        ruling,
        text: judged.to_string(),
        article: judged.article().or_else(|| judged.claims.first().map(|claim| claim.article)),
        plies: judged.plies(),
        position: Position { game: game.clone(), plain: judged.position },
        result: judged.written.map(|written| written.text),
        agreement: judged.agreement.name(),
        is_disagreement: judged.agreement.is_disagreement(),
        value,
        unknown_reason,
        best_line: befores.zip(line).map(|(before, rated)| game.move_text(before, &rated.mv)).collect(),
    }
}
