//! Kinds of position and filters that only chess has.

mod cursed;
mod filter;

pub use self::cursed::CursedByClock;
pub use self::filter::OfWinner;
