//! The choice of the user for positions beyond the tables.

use clap::ValueEnum as _;

/// The engine's answer where the tables do not say which move is best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Beyond {
    /// No move, and the reason.
    Error,
    /// A legal move: one that the tables say wins or draws, else one of which they say nothing,
    /// else one that loses.
    Move,
}

impl Beyond {
    /// Returns the name as programs and people write it.
    pub fn name(self) -> String {
        self.to_possible_value().expect("no value is hidden").get_name().to_owned()
    }

    /// Returns all names.
    pub fn names() -> Vec<String> {
        Beyond::value_variants().iter().map(|value| value.name()).collect()
    }
}
