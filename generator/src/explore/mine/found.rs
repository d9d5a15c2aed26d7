//! A found position, and its line as JSON.

use crate::explore::families::Explored;
use peatee_probe::any::Tables;
use peatee_table::{Metric, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::explore::value_columns::{ValueColumns, distance_column};

/// The properties of a found position that depend on the kind.
#[derive(Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Detail {
    None {},
    /// Properties of an only move that wins or draws.
    OnlyMove {
        legal_moves: usize,
        /// The moves of both sides, beginning with the only move.
        line: Vec<String>,
        /// Number of moves of this side, from the first on, that are only moves.
        unique_moves: usize,
        /// Other winning moves later in the line.
        #[serde(skip_serializing_if = "Option::is_none")]
        duals: Option<Vec<Dual>>,
    },
    /// The value of a zugzwang with the other side to move, for that side.
    Zugzwang {
        other_wdl: &'static str,
        /// The distance, if there is a table of it.
        #[serde(flatten)]
        other_plies: OtherPlies,
    },
    /// A value that draw rules change.
    Cursed {
        /// The article of the count.
        article: &'static str,
        /// The plies that the count allows.
        limit_plies: u32,
        /// Plies that the winner needs; null when no number is enough, omitted in games whose
        /// tables do not show it.
        #[serde(skip_serializing_if = "Option::is_none")]
        needed_plies: Option<Option<u32>>,
    },
    /// A value that differs between two draw rules.
    Readings {
        /// The outcome under the first rules.
        outcome: &'static str,
        /// The outcome under the second rules.
        other_outcome: &'static str,
    },
    Fortress {
        /// Lead of the stronger side in pieces.
        pieces_ahead: u8,
    },
}

/// The distance if the other side were to move, in a column that depends on the game.
#[derive(Debug)]
pub struct OtherPlies {
    /// Column of the distance, without the prefix `other_`.
    pub distance: &'static str,
    /// `None` if the position is a draw or has no table of distances.
    pub plies: Option<u32>,
}

impl Serialize for OtherPlies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&format!("other_{}", self.distance), &self.plies)?;
        map.end()
    }
}

/// A point in a line at which the winner has more than one winning move.
#[derive(Debug, serde::Serialize)]
pub struct Dual {
    /// The ply in the line, from 1.
    pub ply: usize,
    /// The winning moves that the line does not take, the quickest first.
    pub moves: Vec<String>,
}

#[derive(Debug)]
pub struct FoundPosition<'a, F: Explored> {
    pub slice: F::Slice,
    /// The number in table order.
    pub number: u64,
    pub position: &'a F::Position,
    /// The metric of `value`.
    pub metric: Metric,
    /// The value for the side to move.
    pub value: Value,
    /// The type of the position within its kind.
    pub name: &'static str,
    pub detail: &'a Detail,
}

#[derive(serde::Serialize)]
struct FoundRow<'a> {
    r#type: &'static str,
    slice: String,
    number: u64,
    fen: String,
    #[serde(flatten)]
    value: ValueColumns,
    #[serde(flatten)]
    detail: &'a Detail,
}

impl<F: Explored> FoundPosition<'_, F> {
    pub fn json(&self, tables: &Tables<F>) -> Vec<u8> {
        let FoundPosition { slice, number, position, metric, value, name, detail } = *self;
        let value = ValueColumns { distance: distance_column::<F>(metric), value };
        let (slice, fen) = (slice.to_string(), tables.game().fen(position));
        let row = FoundRow { r#type: name, slice, number, fen, value, detail };
        let mut line = serde_json::to_vec(&row).expect("a row holds nothing that JSON cannot");
        line.push(b'\n');
        line
    }
}
