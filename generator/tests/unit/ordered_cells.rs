use peatee_generator::tables::write::ordered_cells::*;
use proptest::prelude::*;

proptest! {
    /// Compares cells that are packed piece by piece with cells that are packed at once.
    #[test]
    fn cells_are_packed_alike_in_any_pieces(
        cells in prop::collection::vec((0u8..4, any::<bool>()), 0..200),
        pieces in prop::collection::vec(0usize..80, 0..9),
        others in any::<u8>(),
    ) {
        let at_once = PackedCells::new(cells.clone(), (0, false), |(cell, _)| cell, |(_, is_free)| is_free);
        let mut packer = CellPacker::with_room(cells.len());
        let mut left = &cells[..];
        for count in pieces.into_iter().chain([cells.len()]) {
            let (piece, later) = left.split_at(count.min(left.len()));
            // Only the lowest bits have a meaning.
            packer.extend(piece, |(cell, is_free)| [cell | others << 2, u8::from(is_free) | others << 1]);
            left = later;
        }
        prop_assert_eq!(packer.finish(), at_once);
    }
}

#[test]
fn numbers_take_their_bits_in_order() {
    assert_eq!(two_bits_each([3, 0, 1, 2, 0, 3, 2, 1]), 0b01_10_11_00_10_01_00_11);
    assert_eq!(a_bit_each([1, 0, 1, 1, 0, 0, 0, 1]), 0b1000_1101);
}
