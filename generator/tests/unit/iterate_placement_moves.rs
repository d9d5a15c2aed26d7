use peatee_generator::solver::draughts::bitboards::fills::KingFills;
use peatee_generator::solver::draughts::bitboards::iterate::placement_moves::*;
use peatee_generator::solver::draughts::bitboards::layout::placements::{all_placements, number_of};
use peatee_rules::{Bitboard, Kernel, Side};
use peatee_rules::{Draughts, Variant, with_kernel};

/// Checks that the moves of a placement of kings are those of its single kings. Tests placements
/// with and without a list of moves that was made beforehand.
#[test]
fn moves_are_those_of_single_kings_whether_they_are_listed_or_not() {
    for variant in ["english", "international"] {
        let game = Draughts::new(Variant::named(variant).expect("a variant"));
        with_kernel!(game, kernel => check(kernel));
    }
}

fn check<W: Bitboard>(kernel: &Kernel<W>) {
    let fills = KingFills::new(kernel, Side::White).expect("kings step or slide");
    let placements = all_placements::<W>(kernel.squares, 3);
    let fixed = W::bit(7) | W::bit(20);
    let mut listed = PlacementMoves::new(&placements, &fills);
    listed.load(fixed);
    assert_eq!(listed.starts.len(), placements.len() + 1);
    let unlisted = PlacementMoves { fixed, ..PlacementMoves::new(&placements, &fills) };
    let mut moves = 0;
    for (number, &set) in placements.iter().enumerate() {
        let mut expected = Vec::new();
        for from in set.squares().filter(|_| (set & fixed).is_empty()) {
            let others = set & !W::bit(from);
            fills.moves(from, others | fixed, |to, path| expected.push((number_of(others | W::bit(to)), path)));
        }
        for kind in [&listed, &unlisted] {
            let mut found = Vec::new();
            kind.each(number, |to, path| found.push((to, path)));
            assert_eq!(found, expected);
        }
        moves += expected.len();
    }
    assert!(moves > 20_000, "{moves}");
}
