//! Falls of the plies that positions need of the count of a draw rule.

/// A fall of the plies that a position needs, after the ply at which it was decided.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    /// Index of the position: 64 times the index of its row, plus the square of the black king.
    pub index: u32,
    /// Plies to mate from which on the position needs fewer plies of the count.
    pub plies: u8,
    /// Plies of the count that it needs for a quicker mate.
    pub needed_before: u8,
}

/// Needed plies of a position that is not decided.
pub const UNDECIDED: u8 = u8::MAX;
