//! Counts of the positions that a search has found.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub positions: u64,
    pub found: u64,
    pub by_type: BTreeMap<&'static str, u64>,
    /// Largest distance of a found position in plies, in the metric of the search.
    pub longest_plies: Option<u32>,
    /// Number of found positions whose distance is `longest_plies`.
    pub longest_positions: u64,
}

impl Tally {
    pub fn add(&mut self, name: &'static str, plies: Option<u32>) {
        self.found += 1;
        *self.by_type.entry(name).or_default() += 1;
        self.add_longest(plies, 1);
    }

    pub fn join(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.found += other.found;
        for (name, count) in &other.by_type {
            *self.by_type.entry(name).or_default() += count;
        }
        self.add_longest(other.longest_plies, other.longest_positions);
    }

    fn add_longest(&mut self, plies: Option<u32>, positions: u64) {
        if plies.is_none() || plies < self.longest_plies {
            return;
        }
        if plies > self.longest_plies {
            (self.longest_plies, self.longest_positions) = (plies, 0);
        }
        self.longest_positions += positions;
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    pub kind: &'static str,
    pub variant: &'static str,
    pub listed: u64,
    pub not_listed: u64,
    #[serde(flatten)]
    pub total: Tally,
    /// Numbers of found positions in each slice, in the order in which the slices were read.
    pub slices: Vec<SliceTally>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceTally {
    pub slice: String,
    pub metric: String,
    #[serde(flatten)]
    pub tally: Tally,
}
