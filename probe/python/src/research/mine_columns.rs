//! Columns of the positions that a search finds.

use std::sync::Arc;

use arrow_schema::{DataType, Field};
use peatee_generator::explore::mine::{Mined, Search, SearchKind};
use peatee_generator::explore::value_columns::distance_column;
use peatee_table::Metric;

use super::rows::field;

/// Returns the columns of a search: those of every position, then those of its kind.
pub(super) fn fields<F: Mined>(kind: &SearchKind, search: &dyn Search<F>, metric: Option<Metric>) -> Vec<Field> {
    let metric = search.metric().or(metric).unwrap_or_else(F::default_distance);
    let distance = distance_column::<F>(metric).map(|name| (name, DataType::Int32));
    let columns = [
        ("type", DataType::Utf8),
        ("slice", DataType::Utf8),
        ("number", DataType::Int64),
        ("fen", DataType::Utf8),
        ("wdl", DataType::Utf8),
    ];
    columns.into_iter().chain(distance).map(field).chain(of_kind::<F>(kind, metric)).collect()
}

fn of_kind<F: Mined>(kind: &SearchKind, metric: Metric) -> Vec<Field> {
    let text = |name| field((name, DataType::Utf8));
    let number = |name| field((name, DataType::Int32));
    let moves = |name| field((name, list(field(("item", DataType::Utf8)))));
    match kind {
        SearchKind::Longest(_) => Vec::new(),
        SearchKind::OnlyMove(only) => {
            let dual = DataType::Struct([number("ply"), moves("moves")].into_iter().collect());
            let duals = only.with_duals.then(|| field(("duals", list(field(("item", dual))))));
            [number("legal_moves"), moves("line"), number("unique_moves")].into_iter().chain(duals).collect()
        }
        SearchKind::Zugzwang(_) => {
            let other = distance_column::<F>(F::other_distance(metric)).map(|name| format!("other_{name}"));
            [text("other_wdl")].into_iter().chain(other.map(|name| field((name, DataType::Int32)))).collect()
        }
        SearchKind::Cursed(_) => {
            let needed = F::RULES_WEIGH_DTW.then(|| number("needed_plies"));
            [text("article"), number("limit_plies")].into_iter().chain(needed).collect()
        }
        SearchKind::Readings(_) => vec![text("outcome"), text("other_outcome")],
        SearchKind::Fortress(_) => vec![number("pieces_ahead")],
    }
}

fn list(item: Field) -> DataType {
    DataType::List(Arc::new(item))
}
