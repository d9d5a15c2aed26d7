use peatee_generator::solver::chess::words::layout::*;

#[test]
fn placements_are_counted_without_listing_them() {
    for set in peatee_chess::sets(5) {
        assert_eq!(placements_of(set), SetLayout::new(set).placements.len() as u64, "{set}");
    }
}
