//! The `peatee` command.
fn main() {}
