//! Checks of this tree, and of each rule on trees that break it.

mod breaches;
mod tree;
