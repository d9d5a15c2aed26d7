//! Tests of this source tree, and tests of each rule on trees that break it.

mod breaches;
mod tree;
