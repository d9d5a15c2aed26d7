//! Answers about a position, in the form in which they are converted to JSON.

use std::collections::BTreeMap;

use peatee_probe::{Metric, Notation, ProbeError, Probed, any::Tables};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Value {
    wdl: &'static str,
    /// Distances in plies; the key is the name of the metric, such as `dtw`. Empty for a draw.
    plies: BTreeMap<String, u32>,
}

#[derive(Serialize)]
pub(crate) struct RatedMove {
    #[serde(rename = "move")]
    notation: String,
    fen: String,
    value: Value,
}

#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct MoveList(Vec<RatedMove>);

#[derive(Serialize)]
pub(crate) struct Line {
    value: Value,
    moves: Vec<RatedMove>,
    end: &'static str,
}

impl Value {
    pub(crate) fn of<G: Probed>(tables: &Tables<G>, position: &G::Position) -> Result<Value, ProbeError> {
        let value = peatee_probe::Value { wdl: tables.probe_wdl(position)?, plies: None };
        Value::with(value, tables, |metric| tables.plies_where_known(position, value, metric))
    }

    fn with<G: Probed>(
        value: peatee_probe::Value,
        tables: &Tables<G>,
        plies: impl Fn(Metric) -> Result<Option<u32>, ProbeError>,
    ) -> Result<Value, ProbeError> {
        let mut known = BTreeMap::new();
        // Distances that depend on moves in a row with one king are values under draw rules.
        let is_shown = |metric: &Metric| metric.counts_plies() && !matches!(metric, Metric::RuleDtw(_));
        for metric in tables.listed_metrics().filter(is_shown) {
            if let Some(plies) = plies(metric)? {
                known.insert(metric.to_string(), plies);
            }
        }
        Ok(Value { wdl: value.wdl.name(), plies: known })
    }
}

impl RatedMove {
    fn of<G: Probed + Notation>(
        tables: &Tables<G>,
        position: &G::Position,
        rated: &peatee_probe::RatedMove<G>,
    ) -> Result<RatedMove, ProbeError> {
        let after = (&rated.position, rated.value);
        Ok(RatedMove {
            notation: tables.game().move_text(position, &rated.mv),
            fen: tables.game().fen(&rated.position),
            value: Value::with(rated.value, tables, |metric| tables.plies_of_move(position, &rated.mv, after, metric))?,
        })
    }
}

impl MoveList {
    pub(crate) fn of<G: Probed + Notation>(tables: &Tables<G>, position: &G::Position) -> Result<MoveList, ProbeError> {
        let moves = tables.moves(position)?;
        moves.iter().map(|rated| RatedMove::of(tables, position, rated)).collect::<Result<_, _>>().map(MoveList)
    }
}

impl Line {
    pub(crate) fn of<G: Probed + Notation>(
        tables: &Tables<G>,
        position: &G::Position,
        max_plies: u32,
    ) -> Result<Line, ProbeError> {
        let line = tables.line(position, max_plies)?;
        let mut moves = Vec::with_capacity(line.moves.len());
        let mut at = position;
        for rated in &line.moves {
            moves.push(RatedMove::of(tables, at, rated)?);
            at = &rated.position;
        }
        Ok(Line { value: Value::of(tables, position)?, moves, end: line.end.name() })
    }
}

/// Probes a position and the positions after its moves, and ignores the results. The probes record
/// the ranges of files that the values need.
pub(crate) fn touch<G: Probed>(tables: &Tables<G>, position: &G::Position) -> Result<(), ProbeError> {
    let game = tables.game();
    let after = game.moves(position)?.into_iter().map(|mv| game.after(position, &mv));
    after.chain([position.clone()]).for_each(|position| drop(Value::of(tables, &position)));
    Ok(())
}

pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers are texts and numbers")
}
