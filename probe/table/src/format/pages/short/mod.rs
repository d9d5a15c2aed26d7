//! Short pages: blocks of 16 bytes, which fit in two registers, and the positions at which they
//! begin.

mod decoder;
mod starts;

pub(super) use decoder::ShortDecoder;
pub use starts::BlockStarts;
