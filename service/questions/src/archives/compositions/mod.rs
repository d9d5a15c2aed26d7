//! Compositions (problems and studies): solution trees, and verification of collections by tables.

mod chess;
mod collection;
mod draughts;
mod tree;
mod verification;

pub use self::collection::{CollectionCounts, CompositionFiles, VerifiedComposition, verify_files};
pub use self::tree::{Branch, BranchEnd, Dual, Problems, Solution, TreeLimits, TreeNode, demanded_rules, solve};
