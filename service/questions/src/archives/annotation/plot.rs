//! Plot of the sums, with a bar for each slice.

use peatee_plots::{BarPlot, BarRow, Hue};

use super::sums::{AnnotationSums, GroupRow};

impl AnnotationSums {
    /// Returns a sentence with the numbers of games, moves and faults.
    pub fn totals(&self) -> String {
        let AnnotationSums { games, moves, faults, .. } = self;
        format!("{games} games, {moves} moves that start in the tables, {faults} faults")
    }

    /// Returns the sums by slice as SVG: the shares of the moves that kept the value, lost half a
    /// point or a whole one, or are left open by the tables, with their numbers.
    pub fn svg(&self) -> String {
        let rows = self.rows(1);
        let has_games = rows.iter().any(|row| row.variant != rows[0].variant);
        BarPlot {
            title: self.totals(),
            legend: vec![
                (Hue::Blue, "value kept"),
                (Hue::Orange, "half a point lost"),
                (Hue::Vermilion, "a point lost"),
                (Hue::Grey, "left open"),
            ],
            mark: None,
            most: 100.0,
            unit: "%",
            rows: rows.iter().map(|row| bar(row, has_games)).collect(),
        }
        .svg()
    }
}

fn bar(row: &GroupRow, has_games: bool) -> BarRow {
    let GroupRow { variant, name, moves, kept, mistakes, blunders, unknown, .. } = row;
    let share = |of: u64| 100.0 * of as f64 / (*moves).max(1) as f64;
    let parts = [(Hue::Blue, *kept), (Hue::Orange, *mistakes), (Hue::Vermilion, *blunders), (Hue::Grey, *unknown)];
    BarRow {
        label: if has_games { format!("{variant} {name}") } else { name.clone() },
        parts: parts.map(|(hue, of)| (hue, share(of))).to_vec(),
        mark: None,
        words: format!(
            "{:.1} % of {moves} kept; half points lost: {mistakes}, points: {blunders}; open: {unknown}",
            share(*kept)
        ),
    }
}
