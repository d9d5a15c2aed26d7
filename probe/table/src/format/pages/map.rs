//! The part of a table of pages that a reader keeps in memory: the decoder and the page list.

use super::checksums::{directory_checksum, hasher_of, page_checksum};
use super::code::Code;
use super::decoder::Decoder;
use super::short_decoder::ShortDecoder;
use super::two_ended_decoder::TwoEndedDecoder;
use crate::error::FileError;
use crate::format::page_layout::{
    BLOCK_BYTES, BlockStarts, CountWidth, PAGE_CRC_BYTES, PageParameters, PageShape, page_entries,
};
use crate::format::{Header, zstd_frame};

/// Page list and code (symbols and code lengths) of a table: all that a reader needs besides the
/// pages. Takes 12 bytes per page and at most 140 KB for the code.
#[derive(Debug)]
pub struct PageMap {
    pages: Pages,
    parameters: PageParameters,
    /// Offset of the first page in the file, in bytes.
    pages_at: u64,
    file_bytes: u64,
    /// Position number of the first position of each page, followed by the number of all positions.
    first: Vec<u64>,
    /// Index of the page that holds position `i * 2^shift`, for each index `i`. A position is
    /// searched only in the pages between two neighbouring entries.
    guide: Vec<u32>,
    shift: u32,
    hasher: crc32fast::Hasher,
}

#[derive(Debug)]
enum Pages {
    Long(CountWidth, Decoder),
    Short(BlockStarts, ShortDecoder),
    TwoEnded(CountWidth, TwoEndedDecoder),
}

/// Location of a cell: a block of a page and a position in the block.
#[derive(Debug, Clone, Copy)]
pub struct CellPlace<'a> {
    pub(super) block: &'a [u8; BLOCK_BYTES],
    /// Number of positions of the block.
    positions: u32,
    pub(super) left: u32,
}

impl CellPlace<'_> {
    /// Location of the first cell in a block of zero bytes. Fills unused entries of arrays.
    pub const NOWHERE: CellPlace<'static> = CellPlace { block: &[0; BLOCK_BYTES], positions: 0, left: 0 };

    /// Returns the bytes from which the cell is decoded.
    pub fn block(&self) -> &[u8] {
        self.block
    }
}

impl PageMap {
    /// Reads the code and the page list. `directory` holds [`PageParameters::directory_bytes`]
    /// bytes after the header.
    ///
    /// # Errors
    /// An error when the bytes are damaged or contradict the header.
    pub fn new(header: &Header, parameters: &PageParameters, directory: &[u8]) -> Result<PageMap, FileError> {
        let wrong = |reason| FileError::Header { reason };
        if directory_checksum(header, parameters.shape, directory) != parameters.directory_crc {
            return Err(FileError::Checksum { part: "code or list of pages" });
        }
        let (code, list) = directory
            .split_at_checked(parameters.code_bytes as usize)
            .ok_or(wrong("its list of pages is not there"))?;
        let code = zstd_frame::decode(code, parameters.code_expanded_bytes as usize).map_err(wrong)?;
        let code = Code::from_bytes(&code, parameters.shape.is_two_ended()).map_err(wrong)?;
        let pages = match parameters.shape {
            PageShape::Long(width) => Pages::Long(width, Decoder::new(&code).map_err(wrong)?),
            PageShape::Short(starts) => Pages::Short(starts, ShortDecoder::new(&code).map_err(wrong)?),
            PageShape::TwoEnded(width, pairs) => {
                Pages::TwoEnded(width, TwoEndedDecoder::new(&code, width, pairs).map_err(wrong)?)
            }
        };
        let mut first = Vec::with_capacity(parameters.pages as usize + 1);
        let mut before = 0u64;
        for positions in page_entries(list).take(parameters.pages as usize) {
            if positions == 0 {
                return Err(wrong("a page has no positions"));
            }
            first.push(before);
            before += positions as u64;
        }
        if before != header.positions || first.len() != parameters.pages as usize {
            return Err(wrong("the pages do not have as many positions as the table"));
        }
        // With this shift, `guide` has about one entry per page.
        let shift = (header.positions / parameters.pages as u64).ilog2();
        let mut guide = Vec::with_capacity((header.positions >> shift) as usize + 2);
        let mut page = 0u32;
        for position in (0..=header.positions).step_by(1 << shift) {
            while first.get(page as usize + 1).is_some_and(|&next| next <= position) {
                page += 1;
            }
            guide.push(page);
        }
        guide.push(parameters.pages - 1);
        first.push(before);
        Ok(PageMap {
            pages,
            parameters: *parameters,
            pages_at: parameters.pages_at(),
            file_bytes: header.file_bytes,
            first,
            guide,
            shift,
            hasher: hasher_of(header, parameters.shape),
        })
    }

    /// Returns the number of pages.
    pub fn pages(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the index of the page that holds a position of the table.
    #[inline(always)]
    pub fn page_of(&self, position: u64) -> usize {
        let step = (position >> self.shift) as usize;
        let (from, to) = (self.guide[step] as usize, self.guide[step + 1] as usize);
        // The range nearly always has one or two pages, but in a malicious table it may have all of
        // them.
        if to - from > 8 {
            return from + self.first[from + 1..=to].partition_point(|&first| first <= position);
        }
        let mut page = from;
        while self.first[page + 1] <= position {
            page += 1;
        }
        page
    }

    /// Returns the offset and the length of a page in the file, in bytes.
    #[inline(always)]
    pub fn place_of(&self, page: usize) -> (u64, usize) {
        let page_bytes = self.parameters.shape.page_bytes();
        let at = self.pages_at + (page * page_bytes) as u64;
        (at, (self.file_bytes - at).min(page_bytes as u64) as usize)
    }

    /// Checks the checksum of a page and the numbers of positions of its blocks. The checksum also
    /// covers the index of the page. This function must be called once for each page that was read,
    /// before any other use of its bytes.
    ///
    /// # Errors
    /// The reason why the page counts as damaged.
    pub fn check(&self, page: usize, bytes: &[u8]) -> Result<(), &'static str> {
        let stored = bytes.first_chunk::<PAGE_CRC_BYTES>().map(|&crc| u32::from_le_bytes(crc));
        let shape = self.parameters.shape;
        if bytes.len() <= shape.blocks_at() || stored != Some(page_checksum(self.hasher.clone(), page, bytes)) {
            return Err("its checksum does not match");
        }
        let of_page = self.first[page + 1] - self.first[page];
        let width = match self.pages {
            Pages::Long(width, _) | Pages::TwoEnded(width, _) => width,
            Pages::Short(starts, _) => return starts.blocks(bytes, of_page).map(drop),
        };
        let positions = width.counts(bytes).fold(0u64, |sum, count| sum + count as u64);
        if positions != of_page {
            return Err("its blocks do not have as many positions as the list of pages says");
        }
        if width.counts(bytes).any(|count| count > width.positions_max()) {
            return Err("one of its blocks has too many positions");
        }
        Ok(())
    }

    /// Returns the value (0 loss, 1 draw, 2 win) in the cell of a position, given the bytes of its
    /// page.
    ///
    /// # Errors
    /// The reason why the page cannot be decoded up to that position.
    #[inline(always)]
    pub fn cell(&self, page: usize, bytes: &[u8], position: u64) -> Result<u8, &'static str> {
        let in_page = (position - self.first[page]) as u32;
        match &self.pages {
            Pages::Long(width, decoder) => {
                let place = find(*width, bytes, in_page)?;
                decoder.cell(place.block, place.left)
            }
            Pages::Short(starts, decoder) => decoder.cell(starts.find(bytes, in_page).ok_or(NO_BLOCK)?),
            Pages::TwoEnded(width, decoder) => {
                let place = find(*width, bytes, in_page)?;
                decoder.cell(place.block, place.positions, place.left)
            }
        }
    }

    /// Returns the location of a cell in the bytes of a page, for [`PageMap::cells`]. `None` for
    /// short pages, for which decoding many cells together is no faster.
    ///
    /// # Errors
    /// The reason why the cell cannot be found: the bytes end before its block.
    #[inline(always)]
    pub fn find<'a>(&self, page: usize, bytes: &'a [u8], position: u64) -> Option<Result<CellPlace<'a>, &'static str>> {
        match self.pages {
            Pages::Long(width, _) | Pages::TwoEnded(width, _) => {
                Some(find(width, bytes, (position - self.first[page]) as u32))
            }
            Pages::Short(..) => None,
        }
    }

    /// Decodes the cells at `places` and calls `each` once per cell, in arbitrary order, with the
    /// index in `places` and the decoded cell. Gives the same results as one call of
    /// [`PageMap::cell`] per cell, but is faster.
    #[inline(always)]
    pub fn cells(&self, places: &[CellPlace<'_>], mut each: impl FnMut(usize, Result<u8, &'static str>)) {
        match &self.pages {
            Pages::Long(_, decoder) => decoder.cells(places, each),
            Pages::Short(..) => {}
            // Decoding a two-ended block takes so few steps that decoding several blocks in turns
            // gains nothing.
            Pages::TwoEnded(_, decoder) => {
                for (item, place) in places.iter().enumerate() {
                    each(item, decoder.cell(place.block, place.positions, place.left));
                }
            }
        }
    }

    /// Writes the cells of a page to `cells`, two bits each
    /// ([`Cell::Wdl`](crate::format::Cell::Wdl)). The first cell of `cells` belongs to position
    /// `first`. Skips positions outside `cells`.
    ///
    /// # Errors
    /// The reason why the page cannot be decoded.
    pub fn expand(&self, page: usize, bytes: &[u8], first: u64, cells: &mut [u8]) -> Result<(), &'static str> {
        let mut position = self.first[page];
        let mut wanted = Wanted { end: first + 4 * cells.len() as u64, cells, first, position };
        match &self.pages {
            Pages::Long(width, _) | Pages::TwoEnded(width, _) => {
                for (block, count) in width.counts(bytes).enumerate() {
                    if count > 0 && wanted.begins_block(position, count) {
                        let block = width.block(bytes, block).ok_or(NO_BLOCK)?;
                        let mut put = |value, positions| wanted.put(value, positions);
                        match &self.pages {
                            Pages::Long(_, decoder) => decoder.runs(block, count, &mut put)?,
                            Pages::Short(..) => {}
                            Pages::TwoEnded(_, decoder) => decoder.runs(block, count, &mut put)?,
                        }
                    }
                    position += count as u64;
                }
            }
            Pages::Short(starts, decoder) => {
                for (start, count, block) in starts.blocks(bytes, self.first[page + 1] - position)? {
                    if wanted.begins_block(position + start as u64, count) {
                        decoder.runs(block, count, &mut |value, positions| wanted.put(value, positions))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Cells that a caller of [`PageMap::expand`] requests, and the progress of decoding them.
struct Wanted<'a> {
    cells: &'a mut [u8],
    /// Position number of the first requested cell.
    first: u64,
    /// Position number of the last requested cell, plus 1.
    end: u64,
    position: u64,
}

impl Wanted<'_> {
    /// Sets the progress to the start of a block that begins at position `start` and has `count`
    /// positions. Returns true when cells of this block are requested.
    fn begins_block(&mut self, start: u64, count: u32) -> bool {
        self.position = start;
        start + count as u64 > self.first && start < self.end
    }

    #[inline(always)]
    fn put(&mut self, value: u8, positions: u32) {
        let run = self.position.max(self.first)..(self.position + positions as u64).min(self.end);
        self.position += positions as u64;
        if run.start < run.end {
            put_run(self.cells, (run.start - self.first) as usize..(run.end - self.first) as usize, value);
        }
    }
}

const NO_BLOCK: &str = "one of its blocks is not there";

#[inline(always)]
fn find(width: CountWidth, bytes: &[u8], position: u32) -> Result<CellPlace<'_>, &'static str> {
    let (block, left) = width.block_of(bytes, position);
    let positions = width.count(bytes, block).ok_or(NO_BLOCK)?;
    let block = width.block(bytes, block).ok_or(NO_BLOCK)?;
    Ok(CellPlace { block, positions, left })
}

/// Sets the two-bit cells in `places`, which must be 0, to `value`.
fn put_run(cells: &mut [u8], places: std::ops::Range<usize>, value: u8) {
    let all = value * 0b0101_0101;
    let (first, last) = (places.start / 4, (places.end - 1) / 4);
    let from = u8::MAX << (2 * (places.start % 4));
    let to = u8::MAX >> (2 * (3 - (places.end - 1) % 4));
    if first == last {
        cells[first] |= all & from & to;
        return;
    }
    cells[first] |= all & from;
    cells[first + 1..last].fill(all);
    cells[last] |= all & to;
}
