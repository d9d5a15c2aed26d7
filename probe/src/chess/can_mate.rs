//! Whether a side can still mate by any series of legal moves, from tables.

use peatee_chess::cozy_chess::Color;
use peatee_chess::{Ending, Position};
use peatee_table::{FileError, Metric};

use super::error::ProbeError;
use super::tables::Tables;

/// The bits of a cell: the side to move can mate, the other can.
const MOVER: u32 = 1;
const OTHER: u32 = 2;
/// Both.
const CELL_MAX: u32 = MOVER | OTHER;

impl Tables {
    /// Whether a side can mate by any series of legal moves of both sides, or has mated. Captures
    /// en passant are minded; counts of moves and repetitions end no series.
    ///
    /// # Errors
    /// [`ProbeError`]: castling rights, too many men, a table that is missing or damaged.
    pub fn can_mate(&self, position: &Position, side: Color) -> Result<bool, ProbeError> {
        let bit = if position.side_to_move() == side { MOVER } else { OTHER };
        Ok(self.mating_sides(position)? & bit != 0)
    }

    /// Which sides can mate, as a cell says it: 1 for the side to move, 2 for the other.
    ///
    /// # Errors
    /// As [`Tables::can_mate`].
    #[doc(hidden)]
    pub fn mating_sides(&self, position: &Position) -> Result<u32, ProbeError> {
        self.check_rights(position)?;
        if !position.can_capture_en_passant() {
            return self.stored_sides(position);
        }
        // Captures en passant are in no table: what any move leads to.
        let after = |mv| self.mating_sides(&position.after_listed(mv)).map(exchanged);
        position.moves().into_iter().try_fold(0, |sides, mv| Ok(sides | after(mv)?))
    }

    /// What the tables hold, as if no pawn could be captured en passant.
    fn stored_sides(&self, position: &Position) -> Result<u32, ProbeError> {
        if position.men() == 2 {
            return Ok(0);
        }
        let (of_slice, setup) = self.located(position, Metric::CanMate)?;
        let table = self.in_slice(of_slice, Metric::CanMate)?;
        match table.cell(&setup)? {
            cell @ 0..=CELL_MAX => Ok(cell),
            _ => Err(table.fault(FileError::Header { reason: "its cells are not those of its metric" })),
        }
    }
}

/// The same seen by the other side.
pub(super) fn exchanged(sides: u32) -> u32 {
    sides >> 1 | (sides & MOVER) << 1
}

/// What a position without moves says: mated, the other side has mated.
#[doc(hidden)]
pub fn sides_at_end(position: &Position) -> u32 {
    if position.ending() == Some(Ending::Checkmate) { OTHER } else { 0 }
}
