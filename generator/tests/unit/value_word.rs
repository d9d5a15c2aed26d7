use peatee_generator::solver::draughts::bitboards::value_word::*;
use peatee_generator::solver::values::known::Known;

#[test]
fn values_are_read_back() {
    let word = [0b0001u64, 0b0110, 0b0101, 0b0100];
    let read = |square| value_at(&word, square, 1);
    assert_eq!([0, 1, 2, 3].map(read), [Known::won(3), Known::lost(0), Known::lost(6), Known::DRAW]);
}
