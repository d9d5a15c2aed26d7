//! Keeps the first entries of a sorted list without holding the rest in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use peatee_table::{Value, Wdl};

/// A position and its rank. The greatest is listed first: the most plies, then the first slice of
/// the run, then the first number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    plies: Option<u32>,
    place: Reverse<(usize, u64)>,
    wdl: Wdl,
}

impl Ranked {
    /// Creates an entry from the index of the slice in the run, the position number and the value.
    pub fn new(slice: usize, number: u64, value: Value) -> Self {
        Ranked { plies: value.plies, place: Reverse((slice, number)), wdl: value.wdl }
    }

    /// Returns the index of the slice in the run.
    pub fn slice(self) -> usize {
        self.place.0.0
    }

    pub fn number(self) -> u64 {
        self.place.0.1
    }

    pub fn value(self) -> Value {
        Value { wdl: self.wdl, plies: self.plies }
    }
}

/// The greatest entries added so far.
#[derive(Debug)]
pub struct Top {
    most: usize,
    /// Min-heap: the least entry is at the top.
    kept: BinaryHeap<Reverse<Ranked>>,
}

impl Top {
    /// Creates a list of at most `most` entries.
    pub fn new(most: u64) -> Self {
        Top { most: usize::try_from(most).unwrap_or(usize::MAX), kept: BinaryHeap::new() }
    }

    /// Adds an entry, and drops the least if the list is full.
    pub fn add(&mut self, ranked: Ranked) {
        if self.kept.len() < self.most {
            self.kept.push(Reverse(ranked));
        } else if let Some(mut least) = self.kept.peek_mut()
            && ranked > least.0
        {
            *least = Reverse(ranked);
        }
    }

    pub fn join(&mut self, other: Top) {
        other.kept.into_iter().for_each(|Reverse(ranked)| self.add(ranked));
    }

    /// Empties the list and returns its entries, greatest first.
    pub fn take(&mut self) -> Vec<Ranked> {
        std::mem::take(&mut self.kept).into_sorted_vec().into_iter().map(|Reverse(ranked)| ranked).collect()
    }
}
