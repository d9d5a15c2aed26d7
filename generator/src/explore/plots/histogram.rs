//! Histogram of a slice: how many positions are won and lost in each number of plies.

use peatee_probe::any::Tables;
use std::collections::BTreeMap;

use peatee_table::{Metric, Wdl};
use plotters::prelude::*;

use super::style::{FONT, IN_MEMORY};
use crate::error::Error;
use crate::explore::families::{Explored, SliceBlocks};
use crate::progress::watch::Watched;
use crate::tables::read::cells::in_order;

const WIDTH: u32 = 800;
const HEIGHT: u32 = 400;
/// Lower end of the logarithmic scale. Because it is below 1, a bar of one position is visible.
const FLOOR: f64 = 0.5;

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

/// Draws the histogram as SVG, with a logarithmic scale for the number of positions. For each
/// number of plies there is a blue bar for wins and beside it a red bar for losses. Returns `None`
/// if no position has a distance.
pub fn histogram(variant: &str, of: &DistanceCounts) -> Option<String> {
    let counts = || of.wins.iter().chain(&of.losses);
    let longest = *counts().map(|(plies, _)| plies).max()?;
    let most = *counts().map(|(_, positions)| positions).max()? as f64;
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE).expect(IN_MEMORY);
    let title = format!("{variant} {}: positions by {} in plies (wins blue, losses red)", of.slice, of.metric);
    let mut chart = ChartBuilder::on(&root)
        .caption(title, (FONT, 16))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..f64::from(longest) + 1.0, (FLOOR..2.0 * most).log_scale())
        .expect(IN_MEMORY);
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().x_desc("plies").y_desc("positions");
    mesh.x_label_formatter(&|plies| format!("{plies:.0}")).y_label_formatter(&|positions| format!("{positions:.0}"));
    mesh.draw().expect(IN_MEMORY);
    for (counts, colour, left) in [(&of.wins, &BLUE, 0.0), (&of.losses, &RED, 0.5)] {
        let bar = |(&plies, &positions): (&u32, &u64)| {
            let x = f64::from(plies) + left;
            Rectangle::new([(x, FLOOR), (x + 0.5, positions as f64)], colour.mix(0.7).filled())
        };
        chart.draw_series(counts.iter().map(bar)).expect(IN_MEMORY);
    }
    root.present().expect(IN_MEMORY);
    drop(chart);
    drop(root);
    Some(svg)
}
