//! Events of a move on which counts depend: captures, moves of men, promotions.

use crate::bitboard::Bitboard;
use crate::game::Move;
use crate::movegen::KernelMove;
use crate::piece::Kind;

/// A set of events of one move: capture, move of a man, promotion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Events(u8);

impl Events {
    /// No event: the move is a quiet move of a king.
    pub const NONE: Events = Events(0);
    /// A piece left the board.
    pub const CAPTURE: Events = Events(1);
    /// The moved piece was not a king.
    pub const MAN_MOVE: Events = Events(2);
    /// The moved piece became another kind of piece.
    pub const PROMOTION: Events = Events(4);

    /// Returns the union of both sets.
    pub const fn and(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }

    /// Returns the set as bits: capture 1, man move 2, promotion 4. These bits are part of the file
    /// format.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns true when the two sets have an event in common.
    pub const fn meets(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true when the number or kinds of the pieces change.
    pub const fn changes_material(self) -> bool {
        self.meets(Self::CAPTURE.and(Self::PROMOTION))
    }

    /// Returns the events of `mv` on which counts depend.
    pub fn of(mv: &Move) -> Events {
        Self::from_parts(mv.kind, mv.becomes, mv.is_capture() || mv.is_removal())
    }

    /// Returns the events of `mv`, a move in the form of the move generator.
    pub fn of_kernel<W: Bitboard>(mv: &KernelMove<W>) -> Events {
        Self::from_parts(mv.kind, mv.becomes, !mv.captured.is_empty())
    }

    fn from_parts(kind: Kind, becomes: Kind, is_capture: bool) -> Events {
        let mut events = Self::NONE;
        if is_capture {
            events = events.and(Self::CAPTURE);
        }
        if kind != Kind::King {
            events = events.and(Self::MAN_MOVE);
        }
        if kind != becomes {
            events = events.and(Self::PROMOTION);
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promoting_capture_is_all_three_events() {
        let events = Events::from_parts(Kind::Man, Kind::King, true);
        assert!(events.meets(Events::CAPTURE) && events.meets(Events::MAN_MOVE) && events.meets(Events::PROMOTION));
        assert_eq!(Events::from_parts(Kind::King, Kind::King, false), Events::NONE);
        assert!(!Events::MAN_MOVE.changes_material());
    }
}
