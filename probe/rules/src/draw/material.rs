//! What the counts look at: how many pieces of each kind stand on the board, and what a move did.

use crate::game::Move;
use crate::movegen::KernelMove;
use crate::piece::{KINDS, Kind, Side};
use crate::position::Setup;
use crate::word::Word;

/// How many pieces of each kind each side has: `counts[side][kind]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material {
    /// `counts[side][kind]`.
    pub counts: [[u8; KINDS]; 2],
}

impl Material {
    /// The material of a position.
    pub fn of<W: Word>(setup: &Setup<W>) -> Material {
        Material { counts: setup.pieces.map(|kinds| kinds.map(|set| set.count() as u8)) }
    }

    /// How many pieces `side` has.
    pub fn pieces(&self, side: Side) -> u32 {
        self.counts[side as usize].iter().map(|&count| count as u32).sum()
    }

    /// True when one side has nothing left.
    pub fn is_bare(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.pieces(side) == 0)
    }

    /// The side that has one king and nothing else, asked of `side`.
    pub fn is_lone_king(&self, side: Side) -> bool {
        self.pieces(side) == 1 && self.counts[side as usize][Kind::King as usize] == 1
    }

    /// The side with more pieces, if there is one.
    pub fn stronger(&self) -> Option<Side> {
        match self.pieces(Side::White).cmp(&self.pieces(Side::Black)) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// What a move did, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Events(u8);

impl Events {
    /// Nothing that any count looks at: a quiet move of a king.
    pub const NONE: Events = Events(0);
    /// A piece left the board.
    pub const CAPTURE: Events = Events(1);
    /// The moved piece was not a king.
    pub const MAN_MOVE: Events = Events(2);
    /// The moved piece became another kind.
    pub const PROMOTION: Events = Events(4);

    /// Both sets together.
    pub const fn and(self, other: Events) -> Events {
        Events(self.0 | other.0)
    }

    /// True when the sets have something in common.
    pub const fn meets(self, other: Events) -> bool {
        self.0 & other.0 != 0
    }

    /// True when the number or kind of the pieces changed.
    pub const fn changes_material(self) -> bool {
        self.meets(Self::CAPTURE.and(Self::PROMOTION))
    }

    /// What `mv` does.
    pub fn of(mv: &Move) -> Events {
        Self::from_parts(mv.kind, mv.becomes, mv.is_capture() || mv.is_removal())
    }

    /// What a move of the kernel does.
    pub fn of_kernel<W: Word>(mv: &KernelMove<W>) -> Events {
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
