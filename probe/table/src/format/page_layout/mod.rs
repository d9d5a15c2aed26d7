//! Layout of tables of pages: sizes and offsets in the file, in a page and in a block. The header
//! of a table says which layout it has; [`pages`](super::pages) reads and writes the pages.

mod long;
mod parameters;
mod shape;
mod short;
mod two_ended;

pub use self::long::CountWidth;
#[cfg(feature = "write")]
pub(super) use self::long::PAGE_ENTRY_BYTES;
pub(super) use self::long::{
    BLOCK_BITS, BLOCK_BYTES, CLASS_BITS, CLASSES_MAX, CODE_BITS, EXTRA_BITS_MAX, PAGE_CRC_BYTES, PHRASE_RUNS_MAX,
    SYMBOLS_MAX, page_entries,
};
pub use self::parameters::PageParameters;
pub use self::shape::PageShape;
pub use self::short::BlockStarts;
pub(super) use self::short::InShortBlock;
pub(super) use self::two_ended::BlockParts;
pub use self::two_ended::StreamPairs;
