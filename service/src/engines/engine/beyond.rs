//! Behaviour of the engine in positions whose best move the tables do not show.

use clap::ValueEnum as _;

/// Answer of the engine when the tables do not show the best move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Beyond {
    /// No move, but the reason.
    Error,
    /// A legal move: preferably one that wins or draws by the tables, then one with an unknown
    /// value, then one that loses.
    Move,
}

impl Beyond {
    pub fn name(self) -> String {
        self.to_possible_value().expect("no value is hidden").get_name().to_owned()
    }

    pub fn names() -> Vec<String> {
        Beyond::value_variants().iter().map(|value| value.name()).collect()
    }
}
