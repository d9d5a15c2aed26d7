//! Reads tables of pages. A cell is decoded alone from the compressed bytes.

use std::ops::{Deref, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use peatee_table::FileError;
use peatee_table::format::Header;
use peatee_table::format::pages::{CellPlace, PageMap, PageParameters};

use super::file::{TableFile, zeroed};
use crate::os::prefetch;

/// Number of cells that are decoded together, after their pages were fetched into the processor's
/// cache. The fetched bytes must fit into this cache.
const CHUNK_CELLS: usize = 128;
/// Length of a cache line of the processor in bytes.
const CACHE_LINE_BYTES: usize = 64;
const PAGE_HEAD_LINES: usize = 2;

pub(super) struct Pages {
    parameters: PageParameters,
    /// Page list and code (symbols and code lengths). They are read when the first cell is needed.
    directory: OnceLock<PageDirectory>,
}

/// Page list and code (symbols and code lengths) of a table. They are read before the first page.
pub(super) struct PageDirectory {
    map: PageMap,
    /// One bit for each page, which is set after the page has been checked. Used only if the bytes
    /// of the table are in memory.
    is_checked: Box<[AtomicU64]>,
}

/// The bytes of a page, from the storage or from the cache.
enum PageBytes<'a> {
    InStorage(&'a [u8]),
    InCache(Arc<[u8]>),
}

impl Deref for PageBytes<'_> {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            PageBytes::InStorage(bytes) => bytes,
            PageBytes::InCache(bytes) => bytes,
        }
    }
}

impl Pages {
    pub(super) fn new(parameters: PageParameters) -> Pages {
        Pages { parameters, directory: OnceLock::new() }
    }

    /// Returns the number in the cell of a position: 0 loss, 1 draw, 2 win.
    ///
    /// # Errors
    /// The page or the code of the table is damaged or cannot be read.
    #[inline(always)]
    pub(super) fn cell(&self, header: &Header, file: &TableFile, position: u64) -> Result<u8, FileError> {
        let directory = self.directory(header, file)?;
        let page = directory.map.page_of(position);
        let bytes = directory.page(file, page)?;
        directory.map.cell(page, &bytes, position).map_err(damage(page))
    }

    /// Calls `each` once for each position of `numbers`, in any order, with the index of the
    /// position in `numbers` and the number in its cell. Fetches the memory of many pages at the
    /// same time.
    ///
    /// # Errors
    /// The code or the page list of the table is damaged; `each` is then not called. `each`
    /// receives the errors of single pages.
    #[inline(always)]
    pub(super) fn cells(
        &self,
        header: &Header,
        file: &TableFile,
        numbers: &[u64],
        mut each: impl FnMut(usize, Result<u8, FileError>),
    ) -> Result<(), FileError> {
        let directory = self.directory(header, file)?;
        for (of_chunk, chunk) in numbers.chunks(CHUNK_CELLS).enumerate() {
            let of_chunk = of_chunk * CHUNK_CELLS;
            let mut pages = [(0, [].as_slice()); CHUNK_CELLS];
            for (&number, page) in chunk.iter().zip(&mut pages) {
                *page = directory.fetch_head(file, number).unwrap_or_default();
            }
            let mut items = [0; CHUNK_CELLS];
            let mut places = [CellPlace::NOWHERE; CHUNK_CELLS];
            let mut found = 0;
            for (item, (&number, &(page, bytes))) in chunk.iter().zip(&pages).enumerate() {
                if bytes.is_empty() {
                    each(of_chunk + item, self.cell(header, file, number));
                    continue;
                }
                let in_page = directory.checked(page, bytes).map(|()| directory.map.find(page, bytes, number));
                let Some(place) = in_page.transpose() else {
                    each(of_chunk + item, self.cell(header, file, number));
                    continue;
                };
                match place.and_then(|place| place.map_err(damage(page))) {
                    Ok(place) => {
                        place.block().first().into_iter().for_each(prefetch);
                        (items[found], places[found]) = (item, place);
                        found += 1;
                    }
                    Err(error) => each(of_chunk + item, Err(error)),
                }
            }
            directory.map.cells(&places[..found], |place, cell| {
                let item = items[place];
                each(of_chunk + item, cell.map_err(damage(pages[item].0)));
            });
        }
        Ok(())
    }

    /// Starts to fetch the memory that a probe of a position reads first.
    #[inline(always)]
    pub(super) fn fetch(&self, file: &TableFile, position: u64) {
        if let Some(directory) = self.directory.get() {
            directory.fetch_head(file, position);
        }
    }

    /// Returns the cells of consecutive positions, packed as in a decoded block. The range is not
    /// empty.
    ///
    /// # Errors
    /// The errors of [`Pages::cell`].
    pub(super) fn decode(
        &self,
        header: &Header,
        file: &TableFile,
        numbers: Range<u64>,
    ) -> Result<Box<[u8]>, FileError> {
        let directory = self.directory(header, file)?;
        let mut cells = zeroed(header.cell.bytes_of((numbers.end - numbers.start) as u32))?;
        for page in directory.map.page_of(numbers.start)..=directory.map.page_of(numbers.end - 1) {
            let bytes = directory.page(file, page)?;
            directory.map.expand(page, &bytes, numbers.start, &mut cells).map_err(damage(page))?;
        }
        Ok(cells.into())
    }

    /// Returns the code and the page list. The first call reads and checks them.
    ///
    /// # Errors
    /// The code or the list is damaged or cannot be read.
    #[inline(always)]
    pub(super) fn directory(&self, header: &Header, file: &TableFile) -> Result<&PageDirectory, FileError> {
        match self.directory.get() {
            Some(directory) => Ok(directory),
            None => self.read_directory(header, file),
        }
    }

    #[cold]
    fn read_directory(&self, header: &Header, file: &TableFile) -> Result<&PageDirectory, FileError> {
        let length = self.parameters.directory_bytes() as usize;
        let bytes = file.read(PageParameters::DIRECTORY_AT, length)?;
        let map = PageMap::new(header, &self.parameters, &bytes)?;
        let words = map.pages().div_ceil(u64::BITS as usize);
        Ok(self
            .directory
            .get_or_init(|| PageDirectory { map, is_checked: (0..words).map(|_| AtomicU64::new(0)).collect() }))
    }
}

impl PageDirectory {
    /// Starts to fetch the first bytes of the page of a position, which list its blocks. Returns
    /// the index and the bytes of the page, if they are in memory.
    #[inline(always)]
    fn fetch_head<'a>(&self, file: &'a TableFile, position: u64) -> Option<(usize, &'a [u8])> {
        let page = self.map.page_of(position);
        let (offset, length) = self.map.place_of(page);
        let bytes = file.storage.bytes(offset, length)?;
        bytes.iter().step_by(CACHE_LINE_BYTES).take(PAGE_HEAD_LINES).for_each(prefetch);
        Some((page, bytes))
    }

    /// Returns the bytes of a page. Checks their checksum first.
    #[inline(always)]
    fn page<'a>(&self, file: &'a TableFile, page: usize) -> Result<PageBytes<'a>, FileError> {
        let (offset, length) = self.map.place_of(page);
        let Some(bytes) = file.storage.bytes(offset, length) else { return self.page_from_cache(file, page) };
        self.checked(page, bytes)?;
        Ok(PageBytes::InStorage(bytes))
    }

    #[inline(always)]
    fn checked(&self, page: usize, bytes: &[u8]) -> Result<(), FileError> {
        let (word, bit) = (&self.is_checked[page / u64::BITS as usize], 1 << (page % u64::BITS as usize));
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.map.check(page, bytes).map_err(damage(page))?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }

    fn page_from_cache<'a>(&self, file: &'a TableFile, page: usize) -> Result<PageBytes<'a>, FileError> {
        let key = (file.number, page as u64);
        if let Some(bytes) = file.cache.get(&key) {
            return Ok(PageBytes::InCache(bytes));
        }
        let (offset, length) = self.map.place_of(page);
        let bytes = file.read(offset, length)?;
        self.map.check(page, &bytes).map_err(damage(page))?;
        let bytes: Arc<[u8]> = bytes.into();
        file.cache.insert(key, bytes.clone());
        Ok(PageBytes::InCache(bytes))
    }
}

fn damage(page: usize) -> impl Fn(&'static str) -> FileError {
    move |reason| FileError::Page { page: page as u64, reason }
}
