//! Outcomes and distances after a capture or pawn move.

use peatee_table::Metric;

use super::layout::Location;
use super::solved::{Outcome, RuleScope, SolvedSet};

/// The row of stored positions to which a move leads. Positions of a row differ only in the square
/// of the black king.
#[derive(Debug, Clone, Copy)]
pub struct StoredRow<'a> {
    pub set: &'a SolvedSet,
    pub color: usize,
    pub at: Location,
}

/// Outcomes after a move, with one bit for each square of the black king.
#[derive(Debug, Clone, Copy)]
pub struct MoveResult<'a> {
    /// Outcome after the move. It takes into account the captures en passant that can answer the
    /// move.
    pub outcome: Outcome,
    is_conversion: bool,
    stored: StoredRow<'a>,
    /// Stored outcome after the move. It ignores the captures en passant that can answer the move.
    without_replies: Outcome,
    /// Captures en passant that can answer the move.
    pub replies: [Option<EnPassantReply<'a>>; 2],
    /// Squares of the black king with which a capture en passant is the only legal answer to the
    /// move. The stored outcome, which ignores captures en passant, is not valid for these squares.
    pub forced: u64,
}

#[derive(Debug, Clone, Copy)]
pub struct EnPassantReply<'a> {
    /// Row of stored positions to which the capture leads.
    pub stored: StoredRow<'a>,
    /// Squares of the black king with which the capture is legal.
    pub may: u64,
    /// Squares of the black king with which the capture wins.
    pub won: u64,
}

impl<'a> StoredRow<'a> {
    /// Returns the outcomes after the move. Because a row may be stored reflected or rotated, the
    /// squares of the black king are mapped back to those on which it stands after the move.
    #[inline(always)]
    pub fn outcome(&self, reading: RuleScope) -> Outcome {
        let StoredRow { set, color, at } = *self;
        set.words[at.placement].outcome(color, at.row, reading).back(at.symmetry)
    }

    #[inline(always)]
    fn plies(&self, king: u8) -> u8 {
        let StoredRow { set, color, at } = *self;
        set.plies[at.placement][color][at.row * 64 + usize::from(at.symmetry.square(king))]
    }

    #[inline(always)]
    pub fn converted(self, reading: RuleScope) -> MoveResult<'a> {
        self.after(true, reading)
    }

    #[inline(always)]
    pub fn moved(self, reading: RuleScope) -> MoveResult<'a> {
        self.after(false, reading)
    }

    #[inline(always)]
    fn after(self, is_conversion: bool, reading: RuleScope) -> MoveResult<'a> {
        let outcome = self.outcome(reading);
        MoveResult { outcome, is_conversion, stored: self, without_replies: outcome, replies: [None; 2], forced: 0 }
    }
}

impl MoveResult<'_> {
    /// Returns in how many plies the move wins when the black king then stands on `king`, counted
    /// from the position before the move. The position after the move must be lost.
    pub fn winning_plies(&self, depth: Metric, king: u8) -> u8 {
        self.plies_before(depth, || {
            let is_stored = (self.without_replies.lost & !self.forced) >> king & 1 != 0;
            let replies = self.replies.iter().flatten().filter(|reply| reply.may >> king & 1 != 0);
            let replied = replies.map(|reply| reply.plies(depth, king));
            replied.chain(is_stored.then(|| self.stored.plies(king))).max().expect("a lost position")
        })
    }

    /// Returns in how many plies the move loses when the black king then stands on `king`, counted
    /// from the position before the move. The position after the move must be won.
    pub fn losing_plies(&self, depth: Metric, king: u8) -> u8 {
        self.plies_before(depth, || {
            let is_stored = self.without_replies.won >> king & 1 != 0;
            let replies = self.replies.iter().flatten().filter(|reply| reply.won >> king & 1 != 0);
            let replied = replies.map(|reply| reply.plies(depth, king));
            replied.chain(is_stored.then(|| self.stored.plies(king))).min().expect("a won position")
        })
    }

    #[inline(always)]
    fn plies_before(&self, depth: Metric, after: impl FnOnce() -> u8) -> u8 {
        match depth {
            Metric::Dtc if self.is_conversion => 1,
            _ => one_more(after()),
        }
    }
}

impl EnPassantReply<'_> {
    /// Returns in how many plies the game is won or lost after the capture en passant, counted from
    /// the position before the capture.
    fn plies(&self, depth: Metric, king: u8) -> u8 {
        match depth {
            Metric::Dtc => 1,
            _ => one_more(self.stored.plies(king)),
        }
    }
}

fn one_more(plies: u8) -> u8 {
    plies.checked_add(1).expect("no set of five men takes 256 plies to mate")
}
