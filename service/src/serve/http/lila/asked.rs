//! The parameters of a question.

use serde::Deserialize;

use crate::ask::family::Field;

/// Parameters of a question.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The position. Underscores stand for blanks.
    pub fen: String,
    /// The draw rules; empty: none.
    #[serde(default)]
    pub code: String,
    /// Plies that counts have used.
    #[serde(default)]
    pub counters: String,
    /// The tables of DTC that are used, in chess.
    #[serde(default)]
    pub dtc: DtcMode,
}

/// Tables of DTC that a question uses, as lila-tablebase names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DtcMode {
    /// No tables.
    Never,
    /// Tables of this server.
    #[default]
    Auxiliary,
    /// Tables of this server: no other is asked.
    Always,
}

impl Asked {
    /// The draw rules, with the name of their parameter.
    pub fn rules(&self) -> Field<'_> {
        Field::new("code", &self.code)
    }

    /// The counters, with the name of their parameter.
    pub fn counters(&self) -> Field<'_> {
        Field::new("counters", &self.counters)
    }
}
