use peatee_rules::{Draughts, Position, with_kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

const SEED: u64 = 1;

/// Generator of random legal positions of some slices. Slices occur in proportion to their sizes.
/// The positions are the same in every run.
pub struct RandomPositions<'a> {
    game: &'a Draughts,
    slices: Vec<(Slice, u64)>,
    total: u64,
    random: fastrand::Rng,
}

impl<'a> RandomPositions<'a> {
    pub fn new(game: &'a Draughts, slices: impl IntoIterator<Item = Slice>) -> Self {
        let slices: Vec<(Slice, u64)> = with_kernel!(game, kernel => {
            slices.into_iter().map(|slice| (slice, SliceIndex::new(kernel, slice).size())).collect()
        });
        let total = slices.iter().map(|(_, size)| size).sum();
        RandomPositions { game, slices, total, random: fastrand::Rng::with_seed(SEED) }
    }

    pub fn position(&mut self) -> Position {
        let mut number = self.random.u64(..self.total);
        let slice = self.slices.iter().find(|(_, size)| {
            let is_inside = number < *size;
            number -= if is_inside { 0 } else { *size };
            is_inside
        });
        let (slice, _) = *slice.expect("the number is below the sum of the sizes");
        with_kernel!(self.game, kernel => {
            let setup = SliceIndex::new(kernel, slice).unrank(number);
            Position { setup: setup.convert(), side: slice.side }
        })
    }
}
