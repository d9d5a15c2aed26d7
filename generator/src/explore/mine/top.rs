//! A sorted list that keeps only its first entries, so that it needs little memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use peatee_table::{Value, Wdl};

/// A position in the list of those with the most plies. A position is greater than another if it
/// has more plies. If both have equally many plies, the position in the earlier slice is greater;
/// in the same slice, the position with the smaller number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    plies: Option<u32>,
    place: Reverse<(usize, u64)>,
    wdl: Wdl,
}

impl Ranked {
    pub fn new(slice: usize, number: u64, value: Value) -> Self {
        Ranked { plies: value.plies, place: Reverse((slice, number)), wdl: value.wdl }
    }

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

#[derive(Debug)]
pub struct Top {
    most: usize,
    /// Heap with the least of the kept entries at the top.
    kept: BinaryHeap<Reverse<Ranked>>,
}

impl Top {
    pub fn new(most: u64) -> Self {
        Top { most: usize::try_from(most).unwrap_or(usize::MAX), kept: BinaryHeap::new() }
    }

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

    pub fn take(&mut self) -> Vec<Ranked> {
        std::mem::take(&mut self.kept).into_sorted_vec().into_iter().map(|Reverse(ranked)| ranked).collect()
    }
}
