//! The worklist and the frontier of a search. The worklist lists the rows to search. The frontier
//! holds the positions that the search has found in these rows.

use std::io;

use peatee_rules::Bitboard;

use crate::parallel;
use crate::spill::spill_vec::{Backing, SpillVec};

pub const ROWS_PER_TASK: usize = 64;

/// A worklist of rows (placements of one side's kings), each listed at most once.
#[derive(Debug, Default)]
pub struct RowWorklist {
    is_listed: Vec<bool>,
    rows: Vec<u32>,
}

impl RowWorklist {
    pub fn new(rows: usize) -> Self {
        RowWorklist { is_listed: vec![false; rows], rows: Vec::with_capacity(rows) }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    #[inline(always)]
    pub fn mark(&mut self, row: usize) {
        if !std::mem::replace(&mut self.is_listed[row], true) {
            self.rows.push(row as u32);
        }
    }

    pub fn mark_all(&mut self) {
        self.is_listed.fill(true);
        self.rows.clear();
        self.rows.extend(0..self.is_listed.len() as u32);
    }

    fn drain_into(&mut self, rows: &mut Vec<u32>) {
        rows.clear();
        std::mem::swap(&mut self.rows, rows);
        rows.iter().for_each(|&row| self.is_listed[row as usize] = false);
    }
}

/// Positions that one search has found, stored as all words of each searched row (placement of one
/// side's kings).
#[derive(Debug)]
pub struct Frontier<W> {
    rows: Vec<u32>,
    columns: usize,
    words: SpillVec<W>,
    /// For each searched row (placement of one side's kings), true if the search found a position
    /// in that row. If it is false, the words of the row are arbitrary.
    is_found: Vec<bool>,
}

impl<W> Default for Frontier<W> {
    fn default() -> Self {
        Frontier { rows: Vec::new(), columns: 1, words: SpillVec::default(), is_found: Vec::new() }
    }
}

impl<W: Bitboard> Frontier<W> {
    /// Allocates memory for units (configurations of the men) of `rows` x `columns` words.
    ///
    /// # Errors
    /// Returns an error when the disk has too little room.
    pub fn new([rows, columns]: [usize; 2], room: &Backing) -> io::Result<Self> {
        let words = room.zeros(rows * columns)?;
        Ok(Frontier { rows: Vec::with_capacity(rows), columns, words, is_found: Vec::with_capacity(rows) })
    }

    /// Searches the rows (placements of one side's kings) of `worklist` and empties it. Calls
    /// `search` with each row and its words; `search` must fill in the words and return true if it
    /// finds a position. If `shares_rows` is true, several threads search, otherwise one.
    #[inline(always)]
    pub fn search(
        &mut self,
        worklist: &mut RowWorklist,
        shares_rows: bool,
        search: impl Fn(usize, &mut [W]) -> bool + Sync,
    ) {
        worklist.drain_into(&mut self.rows);
        self.is_found.clear();
        self.is_found.resize(self.rows.len(), false);
        let columns = self.columns;
        let some_rows = |((rows, words), found): ((&[u32], &mut [W]), &mut [bool])| {
            for ((&row, words), found) in rows.iter().zip(words.chunks_mut(columns)).zip(found) {
                *found = search(row as usize, words);
            }
        };
        if shares_rows {
            let words = self.words.chunks_mut(columns * ROWS_PER_TASK);
            let tasks = self.rows.chunks(ROWS_PER_TASK).zip(words).zip(self.is_found.chunks_mut(ROWS_PER_TASK));
            parallel::for_each(tasks, &some_rows);
        } else {
            some_rows(((&self.rows, &mut self.words), &mut self.is_found));
        }
    }

    /// Returns the indices of the rows (placements of one side's kings) in which the search found
    /// positions, each with the words of the row.
    #[inline(always)]
    pub fn rows(&self) -> impl Iterator<Item = (usize, &[W])> {
        let all = self.rows.iter().zip(self.words.chunks(self.columns)).zip(&self.is_found);
        all.filter(|(_, found)| **found).map(|((&row, words), _)| (row as usize, words))
    }

    /// Adds positions to the searched rows (placements of one side's kings). `more` takes the index
    /// of a word in the unit and returns the positions to add to that word.
    pub fn add(&mut self, more: impl Fn(usize) -> W) {
        let columns = self.columns;
        for ((&row, words), found) in self.rows.iter().zip(self.words.chunks_mut(columns)).zip(&mut self.is_found) {
            if !*found {
                words.fill(W::EMPTY);
            }
            for (word, place) in words.iter_mut().zip(row as usize * columns..) {
                *word |= more(place);
                *found |= !word.is_empty();
            }
        }
    }
}
