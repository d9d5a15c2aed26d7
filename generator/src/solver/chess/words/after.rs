//! What is known after a move that leaves the rows of a placement: who wins, and in how many plies.

use peatee_table::Metric;

use super::layout::Location;
use super::solved::{Outcome, Reading, SolvedSet};

/// Where the positions after a move stand.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    pub set: &'a SolvedSet,
    /// The side to move.
    pub color: usize,
    pub at: Location,
}

/// What is known after a move, for each square of the black king.
#[derive(Debug, Clone, Copy)]
pub struct After<'a> {
    /// Who wins, captures en passant minded.
    pub outcome: Outcome,
    /// The move was a capture or a promotion.
    is_conversion: bool,
    stored: Stored<'a>,
    /// Who wins as it is stored.
    without_replies: Outcome,
    /// Captures en passant.
    pub replies: [Option<Reply<'a>>; 2],
    /// Where such a capture is the only legal move: what is stored does not count.
    pub forced: u64,
}

/// A capture en passant.
#[derive(Debug, Clone, Copy)]
pub struct Reply<'a> {
    /// Where the positions after it stand.
    pub stored: Stored<'a>,
    /// Where it is legal.
    pub may: u64,
    /// Where it wins.
    pub won: u64,
}

impl<'a> Stored<'a> {
    /// Who wins.
    #[inline(always)]
    pub fn outcome(&self, reading: Reading) -> Outcome {
        let Stored { set, color, at } = *self;
        set.words[at.placement].outcome(color, at.row, reading).back(at.symmetry)
    }

    /// The plies of a won or lost position.
    #[inline(always)]
    fn plies(&self, king: u8) -> u8 {
        let Stored { set, color, at } = *self;
        set.plies[at.placement][color][at.row * 64 + usize::from(at.symmetry.square(king))]
    }

    /// After a capture or promotion.
    #[inline(always)]
    pub fn converted(self, reading: Reading) -> After<'a> {
        self.after(true, reading)
    }

    /// After a pawn move that is neither.
    #[inline(always)]
    pub fn moved(self, reading: Reading) -> After<'a> {
        self.after(false, reading)
    }

    #[inline(always)]
    fn after(self, is_conversion: bool, reading: Reading) -> After<'a> {
        let outcome = self.outcome(reading);
        After { outcome, is_conversion, stored: self, without_replies: outcome, replies: [None; 2], forced: 0 }
    }
}

impl After<'_> {
    /// The plies before the move of a win by it. The position after it is lost.
    pub fn winning_plies(&self, depth: Metric, king: u8) -> u8 {
        self.plies_before(depth, || {
            let is_stored = (self.without_replies.lost & !self.forced) >> king & 1 != 0;
            let replies = self.replies.iter().flatten().filter(|reply| reply.may >> king & 1 != 0);
            let replied = replies.map(|reply| reply.plies(depth, king));
            replied.chain(is_stored.then(|| self.stored.plies(king))).max().expect("a lost position")
        })
    }

    /// The plies before the move of a loss by it. The position after it is won.
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

impl Reply<'_> {
    /// The plies before the capture.
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
