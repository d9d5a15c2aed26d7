//! Checks that the captures generated from a setup are those of the move library.

use std::ops::ControlFlow;

use peatee_chess::{Index, Position, Setup, Slice, sets};
use proptest::prelude::*;

/// Squares of the kings and of the other pieces, as in a `Setup`.
type Places = ([u8; 2], [[u64; 5]; 2]);

/// Returns the setups after all captures except en passant, as a sorted list. The crate
/// `cozy_chess` generates the moves. Returns `None` if the setup is not legal.
fn by_library(setup: &Setup) -> Option<Vec<Places>> {
    let position = Position::from_board(&setup.board()?).ok()?;
    let others = position.board().colors(!position.side_to_move());
    let captures = position.moves().into_iter().filter(|mv| others.has(mv.to));
    let mut after: Vec<_> =
        captures.map(|mv| position.after(mv).setup()).map(|setup| (setup.kings, setup.pieces)).collect();
    after.sort_unstable();
    Some(after)
}

fn by_pieces(setup: &Setup) -> Vec<Places> {
    let mut after = Vec::new();
    let end = setup.try_after_captures(|setup| {
        after.push((setup.kings, setup.pieces));
        ControlFlow::<()>::Continue(())
    });
    assert!(end.is_continue());
    after.sort_unstable();
    after
}

/// Returns a slice for any number `place`: a slice of at most five men if the number is small,
/// otherwise one of seven men.
fn slice(place: usize) -> Slice {
    let larger = ["KQRBvKPP", "KPPvKPPP", "KQBNPvKP", "KBNvKRPP", "KRRvKRBP"];
    match sets(5).get(place) {
        Some(&set) => set,
        None => Slice::parse(larger[place % larger.len()]).expect("a slice"),
    }
}

#[test]
fn all_captures_of_three_men_are_found() {
    let mut captures = 0;
    for slice in sets(3).into_iter().filter(|set| set.men() == 3).flat_map(Slice::both) {
        let index = Index::new(slice);
        for setup in (0..index.numbers()).filter_map(|number| index.setup(number)) {
            let Some(expected) = by_library(&setup) else { continue };
            assert_eq!(by_pieces(&setup), expected, "{slice} {setup:?}");
            captures += expected.len();
        }
    }
    assert!(captures > 1000, "{captures}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn captures_are_those_of_the_library(place in 0..240usize, shares in prop::collection::vec(0.0..1.0f64, 100)) {
        for slice in slice(place).both() {
            let index = Index::new(slice);
            let numbers = shares.iter().map(|share| (index.numbers() as f64 * share) as u64);
            for setup in numbers.filter_map(|number| index.setup(number)) {
                if let Some(expected) = by_library(&setup) {
                    prop_assert_eq!(by_pieces(&setup), expected, "{} {:?}", slice, setup);
                }
            }
        }
    }
}

#[test]
fn a_search_for_captures_ends_when_it_is_told() {
    let position = Position::parse_fen("1r2r2k/P7/8/8/8/8/8/4R1K1 w - - 0 1").expect("a FEN");
    let setup = position.setup();
    // The captures are four promotions of the pawn and one capture by the rook.
    assert_eq!(by_pieces(&setup).len(), 5);
    let mut seen = 0;
    let end = setup.try_after_captures(|_| {
        seen += 1;
        if seen == 2 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    assert_eq!((end, seen), (ControlFlow::Break("enough"), 2));
}
