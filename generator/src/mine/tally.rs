//! Counts of what has been found.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts of one slice or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Positions that were read.
    pub positions: u64,
    /// Positions that were found.
    pub found: u64,
    /// The positions found by their type.
    pub by_type: BTreeMap<&'static str, u64>,
    /// The most plies of a position found, by the metric.
    pub longest_plies: Option<u32>,
    /// How many of the positions found have as many.
    pub longest_positions: u64,
}

impl Tally {
    /// Counts a position that was found.
    pub fn add(&mut self, name: &'static str, plies: Option<u32>) {
        self.found += 1;
        *self.by_type.entry(name).or_default() += 1;
        self.add_longest(plies, 1);
    }

    /// Adds the counts of other positions.
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

/// What a run has found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The kind of position.
    pub kind: &'static str,
    /// The variant's id.
    pub variant: &'static str,
    /// How many lines were written.
    pub listed: u64,
    /// Positions that were found and are not listed, for the limit on lines.
    pub not_listed: u64,
    /// The counts of all slices.
    #[serde(flatten)]
    pub total: Tally,
    /// The counts of each slice that was read, in the order they were read.
    pub slices: Vec<SliceTally>,
}

/// The counts of one slice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SliceTally {
    /// The slice.
    pub slice: String,
    /// The metric of its values.
    pub metric: String,
    /// Its counts.
    #[serde(flatten)]
    pub tally: Tally,
}
