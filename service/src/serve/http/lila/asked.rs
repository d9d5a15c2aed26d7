//! The parameters of a question.

use serde::Deserialize;

/// What is asked.
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
}
