//! Plot of the report, with a bar for each slice. The length of the bar is the number of plies of
//! the slowest win. A mark shows the limit of the count.

use peatee_plots::{BarPlot, BarRow, Hue};

use super::model::{Report, SliceReport};

const IN_TIME: Hue = Hue::Blue;
const TO_THE_LAST: Hue = Hue::Orange;
const TOO_LATE: Hue = Hue::Vermilion;

/// Returns the plot as SVG. Each slice has a bar as long as the slowest win that the count allows,
/// and a mark at the limit of the count. Bars that reach the limit have another colour.
pub fn svg(report: &Report) -> String {
    let rows: Vec<&SliceReport> = report.slices.iter().filter(|s| s.wins + s.losses > 0).collect();
    let longest = rows.iter().map(|s| s.longest_plies()).max().unwrap_or(0);
    let most = rows.iter().map(|s| s.limit_plies).max().unwrap_or(1).max(longest).max(1);
    let Report { variant, rules, .. } = report;
    let slices = rows.len();
    BarPlot {
        title: format!("{variant} under {rules}: slowest wins in time of {slices} slices, up to {longest} plies"),
        legend: vec![(IN_TIME, "in time"), (TO_THE_LAST, "to the last ply"), (TOO_LATE, "some wins come too late")],
        mark: Some("limit"),
        most: f64::from(most),
        unit: "plies",
        rows: rows.into_iter().map(row).collect(),
    }
    .svg()
}

fn row(s: &SliceReport) -> BarRow {
    let (plies, limit) = (s.longest_plies(), s.limit_plies);
    let too_late = s.cursed_wins + s.blessed_losses;
    let hue = match (too_late, plies == limit) {
        (0, false) => IN_TIME,
        (0, true) => TO_THE_LAST,
        _ => TOO_LATE,
    };
    let late = if too_late > 0 { format!("; {too_late} too late") } else { String::new() };
    BarRow {
        label: s.slice.clone(),
        parts: vec![(hue, f64::from(plies))],
        mark: Some(f64::from(limit)),
        words: format!("{plies} of {limit}{late}"),
    }
}
