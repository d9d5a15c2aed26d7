use peatee_generator::solver::draughts::bitboards::output::put_bits;
use peatee_generator::solver::draughts::bitboards::streamed::job_values::*;
use peatee_generator::solver::draughts::bitboards::streamed::written::bytes_of;

#[test]
fn bits_come_back_from_any_place() {
    let row: Vec<u8> = (0..40u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (at, count) in [(0, 320), (3, 1), (5, 64), (7, 129), (16, 72), (311, 9)] {
        let mut bytes = Vec::new();
        append_bits(&row, at, count, &mut bytes);
        assert_eq!(bytes.len(), bytes_of(count));
        let mut back = vec![0; row.len()];
        put_bits(&bytes, at, &mut back);
        let bit = |row: &[u8], place: usize| row[place / 8] >> (place % 8) & 1;
        for place in 0..8 * row.len() {
            let expected = if (at..at + count).contains(&place) { bit(&row, place) } else { 0 };
            assert_eq!(bit(&back, place), expected, "{count} bits from {at}: {place}");
        }
    }
}
