//! The FIDE Laws of Chess, in force from 1 January 2023: their articles, equality of positions
//! (9.2.3), dead positions (5.2.2).
//!
//! Whether a side can still mate by some series of legal moves is decided only by a proof with a
//! named method ([`Mating`]). Whole games are judged by `peatee_probe::adjudicate`.

mod article;
mod blocked;
mod kings;
mod material;
mod mating;
mod nearness;
mod patterns;
mod repetition;
mod search;
mod steps;

pub use article::{Article, FIVEFOLD, THREEFOLD};
pub use material::is_dead_by_material;
pub use mating::{LINE_POSITIONS_MAX, MateProof, Mating, POSITIONS_MAX_DEFAULT, can_mate, can_mate_within};
pub use repetition::PositionKey;
