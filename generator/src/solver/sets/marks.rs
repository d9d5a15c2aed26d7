//! Rows that are to be looked at again.

/// Rows of a unit, each at most once.
#[derive(Debug)]
pub struct Marks {
    is_marked: Vec<bool>,
    /// Those that are, in the order in which they were marked.
    rows: Vec<u32>,
}

impl Marks {
    /// None of so many rows.
    pub fn new(rows: usize) -> Self {
        Marks { is_marked: vec![false; rows], rows: Vec::with_capacity(rows) }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    #[inline(always)]
    pub fn mark(&mut self, row: usize) {
        if !std::mem::replace(&mut self.is_marked[row], true) {
            self.rows.push(row as u32);
        }
    }

    /// Marks all rows, in order.
    pub fn mark_all(&mut self) {
        self.is_marked.fill(true);
        self.rows.clear();
        self.rows.extend(0..self.is_marked.len() as u32);
    }

    /// Moves the rows to a list, where they take the place of what is there; none is marked then.
    pub fn take(&mut self, rows: &mut Vec<u32>) {
        rows.clear();
        std::mem::swap(&mut self.rows, rows);
        rows.iter().for_each(|&row| self.is_marked[row as usize] = false);
    }
}
