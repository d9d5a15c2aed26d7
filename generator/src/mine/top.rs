//! The first of a list that is sorted, without the rest of it in memory.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use peatee_table::{Value, Wdl};

/// A position and how far up it stands; the greatest is listed first: the most plies, then the
/// first slice of the run, then the first number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    plies: Option<u32>,
    place: Reverse<(usize, u64)>,
    wdl: Wdl,
}

impl Ranked {
    /// A position by the place of its slice in the run, its number and its value.
    pub fn new(slice: usize, number: u64, value: Value) -> Self {
        Ranked { plies: value.plies, place: Reverse((slice, number)), wdl: value.wdl }
    }

    /// The place of its slice in the run.
    pub fn slice(self) -> usize {
        self.place.0.0
    }

    /// Its number in the slice.
    pub fn number(self) -> u64 {
        self.place.0.1
    }

    /// Its value.
    pub fn value(self) -> Value {
        Value { wdl: self.wdl, plies: self.plies }
    }
}

/// The greatest of those that were added.
#[derive(Debug)]
pub struct Top {
    most: usize,
    /// The least of them is at the top.
    kept: BinaryHeap<Reverse<Ranked>>,
}

impl Top {
    /// Room for this many.
    pub fn new(most: u64) -> Self {
        Top { most: usize::try_from(most).unwrap_or(usize::MAX), kept: BinaryHeap::new() }
    }

    /// Adds one, and drops the least where there is no room.
    pub fn add(&mut self, ranked: Ranked) {
        if self.kept.len() < self.most {
            self.kept.push(Reverse(ranked));
        } else if let Some(mut least) = self.kept.peek_mut()
            && ranked > least.0
        {
            *least = Reverse(ranked);
        }
    }

    /// Adds all of another list.
    pub fn join(&mut self, other: Top) {
        other.kept.into_iter().for_each(|Reverse(ranked)| self.add(ranked));
    }

    /// All, the greatest first; the list is empty then.
    pub fn take(&mut self) -> Vec<Ranked> {
        std::mem::take(&mut self.kept).into_sorted_vec().into_iter().map(|Reverse(ranked)| ranked).collect()
    }
}
