//! Errors of adjudication.

use peatee_rules::TooManyCaptures;
use peatee_rules::draw::CounterError;
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
        /// Number of the move, from 1; the moves of both sides are counted.
        ply: usize,
        /// Error that the listing of the captures returned.
        error: TooManyCaptures,
    },
    /// The counters (plies that the counts of the draw rules have used) are impossible in the
    /// position.
    #[error(transparent)]
    Counters(#[from] CounterError),
    /// The record belongs to another variant.
    #[error("game {number} is {found}, but {expected} was asked for")]
    OtherVariant {
        /// Number of the game in the text that was read, from 1.
        number: usize,
        /// Variant that the record names.
        found: &'static str,
        /// Variant that the judge expects.
        expected: &'static str,
    },
    /// A probe failed.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}
