//! Short pages: blocks of 16 bytes, which a probe takes into two registers, and where in the page
//! each begins.

mod decoder;
mod starts;

pub(super) use decoder::ShortDecoder;
pub use starts::BlockStarts;
