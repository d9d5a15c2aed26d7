//! Second reader of tables of coding 1 (pages), written from `FORMAT.md`.

use std::collections::HashMap;
use std::io::Read;

use super::at;

/// Reason why a table is refused.
type Refused = String;

fn ensure(holds: bool, otherwise: &str) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// Removes `bytes` bytes from the front of `rest` and returns them.
fn take<'a>(rest: &mut &'a [u8], bytes: usize) -> Result<&'a [u8], Refused> {
    let (taken, further) = rest.split_at_checked(bytes).ok_or("bytes are missing")?;
    *rest = further;
    Ok(taken)
}

/// Reads a number from the front of the code: seven bits to a byte, the lowest bits first.
fn take_number(rest: &mut &[u8]) -> Result<u32, Refused> {
    let mut number = 0;
    for i in 0..4 {
        let byte = take(rest, 1)?[0];
        number |= (byte as u32 & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err("a number of more than four bytes".to_owned())
}

#[derive(Clone, PartialEq)]
pub enum Symbol {
    Run { value: u32, base: u32, extra_bits: u32 },
    Phrase([usize; 2]),
}

/// Code of a table: its symbols and their code words.
pub struct Code {
    pub symbols: Vec<Symbol>,
    /// For each symbol, the class of code words in which the next symbol is coded.
    behind: Vec<usize>,
    /// For each class, the symbols by code word. The key is the length of the code word and its
    /// bits.
    pub classes: Vec<HashMap<(u32, u32), usize>>,
    /// Code of the streams that are read backward from the end of a block, with the same symbols.
    back: Option<Box<Code>>,
}

impl Code {
    /// Reads a code from its decompressed bytes. `is_two_ended` is true if blocks are read from
    /// both ends.
    pub fn read(mut rest: &[u8], is_two_ended: bool) -> Result<Code, Refused> {
        let counts = take(&mut rest, 5)?;
        let (classes, runs, phrases) = (counts[0] as usize, at::<2>(counts, 1) as usize, at::<2>(counts, 3) as usize);
        ensure((1..=15).contains(&classes), "number of classes")?;
        ensure(runs >= 1 && runs + phrases <= 1024, "number of symbols")?;
        let (mut symbols, mut covered, mut runs_of) = (Vec::new(), Vec::new(), vec![1; runs]);
        let mut before = None;
        for &byte in take(&mut rest, runs)? {
            let (value, extra_bits) = (byte as u32 & 3, byte as u32 >> 2);
            ensure(value < 3 && extra_bits <= 25, "value or extra bits of a run")?;
            let less = before.map_or(0, |(last, base)| if last == value { base } else { 0 });
            let base = less + take_number(&mut rest)?;
            ensure((1..=1 << 25).contains(&base), "base of a run")?;
            before = Some((value, base));
            symbols.push(Symbol::Run { value, base, extra_bits });
            covered.push((extra_bits == 0).then_some(base));
        }
        for number in runs..runs + phrases {
            let bytes = take(&mut rest, 4)?;
            let parts = [at::<2>(bytes, 0) as usize, at::<2>(bytes, 2) as usize];
            ensure(parts.iter().all(|&part| part < number), "a phrase of later symbols")?;
            let sum = covered[parts[0]].zip(covered[parts[1]]).map(|(first, second)| first + second);
            ensure(sum.is_some_and(|sum| sum <= 65535), "a phrase of such symbols")?;
            symbols.push(Symbol::Phrase(parts));
            covered.push(sum);
            runs_of.push(runs_of[parts[0]] + runs_of[parts[1]]);
            ensure(!is_two_ended || runs_of[number] <= 14, "a phrase of too many runs")?;
        }
        let mut code = Code::read_words(&mut rest, symbols.clone(), classes)?;
        code.back = is_two_ended.then(|| Code::read_words(&mut rest, symbols, classes).map(Box::new)).transpose()?;
        ensure(rest.is_empty(), "bytes behind the code")?;
        Ok(code)
    }

    /// Reads the class of code words that follows each symbol, and the lengths of the code words of
    /// each class.
    fn read_words(rest: &mut &[u8], symbols: Vec<Symbol>, classes: usize) -> Result<Code, Refused> {
        let behind: Vec<usize> = take(rest, symbols.len())?.iter().map(|&class| class as usize).collect();
        ensure(behind.iter().all(|&class| class < classes), "a class behind a symbol")?;
        let of_class = |_| {
            let bytes = take(rest, symbols.len().div_ceil(2))?;
            ensure(symbols.len().is_multiple_of(2) || bytes[bytes.len() - 1] < 16, "half a byte behind lengths")?;
            words((0..symbols.len()).map(|i| bytes[i / 2] as u32 >> (4 * (i % 2)) & 15))
        };
        let classes = (0..classes).map(of_class).collect::<Result<_, _>>()?;
        Ok(Code { symbols, behind, classes, back: None })
    }

    /// Decodes a block and appends its cells. The block begins with the class of its first code
    /// word. In a short page (1024 bytes instead of 4096), the lowest `low_bits` bits of the index
    /// of its first position follow.
    pub fn expand_block(
        &self,
        block: &[u8],
        low_bits: u32,
        positions: usize,
        cells: &mut Vec<u32>,
    ) -> Result<(), Refused> {
        let mut bits = bits_of(block).into_iter();
        let class = take_bits(&mut bits, 4)? as usize;
        take_bits(&mut bits, low_bits)?;
        let end = cells.len() + positions;
        self.expand_stream(&mut bits, class, false, [end, end], cells)?;
        ensure(bits.all(|bit| bit == 0), "bits behind the last symbol")
    }

    /// Decodes a stream of code words and appends cells until there are at least `ends[0]` cells.
    /// Refuses the stream if there are more than `ends[1]`.
    fn expand_stream(
        &self,
        bits: &mut impl Iterator<Item = u32>,
        mut class: usize,
        is_back: bool,
        ends: [usize; 2],
        cells: &mut Vec<u32>,
    ) -> Result<(), Refused> {
        while cells.len() < ends[0] {
            let words = self.classes.get(class).ok_or("no such class")?;
            let (mut length, mut word) = (0, 0);
            let symbol = loop {
                (length, word) = (length + 1, word << 1 | take_bits(bits, 1)?);
                ensure(length <= 10, "no such code word")?;
                if let Some(&symbol) = words.get(&(length, word)) {
                    break symbol;
                }
            };
            let extra = match self.symbols[symbol] {
                Symbol::Run { extra_bits, .. } => take_bits(bits, extra_bits)?,
                Symbol::Phrase(_) => 0,
            };
            let start = cells.len();
            self.expand(symbol, extra, ends[1], cells)?;
            if is_back {
                cells[start..].reverse();
            }
            class = self.behind[symbol];
        }
        Ok(())
    }

    /// Decodes a block that is read from both ends and appends its cells. If the block has two
    /// pairs of streams, `count_bits` bits hold the number of positions of the first pair.
    pub fn expand_two_ended_block(
        &self,
        block: &[u8],
        pairs: usize,
        count_bits: u32,
        positions: usize,
        cells: &mut Vec<u32>,
    ) -> Result<(), Refused> {
        let back = self.back.as_ref().ok_or("a code of one direction")?;
        let class_bits = (1..).find(|&bits| self.classes.len() <= 1 << bits).unwrap_or(0);
        let bits = bits_of(block);
        let mut head = bits.iter().copied();
        let classes: Vec<usize> = (0..2 * pairs)
            .map(|_| take_bits(&mut head, class_bits).map(|class| class as usize))
            .collect::<Result<_, _>>()?;
        let first = if pairs == 2 { take_bits(&mut head, count_bits)? as usize } else { positions };
        let head_end = bits.len() - head.len();
        ensure(first <= positions, "positions of the first pair")?;
        let streams = [head_end..if pairs == 2 { 256 } else { 512 }, 256..512];
        for ((streams, classes), positions) in
            streams.into_iter().zip(classes.chunks(2)).zip([first, positions - first])
        {
            let (mut forward, mut backward) = (Vec::new(), Vec::new());
            let mut bits = bits[streams].iter().copied();
            self.expand_stream(&mut bits, classes[0], false, [positions / 2, positions], &mut forward)?;
            let ends = [positions - positions / 2, positions];
            back.expand_stream(&mut bits.by_ref().rev(), classes[1], true, ends, &mut backward)?;
            ensure(bits.all(|bit| bit == 0), "bits between the streams")?;
            cells.extend(&forward[..positions / 2]);
            cells.extend(backward[..ends[0]].iter().rev());
        }
        Ok(())
    }

    fn expand(&self, symbol: usize, extra: u32, end: usize, cells: &mut Vec<u32>) -> Result<(), Refused> {
        match self.symbols[symbol] {
            Symbol::Run { value, base, .. } => {
                let length = (base + extra) as usize;
                ensure(length <= end - cells.len(), "a run beyond the end of its block")?;
                cells.extend(std::iter::repeat_n(value, length));
                Ok(())
            }
            Symbol::Phrase(parts) => parts.into_iter().try_for_each(|part| self.expand(part, 0, end, cells)),
        }
    }
}

/// Returns the bits of a block. The highest bit of each byte comes first.
fn bits_of(block: &[u8]) -> Vec<u32> {
    block.iter().flat_map(|byte| (0..8).rev().map(move |i| (byte >> i & 1) as u32)).collect()
}

fn take_bits(bits: &mut impl Iterator<Item = u32>, length: u32) -> Result<u32, Refused> {
    let number = (0..length).try_fold(0, |number, _| Some(number << 1 | bits.next()?));
    number.ok_or_else(|| "bits are missing".to_owned())
}

/// Returns the symbols of a class by code word. The key is the length of the code word and its
/// bits. `lengths` holds the length of the code word of each symbol.
fn words(lengths: impl Iterator<Item = u32>) -> Result<HashMap<(u32, u32), usize>, Refused> {
    let mut sorted: Vec<(u32, usize)> = lengths.zip(0..).filter(|&(length, _)| length > 0).collect();
    sorted.sort_unstable();
    let (mut words, mut next, mut before) = (HashMap::new(), 0u32, 0);
    for (length, symbol) in sorted {
        next <<= length - before;
        ensure(length <= 10 && next < 1 << length, "lengths of code words")?;
        words.insert((length, next), symbol);
        (next, before) = (next + 1, length);
    }
    Ok(words)
}

/// Offsets of the parts of a file.
pub struct Layout {
    /// Offset of the end of the stored code.
    pub code_end: usize,
    /// Offset of the end of the page list.
    pub list_end: usize,
    /// Offset of the first page.
    pub pages_at: usize,
    pub pages: usize,
    pub page_bytes: usize,
}

impl Layout {
    pub fn of(bytes: &[u8]) -> Layout {
        let (code_end, pages) = (320 + at::<4>(bytes, 256) as usize, at::<4>(bytes, 264) as usize);
        let list_end = code_end + 4 * pages;
        let page_bytes = if bytes[272] == 1 { 1024 } else { 4096 };
        let alignment = if has_details(bytes) { 64 } else { 1 };
        let pages_at = list_end.next_multiple_of(if pages < 64 { alignment } else { page_bytes });
        Layout { code_end, list_end, pages_at, pages, page_bytes }
    }

    /// Returns the range of bytes from the start of a page to the end of the file.
    pub fn page(&self, page: usize) -> std::ops::RangeFrom<usize> {
        self.pages_at + self.page_bytes * page..
    }
}

/// Returns true if the pages are short or two-ended, so that the header has a second byte for them.
pub fn has_details(bytes: &[u8]) -> bool {
    !matches!(bytes[272], 2 | 4)
}

/// Reads the code of a file, and checks the checksum of the code and the page list. `what` holds
/// the bytes that identify the table in checksums.
pub fn code(bytes: &[u8], what: &[u8]) -> Result<Code, Refused> {
    let Layout { code_end, list_end, pages_at, pages, .. } = Layout::of(bytes);
    let directory_end = if has_details(bytes) { pages_at } else { list_end };
    let expanded_bytes = at::<4>(bytes, 260) as usize;
    let is_two_ended = matches!(bytes[272], 6 | 8);
    let details = match bytes[272] {
        1 => 0..=12,
        _ if is_two_ended => 1..=2,
        _ => 0..=0,
    };
    ensure(details.contains(&bytes[273]), "low_bits or pairs")?;
    ensure(bytes[274..316].iter().all(|&byte| byte == 0), "bytes of the header")?;
    ensure(code_end <= 320 + 32768 && expanded_bytes <= 32768 && pages >= 1, "numbers of the header")?;
    let directory = bytes.get(320..directory_end).ok_or("the directory is missing")?;
    ensure(at::<4>(bytes, 268) == crc32fast::hash(&[what, directory].concat()) as u64, "checksum of the directory")?;
    let (mut stored, mut expanded) = (&bytes[320..code_end], Vec::new());
    let mut frame =
        zstd::stream::read::Decoder::with_buffer(&mut stored).map_err(|error| error.to_string())?.single_frame();
    frame.read_to_end(&mut expanded).map_err(|error| error.to_string())?;
    ensure(stored.is_empty(), "bytes behind the frame of the code")?;
    ensure(expanded.len() == expanded_bytes, "length of the code")?;
    Code::read(&expanded, is_two_ended)
}

/// Returns all cells of a file of coding 1 (pages). `what` holds the bytes that identify the table
/// in checksums.
pub fn cells(bytes: &[u8], what: &[u8]) -> Result<Vec<u32>, Refused> {
    ensure(bytes[10] == 0, "pages of cells that are not WDL")?;
    let (layout, code) = (Layout::of(bytes), code(bytes, what)?);
    let padding = bytes.get(layout.list_end..layout.pages_at).ok_or("the pages are missing")?;
    ensure(padding.iter().all(|&byte| byte == 0), "bytes before the pages")?;
    let mut cells = Vec::new();
    for page in 0..layout.pages {
        let end = bytes.len().min(layout.page(page + 1).start);
        let stored = bytes.get(layout.page(page).start..end).ok_or("a page is missing")?;
        ensure(page + 1 == layout.pages || stored.len() == layout.page_bytes, "length of a page")?;
        ensure(stored.len() >= 4, "length of a page")?;
        let covered = [what, &(page as u64).to_le_bytes(), &stored[4..]].concat();
        ensure(at::<4>(stored, 0) == crc32fast::hash(&covered) as u64, &format!("checksum of page {page}"))?;
        let positions = at::<4>(bytes, layout.code_end + 4 * page) as usize;
        let is_last = page + 1 == layout.pages;
        match bytes[272] {
            1 => expand_short_page(&code, stored, bytes[273].into(), is_last, positions, &mut cells)?,
            kind => expand_page(&code, stored, [kind, bytes[273]], is_last, positions, &mut cells)?,
        }
    }
    ensure(cells.len() as u64 == at::<8>(bytes, 16), "positions of the pages")?;
    Ok(cells)
}

/// Decodes a page, whose checksum must be right, and appends its cells.
fn expand_page(
    code: &Code,
    page: &[u8],
    [kind, pairs]: [u8; 2],
    is_last: bool,
    positions: usize,
    cells: &mut Vec<u32>,
) -> Result<(), Refused> {
    let (count_width, count, start, most) = match kind {
        2 | 6 => (2, 62, 128, 65535),
        4 | 8 => (4, 60, 256, 1 << 26),
        _ => return Err("page_kind".to_owned()),
    };
    let header = page.get(4..start).ok_or("length of a page")?;
    let (counts, zero) = header.split_at(count * count_width);
    ensure(zero.iter().all(|&byte| byte == 0), "bytes before the blocks")?;
    let counts: Vec<usize> = counts
        .chunks(count_width)
        .map(|number| number.iter().rev().fold(0, |number, &byte| number << 8 | byte as usize))
        .collect();
    let blocks = counts.iter().position(|&count| count == 0).unwrap_or(count);
    ensure(counts[blocks..].iter().all(|&count| count == 0), "a block without positions")?;
    ensure(counts.iter().all(|&count| count <= most), "positions of a block")?;
    ensure(positions >= 1 && counts.iter().sum::<usize>() == positions, "positions of a page")?;
    ensure(!is_last || page.len() == start + 64 * blocks, "the end of the last page")?;
    let (used, unused) = page[start..].split_at_checked(64 * blocks).ok_or("length of a page")?;
    ensure(unused.iter().all(|&byte| byte == 0), "bytes behind the last block")?;
    let mut each = used.chunks(64).zip(&counts);
    each.try_for_each(|(block, &positions)| match (kind, pairs) {
        (2 | 4, _) => code.expand_block(block, 0, positions, cells),
        (_, pairs) => {
            let count_bits = if kind == 6 { 16 } else { 27 };
            code.expand_two_ended_block(block, pairs.into(), count_bits, positions, cells)
        }
    })
}

/// Decodes a short page (1024 bytes instead of 4096) and appends its cells. [`expand_page`] decodes
/// all other pages.
fn expand_short_page(
    code: &Code,
    page: &[u8],
    low_bits: u32,
    is_last: bool,
    positions: usize,
    cells: &mut Vec<u32>,
) -> Result<(), Refused> {
    let (head, blocks) = page.split_at_checked(128).ok_or("length of a page")?;
    ensure(head[116..].iter().all(|&byte| byte == 0), "bytes before the blocks")?;
    let numbers: Vec<usize> = head[4..116].chunks(2).map(|number| at::<2>(number, 0) as usize).collect();
    let count = numbers.iter().position(|&number| number == 65535).unwrap_or(56);
    ensure(numbers[count..].iter().all(|&number| number == 65535), "a block behind the last one")?;
    ensure(!is_last || blocks.len() == 16 * count, "the end of the last page")?;
    let (used, unused) = blocks.split_at_checked(16 * count).ok_or("length of a page")?;
    ensure(unused.iter().all(|&byte| byte == 0), "bytes behind the last block")?;
    ensure(positions <= 65535 << low_bits, "positions of a page")?;
    let used: Vec<&[u8]> = used.chunks(16).collect();
    let start = |(block, number): (&&[u8], &usize)| {
        let low = at::<4>(&[block[3], block[2], block[1], block[0]], 0) >> (28 - low_bits) & ((1 << low_bits) - 1);
        (number << low_bits) + low as usize
    };
    let mut starts: Vec<usize> = used.iter().zip(&numbers).map(start).collect();
    starts.push(positions);
    ensure(starts[0] == 0, "the start of the first block")?;
    for (block, ends) in used.iter().zip(starts.windows(2)) {
        ensure(ends[0] < ends[1] && ends[1] - ends[0] <= 1 << 22, "positions of a block")?;
        code.expand_block(block, low_bits, ends[1] - ends[0], cells)?;
    }
    Ok(())
}
