//! Query parameters of the paths of lila-tablebase.

use serde::Deserialize;

use crate::ask::family::Field;

#[derive(Debug, Deserialize)]
pub struct Asked {
    /// FEN of the position; underscores may stand for spaces.
    pub fen: String,
    /// Name of the draw rules; empty if the request names none.
    #[serde(default)]
    pub code: String,
    /// Number of plies that each article of the draw rules has counted so far, as text such as
    /// `6.2=12,6.3=4`.
    #[serde(default)]
    pub counters: String,
    #[serde(default)]
    pub dtc: DtcMode,
}

/// Option that says whether tables of DTC (plies to conversion) are used. Its values are named as
/// in lila-tablebase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DtcMode {
    Never,
    #[default]
    Auxiliary,
    /// DTC tables of this server are used, as with `auxiliary`. (In lila-tablebase, this value also
    /// sends the question to another server.)
    Always,
}

impl Asked {
    pub fn rules(&self) -> Field<'_> {
        Field::new("code", &self.code)
    }

    pub fn counters(&self) -> Field<'_> {
        Field::new("counters", &self.counters)
    }
}
