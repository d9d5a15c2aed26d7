//! Behaviour of the engine in positions whose best move the tables do not show.

/// Answer of the engine when the tables do not show the best move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Beyond {
    /// No move, but the reason.
    Error,
    /// A legal move: preferably one that wins or draws by the tables, then one with an unknown
    /// value, then one that loses.
    Move,
}
