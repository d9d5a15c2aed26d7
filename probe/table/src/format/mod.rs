//! Converts table files to bytes and back, for writer and reader. `FORMAT.md` is the specification.

mod block;
mod block_list;
mod cell;
#[cfg(feature = "write")]
mod encoder;
mod header;
mod identity;
mod layout;
mod offsets;
mod page_layout;
pub mod pages;
mod wdl_range_coder;
mod zstd_frame;

pub use self::block::{are_wdl, decode_block};
pub use self::block_list::{BlockEntry, block_checksum, block_list_checksum, block_list_hasher};
pub use self::cell::{CaptureCells, Cell};
#[cfg(feature = "write")]
pub use self::encoder::BlockEncoder;
pub use self::header::{CAPTURES_BOUND, CAPTURES_LEFT_OUT, CellList, Counts, FileCoding, Header, WITHOUT_CELLS};
pub use self::identity::{TableIdentity, rules_digest};
pub use self::layout::*;
use crate::value::Metric;

/// Returns the file name of a table: its slice and its metric, with a dot between.
pub fn file_name(slice: impl std::fmt::Display, metric: Metric) -> String {
    format!("{slice}.{metric}")
}
