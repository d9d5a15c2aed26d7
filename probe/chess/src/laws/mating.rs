//! Searches for a mate by any series of legal moves, good or bad.

use cozy_chess::{Board, Color, Move};

use super::blocked::{is_blocked, is_blocked_soon, is_mated};
use super::material::{cannot_mate, is_dead};
use super::search::{Search, UNTIL_BLOCKED};
use crate::position::Position;

/// Default limit for the number of positions of a search; such a search takes some seconds and a
/// quarter of a gigabyte.
pub const POSITIONS_MAX_DEFAULT: usize = 1_000_000;

/// Maximum number of positions in a search for the moves of a mate that is already known to be
/// possible.
pub const LINE_POSITIONS_MAX: usize = 20_000;

/// Number of positions between two calls that ask whether the search may continue. The search takes
/// well below a millisecond for this number of positions.
const POSITIONS_UNTIL_ASKED: usize = 128;

/// Proof that a side cannot mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MateProof {
    /// The side has only its king, or the board has only kings and one knight, or the board has
    /// only kings and bishops on squares of one colour.
    Material,
    /// Pawns that block each other keep the men of the side from the other king.
    Blocked,
    /// Endgame tables show that the side can never mate.
    Tables,
    /// A search through all positions that can arise by legal moves found no mate.
    AllPositions {
        /// Number of positions that the search examined.
        positions: usize,
    },
}

impl MateProof {
    /// Returns the proof in words, such as "the men that are left cannot mate".
    pub fn text(self) -> String {
        match self {
            MateProof::Material => "the men that are left cannot mate".to_owned(),
            MateProof::Blocked => "pawns that block each other keep the men from the king".to_owned(),
            MateProof::Tables => "by the tables no series of legal moves leads to a mate".to_owned(),
            MateProof::AllPositions { positions } => {
                format!("none of the {positions} positions that legal moves lead to is a mate")
            }
        }
    }
}

/// Answer to whether a mate is still possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mating {
    /// A mate is possible. The value lists moves that lead to the mate.
    Possible(Vec<Move>),
    /// No series of legal moves leads to a mate.
    Impossible(MateProof),
    /// The search has reached its limit, or was stopped, without an answer.
    NotDecided {
        /// Number of positions that the search examined.
        positions: usize,
    },
}

/// Number of visited positions after which mates in the corners guide an undecided search:
/// positions near such a mate are tried first. The number is greater than [`UNTIL_BLOCKED`],
/// because the test whether pawns block each other is faster.
const UNTIL_PATTERNS: usize = 2000;
/// Number of visited positions after which an undecided search also tests whether pawns will block
/// the board within a few moves.
const UNTIL_BLOCKED_SOON: usize = 5000;

/// Searches for a mate by `side`, or by either side if `side` is `None`, through any series of
/// legal moves of both sides. Examines up to `positions_max` positions, promising ones first. Draws
/// by move counts and repetition are ignored.
pub fn can_mate(position: &Position, side: Option<Color>, positions_max: usize) -> Mating {
    can_mate_within(position, side, positions_max, &|_| true)
}

/// Searches like [`can_mate`], but can be stopped by the caller: the search regularly calls
/// `goes_on` with the number of positions since the last call, and stops when it returns false.
pub fn can_mate_within(
    position: &Position,
    side: Option<Color>,
    positions_max: usize,
    goes_on: &dyn Fn(usize) -> bool,
) -> Mating {
    let board = position.board();
    if is_dead(board) || side.is_some_and(|side| cannot_mate(board, side)) {
        return Mating::Impossible(MateProof::Material);
    }
    let winners = side.map_or(Color::ALL.to_vec(), |side| vec![side]);
    let all = |cannot: fn(&Board, Color) -> bool| winners.iter().all(|&winner| cannot(board, winner));
    if positions_max == 0 {
        // Without a search, only its first position and the proofs are left.
        return match winners.iter().any(|&winner| is_mated(board, winner)) {
            true => Mating::Possible(Vec::new()),
            false if all(is_blocked) || all(is_blocked_soon) => Mating::Impossible(MateProof::Blocked),
            false => Mating::NotDecided { positions: 0 },
        };
    }
    let mut search = Search::new(board, winners.clone());
    let mut told = 0;
    while let Some(node) = search.next() {
        if search.is_mate(node) {
            return Mating::Possible(search.line(node));
        }
        let before = search.met();
        search.expand(node);
        let met = search.met();
        let passes = |count: usize| (before <= count || node == 0) && count < met;
        // Both proofs are tried at the latest when the search reaches `positions_max`.
        if passes(UNTIL_BLOCKED.min(positions_max)) && all(is_blocked)
            || passes(UNTIL_BLOCKED_SOON.min(positions_max)) && all(is_blocked_soon)
        {
            return Mating::Impossible(MateProof::Blocked);
        }
        if met > positions_max {
            return Mating::NotDecided { positions: positions_max };
        }
        if passes(UNTIL_PATTERNS) {
            search.guide_by_patterns(board);
        }
        let untold = met - told;
        if untold >= POSITIONS_UNTIL_ASKED {
            told += untold;
            if !goes_on(untold) {
                return Mating::NotDecided { positions: told };
            }
        }
    }
    Mating::Impossible(MateProof::AllPositions { positions: search.met() })
}
