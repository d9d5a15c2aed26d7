//! The value of one position as one 16-bit number.

use bytemuck::{Pod, Zeroable};
use peatee_rules::variant::Goal;
use peatee_table::Slice;

use crate::error::TooLong;

/// The value of a position for the side to move: a draw, or the winner and the number of plies.
/// Stored as twice the plies, plus one for a win, so that a value takes two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Known(pub u16);

impl Known {
    /// A draw: neither side can force a win. All bits are set.
    pub const DRAW: Known = Known(u16::MAX);
    pub const MAX_PLIES: u16 = (u16::MAX - 3) / 2;

    #[inline(always)]
    pub const fn lost(plies: u16) -> Known {
        Known(plies << 1)
    }

    #[inline(always)]
    pub const fn won(plies: u16) -> Known {
        Known(plies << 1 | 1)
    }

    #[inline(always)]
    pub const fn without_moves(goal: Goal) -> Known {
        match goal {
            Goal::LastToMove => Known::lost(0),
            Goal::GiveAway => Known::won(0),
        }
    }

    #[inline(always)]
    pub const fn is_draw(self) -> bool {
        self.0 == u16::MAX
    }

    #[inline(always)]
    pub const fn is_won(self) -> bool {
        (self.0 & 1 == 1) & !self.is_draw()
    }

    /// Returns the distance in plies. For a draw the result has no meaning.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.0 >> 1
    }

    pub fn too_long(slice: Slice) -> TooLong {
        TooLong { slice, plies_max: Known::MAX_PLIES }
    }
}
