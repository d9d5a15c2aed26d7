//! Query parameters of a request.

use serde::Deserialize;

use crate::ask::family::Field;

/// Query parameters of a request.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// Position as FEN, with underscores for blanks.
    pub fen: String,
    /// Draw rules; empty for none.
    #[serde(default)]
    pub code: String,
    /// Used plies of the counts.
    #[serde(default)]
    pub counters: String,
    /// Use of DTC tables, in chess.
    #[serde(default)]
    pub dtc: DtcMode,
}

/// Use of DTC tables, with the names of lila-tablebase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DtcMode {
    /// DTC tables are not used.
    Never,
    /// DTC tables of this server.
    #[default]
    Auxiliary,
    /// DTC tables of this server. No other server is asked.
    Always,
}

impl Asked {
    /// Returns the draw rules with the name of their parameter.
    pub fn rules(&self) -> Field<'_> {
        Field::new("code", &self.code)
    }

    /// Returns the counters with the name of their parameter.
    pub fn counters(&self) -> Field<'_> {
        Field::new("counters", &self.counters)
    }
}
