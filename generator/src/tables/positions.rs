use peatee_rules::{Draughts, with_kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

pub fn positions(game: &Draughts, slice: Slice) -> u64 {
    with_kernel!(game, kernel => SliceIndex::new(kernel, slice).size())
}
