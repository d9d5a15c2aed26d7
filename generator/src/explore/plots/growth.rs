//! Plot that shows how sets of tables grow with the number of pieces.

use std::collections::BTreeMap;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::style::{FONT, IN_MEMORY};
use crate::units;

const HEIGHT: u32 = 400;
/// Width in pixels of the space for the vertical axis. `GROUP` is the width for the two bars of a
/// number of pieces, and `HEIGHT` is the height of the picture.
const LEFT: u32 = 120;
const GROUP: u32 = 200;
/// Smallest value on the axis: a slice has at least one position, and a file at least one byte.
const FLOOR: f64 = 1.0;
const ORANGE: RGBColor = RGBColor(217, 145, 43);

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

/// Draws the numbers of positions and bytes for each number of pieces as SVG, on a logarithmic
/// scale. A blue bar shows the positions, and an orange bar beside it the bytes. Returns `None` if
/// there are no tables.
pub fn growth(variant: &str, sets: &BTreeMap<u32, SetSize>) -> Option<String> {
    let (first, last) = (*sets.keys().next()?, *sets.keys().next_back()?);
    let most = sets.values().map(|of| of.positions.max(of.bytes)).max()? as f64;
    let mut svg = String::new();
    let size = (LEFT + GROUP * (last - first + 1).max(3), HEIGHT);
    let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    root.fill(&WHITE).expect(IN_MEMORY);
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("{variant}: positions (blue) and bytes of files (orange) by pieces"), (FONT, 16))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(100)
        .build_cartesian_2d(f64::from(first) - 0.5..f64::from(last) + 0.5, (FLOOR..4.0 * most).log_scale())
        .expect(IN_MEMORY);
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().x_labels((last - first + 1) as usize).x_desc("pieces");
    mesh.x_label_formatter(&|pieces| format!("{pieces:.0}")).y_label_formatter(&|count| format!("{count:.0}"));
    mesh.draw().expect(IN_MEMORY);
    type Column = (RGBColor, f64, fn(&SetSize) -> u64, fn(u64) -> String);
    let columns: [Column; 2] = [
        (BLUE, -0.4, |of| of.positions, |positions| positions.to_string()),
        (ORANGE, 0.0, |of| of.bytes, units::bytes),
    ];
    for (colour, left, number, words) in columns {
        let edge = |pieces: u32| f64::from(pieces) + left;
        let bar = |(&pieces, of): (&u32, &SetSize)| {
            let top = number(of).max(1) as f64;
            Rectangle::new([(edge(pieces), FLOOR), (edge(pieces) + 0.4, top)], colour.mix(0.7).filled())
        };
        chart.draw_series(sets.iter().map(bar)).expect(IN_MEMORY);
        let label = |(&pieces, of): (&u32, &SetSize)| {
            let style = (FONT, 12).into_font().color(&BLACK).pos(Pos::new(HPos::Center, VPos::Bottom));
            Text::new(words(number(of)), (edge(pieces) + 0.2, 1.1 * number(of).max(1) as f64), style)
        };
        chart.draw_series(sets.iter().map(label)).expect(IN_MEMORY);
    }
    root.present().expect(IN_MEMORY);
    drop(chart);
    drop(root);
    Some(svg)
}
