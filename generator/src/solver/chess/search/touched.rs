//! Words of rows of which few are not zero.

use crate::solver::chess::words::rays::squares;

/// A word for each row, with a bit for each square of the black king, and a list of the rows whose
/// word may not be zero.
#[derive(Default)]
pub struct TouchedWords {
    words: Vec<u64>,
    /// One bit for each row: 1 if the word of the row was changed.
    touched: Vec<u64>,
}

impl TouchedWords {
    pub fn new(rows: usize) -> TouchedWords {
        TouchedWords { words: vec![0; rows], touched: vec![0; rows.div_ceil(64)] }
    }

    #[inline(always)]
    pub fn add(&mut self, row: usize, word: u64) {
        self.words[row] |= word;
        self.touched[row / 64] |= u64::from(word != 0) << (row % 64);
    }

    /// Calls `see` with every nonzero word in the order of the rows, and sets the word to zero.
    #[inline(always)]
    pub fn take_each(&mut self, mut see: impl FnMut(usize, u64)) {
        for (touched, first) in self.touched.iter_mut().zip((0..).step_by(64)) {
            for row in squares(std::mem::take(touched)).map(|bit| first + usize::from(bit)) {
                see(row, std::mem::take(&mut self.words[row]));
            }
        }
    }
}
