//! Errors of adjudication.

use peatee_rules::TooManyCaptures;
use peatee_rules::draw::{CounterError, KingRunError};
use peatee_rules::notation::pdn::PdnError;

use crate::error::ProbeError;

/// Reason why a game cannot be judged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The PDN is invalid.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// The PGN is invalid.
    #[cfg(feature = "chess")]
    #[error(transparent)]
    Pgn(#[from] peatee_chess::pgn::PgnError),
    /// The legality of a move cannot be checked, because the position has too many captures to
    /// list.
    #[error("move {ply} cannot be checked: {error}")]
    TooManyCaptures {
        /// The number of the move, from 1.
        ply: usize,
        /// The reason.
        error: TooManyCaptures,
    },
    /// The counters are impossible in the position.
    #[error(transparent)]
    Counters(#[from] CounterError),
    /// The stated number of moves in a row with one king is impossible.
    #[error(transparent)]
    KingRuns(#[from] KingRunError),
    /// The game is of another variant.
    #[error("game {number} is {found}, but {expected} was asked for")]
    OtherVariant {
        /// The number of the game in its text, from 1.
        number: usize,
        /// The variant of the game.
        found: &'static str,
        /// The expected variant.
        expected: &'static str,
    },
    /// A probe failed.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}
