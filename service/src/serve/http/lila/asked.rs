//! Query parameters of the paths of lila-tablebase.

use serde::Deserialize;

use crate::ask::family::Field;

/// Query parameters of a request in the style of lila-tablebase.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// FEN of the position; underscores may stand for spaces.
    pub fen: String,
    /// Name of the draw rules; empty if the request names none.
    #[serde(default)]
    pub code: String,
    /// Plies that each count of the draw rules has used, as text.
    #[serde(default)]
    pub counters: String,
    /// Whether DTC tables are used; only in chess.
    #[serde(default)]
    pub dtc: DtcMode,
}

/// Choice whether tables of DTC (plies to conversion) are used, in the terms of lila-tablebase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DtcMode {
    /// DTC tables are not used.
    Never,
    /// DTC tables of this server are used.
    #[default]
    Auxiliary,
    /// DTC tables of this server are used, as with `auxiliary`. (In lila-tablebase, this value also
    /// sends the question to another server.)
    Always,
}

impl Asked {
    /// Returns the text of the draw rules, with the name of the query parameter for error messages.
    pub fn rules(&self) -> Field<'_> {
        Field::new("code", &self.code)
    }

    /// Returns the text of the counters, with the name of the query parameter for error messages.
    pub fn counters(&self) -> Field<'_> {
        Field::new("counters", &self.counters)
    }
}
