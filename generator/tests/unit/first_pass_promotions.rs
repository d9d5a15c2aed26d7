use peatee_generator::solver::draughts::bitboards::first_pass::promotions::*;
use peatee_generator::solver::draughts::bitboards::value_word::{DIGITS, value_at};
use peatee_generator::solver::draughts::lookup::SliceArray;
use peatee_generator::solver::values::known::Known;
use peatee_generator::solver::values::{Entries, Values, WdlArray};
use peatee_rules::{Bitboard, Kernel, Kind, Side};
use peatee_rules::{Draughts, Variant, with_kernel};
use peatee_table::index::SliceIndex;
use peatee_table::{Slice, slices};

/// Returns test values in no order: draws, losses in an even number of plies, and wins in an odd
/// number of plies.
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

/// Checks words of positions after promotions. The open king, whose square is a bit of the word, is
/// the lowest or the highest king of a side.
fn check<W: Bitboard>(kernel: &Kernel<W>, slice: Slice) {
    let index = SliceIndex::new(kernel, slice);
    let plies = values(index.size());
    let wdl = Values::Wdl(WdlArray::of(&plies));
    let in_plies = SliceArray { index: index.clone(), entries: Values::Plies(plies.into()) };
    let in_wdl = SliceArray { index: index.clone(), entries: wdl };
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
                for mirror in [None, kernel.mirror.map(|_| kernel)] {
                    let (mut word, mut without) = ([W::EMPTY; DIGITS + 5], [W::EMPTY; DIGITS]);
                    let of = |array| PromotedWord { kernel, array, setup: others, open: side, squares, mirror };
                    of(&in_plies).read(&mut word);
                    of(&in_wdl).read(&mut without);
                    assert_eq!(word[..DIGITS], without, "{slice} {rank}");
                    for square in squares.squares() {
                        let mut position = others;
                        position.pieces[side as usize][Kind::King as usize] |= W::bit(square);
                        let expected = in_plies.entries.at(index.rank(&position) as usize);
                        let square = mirror.map_or(square, |kernel| kernel.mirrored_set(W::bit(square)).lowest());
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
        let game = Draughts::new(Variant::named(id).expect("it is there"));
        let several = ["KKvKK", "KKMvK", "KKvKM", "KMvKK"].map(|name| Slice::parse(&game, name).expect("a slice"));
        for slice in slices(&game, 3).into_iter().chain(several) {
            with_kernel!(game, kernel => check(kernel, slice));
        }
    }
}
