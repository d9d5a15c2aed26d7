//! Heat map of the outcomes, by the pieces of the side to move and those of the other side.

use std::collections::BTreeSet;

use peatee_plots::{Anchor, Area, Hue, Plot, count};

/// Width and height, in pixels, of the square that stands for a slice.
const FIELD: f64 = 44.0;
/// Width of the space on the left of a panel for the pieces of the side to move, in pixels, and
/// height of the space above it for the pieces of the other side.
const LEFT: f64 = 70.0;
const ABOVE: f64 = 20.0;
const SPACE: f64 = 20.0;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    /// Pieces of the side to move, one letter for each.
    pub own: String,
    pub other: String,
    pub positions: Vec<u64>,
}

pub type Kind = (&'static str, Hue);

pub const DRAUGHTS: [Kind; 3] = [("wins", Hue::Blue), ("draws", Hue::Grey), ("losses", Hue::Vermilion)];
pub const CHESS: [Kind; 5] = [
    ("wins", Hue::Blue),
    ("cursed wins", Hue::Sky),
    ("draws", Hue::Grey),
    ("blessed losses", Hue::Orange),
    ("losses", Hue::Vermilion),
];

/// Draws how many percent of the positions have each outcome, as an SVG with a panel for each
/// outcome. A row stands for the pieces of the side to move, a column for those of the other side.
/// Returns `None` if there are no slices.
pub fn heat_map(variant: &str, kinds: &[Kind], slices: &[Outcomes]) -> Option<String> {
    let own = |of: &Outcomes| (of.own.len(), of.own.clone());
    let other = |of: &Outcomes| (of.other.len(), of.other.clone());
    // Rows and columns are sorted by number of pieces, then by name.
    let rows: Vec<(usize, String)> = slices.iter().map(own).collect::<BTreeSet<_>>().into_iter().collect();
    let columns: Vec<(usize, String)> = slices.iter().map(other).collect::<BTreeSet<_>>().into_iter().collect();
    if slices.is_empty() {
        return None;
    }
    let all: u64 = slices.iter().flat_map(|of| &of.positions).sum();
    let title =
        format!("{variant}: outcomes of {} positions in percent, by pieces of the side to move (rows)", count(all));
    let panel = (LEFT + FIELD * columns.len() as f64 + SPACE).max(Plot::text_width("blessed losses 99.9 %"));
    let top = Plot::TOP + ABOVE;
    let mut plot = Plot::new(panel * kinds.len() as f64, top + FIELD * rows.len() as f64 + SPACE, &title);
    for (kind, &(name, hue)) in kinds.iter().enumerate() {
        let left = panel * kind as f64 + LEFT;
        let of_kind: u64 = slices.iter().map(|of| of.positions[kind]).sum();
        let sum = format!("{name}, {} %", percent(of_kind as f64 / all.max(1) as f64));
        plot.legend_at(left - LEFT, [(hue.mixed(1.0), &*sum)]);
        let middle = |number: usize| FIELD * (number as f64 + 0.5);
        for (row, (_, letters)) in rows.iter().enumerate() {
            plot.text((left - 8.0, top + middle(row)), Anchor::End, letters);
        }
        for (column, (_, letters)) in columns.iter().enumerate() {
            plot.text((left + middle(column), top - 10.0), Anchor::Middle, letters);
        }
        for of in slices {
            let row = rows.binary_search(&own(of)).expect("it is one of the rows");
            let column = columns.binary_search(&other(of)).expect("it is one of the columns");
            let (positions, all) = (of.positions[kind], of.positions.iter().sum::<u64>());
            let share = positions as f64 / all.max(1) as f64;
            let (x, y) = (left + FIELD * column as f64, top + FIELD * row as f64);
            let told = format!("{}v{}: {} of {} positions, {name}", of.own, of.other, count(positions), count(all));
            plot.bar(Area { x, y, width: FIELD - 2.0, height: FIELD - 2.0 }, &hue.mixed(share), &told);
            let at = (x + FIELD / 2.0, y + FIELD / 2.0);
            plot.text(at, Anchor::Middle, &percent(share));
        }
    }
    Some(plot.finish())
}

/// Formats a share in percent. The texts 0 and 100 are used only if they are exact.
fn percent(share: f64) -> String {
    match (100.0 * share * 10.0).round() / 10.0 {
        0.0 if share > 0.0 => "<0.1".to_owned(),
        100.0 if share < 1.0 => ">99.9".to_owned(),
        percent => format!("{percent}"),
    }
}
