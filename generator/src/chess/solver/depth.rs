//! Solves one placement of pawns for a depth: plies to mate, or to the next capture, promotion or
//! mate. Nothing is drawn by a rule.
//!
//! Moves that leave the placement bring the distances of what they lead to. So they come in ply by
//! ply, unlike in `iterate.rs`, beside what quiet moves bring:
//!
//! * won in n: moves to a position lost in n - 1, here or elsewhere. Of the moves that leave, the
//!   one that wins soonest is noted beforehand, and counts when its ply has come;
//! * lost in n: all moves lead to positions won in at most n - 1. The moves that leave must all
//!   lose; the one that loses latest is noted beforehand, and before its ply nothing is looked at.

use peatee_probe::chess::Depth;

use super::iterate::SolvedPlacement;
use super::leaving::{Leaving, PliesOfRow, lost_by_leaving, won_by_leaving};
use super::rays::squares;
use super::solved::OfSides;
use super::unit::{Row, Unit};
use super::zeroing::Zeroing;

/// Solves a placement. Those with pawns further on are solved already.
pub fn solve_depths(zeroing: &Zeroing, placement: usize, depth: Depth) -> SolvedPlacement {
    let unit = Unit { layout: &zeroing.set.layout, placement };
    let rows = unit.layout.rows;
    let empty = || [vec![0; rows], vec![0; rows]];
    let mut solved = SolvedPlacement {
        legal: unit.all_legal(),
        won: empty(),
        lost: empty(),
        too_long: OfSides::default(),
        plies: [vec![0; rows * 64], vec![0; rows * 64]],
        proved: OfSides::default(),
    };
    for (winner, army) in unit.layout.material.sides().into_iter().enumerate() {
        // A lone king wins nothing.
        if army.pieces() > 0 {
            Problem::new(zeroing, unit, depth, winner, &mut solved).solve();
        }
    }
    solved
}

/// Who wins as one side, and when.
struct Problem<'a> {
    zeroing: &'a Zeroing<'a>,
    unit: Unit<'a>,
    depth: Depth,
    winner: usize,
    solved: &'a mut SolvedPlacement,
    /// The winner to move, and not won so far.
    open: Vec<u64>,
    /// The other side to move, perhaps lost: no move that leaves the placement saves it.
    unsaved: Vec<u64>,
    /// Where the winner may win at the next ply, and the other side may have lost.
    may_win: Vec<u64>,
    may_lose: Vec<u64>,
    /// Wins and losses by moves that leave the placement, which count at a later ply.
    later_won: Later,
    later_lost: Later,
}

/// Positions whose plies are noted beforehand.
struct Later {
    /// Those whose ply has not come, row by row.
    waiting: Vec<u64>,
    /// By ply the rows that have some.
    rows: Vec<Vec<u32>>,
}

/// Positions found at one ply, row by row.
type Found = Vec<(u32, u64)>;

impl Later {
    fn new(rows: usize) -> Later {
        Later { waiting: vec![0; rows], rows: Vec::new() }
    }

    /// Notes positions of a row.
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

    /// Whether some ply after this one is noted.
    fn is_after(&self, plies: usize) -> bool {
        self.rows.len() > plies + 1
    }

    /// Adds the positions whose ply has come.
    fn come(&mut self, plies: usize, cells: &[u8], onto: &mut [u64]) {
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

impl<'a> Problem<'a> {
    fn new(zeroing: &'a Zeroing, unit: Unit<'a>, depth: Depth, winner: usize, solved: &'a mut SolvedPlacement) -> Self {
        let open = solved.legal[winner].clone();
        let empty = || vec![0; open.len()];
        let (unsaved, may_win, may_lose) = (empty(), empty(), empty());
        let [later_won, later_lost] = [0, 1].map(|_| Later::new(open.len()));
        Problem { zeroing, unit, depth, winner, solved, open, unsaved, may_win, may_lose, later_won, later_lost }
    }

    fn loser(&self) -> usize {
        1 - self.winner
    }

    fn solve(mut self) {
        for (row, word) in self.first_moves() {
            self.note_lost(row, word, 0);
            self.push_lost(row, word);
        }
        for plies in 1.. {
            let lost = self.newly_lost(plies);
            let won = self.newly_won(plies);
            for &(row, word) in &lost {
                self.note_lost(row, word, plies);
            }
            for &(row, word) in &won {
                self.note_won(row, word, plies);
            }
            for &(row, word) in &lost {
                self.push_lost(row, word);
            }
            for &(row, word) in &won {
                let row = self.row(row);
                self.unit.push_back(self.loser(), &row, word, &mut self.may_lose);
            }
            let is_more_to_come = self.later_won.is_after(plies) || self.later_lost.is_after(plies);
            if lost.is_empty() && won.is_empty() && !is_more_to_come {
                return;
            }
        }
    }

    fn row(&self, number: u32) -> Row {
        self.unit.row(number as usize).expect("a row with legal positions")
    }

    /// Looks at the moves that leave the placement, and at mates, which it answers.
    fn first_moves(&mut self) -> Found {
        let mut mated = Found::new();
        let (winner, loser) = (self.winner, self.loser());
        for number in 0..self.unit.layout.rows {
            let winning = self.solved.legal[winner][number];
            // What the side to move wins it has not lost.
            let losing = self.solved.legal[loser][number] & !self.solved.won[loser][number];
            if winning | losing == 0 {
                continue;
            }
            let row = self.row(number as u32);
            let (won, plies) = won_by_leaving(self.zeroing, self.depth, winner, &row, winning);
            self.later_won.note(number, won, &plies, &mut self.solved.plies[winner]);
            let Leaving { saved, movable, plies } = lost_by_leaving(self.zeroing, self.depth, loser, &row, losing);
            let unsaved = losing & !saved;
            self.later_lost.note(number, unsaved & movable, &plies, &mut self.solved.plies[loser]);
            let immovable = unsaved & !movable;
            let stuck = immovable & !self.unit.can_reach(loser, &row, immovable, |row| self.solved.legal[winner][row]);
            // In check: the same position with the other side to move is not legal.
            let checked = stuck & !winning;
            self.unsaved[number] = unsaved & !(stuck & winning);
            if checked != 0 {
                mated.push((number as u32, checked));
            }
        }
        mated
    }

    fn newly_lost(&mut self, plies: usize) -> Found {
        let loser = self.loser();
        self.later_lost.come(plies, &self.solved.plies[loser], &mut self.may_lose);
        let mut found = Found::new();
        for number in 0..self.may_lose.len() {
            let looked_at = self.unsaved[number] & !self.later_lost.waiting[number];
            let candidates = std::mem::take(&mut self.may_lose[number]) & looked_at;
            if candidates != 0 {
                let row = self.row(number as u32);
                let lost = candidates & !self.unit.can_reach(loser, &row, candidates, |row| self.open[row]);
                if lost != 0 {
                    found.push((number as u32, lost));
                }
            }
        }
        found
    }

    fn newly_won(&mut self, plies: usize) -> Found {
        self.later_won.come(plies, &self.solved.plies[self.winner], &mut self.may_win);
        let words = self.may_win.iter_mut().zip(&self.open).zip(0..);
        let won = words.map(|((may_win, open), number)| (number, std::mem::take(may_win) & open));
        won.filter(|&(_, word)| word != 0).collect()
    }

    fn push_lost(&mut self, row: u32, word: u64) {
        let row = self.row(row);
        self.unit.push_back(self.winner, &row, word, &mut self.may_win);
    }

    fn note_lost(&mut self, row: u32, word: u64, plies: usize) {
        self.unsaved[row as usize] &= !word;
        let loser = self.loser();
        self.solved.lost[loser][row as usize] |= word;
        self.note(loser, row, word, plies);
    }

    fn note_won(&mut self, row: u32, word: u64, plies: usize) {
        self.open[row as usize] &= !word;
        // Nothing later than that counts.
        self.later_won.waiting[row as usize] &= !word;
        self.solved.won[self.winner][row as usize] |= word;
        self.note(self.winner, row, word, plies);
    }

    fn note(&mut self, side: usize, row: u32, word: u64, plies: usize) {
        let cell = u8::try_from(plies).expect("no set of five men takes 256 plies to mate");
        for square in squares(word) {
            self.solved.plies[side][row as usize * 64 + usize::from(square)] = cell;
        }
    }
}
