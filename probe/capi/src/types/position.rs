//! Positions.

/// The players.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeSide {
    /// The player whose men move up the board.
    White = 0,
    /// The other player.
    Black = 1,
}

/// The kinds of pieces.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeateeKind {
    /// The piece that a game starts with.
    Man = 0,
    /// A promoted man.
    King = 1,
    /// The third kind of parachute draughts.
    Parachutist = 2,
}

/// A set of squares, one bit each. The bits count the squares in play row by row from Black's side,
/// from left to right as White sees them: bit 0 is the first square of the top row. Boards of at
/// most 64 squares use only `low`; bit 64 is bit 0 of `high`.
///
/// 10x10: bit = square - 1.
///
///      .  0  .  1  .  2  .  3  .  4         Black
///      5  .  6  .  7  .  8  .  9  .
///      . 10  . 11  . 12  . 13  . 14
///     15  . 16  . 17  . 18  . 19  .
///      . 20  . 21  . 22  . 23  . 24
///     25  . 26  . 27  . 28  . 29  .
///      . 30  . 31  . 32  . 33  . 34
///     35  . 36  . 37  . 38  . 39  .
///      . 40  . 41  . 42  . 43  . 44
///     45  . 46  . 47  . 48  . 49  .         White
///
/// 8x8 on squares of the colour of a1 (English, Russian, Brazilian and others): bit = number - 1 in
/// the numbering of English draughts.
///
///      .  0  .  1  .  2  .  3               Black
///      4  .  5  .  6  .  7  .
///      .  8  .  9  . 10  . 11
///     12  . 13  . 14  . 15  .
///      . 16  . 17  . 18  . 19
///     20  . 21  . 22  . 23  .
///      . 24  . 25  . 26  . 27
///     28  . 29  . 30  . 31  .               White
///
/// For other boards see `probe/capi/docs/boards.md`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PeateeBitboard {
    /// Bits 0 to 63.
    pub low: u64,
    /// Bits 64 to 127.
    pub high: u64,
}

/// A position. Set it to zeros first, because 0 is an empty set of squares.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PeateePosition {
    /// The squares of White's men.
    pub white_men: PeateeBitboard,
    /// The squares of White's kings.
    pub white_kings: PeateeBitboard,
    /// The squares of White's parachutists, in parachute draughts; else 0.
    pub white_parachutists: PeateeBitboard,
    /// The squares of Black's men.
    pub black_men: PeateeBitboard,
    /// The squares of Black's kings.
    pub black_kings: PeateeBitboard,
    /// The squares of Black's parachutists, in parachute draughts; else 0.
    pub black_parachutists: PeateeBitboard,
    /// A `PeateeSide`; any other number is an error.
    pub side_to_move: i32,
}
