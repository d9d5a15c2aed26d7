//! Plot that shows how sets of tables grow with the number of pieces.

use std::collections::BTreeMap;

use peatee_plots::{ColumnPlot, ColumnSeries, Hue, count};

use crate::units;

/// Width for the two columns of a number of pieces, whose numbers are above them, in pixels.
const GROUP: f64 = 170.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetSize {
    pub positions: u64,
    pub bytes: u64,
}

/// Adds up the sizes of slices with the same number of pieces. Each item is the number of pieces of
/// a slice and the slice's size.
pub fn extents(slices: impl IntoIterator<Item = (u32, SetSize)>) -> BTreeMap<u32, SetSize> {
    let mut sums = BTreeMap::new();
    for (pieces, of) in slices {
        let sum: &mut SetSize = sums.entry(pieces).or_insert(SetSize { positions: 0, bytes: 0 });
        sum.positions += of.positions;
        sum.bytes += of.bytes;
    }
    sums
}

/// Draws the numbers of positions and bytes for each number of pieces as SVG. Returns `None` if
/// there are no tables.
pub fn growth(variant: &str, sets: &BTreeMap<u32, SetSize>) -> Option<String> {
    let counts = |number: fn(&SetSize) -> u64| -> BTreeMap<u32, u64> {
        sets.iter().map(|(&pieces, of)| (pieces, number(of))).collect()
    };
    let (positions, bytes) = (counts(|of| of.positions), counts(|of| of.bytes));
    let (all_positions, all_bytes) = (count(positions.values().sum()), units::bytes(bytes.values().sum()));
    let column = |hue, name, counts, words| ColumnSeries { hue, name, counts, words };
    ColumnPlot {
        title: format!("{variant}: {all_positions} positions in {all_bytes}, by number of pieces"),
        unit: "pieces",
        series: &[
            column(Hue::Blue, "positions", &positions, count),
            column(Hue::Orange, "bytes of files", &bytes, units::bytes),
        ],
        least_group_width: GROUP,
    }
    .svg()
}
