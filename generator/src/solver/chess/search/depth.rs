//! Solves one pawn placement for DTM or DTC: plies to mate, or to the next capture, promotion or
//! mate. Ignores draw rules.
//!
//! A move that leaves the placement has the distance of the position that it leads to. Unlike in
//! `iterate.rs`, such moves therefore take effect at different plies, as quiet moves do:
//!
//! * won in n plies: some move leads to a position lost in n - 1, in this placement or elsewhere.
//!   Among the moves that leave the placement, the quickest win is recorded in advance and takes
//!   effect at its ply;
//! * lost in n plies: all moves lead to positions won in at most n - 1. The moves that leave the
//!   placement must all lose. The slowest of these losses is recorded in advance, and the position
//!   is not examined before its ply.

use peatee_table::Metric;

use super::exits::{ExitResult, PliesOfRow, lost_by_leaving, won_by_leaving};
use super::frontier::{DecidedWords, PlacementFrontier};
use super::iterate::SolvedPlacement;
use crate::solver::chess::words::placement_view::PlacementView;
use crate::solver::chess::words::rays::squares;
use crate::solver::chess::words::solved::BySide;
use crate::solver::chess::words::zeroing::ZeroingMoves;

/// Finds the distances of all positions of a pawn placement (arrangement of the pawns). The
/// placements to which its pawn moves lead must already be solved.
pub fn solve_depths(zeroing: &ZeroingMoves, placement: usize, depth: Metric) -> SolvedPlacement {
    let view = PlacementView { layout: &zeroing.set.layout, placement };
    let mut solved = SolvedPlacement::open(view, BySide::default());
    for (winner, army) in view.layout.material.sides().into_iter().enumerate() {
        // A lone king cannot win.
        if army.pieces() > 0 {
            DepthSearch::new(zeroing, view, depth, winner, &mut solved).solve();
        }
    }
    solved
}

/// A search for the wins of one side, the winner, in one arrangement of the pawns.
pub struct DepthSearch<'a> {
    zeroing: &'a ZeroingMoves<'a>,
    depth: Metric,
    pub solved: &'a mut SolvedPlacement,
    pub front: PlacementFrontier<'a>,
    /// Positions with the winner to move in which a capture or pawn move wins. A position is marked
    /// as won at the ply of its fastest such win, unless it is already won.
    pub later_won: Later,
    /// Positions with the loser to move in which all captures and pawn moves lose. A position
    /// cannot be lost before the ply of its slowest such loss.
    pub later_lost: Later,
}

/// Positions that wait until the search reaches a certain ply. The ply may differ from position to
/// position.
pub struct Later {
    /// Positions whose ply has not been reached: one word per row, with a bit for each square of
    /// the black king.
    pub waiting: Vec<u64>,
    /// For each ply, the indices of the rows with positions that wait for this ply. The positions
    /// of a row differ only in the square of the black king.
    rows: Vec<Vec<u32>>,
}

impl Later {
    fn new(rows: usize) -> Later {
        Later { waiting: vec![0; rows], rows: Vec::new() }
    }

    /// Adds positions of a row. Each bit of `word` stands for a square of the black king. `plies`
    /// holds the ply for which each position waits; it is copied to `cells`.
    fn note(&mut self, row: usize, word: u64, plies: &PliesOfRow, cells: &mut [u8]) {
        self.waiting[row] = word;
        let mut has_ply = [false; 256];
        for square in squares(word).map(usize::from) {
            cells[row * 64 + square] = plies[square];
            let ply = usize::from(plies[square]);
            if !std::mem::replace(&mut has_ply[ply], true) {
                if self.rows.len() <= ply {
                    self.rows.resize(ply + 1, Vec::new());
                }
                self.rows[ply].push(row as u32);
            }
        }
    }

    pub fn is_after(&self, plies: usize) -> bool {
        self.rows.len() > plies + 1
    }

    /// Moves the positions that wait for ply `plies` from `waiting` to `onto`. `cells` holds the
    /// ply for which each position waits.
    pub fn take_due(&mut self, plies: usize, cells: &[u8], onto: &mut [u64]) {
        let Some(rows) = self.rows.get_mut(plies) else { return };
        for row in std::mem::take(rows).into_iter().map(|row| row as usize) {
            let come = squares(self.waiting[row])
                .filter(|&square| usize::from(cells[row * 64 + usize::from(square)]) == plies)
                .fold(0, |come, square| come | 1 << square);
            self.waiting[row] &= !come;
            onto[row] |= come;
        }
    }
}

impl<'a> DepthSearch<'a> {
    pub fn new(
        zeroing: &'a ZeroingMoves,
        view: PlacementView<'a>,
        depth: Metric,
        winner: usize,
        solved: &'a mut SolvedPlacement,
    ) -> Self {
        let front = PlacementFrontier::new(view, winner, &solved.legal[winner]);
        let [later_won, later_lost] = [0, 1].map(|_| Later::new(view.layout.rows));
        DepthSearch { zeroing, depth, solved, front, later_won, later_lost }
    }

    fn solve(mut self) {
        let mated = self.first_moves();
        self.decide(&mated, &DecidedWords::new(), 0);
        for plies in 1.. {
            let DepthSearch { solved, front, later_won, later_lost, .. } = &mut self;
            later_lost.take_due(plies, &solved.plies[front.loser()], &mut front.may_lose);
            let lost = front.newly_lost(|row| !later_lost.waiting[row]);
            later_won.take_due(plies, &solved.plies[front.winner], &mut front.may_win);
            let won = front.newly_won();
            self.decide(&lost, &won, plies);
            let is_more_to_come = self.later_won.is_after(plies) || self.later_lost.is_after(plies);
            if lost.is_empty() && won.is_empty() && !is_more_to_come {
                return;
            }
        }
    }

    fn decide(&mut self, lost: &DecidedWords, won: &DecidedWords, plies: usize) {
        let DepthSearch { solved, front, later_won, .. } = self;
        let loser = front.loser();
        front.decide(lost, won, |side, row, word| {
            if side != loser {
                // These positions are won at this ply, so wins at later plies have no effect.
                later_won.waiting[row] &= !word;
            }
            solved.note(side, row, word, (side == loser, plies));
        });
    }

    /// Evaluates all captures and pawn moves of the placement. Returns the positions in which the
    /// loser is mated.
    pub fn first_moves(&mut self) -> DecidedWords {
        let mut mated = DecidedWords::new();
        let (view, winner, loser) = (self.front.view, self.front.winner, self.front.loser());
        for number in 0..view.layout.rows {
            let winning = self.solved.legal[winner][number];
            // Positions that the side to move wins are not lost.
            let losing = self.solved.legal[loser][number] & !self.solved.won[loser][number];
            if winning | losing == 0 {
                continue;
            }
            let row = self.front.row(number as u32);
            let (won, plies) = won_by_leaving(self.zeroing, self.depth, winner, &row, winning);
            self.later_won.note(number, won, &plies, &mut self.solved.plies[winner]);
            let ExitResult { saved, movable, plies } = lost_by_leaving(self.zeroing, self.depth, loser, &row, losing);
            let unsaved = losing & !saved;
            self.later_lost.note(number, unsaved & movable, &plies, &mut self.solved.plies[loser]);
            let immovable = unsaved & !movable;
            let stuck = immovable & !view.can_reach(loser, &row, immovable, |row| self.solved.legal[winner][row]);
            // The side is in check where the same position with the other side to move is not
            // legal.
            let checked = stuck & !winning;
            self.front.unsaved[number] = unsaved & !(stuck & winning);
            if checked != 0 {
                mated.push((number as u32, checked));
            }
        }
        mated
    }
}
