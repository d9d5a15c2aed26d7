//! Options for opening tables, and facts about open tables.

use std::ffi::c_char;

/// The metrics of tables, one bit each.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeMetric {
    /// Win, draw or loss.
    Wdl = 1,
    /// Plies to the end of the game.
    Dtw = 2,
    /// Plies to the next capture or move of any piece but a king.
    Dtc = 4,
    /// Plies to the next move that resets a count of draw rules. The bit stands for the tables of
    /// all draw rules.
    Dtr = 8,
}

/// Options for opening tables. Set all fields to zero, then set `size` and the fields that should
/// differ from the defaults. A later version may add fields at the end; programs built before
/// continue to work.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct PeateeOptions {
    /// `sizeof(PeateeOptions)`.
    pub size: usize,
    /// Maximum memory for decoded tables, in bytes; 0: a quarter of the machine's memory.
    pub memory_bytes: u64,
    /// The id of the variant, such as `international` or `english`; null for the only variant that
    /// has tables.
    pub variant: *const c_char,
    /// The metrics to open, `PeateeMetric` bits; 0: all.
    pub metrics: u32,
    /// Not 0: maps the files into memory. Until `peatee_close`, no program may then change or
    /// shorten them, and their disk must not fail, because that would kill the process.
    pub map_files: i32,
}

/// Facts about open tables. A later version may add fields at the end.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeateeInfo {
    /// In: the caller's `sizeof(PeateeInfo)`.
    pub size: usize,
    /// The id of the variant, with a final NUL.
    pub variant: [c_char; 32],
    /// Number of squares in play.
    pub squares: i32,
    /// Files (columns) of the board.
    pub files: i32,
    /// Ranks (rows) of the board.
    pub ranks: i32,
    /// Maximum number of pieces in the tables, both sides together.
    pub most_pieces: i32,
    /// Maximum number of pieces of one side in the tables.
    pub most_pieces_of_a_side: i32,
    /// The metrics of the tables, `PeateeMetric` bits.
    pub metrics: u32,
    /// Number of usable tables.
    pub tables: i32,
    /// Number of listed tables that are missing or damaged; `peatee_fault` names them.
    pub faults: i32,
    /// Memory budget for decoded tables, in bytes. It limits `expanded_bytes` and `cached_bytes`
    /// together.
    pub memory_budget_bytes: u64,
    /// Bytes of expanded parts of tables. Such a part stays decoded in memory, and a probe reads a
    /// value from it in a single memory access.
    pub expanded_bytes: u64,
    /// Bytes of the recently read parts in the cache.
    pub cached_bytes: u64,
    /// Number of requests for parts that the cache answered.
    pub cache_hits: u64,
    /// Number of parts read from a file.
    pub cache_misses: u64,
}
