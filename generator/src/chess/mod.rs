//! Chess: its own solver and verifier, and its tables.

pub mod solver;
