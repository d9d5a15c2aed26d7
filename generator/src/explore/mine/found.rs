//! A position that a search has found, and its line as JSON.

use crate::explore::families::Explored;
use peatee_probe::any::Tables;
use peatee_table::{Metric, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::explore::value_columns::{ValueColumns, distance_column};

/// Properties of a found position that depend on the kind of position that is searched for.
#[derive(Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Detail {
    None {},
    OnlyMove {
        legal_moves: usize,
        /// Moves of both sides, beginning with the only move.
        line: Vec<String>,
        /// Number of moves of the winner, from the start of the line, that are only moves: no other
        /// move wins.
        unique_moves: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        duals: Option<Vec<Dual>>,
    },
    /// Zugzwang. The fields hold the value that the position has if the other side is to move, from
    /// the point of view of that side.
    Zugzwang {
        other_wdl: &'static str,
        #[serde(flatten)]
        other_plies: OtherPlies,
    },
    Cursed {
        /// Article of the rule code whose count makes the position a draw.
        article: &'static str,
        limit_plies: u32,
        /// Number of plies of the count that the winner needs.
        ///
        /// * `Some(None)`: no number of plies is enough. The field is written as null.
        /// * `None`: the tables of the game do not show this number. The field is omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        needed_plies: Option<Option<u32>>,
    },
    Readings {
        outcome: &'static str,
        other_outcome: &'static str,
    },
    Fortress {
        pieces_ahead: u8,
    },
}

/// Distance of a position with the other side to move, written as a field of a JSON object. The
/// name of the field depends on the game.
#[derive(Debug)]
pub struct OtherPlies {
    /// Name of the field, without the prefix `other_`.
    pub distance: &'static str,
    pub plies: Option<u32>,
}

impl Serialize for OtherPlies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&format!("other_{}", self.distance), &self.plies)?;
        map.end()
    }
}

#[derive(Debug, serde::Serialize)]
pub struct Dual {
    /// Number of the ply in the line, counted from 1, at which the winner could also play any of
    /// `moves`.
    pub ply: usize,
    /// Winning moves other than the move of the line, the quickest first.
    pub moves: Vec<String>,
}

#[derive(Debug)]
pub struct FoundPosition<'a, F: Explored> {
    pub slice: F::Slice,
    pub number: u64,
    pub position: &'a F::Position,
    pub metric: Metric,
    pub value: Value,
    /// Type under which the position is counted, such as `mutual` for a mutual zugzwang.
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
