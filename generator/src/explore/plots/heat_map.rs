//! Heat map of the outcomes, by the pieces of the side to move and those of the other side.

use std::collections::BTreeSet;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::style::{FONT, IN_MEMORY};

/// Width and height, in pixels, of the square that stands for a slice.
const FIELD: i32 = 44;
/// Width of the space on the left for the pieces of the side to move, in pixels. `TOP` is the
/// height of the space for the title and for the pieces of the other side.
const LEFT: i32 = 70;
const TOP: i32 = 60;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcomes {
    /// Pieces of the side to move, one letter for each.
    pub own: String,
    pub other: String,
    pub positions: Vec<u64>,
}

pub type Kind = (&'static str, RGBColor);

const GREY: RGBColor = RGBColor(110, 110, 110);
pub const DRAUGHTS: [Kind; 3] = [("wins", BLUE), ("draws", GREY), ("losses", RED)];
pub const CHESS: [Kind; 5] = [
    ("wins", BLUE),
    ("cursed wins", RGBColor(0, 150, 136)),
    ("draws", GREY),
    ("blessed losses", RGBColor(217, 145, 43)),
    ("losses", RED),
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
    let panel = LEFT + FIELD * columns.len() as i32 + 20;
    let size = (kinds.len() as u32 * panel as u32, (TOP + FIELD * rows.len() as i32 + 20) as u32);
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    root.fill(&WHITE).expect(IN_MEMORY);
    let write = |text: &str, at: (i32, i32), size: i32, horizontal: HPos, colour: &RGBColor| {
        let style = (FONT, size).into_font().color(colour).pos(Pos::new(horizontal, VPos::Center));
        root.draw(&Text::new(text.to_owned(), at, style)).expect(IN_MEMORY);
    };
    for (kind, (name, colour)) in kinds.iter().enumerate() {
        let left = panel * kind as i32 + LEFT;
        let title = format!("{variant}: {name} of the side to move (rows), %");
        write(&title, (left - LEFT + 10, 16), 13, HPos::Left, &BLACK);
        for (row, (_, letters)) in rows.iter().enumerate() {
            write(letters, (left - 8, TOP + FIELD * row as i32 + FIELD / 2), 12, HPos::Right, &BLACK);
        }
        for (column, (_, letters)) in columns.iter().enumerate() {
            write(letters, (left + FIELD * column as i32 + FIELD / 2, TOP - 12), 12, HPos::Center, &BLACK);
        }
        for of in slices {
            let row = rows.binary_search(&own(of)).expect("it is one of the rows") as i32;
            let column = columns.binary_search(&other(of)).expect("it is one of the columns") as i32;
            let all: u64 = of.positions.iter().sum();
            let share = of.positions[kind] as f64 / all.max(1) as f64;
            let (x, y) = (left + FIELD * column, TOP + FIELD * row);
            let field = Rectangle::new([(x, y), (x + FIELD - 2, y + FIELD - 2)], colour.mix(share).filled());
            root.draw(&field).expect(IN_MEMORY);
            let border = Rectangle::new([(x, y), (x + FIELD - 2, y + FIELD - 2)], RGBColor(200, 200, 200));
            root.draw(&border).expect(IN_MEMORY);
            let ink = if share > 0.6 { WHITE } else { BLACK };
            write(&percent(share), (x + FIELD / 2, y + FIELD / 2), 12, HPos::Center, &ink);
        }
    }
    root.present().expect(IN_MEMORY);
    drop(root);
    Some(svg)
}

/// Formats a share in percent. The texts 0 and 100 are used only if they are exact.
fn percent(share: f64) -> String {
    match (100.0 * share * 10.0).round() / 10.0 {
        0.0 if share > 0.0 => "<0.1".to_owned(),
        100.0 if share < 1.0 => ">99.9".to_owned(),
        percent => format!("{percent}"),
    }
}
