//! Compares counts and longest distances of all sets of three and four men with published numbers.

use peatee_chess::{Index, Kind, Slice, Symmetry, sets};
use peatee_generator::solver::chess::{NumberedValues, Solver};

use crate::common::rows;

const PUBLISHED: &str = include_str!("../data/chess-3-4.tsv");

/// Returns the numbers of wins, draws and losses, then the longest win and the longest loss, in the
/// form of the published files.
pub fn counts(of_slice: &NumberedValues) -> [String; 5] {
    let slice = of_slice.slice;
    let index = Index::new(slice);
    // Published counts treat equal pieces of a side as different pieces.
    let orders: u64 = slice
        .sides()
        .iter()
        .flat_map(|army| Kind::ALL.map(|kind| (1..=army.count(kind).into()).product::<u64>()))
        .product();
    let (mut twice, mut longest) = ([0; 3], [None; 2]);
    for (number, entry) in (0..).zip(&of_slice.entries).filter(|(_, entry)| entry.is_position()) {
        let value = entry.value();
        let place = if value.is_draw() { 1 } else { 2 * usize::from(!value.is_won()) };
        twice[place] += 2 * orders / (1 + u64::from(orders > 1 && has_twin(&index, number)));
        if place != 1 {
            let longest = &mut longest[place / 2];
            *longest = (*longest).max(Some(value.plies()));
        }
    }
    let [wins, draws, losses] = twice.map(|twice| (twice / 2).to_string());
    let [win, loss] = longest.map(|longest| longest.map_or("-".to_owned(), |plies| plies.to_string()));
    [wins, draws, losses, win, loss]
}

/// Returns true when the mirror image of a position at the diagonal is the same position with equal
/// pieces exchanged. Published counts treat equal pieces as different pieces, but count such a
/// position and its mirror image once.
fn has_twin(index: &Index, number: u64) -> bool {
    let Some(setup) = index.setup(number).filter(|_| index.pawns().is_empty()) else { return false };
    let on_diagonal = 0x8040_2010_0804_0201u64;
    let is_on_it = setup.pieces.iter().flatten().all(|squares| squares & !on_diagonal == 0);
    setup.moved(Symmetry::NONE.and_diagonal()) == setup && !is_on_it
}

#[test]
fn all_sets_of_three_men_have_the_published_counts() {
    assert_eq!(check_counts(3), 5);
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn all_sets_of_three_and_four_men_have_the_published_counts_in_full() {
    assert_eq!(check_counts(4), 35);
}

/// Compares the counts of all sets of up to `men` men with published counts. Returns the number of
/// sets.
fn check_counts(men: u32) -> usize {
    let mut solver = Solver::default();
    let mut published = rows(PUBLISHED);
    published.retain(|row| Slice::parse(row[0]).is_ok_and(|slice| slice.men() <= men));
    let count = published.len();
    for set in sets(men) {
        let solved = solver.solve(set).expect("solved");
        let Some(place) = published.iter().position(|row| row[0] == set.name()) else {
            assert_eq!(set.name(), "KvK");
            continue;
        };
        let row = published.remove(place);
        for (of_slice, side) in [&solved[0], solved.last().unwrap()].into_iter().zip([1, 8]) {
            let [wins, cursed, draws, blessed, losses, win, loss] = row[side..side + 7] else { panic!("{row:?}") };
            assert_eq!((cursed, blessed), ("0", "0"));
            assert_eq!(counts(of_slice), [wins, draws, losses, win, loss], "{}", of_slice.slice);
        }
    }
    assert!(published.is_empty(), "{published:?}");
    count
}
