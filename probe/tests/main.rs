//! The integration tests of the probe library, in one program: it links once.

mod common;
mod examples;
mod mutations;
mod released;
mod several;
