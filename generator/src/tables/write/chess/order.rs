//! Chooses the order in which a chess table stores its cells, so that they take few bytes.

use peatee_chess::{Index, StoredOrder};
use peatee_table::index::GroupOrder;

use crate::parallel;

/// The chosen order of the cells: an order of the mixed-radix digits that make up position numbers.
#[derive(Debug, Clone)]
pub struct ChosenOrder {
    pub header: GroupOrder,
    pub order: StoredOrder,
    pub cost: u64,
}

/// Tries orders of the mixed-radix digits that make up position numbers, and returns the cheapest
/// order found.
///
/// The last digit is the least significant one and matters most, so it is chosen first: each digit
/// is tried as the last, and the cheapest choice is kept. The last but one digit is then chosen
/// among the other digits in the same way, and so on.
pub fn best_order(index: &Index, cost: impl Fn(&StoredOrder) -> u64 + Sync) -> ChosenOrder {
    let digits = index.pawns().len() + 2 + index.pieces().len();
    let mut best = rated(index, (1..=digits as u8).collect(), &cost);
    for place in (1..digits).rev() {
        let tried: Vec<Vec<u8>> = (0..place).map(|from| moved(&best.1, from, place)).collect();
        let found = parallel::map(tried, &|digits| rated(index, digits, &cost));
        // Of equally cheap orders the first is taken, so that equal values give equal bytes.
        best = found.into_iter().fold(best, |best, other| if other.0 < best.0 { other } else { best });
    }
    let (cost, digits) = best;
    let order = StoredOrder::new(index, &digits).expect("an order of its digits");
    let mut bytes = [0; size_of::<GroupOrder>()];
    bytes[..digits.len()].copy_from_slice(&digits);
    ChosenOrder { header: GroupOrder::from_bytes(bytes).expect("an order"), order, cost }
}

fn rated(index: &Index, digits: Vec<u8>, cost: &(impl Fn(&StoredOrder) -> u64 + Sync)) -> (u64, Vec<u8>) {
    let order = StoredOrder::new(index, &digits).expect("an order of its digits");
    (cost(&order), digits)
}

/// Returns the list of digits after the item at index `from` is moved to the later index `place`.
fn moved(digits: &[u8], from: usize, place: usize) -> Vec<u8> {
    let mut digits = digits.to_vec();
    digits[from..=place].rotate_left(1);
    digits
}
