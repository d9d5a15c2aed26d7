use peatee_chess::Slice;
use peatee_chess::sets;
use peatee_generator::solver::chess::metrics::default_distance;
use peatee_generator::solver::chess::read::*;
use peatee_generator::solver::chess::words::solved::RuleScope;
use peatee_generator::solver::chess::{NumberedValues, Solver};
use peatee_generator::solver::values::cell_of;
use peatee_generator::solver::values::known::Known;
use peatee_generator::tables::write::{WdlCoding, chess_table_bytes};
use peatee_probe::Tabled as _;
use peatee_probe::chess::Chess;
use peatee_table::Metric;
use peatee_table::TableBuilder;
use peatee_table::format::{BLOCK_POSITIONS, BlockEncoder, Cell, Counts, Header};
use peatee_table::format::{CaptureCells, file_name};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

/// Returns the bytes of a table in which every cell is the value of its position, as in older
/// tables.
fn with_all_values(of_slice: &NumberedValues, metric: Metric) -> Vec<u8> {
    let NumberedValues { slice, entries, .. } = of_slice;
    let cell = if metric == Metric::Wdl { Cell::Wdl } else { Cell::Short };
    let number = |known: Known| match (cell, known.is_draw()) {
        (Cell::Wdl, _) => cell_of(known).into(),
        (_, true) => 0,
        _ => u32::from(known.plies()) + 1,
    };
    let longest_win_plies = entries.iter().map(|entry| number(entry.value())).max().expect("values") - 1;
    let counts = Counts { draws: entries.len() as u64, longest_win_plies, ..Counts::default() };
    let identity = Chess.identity(*slice, metric);
    let header =
        Header { positions: entries.len() as u64, counts, ..Header::new(identity, cell, CaptureCells::Stored) };
    let (mut builder, mut encoder) = (TableBuilder::new(header), BlockEncoder::new(3).expect("zstd"));
    for block in entries.chunks(BLOCK_POSITIONS as usize) {
        let mut cells = vec![0; cell.bytes_of(block.len() as u32)];
        for (place, entry) in block.iter().enumerate() {
            assert!(cell.write(&mut cells, place, number(entry.value())));
        }
        builder.push(&encoder.encode(cell, &cells).expect("a block"));
    }
    builder.finish()
}

/// Solves sets and writes their tables. `change` changes each distance, and `table` returns the
/// bytes of a table.
fn write(
    directory: &Path,
    sets: &[Slice],
    change: impl Fn(u16) -> u16,
    table: impl Fn(&NumberedValues, Metric) -> Vec<u8>,
) {
    let mut solver = Solver::default();
    for mut of_slice in sets.iter().flat_map(|&set| solver.solve(set).expect("solved")) {
        for entry in &mut of_slice.entries {
            let known = entry.value();
            *entry = entry.with_value(match (known.is_draw(), known.is_won()) {
                (true, _) => Known::DRAW,
                (_, true) => Known::won(change(known.plies())),
                _ => Known::lost(change(known.plies())),
            });
        }
        for metric in [Metric::Wdl, default_distance()] {
            let file = directory.join(file_name(of_slice.slice, metric));
            std::fs::write(file, table(&of_slice, metric)).expect("writable");
        }
    }
}

fn today(of_slice: &NumberedValues, metric: Metric) -> Vec<u8> {
    chess_table_bytes(of_slice, metric, WdlCoding::QuickPages).expect("a table")
}

/// Checks that cursed wins and blessed losses are read back from tables. The longest distances in
/// the tables are changed to more plies than the 50-move rule allows.
#[test]
fn cursed_wins_and_blessed_losses_are_read_back() {
    const LAST_IN_TIME_PLIES: u16 = 20;
    let directory = tempfile::tempdir().expect("there is room for temporary files");
    let set = Slice::parse("KRvK").expect("a slice");
    let late = |plies| if plies > LAST_IN_TIME_PLIES { plies + 100 } else { plies };
    write(directory.path(), &[set], late, with_all_values);
    let read = read_set(directory.path(), set, default_distance()).expect("sound").expect("it is there");
    assert!(read.needs().is_empty());
    let read = read.completed(|_| unreachable!("nothing is needed"));
    assert!(read.has_too_long());
    let [white, black] = read.counts();
    let distances = Solver::default().solve(set).expect("solved");
    let late_values = |slice: usize| {
        let values = distances[slice].entries.iter().map(|entry| entry.value());
        let plies = values.filter(|known| !known.is_draw()).map(|known| known.plies());
        plies.filter(|&plies| plies > LAST_IN_TIME_PLIES).count() as u64
    };
    assert_eq!([white.cursed_wins, white.wins + white.cursed_wins], [late_values(0), 21959]);
    assert_eq!([black.blessed_losses, black.losses + black.blessed_losses], [late_values(1), 25260]);
    assert_eq!(black.draws, 2796);
    // The words must agree with the values: wins within the rule are the wins that are in time.
    let won = |reading| -> u32 {
        let rows = 0..read.layout.rows;
        rows.map(|row| read.words[0].outcome(0, row, reading).won.count_ones()).sum()
    };
    assert!(won(RuleScope::WithinRule) < won(RuleScope::WithoutRule));
    // Cells of present tables alone do not tell which wins are cursed.
    write(directory.path(), &[set], late, today);
    assert!(read_set(directory.path(), set, default_distance()).expect("sound").is_none());
}

#[test]
fn sets_solved_with_what_is_read_back_have_the_same_values() {
    let directory = tempfile::tempdir().expect("there is room for temporary files");
    // KQvKP leads to KQvKQ, which has one table for both sides to move.
    let both_alike = Slice::parse("KQvKQ").expect("a slice");
    let sets = [&sets(3)[1..], &[both_alike]].concat();
    write(directory.path(), &sets, |plies| plies, today);
    let asked = Mutex::new(HashMap::new());
    let mut reading = Solver::reading(100, |set| {
        let read = read_set(directory.path(), set, default_distance())?;
        asked.lock().expect("no panic").insert(set, read.is_some());
        Ok(read)
    });
    let mut alone = Solver::default();
    for name in ["KQvKP", "KBPvK", "KPvKP", "KNNvK"] {
        let set = Slice::parse(name).expect("a slice");
        let solved = reading.solve(set).expect("solved");
        assert_eq!(solved, alone.solve(set).expect("solved"), "{name}");
    }
    let asked = asked.lock().expect("no panic");
    assert!(sets.iter().all(|set| asked[set]), "{asked:?}");
}
