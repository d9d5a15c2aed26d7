//! The plies of one placement with one side as the winner: what is still open, what the next ply
//! may decide, and what it does decide by quiet moves.

use super::unit::{Row, Unit};

/// Positions found at one ply, row by row.
pub type Found = Vec<(u32, u64)>;

/// What is open, and what the next ply may decide; words, one for each row.
pub struct Front<'a> {
    pub unit: Unit<'a>,
    pub winner: usize,
    /// The winner to move, and not won so far.
    pub open: Vec<u64>,
    /// The other side to move, perhaps lost: no move that leaves the placement, or sets the clock
    /// to zero, saves it.
    pub unsaved: Vec<u64>,
    /// Where the winner may win at the next ply, and the other side may have lost.
    pub may_win: Vec<u64>,
    pub may_lose: Vec<u64>,
}

impl<'a> Front<'a> {
    /// Nothing is decided; `legal` holds the positions with the winner to move.
    pub fn new(unit: Unit<'a>, winner: usize, legal: &[u64]) -> Self {
        let empty = || vec![0; legal.len()];
        Front { unit, winner, open: legal.to_vec(), unsaved: empty(), may_win: empty(), may_lose: empty() }
    }

    /// The other side.
    pub fn loser(&self) -> usize {
        1 - self.winner
    }

    /// A row that has legal positions.
    pub fn row(&self, number: u32) -> Row {
        self.unit.row(number as usize).expect("a row with legal positions")
    }

    /// The positions that may have lost, of those that `looked_at` gives for a row, from which no
    /// quiet move leads to a position that is not won.
    pub fn newly_lost(&mut self, looked_at: impl Fn(usize) -> u64) -> Found {
        let mut found = Found::new();
        for number in 0..self.may_lose.len() {
            let candidates = std::mem::take(&mut self.may_lose[number]) & self.unsaved[number] & looked_at(number);
            if candidates != 0 {
                let row = self.row(number as u32);
                let lost = candidates & !self.unit.can_reach(self.loser(), &row, candidates, |row| self.open[row]);
                if lost != 0 {
                    found.push((number as u32, lost));
                }
            }
        }
        found
    }

    /// The positions that may win and are open.
    pub fn newly_won(&mut self) -> Found {
        let words = self.may_win.iter_mut().zip(&self.open).zip(0..);
        let won = words.map(|((may_win, open), number)| (number, std::mem::take(may_win) & open));
        won.filter(|&(_, word)| word != 0).collect()
    }

    /// Decides what a ply has found. `note` gets the side to move, the row and the positions.
    pub fn decide(&mut self, lost: &Found, won: &Found, mut note: impl FnMut(usize, usize, u64)) {
        let loser = self.loser();
        for &(row, word) in lost {
            self.unsaved[row as usize] &= !word;
            note(loser, row as usize, word);
        }
        for &(row, word) in won {
            self.open[row as usize] &= !word;
            note(self.winner, row as usize, word);
        }
        for &(row, word) in lost {
            let row = self.row(row);
            self.unit.push_back(self.winner, &row, word, &mut self.may_win);
        }
        for &(row, word) in won {
            let row = self.row(row);
            self.unit.push_back(loser, &row, word, &mut self.may_lose);
        }
    }
}
