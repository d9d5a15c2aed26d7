//! Checks that every legal position has exactly one number.

use std::collections::{HashMap, HashSet};

use peatee_chess::{Index, Kind, Position, Setup, Slice, StoredOrder, Symmetry, sets};
use proptest::prelude::*;

/// Returns all placements of the kings and the third man of a slice, whether legal or not.
fn placements(slice: Slice) -> impl Iterator<Item = Setup> {
    let side = usize::from(slice.own.pieces() == 0);
    let army = slice.sides()[side];
    let kind = Kind::ALL.into_iter().find(|&kind| army.count(kind) > 0).expect("three men");
    (0..64 * 64 * 64u32).map(move |places| {
        let mut setup = Setup { kings: [(places % 64) as u8, (places / 64 % 64) as u8], ..Setup::default() };
        setup.pieces[side][kind as usize] = 1 << (places / 64 / 64);
        setup
    })
}

#[test]
fn every_legal_position_of_three_men_has_exactly_one_number() {
    for slice in sets(3).into_iter().filter(|set| set.men() == 3).flat_map(Slice::both) {
        let index = Index::new(slice);
        let mut legal = 0;
        let mut orbits: HashMap<u64, HashSet<Places>> = HashMap::new();
        for setup in placements(slice) {
            let Some(board) = setup.board() else { continue };
            legal += 1;
            assert_eq!(Setup::from_board(&board), setup);
            let number = index.number(&setup);
            assert!(number < index.numbers());
            orbits.entry(number).or_default().insert(key(&setup));
        }
        // The positions with one number are exactly the images of a position under the symmetries.
        let symmetries = if slice.pawns() == 0 { 8 } else { 2 };
        for (&number, positions) in &orbits {
            let setup = index.setup(number).expect("the number of a legal position");
            assert_eq!(index.number(&setup), number, "{slice}");
            let images = Symmetry::all().take(symmetries).map(|symmetry| key(&setup.moved(symmetry)));
            assert_eq!(&images.collect::<HashSet<_>>(), positions, "{slice} {number}");
        }
        assert_eq!(orbits.values().map(HashSet::len).sum::<usize>(), legal);
        // The other numbers have no legal position.
        let legal = (0..index.numbers()).filter(|&number| index.board(number).is_some()).count();
        assert_eq!(legal, orbits.len(), "{slice}");
    }
}

type Places = ([u8; 2], [[u64; 5]; 2]);

fn key(setup: &Setup) -> Places {
    (setup.kings, setup.pieces)
}

#[test]
fn worked_examples() {
    // Examples of FORMAT.md.
    for (fen, slice, numbers, number) in [
        ("8/8/8/8/8/2k5/1q6/K7 w - -", "KvKQ", 29_568, 777),
        ("8/8/8/3k4/8/8/8/R3K3 b - -", "KvKR", 29_568, 29127),
        ("8/P7/8/8/8/8/1k6/3K4 b - -", "KvKP", 86_688, 1457),
    ] {
        let position = Position::parse_fen(fen).expect("a FEN");
        let setup = position.setup();
        let found = setup.slice().expect("few men");
        let index = Index::new(found);
        assert_eq!((found.name().as_str(), index.numbers(), index.number(&setup)), (slice, numbers, number), "{fen}");
    }
}

proptest! {
    #[test]
    fn numbers_of_five_men_come_back(place in 0..146usize, share in 0.0..1.0f64, flip: bool) {
        for slice in sets(5)[place].both() {
            let index = Index::new(slice);
            let number = (index.numbers() as f64 * share) as u64;
            if let Some(setup) = index.setup(number) {
                prop_assert_eq!(setup.slice(), Ok(slice));
                prop_assert_eq!(index.number(&setup), number);
                let symmetry = if flip { Symmetry::FLIP_FILES } else { Symmetry::NONE };
                prop_assert_eq!(index.number(&setup.moved(symmetry)), number);
            }
        }
    }

    #[test]
    fn places_are_those_of_numbers(
        place in 0..150usize,
        share in 0.0..1.0f64,
        symmetry in 0..8usize,
        order in prop::collection::vec(any::<u32>(), 7),
    ) {
        let larger = ["KQQQvKQ", "KPPPvKR", "KQRBNvKB", "KRBPvKNP"].map(|name| Slice::parse(name).expect("a slice"));
        let all = sets(5);
        for slice in all.get(place).copied().unwrap_or(larger[place % larger.len()]).both() {
            let index = Index::new(slice);
            let mut digits: Vec<u8> = (1..=(index.pawns().len() + 2 + index.pieces().len()) as u8).collect();
            digits.sort_by_key(|&digit| order[usize::from(digit) - 1]);
            let order = StoredOrder::new(&index, &digits).expect("an order");
            let number = (index.numbers() as f64 * share) as u64;
            if let Some(setup) = index.setup(number) {
                let symmetries = if slice.pawns() == 0 { 8 } else { 2 };
                let symmetry = Symmetry::all().nth(symmetry % symmetries).expect("a symmetry");
                prop_assert_eq!(order.place_of(&setup.moved(symmetry)), order.place(number), "{} {:?}", slice, digits);
            }
        }
    }
}
