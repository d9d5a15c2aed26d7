//! The `peatee-gen` command.
fn main() {}
