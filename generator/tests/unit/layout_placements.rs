use peatee_generator::solver::draughts::bitboards::layout::placements::*;
use peatee_rules::Bitboard;

#[test]
fn numbers_and_placements_match() {
    for count in 0..=3 {
        for (number, &set) in all_placements::<u64>(32, count).iter().enumerate() {
            assert_eq!((set.count() as usize, number_of(set)), (count, number));
            let more = OneMore::than(set);
            for square in (u64::first_n(32) & !set).squares() {
                assert_eq!(more.with(square), number_of(set | u64::bit(square)));
            }
        }
    }
    assert_eq!(placement::<u128>(choose(72, 7) - 1, 7), u128::first_n(72) & !u128::first_n(65));
}
