use peatee_chess::{Index, Slice, StoredOrder};
use peatee_generator::solver::chess::Entry;
use peatee_generator::solver::values::known::Known;
use peatee_generator::tables::write::chess::gather::*;

/// Checks that the values of positions are returned in the stored order of a table. Tries every
/// order of the mixed-radix digits of position numbers.
#[test]
fn entries_are_gathered_in_every_order() {
    let index = Index::new(Slice::parse("KQvK").expect("a slice"));
    let entries: Vec<Entry> = (0..index.numbers())
        .map(|number| Entry::NO_POSITION.with_value(Known::lost((number * number % 251) as u16)))
        .collect();
    for digits in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
        let order = StoredOrder::new(&index, &digits).expect("an order");
        let numbers = order.numbers();
        let mut expected = Vec::new();
        numbers.from(0, |number| {
            expected.push(entries[number as usize]);
            true
        });
        for first in (0..entries.len()).step_by(7) {
            let places = first..entries.len().min(first + 100);
            assert_eq!(gather_entries(&entries, &numbers, places.clone()), expected[places], "{digits:?}");
        }
    }
}
