//! Tests of the number of positions in the blocks of distances.

use peatee_generator::TableDirectory;
use peatee_generator::tables::read::cells::each_cell;
use peatee_probe::Tables;
use peatee_probe::internals::Table;
use peatee_table::format::{BLOCK_POSITIONS, BlockEncoder, Header};
use peatee_table::{Metric, TableBuilder};

use crate::common::program::succeed;
use crate::common::{Made, game, generate_metrics_into, make};

/// Returns the bytes of the table with other blocks of the same cells, compressed with zstd level
/// 8.
fn with_blocks_of(table: &Table, block_positions: u32) -> Vec<u8> {
    let header = table.header();
    let mut cells = vec![0; header.cell.bytes_of(header.positions as u32)];
    table.each_cell(|number, cell| assert!(header.cell.write(&mut cells, number as usize, cell))).expect("sound");
    let mut encoder = BlockEncoder::new(8).expect("zstd works");
    let mut builder = TableBuilder::new(Header { block_positions, ..header.clone() });
    for block in cells.chunks(header.cell.bytes_of(block_positions)) {
        builder.push(&encoder.encode(header.cell, block).expect("it compresses"));
    }
    builder.finish()
}

/// Reads tables whose blocks have fewer or more positions than those of the tables beside them.
#[test]
fn blocks_of_any_size_read_the_same() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let variant = "international";
    generate_metrics_into(root.path(), variant, 3, &[Metric::Wdl, Metric::Dtc]);
    let read = || {
        let tables = Tables::open(root.path().join(variant)).expect("tables that open");
        let mut cells = Vec::new();
        for info in tables.slices() {
            each_cell(&tables, info.slice, Metric::Dtc, |_, cell| cells.push(cell)).expect("sound");
        }
        let say = |arguments: &[&str]| succeed(&[arguments, &["--variant", variant]].concat(), root.path());
        assert!(say(&["verify"]).contains(" 0 wrong"));
        (cells, say(&["signature", "--from-values"]), say(&["export", "--slice", "KKvK", "--metric", "dtc"]))
    };
    let expected = read();
    for block_positions in [64, BLOCK_POSITIONS / 2, BLOCK_POSITIONS, 2 * BLOCK_POSITIONS] {
        let tables = Tables::open(root.path().join(variant)).expect("tables that open");
        let directory = TableDirectory::open(root.path(), &game(variant)).expect("nobody else is at work");
        let mut largest = 0;
        for info in tables.slices() {
            let table = tables.table(info.slice, Metric::Dtc).expect("made");
            largest = largest.max(table.header().positions);
            directory.put(info.slice, Metric::Dtc, &with_blocks_of(table, block_positions)).expect("writable");
        }
        assert!(largest > BLOCK_POSITIONS.into(), "no table has two parts");
        drop(directory);
        assert!(read() == expected, "blocks of {block_positions} positions");
    }
}

/// Compares the blocks that the generator makes with large blocks of the same cells.
#[test]
fn blocks_of_distances_are_small_for_a_small_price() {
    let Made { tables, .. } = make("english", 3);
    let mut smaller = 0;
    for info in tables.slices() {
        let table = tables.table(info.slice, Metric::Dtw).expect("made");
        let header = table.header();
        let large_bytes = with_blocks_of(table, BLOCK_POSITIONS).len() as u64;
        assert!(header.file_bytes <= large_bytes + large_bytes / 20, "{}: {large_bytes}", header.slice);
        smaller += (header.block_positions < BLOCK_POSITIONS && header.blocks() > 1) as u32;
    }
    assert!(smaller > 0);
}
