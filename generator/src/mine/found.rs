//! A position that has been found, and its line as JSON.

use peatee_table::{Metric, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::game_tables::GameTables;
use crate::value_columns::{ValueColumns, distance_column};

/// What a kind of position says beside the value.
#[derive(Debug, serde::Serialize)]
#[serde(untagged)]
pub enum Detail {
    /// Nothing.
    None {},
    /// Of an only move, that wins or that draws.
    OnlyMove {
        /// Legal moves in the position.
        legal_moves: usize,
        /// The moves of both sides, from the only move on.
        line: Vec<String>,
        /// How many moves of this side, from the first on, are the only ones.
        unique_moves: usize,
        /// Moves that win as well, later in the line.
        #[serde(skip_serializing_if = "Option::is_none")]
        duals: Option<Vec<Dual>>,
    },
    /// Of a zugzwang: the value with the other side to move, for that side.
    Zugzwang {
        /// Win, draw or loss.
        other_wdl: &'static str,
        /// The distance, where there is a table of it.
        #[serde(flatten)]
        other_plies: OtherPlies,
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
    /// Of a value of chess that a rule of the Laws changes. The distance is that under this rule.
    CursedDtz {
        /// The article of the rule.
        article: &'static str,
        /// The plies that it allows.
        limit_plies: u32,
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

/// The distance of the other side, were it to move, in the column of the game.
#[derive(Debug)]
pub struct OtherPlies {
    /// The name of the column.
    pub column: &'static str,
    /// The plies, where there is a table of them and the position is decided.
    pub plies: Option<u32>,
}

impl Serialize for OtherPlies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.column, &self.plies)?;
        map.end()
    }
}

/// A place in a line where the winner has more than one winning move.
#[derive(Debug, serde::Serialize)]
pub struct Dual {
    /// The ply in the line, from 1.
    pub ply: usize,
    /// The winning moves that the line does not take, the quickest first.
    pub moves: Vec<String>,
}

/// A position that has been found.
#[derive(Debug)]
pub struct FoundPosition<'a, T: GameTables> {
    /// Its slice.
    pub slice: T::Slice,
    /// Its number in table order.
    pub number: u64,
    /// The position.
    pub position: &'a T::Position,
    /// The metric of the value.
    pub metric: Metric,
    /// Its value, for the side to move.
    pub value: Value,
    /// Which type of its kind it is.
    pub name: &'static str,
    /// What else there is to say.
    pub detail: &'a Detail,
}

#[derive(serde::Serialize)]
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

impl<T: GameTables> FoundPosition<'_, T> {
    /// The line of the position, as JSON.
    pub fn json(&self, tables: &T) -> Vec<u8> {
        let FoundPosition { slice, number, position, metric, value, name, detail } = *self;
        let value = ValueColumns { distance: distance_column(metric), value };
        let (slice, fen) = (T::slice_name(slice), tables.fen(position));
        let row = Row { r#type: name, slice, number, fen, value, detail };
        let mut line = serde_json::to_vec(&row).expect("a row holds nothing that JSON cannot");
        line.push(b'\n');
        line
    }
}
