//! Writes tables of blocks.

use std::io;
use std::ops::Range;

use peatee_table::TableBuilder;
use peatee_table::format::{BLOCK_ENTRY_BYTES, BLOCK_POSITIONS, BlockEncoder, Cell, Header};

use crate::parallel;

/// zstd level for the blocks. With level 19, files would be a tenth smaller, but compression would
/// take longer than solving. With level 7, DTW tables of international draughts would be 2 %
/// larger.
const ZSTD_LEVEL: i32 = 8;

/// Least number of positions in a block of distances. A probe reads and decodes a whole block, so a
/// block has as few positions as [`PRICE_ONE_IN`] allows.
const LEAST_POSITIONS: u32 = 1 << 12;
/// Price of small blocks: they may make a table longer by one byte in this many, compared with
/// blocks of [`BLOCK_POSITIONS`].
const PRICE_ONE_IN: usize = 20;
/// Divisor of the number of blocks from which the price is estimated: of `n` blocks,
/// `n / SAMPLE_ONE_IN + 2` are in the sample.
const SAMPLE_ONE_IN: usize = 32;
/// Maximum length in bytes of the stored blocks of distances. If a block is longer, the blocks of
/// the table get fewer positions at any price, so that a probe of a table on a web server takes few
/// bytes.
const STORED_BYTES_MAX: usize = 8 << 10;
/// Number of positions in a block up to which a more thorough search for matches makes up for the
/// bytes that small blocks take.
const SMALL_BLOCK_POSITIONS: u32 = 1 << 13;

/// zstd level for the blocks of run-pattern tables, whose values depend on the moves in a row with
/// one king. These tables take longer to solve than to compress.
const ZSTD_LEVEL_OF_PATTERNS: i32 = 16;

/// zstd level for the blocks of staircases. These tables take longer to solve than to compress.
/// With level 13, they would be a twelfth larger; with level 19, one in a hundred smaller.
const ZSTD_LEVEL_OF_STAIRCASES: i32 = 15;

/// zstd level for the blocks of archives. They decompress as fast as others.
const ZSTD_LEVEL_OF_ARCHIVES: i32 = 19;
/// Number of positions in a block of an archive.
const ARCHIVE_POSITIONS: u32 = 1 << 20;

/// Purpose for which the blocks of a table are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packing {
    /// Blocks of distances are short, because a probe decodes a whole block.
    #[default]
    Probes,
    /// Blocks have 1,048,576 positions and take as few bytes as zstd allows. A probe that has to
    /// decode a block takes some milliseconds.
    Archive,
}

/// Returns the bytes of a table. `cells` returns the bytes of the cells of a range of positions.
///
/// # Errors
/// When compression fails.
pub fn table_bytes(header: Header, cells: &(dyn Fn(Range<usize>) -> Vec<u8> + Sync)) -> io::Result<Vec<u8>> {
    table_bytes_and_list(header, cells, Vec::new(), Packing::Probes)
}

/// Returns the bytes of a table as [`table_bytes`] does, and adds `list` at the end. This is a list
/// of requirements (plies that a win needs of each draw count), of run patterns (values that depend
/// on the moves in a row with one king), or of staircases (plies to mate by the half-move clock).
///
/// # Errors
/// Compression fails.
pub fn table_bytes_and_list(
    header: Header,
    cells: &(dyn Fn(Range<usize>) -> Vec<u8> + Sync),
    list: Vec<u8>,
    packing: Packing,
) -> io::Result<Vec<u8>> {
    let source = CellSource { cell: header.cell, cells, packing };
    let all = 0..header.positions as usize;
    let (block_positions, stored) = match header.cell {
        _ if packing == Packing::Archive => {
            (ARCHIVE_POSITIONS, source.encode(std::slice::from_ref(&all), ARCHIVE_POSITIONS)?)
        }
        Cell::Short | Cell::Long | Cell::Requirement if header.positions > LEAST_POSITIONS.into() => {
            source.small_blocks(&all)?
        }
        _ => (BLOCK_POSITIONS, source.encode(std::slice::from_ref(&all), BLOCK_POSITIONS)?),
    };
    let mut builder = TableBuilder::new(Header { block_positions, ..header });
    stored.iter().for_each(|stored| builder.push(stored));
    builder.put_cell_list(list);
    Ok(builder.finish())
}

/// The cells of a table, before compression.
struct CellSource<'a> {
    cell: Cell,
    /// Returns the bytes of the cells of a range of positions.
    cells: &'a (dyn Fn(Range<usize>) -> Vec<u8> + Sync),
    packing: Packing,
}

impl CellSource<'_> {
    /// Returns the stored blocks of all positions, and how many positions each has: as few as the
    /// price allows.
    fn small_blocks(&self, all: &Range<usize>) -> io::Result<(u32, Vec<Vec<u8>>)> {
        let sample: Vec<Range<usize>> = parts(all.len(), BLOCK_POSITIONS as usize).collect();
        let sampled = sample.len() / SAMPLE_ONE_IN + 2;
        let is_whole = sampled >= sample.len();
        let sample = evenly_spread(sample, sampled);
        let bytes = |stored: &[Vec<u8>]| stored.iter().map(|stored| stored.len() + BLOCK_ENTRY_BYTES).sum::<usize>();
        let most_bytes = bytes(&self.encode(&sample, BLOCK_POSITIONS)?) * (PRICE_ONE_IN + 1) / PRICE_ONE_IN;
        let mut block_positions = LEAST_POSITIONS;
        let mut stored = self.encode(&sample, block_positions)?;
        while block_positions < BLOCK_POSITIONS && bytes(&stored) > most_bytes {
            block_positions *= 2;
            stored = self.encode(&sample, block_positions)?;
        }
        if !is_whole {
            stored = self.encode(std::slice::from_ref(all), block_positions)?;
        }
        while block_positions > LEAST_POSITIONS && stored.iter().any(|stored| stored.len() > STORED_BYTES_MAX) {
            block_positions /= 2;
            stored = self.encode(std::slice::from_ref(all), block_positions)?;
        }
        Ok((block_positions, stored))
    }

    /// Divides ranges of positions into blocks of `block_positions` positions, and compresses them.
    fn encode(&self, ranges: &[Range<usize>], block_positions: u32) -> io::Result<Vec<Vec<u8>>> {
        let new = || match self.cell {
            _ if self.packing == Packing::Archive => BlockEncoder::new(ZSTD_LEVEL_OF_ARCHIVES),
            Cell::RunPattern => BlockEncoder::new(ZSTD_LEVEL_OF_PATTERNS),
            Cell::Staircase | Cell::RankedStaircase => BlockEncoder::new(ZSTD_LEVEL_OF_STAIRCASES),
            _ if block_positions <= SMALL_BLOCK_POSITIONS => BlockEncoder::of_small_blocks(),
            _ => BlockEncoder::new(ZSTD_LEVEL),
        };
        let encode = |encoder: &mut io::Result<BlockEncoder>, numbers| match encoder {
            Ok(encoder) => encoder.encode(self.cell, &(self.cells)(numbers)),
            Err(e) => Err(io::Error::new(e.kind(), e.to_string())),
        };
        let blocks = ranges.iter().flat_map(|range| {
            let blocks = parts(range.len(), block_positions as usize);
            blocks.map(move |block| range.start + block.start..range.start + block.end)
        });
        parallel::map_with(blocks, &new, &encode).into_iter().collect()
    }
}

/// Divides `positions` positions into consecutive ranges of `of` positions each. The last range may
/// be shorter.
pub fn parts(positions: usize, of: usize) -> impl Iterator<Item = Range<usize>> {
    (0..positions).step_by(of).map(move |first| first..positions.min(first + of))
}

/// Returns at most `most` elements of a list, evenly spread over it.
pub fn evenly_spread<T>(list: Vec<T>, most: usize) -> Vec<T> {
    let count = list.len();
    let part = |place: usize| place * most.min(count) / count.max(1);
    list.into_iter()
        .enumerate()
        .filter(|&(place, _)| place == 0 || part(place) != part(place - 1))
        .map(|(_, it)| it)
        .collect()
}
