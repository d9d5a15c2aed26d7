use peatee_generator::solver::values::capture_mask::*;
use peatee_rules::Bitboard;
use peatee_rules::variant::Quiet;
use peatee_rules::{Draughts, VARIANTS, with_kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

/// Returns true if the slice can be tested in a short time. Three pieces on a large board take too
/// long.
fn is_small(game: &Draughts, slice: Slice) -> bool {
    slice.material.pieces() == 2 || game.variant().board.square_count() <= 32
}

#[test]
fn masks_say_where_captures_are() {
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        for slice in peatee_table::slices(&game, 3).into_iter().filter(|slice| is_small(&game, *slice)) {
            with_kernel!(game, kernel => {
                let index = SliceIndex::new(kernel, slice);
                let mask = CaptureMask::of(kernel, slice);
                let mut cursor = index.cursor();
                for number in 0..index.size() {
                    let moves = kernel.moves(cursor.seek(number), slice.side).unwrap();
                    let captures = moves.iter().any(|mv| !mv.captured.is_empty());
                    assert_eq!(mask.has(number), captures, "{} {slice} {number}", variant.id);
                }
                assert!(!mask.has(index.size() + 64));
            });
        }
    }
}

#[test]
fn games_of_captures_alone_keep_them() {
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        let left_out = with_kernel!(game, kernel => are_left_out(kernel));
        assert_eq!(left_out, variant.pieces.iter().any(|(_, rule)| rule.quiet != Quiet::None), "{}", variant.id);
    }
}
