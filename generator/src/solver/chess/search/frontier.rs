//! Frontier of the search for the wins of one side in one pawn placement: undecided positions,
//! candidates for the next ply, and positions decided by quiet moves.

use crate::solver::chess::words::placement_view::{PlacementView, Row};

/// Positions decided at one ply: pairs of the index of a row and a word, which has a bit for each
/// position of the row (each square of the black king).
pub type DecidedWords = Vec<(u32, u64)>;

/// Undecided positions of a pawn placement (arrangement of the pawns), and candidates for the next
/// ply. Each list has a word for each row, with a bit for each square of the black king.
pub struct PlacementFrontier<'a> {
    pub view: PlacementView<'a>,
    pub winner: usize,
    /// Positions with the winner to move that are not yet found to be won.
    pub open: Vec<u64>,
    /// Positions with the other side to move in which no capture or pawn move saves that side from
    /// losing.
    pub unsaved: Vec<u64>,
    /// Positions with the winner to move that may be won at the next ply.
    pub may_win: Vec<u64>,
    /// Positions with the other side to move that may be lost at the next ply.
    pub may_lose: Vec<u64>,
}

impl<'a> PlacementFrontier<'a> {
    /// Creates a frontier in which no position is won or lost. `legal` holds the legal positions
    /// with the winner to move: one word for each row, with a bit for each square of the black
    /// king.
    pub fn new(view: PlacementView<'a>, winner: usize, legal: &[u64]) -> Self {
        let empty = || vec![0; legal.len()];
        PlacementFrontier { view, winner, open: legal.to_vec(), unsaved: empty(), may_win: empty(), may_lose: empty() }
    }

    pub fn loser(&self) -> usize {
        1 - self.winner
    }

    pub fn row(&self, number: u32) -> Row {
        self.view.row(number as usize).expect("a row with legal positions")
    }

    /// Removes all candidates for a loss. Returns the candidates that are lost, because every quiet
    /// move from them leads to a won position. `looked_at` takes the index of a row and returns the
    /// positions of this row that the result may include.
    pub fn newly_lost(&mut self, looked_at: impl Fn(usize) -> u64) -> DecidedWords {
        let mut found = DecidedWords::new();
        let PlacementFrontier { view, winner, open, unsaved, may_lose, .. } = self;
        each_word(may_lose, |number, may_lose| {
            let candidates = may_lose & unsaved[number] & looked_at(number);
            if candidates != 0 {
                let row = view.row(number).expect("a row with legal positions");
                let lost = candidates & !view.can_reach(1 - *winner, &row, candidates, |row| open[row]);
                if lost != 0 {
                    found.push((number as u32, lost));
                }
            }
        });
        found
    }

    /// Removes all candidates for a win. Returns the candidates that were not yet known to be won;
    /// they are won at this ply.
    pub fn newly_won(&mut self) -> DecidedWords {
        let mut found = DecidedWords::new();
        each_word(&mut self.may_win, |number, may_win| {
            let won = may_win & self.open[number];
            if won != 0 {
                found.push((number as u32, won));
            }
        });
        found
    }

    /// Removes the positions decided at a ply from the undecided positions, and finds the
    /// candidates for the next ply. Calls `note` for each row with decided positions. The arguments
    /// are the side to move, the index of the row, and a word with a bit for each decided square of
    /// the black king.
    pub fn decide(&mut self, lost: &DecidedWords, won: &DecidedWords, mut note: impl FnMut(usize, usize, u64)) {
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
            self.view.push_back(self.winner, &row, word, &mut self.may_win);
        }
        for &(row, word) in won {
            let row = self.row(row);
            self.view.push_back(loser, &row, word, &mut self.may_lose);
        }
    }
}

/// Calls `see` with every nonzero word and sets the word to zero. Checks several words together,
/// since most are zero.
#[inline(always)]
pub fn each_word(words: &mut [u64], mut see: impl FnMut(usize, u64)) {
    const TOGETHER: usize = 8;
    for (words, first) in words.chunks_mut(TOGETHER).zip((0..).step_by(TOGETHER)) {
        if words.iter().fold(0, |all, word| all | word) != 0 {
            for (word, number) in words.iter_mut().zip(first..) {
                match std::mem::take(word) {
                    0 => {}
                    word => see(number, word),
                }
            }
        }
    }
}
