//! Plots of rows, each with a bar of several parts.

use crate::hue::Hue;
use crate::plot::{Anchor, Area, Plot};

const ROW: f64 = 16.0;
const BAR: f64 = 12.0;
const BARS_WIDTH: f64 = 480.0;
/// Height of the axis, and space at the ends of a row.
const AXIS: f64 = 24.0;
const SPACE: f64 = 8.0;
/// Largest number of steps of the axis.
const STEPS: f64 = 8.0;

#[derive(Debug, Clone)]
pub struct BarRow {
    pub label: String,
    /// Parts of the bar with their lengths.
    pub parts: Vec<(Hue, f64)>,
    /// Length at which the row has a mark.
    pub mark: Option<f64>,
    /// The numbers of the row, on its right.
    pub words: String,
}

/// Rows of bars on one scale.
#[derive(Debug, Clone)]
pub struct BarPlot<'a> {
    pub title: String,
    pub legend: Vec<(Hue, &'a str)>,
    /// Name of the marks, if rows have them.
    pub mark: Option<&'a str>,
    /// Length of a bar that fills the width.
    pub most: f64,
    /// Unit of the lengths.
    pub unit: &'a str,
    pub rows: Vec<BarRow>,
}

impl BarPlot<'_> {
    /// Returns the plot as SVG.
    pub fn svg(&self) -> String {
        let widest =
            |words: fn(&BarRow) -> &str| self.rows.iter().map(|row| Plot::text_width(words(row))).fold(0.0, f64::max);
        let left = widest(|row| &row.label) + 2.0 * SPACE;
        let right = left + BARS_WIDTH;
        let bottom = Plot::TOP + ROW * self.rows.len() as f64;
        let width = right + widest(|row| &row.words) + 2.0 * SPACE;
        let mut plot = Plot::new(width, bottom + AXIS, &self.title);
        let bars = self.legend.iter().map(|&(hue, name)| (hue.hatched(), name));
        plot.legend(bars.chain(self.mark.map(|name| (Plot::ink(), name))));
        let most = self.most.max(1.0);
        let x = |length: f64| left + BARS_WIDTH * length / most;
        let step = step(most, STEPS);
        for tick in (0..).map(|number| step * f64::from(number)).take_while(|&tick| tick <= most) {
            plot.rule((x(tick), Plot::TOP - 4.0), (x(tick), bottom));
            plot.text((x(tick), bottom + 10.0), Anchor::Middle, &format!("{tick} {}", self.unit));
        }
        for (row, number) in self.rows.iter().zip(0..) {
            let y = Plot::TOP + ROW * f64::from(number);
            let middle = y + BAR / 2.0;
            plot.text((left - SPACE, middle), Anchor::End, &row.label);
            let mut before = 0.0;
            for &(hue, length) in &row.parts {
                let area = Area { x: x(before), y, width: x(before + length) - x(before), height: BAR };
                if length > 0.0 {
                    plot.bar(area, &hue.hatched(), &format!("{}: {}", row.label, row.words));
                }
                before += length;
            }
            if let Some(mark) = row.mark {
                plot.mark(Area { x: x(mark) - 1.0, y, width: 2.0, height: BAR });
            }
            plot.text((right + SPACE, middle), Anchor::Start, &row.words);
        }
        plot.finish()
    }
}

/// Returns the smallest of 1, 2 and 5 times a power of ten of which at most `steps` reach `most`.
pub(crate) fn step(most: f64, steps: f64) -> f64 {
    let powers = (0..).map(|power| 10_f64.powi(power));
    let mut steps_of = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * power));
    steps_of.find(|step| step * steps >= most).expect("steps grow without end")
}
