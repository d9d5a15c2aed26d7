use peatee_generator::solver::draughts::bitboards::kings_alone::row_set::*;

fn drained(set: &RowSet) -> Vec<usize> {
    let blocks: Vec<u64> = set.drain().collect();
    (0..).zip(blocks).flat_map(|(block, bits)| rows_of(bits).map(move |row| block * ROWS_PER_BLOCK + row)).collect()
}

#[test]
fn rows_are_taken_out_once() {
    for rows in [1, 63, 64, 65, 200] {
        let set = RowSet::all(rows);
        assert_eq!(drained(&set), (0..rows).collect::<Vec<_>>());
        assert!(set.is_empty());
        [rows - 1, 0, rows / 2, rows - 1].into_iter().for_each(|row| set.add(row));
        let mut expected = vec![0, rows / 2, rows - 1];
        expected.dedup();
        assert!(!set.is_empty());
        assert_eq!(drained(&set), expected);
    }
}
