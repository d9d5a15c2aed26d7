use peatee_chess::{Index, Slice, StoredOrder};
use peatee_generator::solver::chess::Entry;
use peatee_generator::solver::values::known::Known;
use peatee_generator::tables::write::chess::distances::*;
use peatee_table::Metric;
use peatee_table::format::Cell;

/// Tests the example of `FORMAT.md`. In a position with a move that wins at once, 141 in a cell
/// means a win in 40 plies by another move.
#[test]
fn cells_say_what_moves_at_once_do_not() {
    let slice = Slice::parse("KQvK").expect("a slice");
    let order = StoredOrder::of_numbers(&Index::new(slice));
    let (draw, won, lost) = (Known::DRAW, Known::won, Known::lost);
    let at_once = |known| Entry::NO_POSITION.with_value(known).and_won_at_once();
    let other = |known| Entry::NO_POSITION.with_value(known);
    let entries = [
        other(draw),
        other(won(7)),
        at_once(won(1)),
        at_once(won(40)),
        at_once(won(1)),
        at_once(won(101)),
        other(draw),
        other(lost(110)),
        other(won(1)),
    ];
    let plies = |entries: &[Entry], code: &str| {
        let cells = DistanceCells::new(entries, Metric::dtz(code));
        let plies: Vec<u16> = cells.of(&order.numbers(), 0..9).iter().map(|cell| cell - 1).collect();
        (plies, cells.kind())
    };
    let with_50_moves = plies(&entries, "FIDE-50");
    assert_eq!(with_50_moves, (vec![7, 7, 7, 141, 1, 101, 101, 110, 1], Cell::Short));
    let mut entries = entries;
    entries[3] = at_once(won(120));
    let with_75_moves = plies(&entries, "FIDE-75");
    assert_eq!(with_75_moves, (vec![7, 7, 7, 271, 1, 252, 252, 110, 1], Cell::Long));
}
