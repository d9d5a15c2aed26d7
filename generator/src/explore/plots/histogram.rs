//! Histogram of a slice: how many positions are won and lost in each number of plies.

use peatee_probe::any::Tables;
use std::collections::BTreeMap;

use peatee_plots::{ColumnPlot, ColumnSeries, Hue, count};
use peatee_table::{Metric, Wdl};

use crate::error::Error;
use crate::explore::families::{Explored, SliceBlocks};
use crate::progress::watch::Watched;
use crate::tables::read::cells::in_order;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistanceCounts {
    pub slice: String,
    pub metric: String,
    pub wins: BTreeMap<u32, u64>,
    pub losses: BTreeMap<u32, u64>,
}

impl DistanceCounts {
    pub fn new(slice: String, metric: String) -> Self {
        DistanceCounts { slice, metric, wins: BTreeMap::new(), losses: BTreeMap::new() }
    }

    pub fn add(&mut self, is_win: bool, plies: u32) {
        let counts = if is_win { &mut self.wins } else { &mut self.losses };
        *counts.entry(plies).or_default() += 1;
    }
}

/// Counts the won and lost positions of a slice by their distances in a metric.
///
/// # Errors
/// A table is missing or damaged, or the work must stop.
pub fn distances<F: Explored>(
    tables: &Tables<F>,
    slice: F::Slice,
    metric: Metric,
    watched: &Watched,
) -> Result<DistanceCounts, Error> {
    let name = slice.to_string();
    watched.slice(&name);
    let blocks = F::open(tables, slice, metric)?;
    let mut counted = DistanceCounts::new(name, F::distance_name(metric));
    let decided = |block: u64| {
        let mut values = Vec::new();
        let size = blocks.wanted_values(block, &|wdl| wdl != Wdl::Draw, &mut |_, value| values.push(value))?;
        Ok((size.numbers, values))
    };
    in_order(blocks.blocks(), &decided, |(numbers, values)| {
        for value in values {
            let Some(plies) = value.plies else { continue };
            counted.add(value.wdl == Wdl::Win, plies);
        }
        watched.advance(numbers)
    })?;
    Ok(counted)
}

/// Draws the histogram as SVG, with two columns for each number of plies: its wins and its losses.
/// Returns `None` if no position has a distance.
pub fn histogram(variant: &str, of: &DistanceCounts) -> Option<String> {
    let [wins, losses] = [&of.wins, &of.losses].map(|counts| count(counts.values().sum()));
    let longest = of.wins.keys().chain(of.losses.keys()).max()?;
    let (slice, metric) = (&of.slice, &of.metric);
    let column = |hue, name, counts| ColumnSeries { hue, name, counts, words: count };
    ColumnPlot {
        title: format!("{variant} {slice}: {wins} wins and {losses} losses by {metric}, the longest {longest} plies"),
        unit: "plies",
        series: &[column(Hue::Blue, "wins", &of.wins), column(Hue::Vermilion, "losses", &of.losses)],
        least_group_width: 0.0,
    }
    .svg()
}
