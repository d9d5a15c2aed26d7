//! Why a case cannot be judged.

use peatee_rules::TooManyCaptures;
use peatee_rules::draw::{CounterError, KingRunError};
use peatee_rules::notation::pdn::PdnError;

use crate::error::ProbeError;

/// Why a case cannot be judged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// Something in the PDN is wrong.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// Something in the PGN is wrong.
    #[cfg(feature = "chess")]
    #[error(transparent)]
    Pgn(#[from] peatee_chess::pgn::PgnError),
    /// A move cannot be checked.
    #[error("move {ply} cannot be checked: {error}")]
    TooManyCaptures {
        /// The number of the move, from 1.
        ply: usize,
        /// Why.
        error: TooManyCaptures,
    },
    /// The counters cannot stand in the position.
    #[error(transparent)]
    Counters(#[from] CounterError),
    /// Moves of a king were stated that it cannot have made.
    #[error(transparent)]
    KingRuns(#[from] KingRunError),
    /// The game is of another variant.
    #[error("game {number} is {found}, but {expected} was asked for")]
    OtherVariant {
        /// The number of the game.
        number: usize,
        /// Its variant.
        found: &'static str,
        /// The one asked for.
        expected: &'static str,
    },
    /// A probe failed.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}
