use peatee_generator::solver::draughts::bitboards::layout::bit_planes::*;
use peatee_generator::solver::values::known::Known;
use peatee_rules::Bitboard;

/// Returns a generator of pseudo-random numbers.
fn noise() -> impl FnMut() -> u128 {
    let mut state = 0x9e37_79b9_7f4a_7c15u128;
    move || {
        state = state.wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15).wrapping_add(1);
        state >> 50 ^ state
    }
}

fn check_transposed<W: Bitboard>(size: u8, value_words: usize) {
    let mut next = noise();
    let mut matrices = BitMatrices::<W>::default();
    matrices.clear(size as usize, value_words);
    let within = W::first_n(size as u32);
    let before: Vec<Vec<W>> =
        (0..size).map(|_| (0..value_words).map(|_| W::narrow(next()) & within).collect()).collect();
    for (row, value) in (0..).zip(&before) {
        matrices.put(row, value);
    }
    matrices.transpose();
    for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
        let expected = before[row as usize].iter().map(|word| word.has(column));
        assert!(matrices.row(column).iter().map(|word| word.has(row)).eq(expected), "{size}: {row} {column}");
    }
}

#[test]
fn matrices_are_transposed() {
    for value_words in [1, 3, 9] {
        for size in [1, 2, 32] {
            check_transposed::<u32>(size, value_words);
        }
        check_transposed::<u64>(32, value_words);
        check_transposed::<u64>(64, value_words);
        check_transposed::<u128>(128, value_words);
    }
}

#[test]
fn values_come_back() {
    let mut next = noise();
    for count in 0..=64usize {
        // Every other round uses typical values, which are draws and small numbers.
        let mostly = |bits: u16| if bits.is_multiple_of(5) { Known::DRAW } else { Known(bits & 0xff) };
        let value = |bits: u16| if count.is_multiple_of(2) { Known(bits) } else { mostly(bits) };
        let values: Vec<Known> = (0..count).map(|_| value(next() as u16)).collect();
        let planes = read_planes::<u64>(&values);
        for (i, value) in values.iter().enumerate() {
            assert!((0..KNOWN_BITS).all(|bit| planes[bit].has(i as u8) == (value.0 >> bit & 1 == 1)));
        }
        let mut back = vec![Known::DRAW; count];
        write_planes(&planes, &mut back);
        assert_eq!(back, values);
    }
}
