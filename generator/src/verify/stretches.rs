//! Selects the positions of a table to verify, for tables of any game.

use fastrand::Rng;
use peatee_table::digest::PART_POSITIONS;

use super::verdict::{Extent, STRETCH};

/// Returns the stretches (ranges of positions) of a table to verify. A stretch is the number of its
/// first position and its number of positions.
pub(crate) fn stretches(slice: &str, positions: u64, all_positions: u64, extent: Extent) -> Vec<(u64, u64)> {
    let of = |length: u64| move |start: u64| (start, length.min(positions - start));
    let Extent::Sample { positions: wanted, seed } = extent else {
        return (0..positions).step_by(PART_POSITIONS as usize).map(of(PART_POSITIONS)).collect();
    };
    let there = positions.div_ceil(STRETCH);
    let share = (wanted as u128 * positions as u128).div_ceil(all_positions.max(1) as u128 * STRETCH as u128) as u64;
    let count = share.min(there);
    let seed = blake3::hash(format!("{seed} {slice}").as_bytes());
    let mut random = Rng::with_seed(seed.as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)));
    let edge = |number: u64| (there as u128 * number as u128 / count.max(1) as u128) as u64;
    (0..count).map(|number| random.u64(edge(number)..edge(number + 1))).map(|s| of(STRETCH)(s * STRETCH)).collect()
}
