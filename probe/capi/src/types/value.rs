//! Statuses and values.

/// Status of a call. Every function that can fail returns one; `peatee_last_error` has the text.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeStatus {
    /// Done.
    Ok = 0,
    /// A pointer is null where that is not allowed.
    NullPointer = 1,
    /// An argument is wrong: a length, a size, a number, a text that is not UTF-8.
    BadArgument = 2,
    /// The handle belongs to no open tables: it was closed, or never given.
    BadHandle = 3,
    /// The directory has no tables, or they cannot be opened.
    CannotOpen = 4,
    /// The position is impossible, or the FEN cannot be read.
    BadPosition = 5,
    /// The move is not legal, or cannot be read.
    BadMove = 6,
    /// The draw rules or the counts cannot be read, or the counts are impossible in the position.
    BadRules = 7,
    /// There is no table for the position: too many pieces, or one was not made.
    NoTable = 8,
    /// A table file is damaged or cannot be read.
    Damaged = 9,
    /// The buffer is too small. It holds as much as fits, and `count` or `length` holds the
    /// required size.
    TooSmall = 10,
    /// The game is over: there is no move.
    GameOver = 11,
    /// The position has more captures than can be listed. No position of a table has so many.
    TooManyCaptures = 12,
    /// The answer is not in memory, and the call reads no files.
    NotInMemory = 13,
    /// The value was not requested. Only a field named `status` has this status.
    NotProbed = 14,
    /// The library has a fault. The tables stay open, and other calls are not affected.
    Internal = 15,
}

/// The result of best play for the side to move.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeWdl {
    /// The side to move loses.
    Loss = -1,
    /// Neither side wins.
    Draw = 0,
    /// The side to move wins.
    Win = 1,
}

/// Stands for a number of plies that does not exist, as for a draw, or is unknown.
pub const PEATEE_NO_PLIES: i32 = -1;

/// The value of a position for the side to move.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeValue {
    /// A `PeateeStatus`. The other fields are meaningless unless it is `PEATEE_STATUS_OK`.
    pub status: i32,
    /// A `PeateeWdl`.
    pub wdl: i32,
    /// The distance in plies by the requested metric. `PEATEE_NO_PLIES` for a draw, if only WDL was
    /// requested, and without a table of distances.
    pub plies: i32,
}
