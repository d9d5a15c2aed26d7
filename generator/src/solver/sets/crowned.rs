//! What crowning leads to: values of another slice, read for all squares of one king at once.
//!
//! A table's order places the kings last: those of the other side, then those of the side to move. So the numbers of the
//! positions that differ in the square of one king differ by what its side's kings say and, where they are not those of
//! the side to move, by how many of the latter stand above that square, which takes a free square from them.

use peatee_rules::{Kernel, Kind, Setup, Side, Word};

use super::best::{DIGITS, LOST, MAX_DIGITS, WON};
use super::children::read_line;
use super::placements::{MAX_KINGS, OneMore, choose};
use super::walk::Line;
use crate::solver::Values;
use crate::solver::lookup::SliceArray;
use crate::solver::values::Entries;

/// Reads the value word of the squares of one king of `side`; `setup` holds the other pieces, and all is as the slice has
/// it. The word is as the board has it, which is turned when `turns` is given; it has as many digits as there is room for.
#[inline(always)]
pub fn read_word<W: Word>(
    kernel: &Kernel<W>,
    array: &SliceArray<W, Values>,
    setup: &Setup<W>,
    side: Side,
    squares: W,
    turns: Option<&Kernel<W>>,
    word: &mut [W],
) {
    word.fill(W::EMPTY);
    let kings = setup.get(side, Kind::King);
    let at = |square: u8| {
        let mut whole = *setup;
        whole.pieces[side as usize][Kind::King as usize] |= W::bit(square);
        array.index.rank(&whole) as usize
    };
    let numbers = Numbers::new(kernel, setup, side, array.index.slice().side);
    let mut left = squares;
    if numbers.run == 1 {
        // Those of the lowest king follow each other.
        let free = kernel.all & !setup.occupied();
        let lowest = if kings.is_empty() { free } else { free & W::below(kings.lowest()) };
        if !(lowest & squares).is_empty() {
            read_line(&array.entries, &Line::new(at(lowest.lowest()), lowest, turns), word);
            left &= !lowest;
        }
    }
    if left.is_empty() {
        return;
    }
    let first = at(left.lowest()).wrapping_sub(numbers.of(left.lowest()));
    let mut found = [W::EMPTY; DIGITS + MAX_DIGITS];
    let found = &mut found[..word.len()];
    for square in left.squares() {
        let known = array.entries.at(first.wrapping_add(numbers.of(square)));
        // Without branches: which values follow each other cannot be guessed.
        let only_if = |is_so: bool| if is_so { W::bit(square) } else { W::EMPTY };
        found[WON] |= only_if(known.is_won());
        found[LOST] |= only_if(!known.is_won() && !known.is_draw());
        let half = if known.is_draw() { 0 } else { known.plies() / 2 };
        for (i, digit) in found[DIGITS..].iter_mut().enumerate() {
            *digit |= only_if(half >> i & 1 == 1);
        }
    }
    for (word, found) in word.iter_mut().zip(found) {
        *word |= turns.map_or(*found, |kernel| kernel.turned(*found));
    }
}

/// The numbers of positions that differ in the square of one king.
struct Numbers<W> {
    /// Squares without fixed pieces and, where the king is of the side to move, without kings of the other side.
    free: W,
    /// Numbers of the kings of its side, among these.
    kings: OneMore,
    /// How many positions there are with the same kings of that side.
    run: usize,
    /// The kings of the side to move, where the king is not theirs.
    to_move: W,
    /// Their number, by how many of them are below that king.
    of_those: [usize; MAX_KINGS + 1],
}

impl<W: Word> Numbers<W> {
    /// See [`read_word`].
    #[inline(always)]
    fn new(kernel: &Kernel<W>, setup: &Setup<W>, side: Side, to_move: Side) -> Self {
        let (own, others) = (setup.get(side, Kind::King), setup.get(side.other(), Kind::King));
        let without_own = kernel.all & !(setup.occupied() & !own);
        let mut of_those = [0; MAX_KINGS + 1];
        if side == to_move || others.is_empty() {
            let kings = OneMore::than(own.packed(without_own));
            return Numbers { free: without_own, kings, run: 1, to_move: W::EMPTY, of_those };
        }
        let free = without_own | others;
        let for_others = free & !own;
        let places = || others.packed(for_others).squares().map(usize::from).zip(1..);
        // Above the king they are one place lower than without it. No king is below the first place.
        let lowered = |(place, nth): (usize, usize)| choose(place.saturating_sub(1), nth);
        of_those[0] = places().map(lowered).sum();
        for (place, nth) in places() {
            of_those[nth] = of_those[nth - 1] + choose(place, nth) - lowered((place, nth));
        }
        let run = choose(for_others.count() as usize - 1, others.count() as usize);
        Numbers { free, kings: OneMore::than(own.packed(free)), run, to_move: others, of_those }
    }

    /// That with the king on `square`, counted from any start.
    #[inline(always)]
    fn of(&self, square: u8) -> usize {
        let place = W::bit(square).packed(self.free).lowest();
        let below = (self.to_move & W::below(square)).count();
        self.kings.with(place) * self.run + self.of_those[below as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Known;
    use crate::solver::sets::best::value_at;
    use crate::solver::values::Signs;
    use peatee_rules::{Game, Variant, with_kernel};
    use peatee_table::index::SliceIndex;
    use peatee_table::{Slice, slices};

    /// Values without any order: draws, losses of an even number of plies, wins of an odd one.
    fn values(count: u64) -> Vec<Known> {
        let value = |number: u64| {
            let plies = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u16 % 60;
            match (number + plies as u64) % 3 {
                0 => Known::DRAW,
                1 => Known::lost(plies & !1),
                _ => Known::won(plies | 1),
            }
        };
        (0..count).map(value).collect()
    }

    /// Reads with the lowest king and with the highest one of `side` as the one whose squares are asked for.
    fn check<W: Word>(kernel: &Kernel<W>, slice: Slice) {
        let index = SliceIndex::new(kernel, slice);
        let plies = values(index.size());
        let signs = Values::Signs(Signs::of(&plies));
        let in_plies = SliceArray { index: index.clone(), entries: Values::Plies(plies) };
        let in_signs = SliceArray { index: index.clone(), entries: signs };
        for rank in (0..index.size()).step_by(index.size() as usize / 300 + 1) {
            let whole = index.unrank(rank);
            for side in Side::BOTH {
                let kings = whole.get(side, Kind::King);
                if kings.is_empty() {
                    continue;
                }
                for king in [kings.lowest(), kings.highest()] {
                    let mut others = whole;
                    others.pieces[side as usize][Kind::King as usize] &= !W::bit(king);
                    let squares = kernel.all & !others.occupied();
                    for turns in [None, kernel.mirror.map(|_| kernel)] {
                        let (mut word, mut without) = ([W::EMPTY; DIGITS + 5], [W::EMPTY; DIGITS]);
                        read_word(kernel, &in_plies, &others, side, squares, turns, &mut word);
                        read_word(kernel, &in_signs, &others, side, squares, turns, &mut without);
                        assert_eq!(word[..DIGITS], without, "{slice} {rank}");
                        for square in squares.squares() {
                            let mut position = others;
                            position.pieces[side as usize][Kind::King as usize] |= W::bit(square);
                            let expected = in_plies.entries.at(index.rank(&position) as usize);
                            let square = turns.map_or(square, |kernel| kernel.turned(W::bit(square)).lowest());
                            let found = value_at(&word, square, 1);
                            assert_eq!(found.is_draw(), expected.is_draw(), "{slice} {rank} {square}");
                            assert!(expected.is_draw() || found == expected, "{slice} {rank} {square}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_square_has_the_value_of_its_position() {
        for id in ["english", "international", "turkish"] {
            let game = Game::new(Variant::named(id).expect("it is there"));
            let several = ["KKvKK", "KKMvK", "KKvKM", "KMvKK"].map(|name| Slice::parse(&game, name).expect("a slice"));
            for slice in slices(&game, 3).into_iter().chain(several) {
                with_kernel!(game, kernel => check(kernel, slice));
            }
        }
    }
}
