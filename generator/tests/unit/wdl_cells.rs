use peatee_generator::solver::values::wdl_cells::*;

#[test]
fn cells_come_back() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..100 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let (draws, wins) = (state as u32 & !(state >> 32) as u32, (state >> 32) as u32 & !state as u32);
        let cells = from_draws_and_wins(draws, wins);
        for i in 0..CELLS_PER_WORD {
            let (draw, win) = (draws >> i & 1, wins >> i & 1);
            assert_eq!(cells >> (2 * i) & 3, (draw + 2 * win) as u64);
        }
        assert_eq!(draws_and_wins(cells), [draws, wins]);
        assert_eq!([0, 1, 2].map(|cell| differing(cells, all(cell))), [draws | wins, !draws, !wins]);
    }
}
