//! Plots of counts over whole numbers, as columns on a logarithmic scale.

use std::collections::BTreeMap;

use crate::bars::step;
use crate::count::count as words_of;
use crate::hue::Hue;
use crate::plot::{Anchor, Area, Plot};

const LEAST_WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
/// Space for the vertical axis, for the horizontal one, and on the right, in pixels.
const LEFT: f64 = 110.0;
const BOTTOM: f64 = 44.0;
const RIGHT: f64 = 16.0;
/// Lower end of the scale. Because it is below 1, a column of one is visible.
const FLOOR: f64 = 0.5;
/// Upper end of the scale, as a multiple of the largest count.
const ABOVE: f64 = 2.0;
/// Columns at least this wide have their count above them.
const WIDE: f64 = 50.0;
/// Largest number of steps of the horizontal axis.
const STEPS: f64 = 20.0;

#[derive(Debug, Clone, Copy)]
pub struct ColumnSeries<'a> {
    pub hue: Hue,
    pub name: &'a str,
    pub counts: &'a BTreeMap<u32, u64>,
    /// Formats a count.
    pub words: fn(u64) -> String,
}

/// Series of counts, whose columns stand side by side.
#[derive(Debug, Clone)]
pub struct ColumnPlot<'a> {
    pub title: String,
    /// Unit of the whole numbers.
    pub unit: &'a str,
    pub series: &'a [ColumnSeries<'a>],
    /// Least width of the columns of a number, in pixels.
    pub least_group_width: f64,
}

impl ColumnPlot<'_> {
    /// Returns the plot as SVG; `None` if there are no counts.
    pub fn svg(&self) -> Option<String> {
        let counts = || self.series.iter().flat_map(|series| series.counts);
        let first = f64::from(*counts().map(|(number, _)| number).min()?);
        let last = f64::from(*counts().map(|(number, _)| number).max()?);
        let most = counts().map(|(_, &count)| count).max()? as f64;
        let numbers = last - first + 1.0;
        let width = LEAST_WIDTH.max(LEFT + RIGHT + self.least_group_width * numbers);
        let group = (width - LEFT - RIGHT) / numbers;
        let column = 0.9 * group / self.series.len() as f64;
        let (bottom, right) = (HEIGHT - BOTTOM, width - RIGHT);
        let unit = (bottom - Plot::TOP) / (ABOVE * most / FLOOR).ln();
        let height = |count: f64| unit * (count / FLOOR).ln();
        let middle = |number: f64| LEFT + group * (number - first + 0.5);

        let mut plot = Plot::new(width, HEIGHT, &self.title);
        plot.legend(self.series.iter().map(|series| (series.hue.filled(), series.name)));
        for count in
            (0..).map_while(|power| 10_u64.checked_pow(power)).take_while(|&count| count as f64 <= ABOVE * most)
        {
            let y = bottom - height(count as f64);
            plot.rule((LEFT, y), (right, y));
            plot.text((LEFT - 8.0, y), Anchor::End, &words_of(count));
        }
        plot.rule((LEFT, bottom), (right, bottom));
        let step = step(numbers, STEPS);
        let from = (first / step).ceil();
        for number in (0..).map(|tick| step * (from + f64::from(tick))).take_while(|&number| number <= last) {
            plot.text((middle(number), bottom + 12.0), Anchor::Middle, &number.to_string());
        }
        plot.text((f64::midpoint(LEFT, right), bottom + 30.0), Anchor::Middle, self.unit);
        for (series, place) in self.series.iter().zip(0..) {
            let ColumnSeries { hue, name, counts, words } = *series;
            for (&number, &count) in counts {
                let x = middle(f64::from(number)) - 0.45 * group + column * f64::from(place);
                let (high, said) = (height(count.max(1) as f64), words(count));
                let told = format!("{number} {}: {said}, {name}", self.unit);
                plot.bar(Area { x, y: bottom - high, width: column, height: high }, &hue.filled(), &told);
                if column >= WIDE {
                    plot.text((x + column / 2.0, bottom - high - 8.0), Anchor::Middle, &said);
                }
            }
        }
        Some(plot.finish())
    }
}
