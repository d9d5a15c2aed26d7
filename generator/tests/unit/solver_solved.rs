use peatee_generator::solver::chess::words::solved::*;

#[test]
fn bits_change_places_across_the_diagonal() {
    let mut matrix: [u64; 64] = std::array::from_fn(|row| (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let before = matrix;
    transpose(&mut matrix);
    for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
        assert_eq!(matrix[column] >> row & 1, before[row] >> column & 1);
    }
}
