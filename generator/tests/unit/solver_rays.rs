use peatee_generator::solver::chess::words::rays::*;

#[test]
fn neighbours_are_king_moves() {
    for square in 0..64 {
        assert_eq!(neighbours(1 << square), king_moves(square));
    }
    assert_eq!(squares(0x8000_0000_0000_0101).collect::<Vec<_>>(), [0, 8, 63]);
}
