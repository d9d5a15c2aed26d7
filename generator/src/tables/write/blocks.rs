//! Writes tables of blocks.

use std::io;
use std::ops::Range;

use peatee_table::TableBuilder;
use peatee_table::format::{BLOCK_POSITIONS, BlockEncoder, Cell, Header};

use crate::parallel;

/// zstd level for the blocks. With level 19, files would be a tenth smaller, but compression would
/// take longer than solving. With level 7, DTW tables of international draughts would be 2 %
/// larger.
const ZSTD_LEVEL: i32 = 8;

/// zstd level for the blocks of run-pattern tables, whose values depend on the moves in a row with
/// one king. These tables take longer to solve than to compress.
const ZSTD_LEVEL_OF_PATTERNS: i32 = 16;

/// Returns the bytes of a table. `cells` returns the bytes of the cells of a range of positions.
///
/// # Errors
/// When compression fails.
pub fn table_bytes(header: Header, cells: &(dyn Fn(Range<usize>) -> Vec<u8> + Sync)) -> io::Result<Vec<u8>> {
    table_bytes_and_list(header, cells, Vec::new())
}

/// Returns the bytes of a table as [`table_bytes`] does, and adds `list` at the end. This is a list
/// of requirements (plies that a win needs of each draw count) or of run patterns (values that
/// depend on the moves in a row with one king).
///
/// # Errors
/// Compression fails.
pub fn table_bytes_and_list(
    header: Header,
    cells: &(dyn Fn(Range<usize>) -> Vec<u8> + Sync),
    list: Vec<u8>,
) -> io::Result<Vec<u8>> {
    let level = if header.cell == Cell::RunPattern { ZSTD_LEVEL_OF_PATTERNS } else { ZSTD_LEVEL };
    let encode = |encoder: &mut io::Result<BlockEncoder>, numbers| match encoder {
        Ok(encoder) => encoder.encode(header.cell, &cells(numbers)),
        Err(e) => Err(io::Error::new(e.kind(), e.to_string())),
    };
    let blocks: Vec<Range<usize>> = parts(header.positions as usize, BLOCK_POSITIONS as usize).collect();
    let stored = parallel::map_with(blocks, &|| BlockEncoder::new(level), &encode);
    let mut builder = TableBuilder::new(header);
    for stored in stored {
        builder.push(&stored?);
    }
    builder.put_cell_list(list);
    Ok(builder.finish())
}

/// Divides `positions` positions into consecutive ranges of `of` positions each. The last range may
/// be shorter.
pub fn parts(positions: usize, of: usize) -> impl Iterator<Item = Range<usize>> {
    (0..positions).step_by(of).map(move |first| first..positions.min(first + of))
}
