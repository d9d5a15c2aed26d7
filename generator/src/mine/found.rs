//! A position that has been found, and its line as JSON.

use peatee_probe::Tables;
use peatee_table::{Metric, Slice, Value};
use serde::Serialize;

use crate::stats::fen_of;
use crate::value_columns::{ValueColumns, distance_column};

/// What a kind of position says beside the value.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Detail {
    /// Nothing.
    None {},
    /// Of an only move.
    OnlyMove {
        /// Legal moves in the position.
        legal_moves: usize,
        /// The moves of both sides, from the only move on.
        line: Vec<String>,
        /// How many moves of the winner, from the first on, are the only ones that win.
        unique_moves: usize,
        /// Moves that win as well, later in the line.
        #[serde(skip_serializing_if = "Option::is_none")]
        duals: Option<Vec<Dual>>,
    },
    /// Of a zugzwang: the value with the other side to move, for that side.
    Zugzwang {
        /// Win, draw or loss.
        other_wdl: &'static str,
        /// Plies to the end, where there is a DTW table.
        other_dtw_plies: Option<u32>,
    },
    /// Of a value that draw rules change.
    Cursed {
        /// The article of the count.
        article: &'static str,
        /// The plies that the count allows.
        limit_plies: u32,
        /// The plies that the winner needs; null when no number is enough.
        needed_plies: Option<u32>,
    },
    /// Of a value that two draw rules do not share.
    Readings {
        /// The outcome under the one.
        outcome: &'static str,
        /// The outcome under the other.
        other_outcome: &'static str,
    },
    /// Of a fortress.
    Fortress {
        /// How many pieces more the stronger side has.
        pieces_ahead: u8,
    },
}

/// A place in a line where the winner has more than one winning move.
#[derive(Debug, Serialize)]
pub struct Dual {
    /// The ply in the line, from 1.
    pub ply: usize,
    /// The winning moves that the line does not take, the quickest first.
    pub moves: Vec<String>,
}

/// A position that has been found.
#[derive(Debug, Clone, Copy)]
pub struct FoundPosition<'a> {
    /// Its slice.
    pub slice: Slice,
    /// Its number in table order.
    pub number: u64,
    /// The metric of the value.
    pub metric: Metric,
    /// Its value, for the side to move.
    pub value: Value,
    /// Which type of its kind it is.
    pub name: &'static str,
    /// What else there is to say.
    pub detail: &'a Detail,
}

#[derive(Serialize)]
struct Row<'a> {
    r#type: &'static str,
    slice: String,
    number: u64,
    fen: String,
    #[serde(flatten)]
    value: ValueColumns,
    #[serde(flatten)]
    detail: &'a Detail,
}

impl FoundPosition<'_> {
    /// The line of the position, as JSON.
    pub fn json(&self, tables: &Tables) -> Vec<u8> {
        let FoundPosition { slice, number, metric, value, name, detail } = *self;
        let value = ValueColumns { distance: distance_column(metric), value };
        let row = Row { r#type: name, slice: slice.name(), number, fen: fen_of(tables, slice, number), value, detail };
        let mut line = serde_json::to_vec(&row).expect("a row holds nothing that JSON cannot");
        line.push(b'\n');
        line
    }
}
