//! Makes tables of pages: trains a code on runs of the table, encodes the runs chunk by chunk, and
//! puts the blocks into pages.
//!
//! All numbers are integers and every order is defined, so that equal values give equal bytes on
//! every machine.

mod builder;
mod by_class;
mod classes;
mod coder;
mod huffman;
mod pairs;
mod phrases;
mod runs;
mod two_ended;
mod variants;

pub use self::builder::PageTableBuilder;
pub use self::coder::{Block, Effort, PageCoder, PageKind};
pub use self::runs::{CHUNK_POSITIONS, Run};
