//! Reading a table never panics and never answers differently when asked twice in different ways.
//!
//! The first byte picks one of three kinds of input. Bytes as they are show that damage is found
//! out early. A header and blocks, or a code and pages, built from the bytes with all checksums
//! right reach the code behind the checksums.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use peatee_probe::Tabled as _;
use peatee_probe::internals::Table;
use peatee_rules::{Draughts, Variant};
use peatee_table::format::pages::{BlockStarts, CountWidth, PageShape, PageTableBuilder, StreamPairs};
use peatee_table::format::{CaptureCells, Cell, Counts, Header};
use peatee_table::{Metric, Slice, TableBuilder};

/// Bytes that are taken from the front; zeros when there are none left.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }
    fn u16(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }
    fn take(&mut self, count: usize) -> Vec<u8> {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken.to_vec()
    }
}

/// Maximum number of blocks in a table that is built from the input.
const MAX_BLOCKS: u64 = 64;

fn built(mut source: Source) -> Vec<u8> {
    let flags = source.byte();
    let cell = [Cell::Wdl, Cell::Short, Cell::Long][flags as usize % 3];
    let metric = Metric::named(if cell == Cell::Wdl { "wdl" } else { "dtw" }).expect("both are metrics");
    let block_positions = if flags & 64 == 0 { 4 << (source.byte() % 16) } else { source.u16() as u32 };
    let positions = source.u16() as u64 * (1 + source.byte() as u64);
    let positions = positions.min(MAX_BLOCKS * block_positions.max(1) as u64);
    let game = Draughts::new(Variant::named("english").expect("a variant"));
    let slice = Slice::parse(&game, "KvK").expect("a slice");
    let captures = if flags & 32 == 0 { CaptureCells::Stored } else { CaptureCells::LeftOut };
    let mut builder = TableBuilder::new(Header {
        positions,
        block_positions,
        counts: Counts { wins: positions, ..Counts::default() },
        ..Header::new(game.identity(slice, metric), cell, captures)
    });
    for _ in 0..positions.div_ceil(block_positions.max(1) as u64) {
        let length = source.byte() as usize;
        let stored = source.take(length);
        // Now and then a length that is not the block's.
        let wrong_by = if flags & 128 != 0 { source.byte() as u32 } else { 0 };
        builder.push_claiming(&stored, (stored.len() as u32).wrapping_sub(wrong_by));
    }
    builder.finish()
}

/// Builds a table in the page format, with right checksums. Its code (with which blocks are
/// decoded) and its blocks come from the input. Returns `None` if the input states no valid page
/// shape.
fn built_of_pages(mut source: Source) -> Option<Vec<u8>> {
    let shape = match source.byte() {
        number if number % 4 == 0 => PageShape::Long(CountWidth::Narrow),
        number if number % 4 == 1 => PageShape::Long(CountWidth::Wide),
        number if number % 4 == 2 => {
            let width = if number & 4 == 0 { CountWidth::Narrow } else { CountWidth::Wide };
            PageShape::TwoEnded(width, if number & 8 == 0 { StreamPairs::One } else { StreamPairs::Two })
        }
        number => PageShape::Short(BlockStarts::new(u32::from(number / 4) % 13)?),
    };
    let length = source.u16() as usize % 2000;
    let code = source.take(length);
    let mut blocks = Vec::new();
    while !source.0.is_empty() && (blocks.len() as u64) < MAX_BLOCKS {
        let positions = source.u16() as u32;
        let bytes = source.take(64);
        blocks.push((std::array::from_fn(|place| bytes.get(place).copied().unwrap_or(0)), positions));
    }
    let positions = blocks.iter().map(|&(_, positions)| positions as u64).sum();
    let game = Draughts::new(Variant::named("english").expect("a variant"));
    let slice = Slice::parse(&game, "KvK").expect("a slice");
    let header = Header {
        positions,
        counts: Counts { wins: positions, ..Counts::default() },
        ..Header::new(game.identity(slice, Metric::Wdl), Cell::Wdl, CaptureCells::Stored)
    };
    let mut builder = PageTableBuilder::of_code(header, &code, shape).ok()?;
    builder.push(&blocks);
    Some(builder.finish())
}

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let bytes = match first % 3 {
        0 => rest.to_vec(),
        1 => built(Source(rest)),
        _ => built_of_pages(Source(rest)).unwrap_or_default(),
    };
    let Ok(table) = Table::open(Path::new("fuzzed"), Box::new(bytes), 1 << 16) else { return };
    let positions = table.header().positions;
    let blocks = table.header().blocks();
    assert!(table.decode(blocks).is_err() && table.decode(u64::MAX).is_err());
    if positions > 1 << 16 {
        // More than a run has time for: some cells of it.
        (0..16).for_each(|i| drop(table.cell(positions / 16 * i)));
        return;
    }
    let mut cells = Vec::new();
    let whole = table.each_cell(|number, cell| cells.push((number, cell)));
    assert!(whole.is_err() || cells.len() as u64 == positions);
    for &(number, cell) in cells.iter().step_by(1 + cells.len() / 1000) {
        assert_eq!(table.cell(number).ok(), Some(cell));
    }
    // Blocks after the first damaged one were not read above.
    (0..positions).step_by(1 + positions as usize / 1000).for_each(|number| drop(table.cell(number)));
});
