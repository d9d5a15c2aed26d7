//! Sizes and offsets in a long page (4096 bytes), and the search for the block of a position by the
//! numbers of positions that the page stores for its blocks.

/// Length of a long page in bytes. The last page of a table may be shorter: it ends with its last
/// block.
pub(super) const LONG_PAGE_BYTES: usize = 4096;
pub(in crate::format) const BLOCK_BYTES: usize = 64;
pub(in crate::format) const BLOCK_BITS: usize = 8 * BLOCK_BYTES;
/// Number of bits at the start of a block that hold the class of the block: the index of the
/// Huffman code of its first symbol.
pub(in crate::format) const CLASS_BITS: usize = 4;
/// Maximum length of a code word (the bits that stand for a symbol) in bits.
pub(in crate::format) const CODE_BITS: u32 = 10;
/// Maximum number of classes (Huffman codes) of a table: five for each of the values loss, draw and
/// win.
pub(in crate::format) const CLASSES_MAX: usize = 15;
/// Maximum number of symbols of a table. A symbol stands for a run of equal cells, or for two other
/// symbols.
pub(in crate::format) const SYMBOLS_MAX: usize = 1 << CODE_BITS;
/// Maximum number of extra bits after a code word. Extra bits tell apart the lengths of runs (equal
/// cells in a row) that share a symbol.
pub(in crate::format) const EXTRA_BITS_MAX: u8 = 25;
/// Maximum number of runs (equal cells in a row) that a phrase can stand for in two-ended blocks,
/// which are read from both ends. A phrase is a symbol that stands for two other symbols.
pub(in crate::format) const PHRASE_RUNS_MAX: usize = 14;
pub(in crate::format) const PAGE_CRC_BYTES: usize = 4;
/// Length of an entry of the page list in bytes.
pub(in crate::format) const PAGE_ENTRY_BYTES: usize = 4;

/// Width of the numbers at the start of a long page. Each of these numbers states how many
/// positions one block has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum CountWidth {
    /// Two bytes for the number of positions of a block; a page has up to 62 blocks.
    #[default]
    Narrow = 2,
    /// Four bytes for the number of positions of a block; a page has up to 60 blocks. Used for
    /// tables in which nearly all values are equal.
    Wide = 4,
}

impl CountWidth {
    pub(in crate::format) fn from_number(number: u8) -> Option<Self> {
        [CountWidth::Narrow, CountWidth::Wide].into_iter().find(|&width| width as u8 == number)
    }

    /// Returns the maximal number of blocks in a page.
    pub(in crate::format) const fn blocks(self) -> usize {
        match self {
            CountWidth::Narrow => 62,
            CountWidth::Wide => 60,
        }
    }

    /// Returns the offset of the first block in a page.
    pub(in crate::format) const fn blocks_at(self) -> usize {
        LONG_PAGE_BYTES - self.blocks() * BLOCK_BYTES
    }

    /// Returns the maximal number of positions in a block. The maximum is so low that the number of
    /// positions of a page fits in four bytes.
    pub(in crate::format) const fn positions_max(self) -> u32 {
        match self {
            CountWidth::Narrow => u16::MAX as u32,
            CountWidth::Wide => 1 << 26,
        }
    }

    /// Returns the length in positions of the longest run of equal cells that one symbol can code.
    #[cfg(feature = "write")]
    pub(in crate::format) const fn run_max(self) -> u32 {
        match self {
            CountWidth::Narrow => 1 << 15,
            CountWidth::Wide => 1 << EXTRA_BITS_MAX,
        }
    }

    /// Writes the number of positions of the block with index `block` to the list at the start of
    /// its page.
    #[cfg(feature = "write")]
    pub(in crate::format) fn put(self, page: &mut [u8], block: usize, count: u32) {
        let bytes = self as usize;
        page[PAGE_CRC_BYTES + block * bytes..][..bytes].copy_from_slice(&count.to_le_bytes()[..bytes]);
    }

    /// Returns the number of positions of each block of a page, from the list at the start of the
    /// page. The result includes the unused entries at the end of this list.
    #[inline(always)]
    pub(in crate::format) fn counts(self, page: &[u8]) -> impl Iterator<Item = u32> {
        let bytes = &page[PAGE_CRC_BYTES..];
        (0..self.blocks()).map(move |block| match self {
            CountWidth::Narrow => u16::from_le_bytes([bytes[2 * block], bytes[2 * block + 1]]) as u32,
            CountWidth::Wide => {
                u32::from_le_bytes([bytes[4 * block], bytes[4 * block + 1], bytes[4 * block + 2], bytes[4 * block + 3]])
            }
        })
    }

    /// Returns the number of positions of the block with index `block`, or `None` if the page ends
    /// before this number.
    #[inline(always)]
    pub(in crate::format) fn count(self, page: &[u8], block: usize) -> Option<u32> {
        let at = page.get(PAGE_CRC_BYTES + block * self as usize..)?;
        match self {
            CountWidth::Narrow => at.first_chunk().map(|&count| u16::from_le_bytes(count).into()),
            CountWidth::Wide => at.first_chunk().map(|&count| u32::from_le_bytes(count)),
        }
    }

    /// Returns the index of the block that holds a position, and the index of the position in the
    /// block. The result is arbitrary for a position outside the page.
    ///
    /// Every probe of a long page calls this. It sums the counts in groups and finds the group
    /// without a branch, because the processor would often mispredict a branch.
    #[inline(always)]
    pub(in crate::format) fn block_of(self, page: &[u8], position: u32) -> (usize, u32) {
        let counts = &page[PAGE_CRC_BYTES..self.blocks_at() + PAGE_CRC_BYTES];
        match self {
            CountWidth::Narrow => block_of(counts, position, |&count: &[u8; 2]| u16::from_le_bytes(count).into()),
            CountWidth::Wide => block_of(counts, position, |&count: &[u8; 4]| u32::from_le_bytes(count)),
        }
    }

    #[inline(always)]
    pub(in crate::format) fn block(self, page: &[u8], block: usize) -> Option<&[u8; BLOCK_BYTES]> {
        page.get(self.blocks_at() + block * BLOCK_BYTES..)?.first_chunk()
    }
}

/// Number of blocks whose numbers of positions [`block_of`] adds up before it compares the sum with
/// the requested position.
const TOGETHER: usize = 8;

/// Returns the index of the block that holds `position`, and the index of the position in the
/// block. `counts` holds the number of positions of each block, and has a multiple of [`TOGETHER`]
/// entries. Entries after the last block of the page may be arbitrary, because they do not change
/// the result for a position in the page.
#[inline(always)]
fn block_of<const BYTES: usize>(counts: &[u8], position: u32, count: impl Fn(&[u8; BYTES]) -> u32) -> (usize, u32) {
    let (counts, _) = counts.as_chunks::<BYTES>();
    let (groups, _) = counts.as_chunks::<TOGETHER>();
    let (mut group, mut before, mut sum) = (0, 0, 0u32);
    for of_group in &groups[..groups.len() - 1] {
        sum = sum.wrapping_add(of_group.iter().map(&count).fold(0, u32::wrapping_add));
        let is_behind = sum <= position;
        group += is_behind as usize;
        before = if is_behind { sum } else { before };
    }
    let (mut place, mut sum) = (0, before);
    for one in &groups[group] {
        sum = sum.saturating_add(count(one));
        let is_behind = sum <= position;
        place += is_behind as usize;
        before = if is_behind { sum } else { before };
    }
    (TOGETHER * group + place, position.wrapping_sub(before))
}

/// Returns the number of positions of each page, as the page list states them.
pub(in crate::format) fn page_entries(list: &[u8]) -> impl Iterator<Item = u32> {
    list.as_chunks::<PAGE_ENTRY_BYTES>().0.iter().map(|&entry| u32::from_le_bytes(entry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Finds the block of a position as [`CountWidth::block_of`] does, but adds the counts one by
    /// one.
    fn block_of_in_turn(width: CountWidth, page: &[u8], position: u32) -> (usize, u32) {
        let (mut block, mut left) = (0, position);
        for count in width.counts(page) {
            if left < count {
                break;
            }
            left -= count;
            block += 1;
        }
        (block, left)
    }

    /// Returns a page whose blocks have these numbers of positions. All remaining bytes are
    /// `other`.
    fn page_of(width: CountWidth, counts: &[u32], other: u8) -> Vec<u8> {
        let mut page = vec![other; LONG_PAGE_BYTES];
        for (block, count) in counts.iter().enumerate() {
            let bytes = width as usize;
            page[PAGE_CRC_BYTES + bytes * block..][..bytes].copy_from_slice(&count.to_le_bytes()[..bytes]);
        }
        page
    }

    fn pages() -> impl Strategy<Value = (CountWidth, Vec<u8>, u32)> {
        let width = prop_oneof![Just(CountWidth::Narrow), Just(CountWidth::Wide)];
        width.prop_flat_map(|width| {
            let count = prop_oneof![Just(0), 1..3u32, 1..=width.positions_max(), Just(width.positions_max())];
            let counts = prop::collection::vec(count, width.blocks());
            (Just(width), counts, prop_oneof![Just(0), Just(u8::MAX), any::<u8>()])
                .prop_map(|(width, counts, other)| (width, page_of(width, &counts, other), counts.iter().sum()))
        })
    }

    proptest! {
        #[test]
        fn blocks_are_found_as_by_adding_up_one_count_after_the_other(
            (width, page, positions) in pages(),
            places in prop::collection::vec(any::<prop::sample::Index>(), 100),
        ) {
            let counts: Vec<u32> = width.counts(&page).collect();
            let bounds = (0..=counts.len()).map(|blocks| counts[..blocks].iter().sum());
            let beside = bounds.flat_map(|bound: u32| [bound.wrapping_sub(1), bound]);
            let any = places.iter().filter(|_| positions > 0).map(|place| place.index(positions as usize) as u32);
            for position in beside.chain(any).filter(|&position| position < positions) {
                let expected = block_of_in_turn(width, &page, position);
                prop_assert_eq!(width.block_of(&page, position), expected, "{:?} {}", width, position);
            }
        }
    }
}
