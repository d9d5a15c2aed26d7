//! Making tables of pages: a code is trained on runs of the table, then the runs are coded chunk by
//! chunk, and the blocks are put into pages.
//!
//! All numbers are integers and every order is stated, so that the same values give the same bytes
//! on every machine.

mod builder;
mod by_class;
mod classes;
mod coder;
mod huffman;
mod phrases;
mod runs;
mod variants;

pub use self::builder::PageTableBuilder;
pub use self::coder::{Block, Effort, PageCoder};
pub use self::runs::{CHUNK_POSITIONS, Run};
