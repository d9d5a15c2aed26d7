//! What the tests share.

#[path = "../../rules/tests/common/random.rs"]
mod random;

pub use random::Random;
