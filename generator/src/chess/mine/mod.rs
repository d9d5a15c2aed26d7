//! Chess as the search of [`mine`](crate::mine) knows it, and the kinds of position that only chess
//! has.

mod cursed;
mod filter;
mod tables;

pub use cursed::Cursed;
pub use filter::OfWinner;
