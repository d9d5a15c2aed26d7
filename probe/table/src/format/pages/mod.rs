//! Pages (coding 1 of the format): WDL cells that a reader decodes one at a time from the
//! compressed bytes.
//!
//! ```text
//! file:   header | code | list of pages | page 0 | page 1 | …
//! page:   CRC-32 | number of positions of each block | block 0 | block 1 | …      4096 bytes
//! block:  class | code word | code word | … | zero bits                             64 bytes
//! ```
//!
//! Short pages have 1024 bytes, and blocks of 16 bytes. They store the first position of each block
//! instead of its number of positions. The index of the first position is split: one part is in the
//! head of the page, the other in the block.
//!
//! A *two-ended* block has streams of code words in pairs: one stream of a pair is read from its
//! front and codes the first half of the positions, the other is read from its back and codes the
//! second half. Each direction has classes of its own. A probe reads half as many code words.
//!
//! A block codes runs of equal cells. A *symbol* is a run, or a *phrase*: two symbols that often
//! follow each other. The preceding symbol decides the *class* of a symbol, and each class has its
//! own Huffman code. A probe finds the page in a list in memory, and the block by adding up the
//! counts at the head of the page or by comparing first positions. Then the probe walks over the
//! code words of the block, several per look-up.
//!
//! | file | content |
//! |---|---|
//! | `page_layout` | sizes and offsets, as the header states them |
//! | `checksums.rs` | checksums of the pages and of their list |
//! | `code.rs` | symbols, classes and code lengths, and their bytes |
//! | `decoder.rs` | one cell, or all runs, of a block |
//! | `lanes.rs` | one cell each of many blocks |
//! | `short_decoder.rs` | one cell, or all runs, of a block of a short page |
//! | `two_ended_decoder.rs` | one cell, or all runs, of a two-ended block |
//! | `map.rs` | which page holds a position; what a reader keeps of a table |
//! | `write/` | choosing symbols and codes, coding runs, putting pages together |

mod checksums;
mod code;
mod decoder;
mod lanes;
mod map;
mod short_decoder;
#[cfg(all(test, feature = "write"))]
mod tests;
mod two_ended_decoder;
#[cfg(feature = "write")]
mod write;

pub use self::map::{CellPlace, PageMap};
#[cfg(feature = "write")]
pub use self::write::{Block, CHUNK_POSITIONS, Effort, PageCoder, PageKind, PageTableBuilder, Run};
pub use super::page_layout::{BlockStarts, CountWidth, PageParameters, PageShape, StreamPairs};
