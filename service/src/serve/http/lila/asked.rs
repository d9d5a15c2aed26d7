//! Query parameters of the paths of lila-tablebase.

use serde::Deserialize;

use crate::ask::family::Field;

/// Query parameters of a request.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// FEN of the position; underscores may stand for spaces.
    pub fen: String,
    /// Name of the draw rules; empty if the request names none.
    #[serde(default)]
    pub code: String,
    /// Counters of the draw rules: the plies that each count has used.
    #[serde(default)]
    pub counters: String,
    /// Whether DTC tables are used; only in chess.
    #[serde(default)]
    pub dtc: DtcMode,
}

/// Whether DTC tables are used, in the terms of lila-tablebase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DtcMode {
    /// DTC tables are not used.
    Never,
    /// DTC tables of this server are used.
    #[default]
    Auxiliary,
    /// Same as `auxiliary`: only DTC tables of this server are used. (In lila-tablebase, another
    /// server is asked too.)
    Always,
}

impl Asked {
    /// Returns the draw rules, with the name of the parameter for errors.
    pub fn rules(&self) -> Field<'_> {
        Field::new("code", &self.code)
    }

    /// Returns the counters, with the name of the parameter for errors.
    pub fn counters(&self) -> Field<'_> {
        Field::new("counters", &self.counters)
    }
}
