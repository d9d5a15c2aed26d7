//! The sums of annotated games as a picture: a bar for each slice.

use std::fmt::Write;

use crate::archives::annotation::GroupRow;

const ROW: usize = 14;
const LEFT: usize = 150;
const WIDTH: usize = 400;
const TOP: usize = 44;
const TOTAL_WIDTH: usize = LEFT + WIDTH + 270;

/// Style and patterns of the parts of a bar. The colours can be told apart by people who are
/// colour-blind, the hatching without colours.
const HEAD: &str = r##"<style>
text { fill: #222 } .ground { fill: #fff } .kept { fill: #56a0d3 } .open { fill: #bbb }
.half { fill: #e69f00 } .whole { fill: #a33b00 } .hatch { stroke: #fff; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .ground { fill: #181818 } .hatch { stroke: #181818 } }
</style>
<defs>
<pattern id="half" width="6" height="6" patternUnits="userSpaceOnUse">
<rect class="half" width="6" height="6"/><path class="hatch" d="M0 6L6 0"/></pattern>
<pattern id="whole" width="6" height="6" patternUnits="userSpaceOnUse">
<rect class="whole" width="6" height="6"/><path class="hatch" d="M0 0L6 6M0 6L6 0"/></pattern>
</defs>
"##;

/// Attributes and words of the parts of a bar, in the order of [`parts`].
const PARTS: [(&str, &str); 4] = [
    ("class=\"kept\"", "value kept"),
    ("fill=\"url(#half)\"", "half a point lost"),
    ("fill=\"url(#whole)\"", "a point lost"),
    ("class=\"open\"", "left open"),
];

/// Returns the sums by slice as SVG under a title: the shares of the moves that kept the value,
/// lost half a point or a whole one, or are left open by the tables, with their numbers.
pub fn svg(rows: &[GroupRow], title: &str) -> String {
    let has_games = rows.iter().any(|row| row.variant != rows[0].variant);
    let height = TOP + ROW * rows.len() + 8;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {TOTAL_WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"10\">\n{HEAD}\
         <rect class=\"ground\" width=\"{TOTAL_WIDTH}\" height=\"{height}\"/>\n\
         <text x=\"{LEFT}\" y=\"18\" font-size=\"13\">{title}</text>\n",
    );
    for (number, (fill, words)) in PARTS.iter().enumerate() {
        let x = LEFT + 120 * number;
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"26\" width=\"10\" height=\"10\" {fill}/><text x=\"{}\" y=\"35\">{words}</text>",
            x + 14
        );
    }
    for (number, row) in rows.iter().enumerate() {
        let game = if has_games { format!("{} ", row.variant) } else { String::new() };
        write_row(&mut out, TOP + ROW * number, &game, row);
    }
    out + "</svg>\n"
}

fn write_row(out: &mut String, top: usize, game: &str, row: &GroupRow) {
    let middle = top + 9;
    let _ = write!(out, "<text x=\"{}\" y=\"{middle}\" text-anchor=\"end\">{game}{}</text>", LEFT - 6, row.name);
    let x = |moves: u64| LEFT as f64 + (WIDTH as f64 * moves as f64 / row.moves.max(1) as f64);
    let mut before = 0;
    for (moves, (fill, _)) in parts(row).into_iter().zip(PARTS) {
        if moves > 0 {
            let (from, width) = (x(before), x(before + moves) - x(before));
            let height = ROW - 4;
            let _ = write!(out, "<rect x=\"{from:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\" {fill}/>");
        }
        before += moves;
    }
    let [kept, half, whole, open] = parts(row);
    let percent = 100.0 * kept as f64 / row.moves.max(1) as f64;
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{middle}\">{percent:.1} % of {} kept; half points lost: {half}, points: {whole}; open: {open}</text>",
        LEFT + WIDTH + 6,
        row.moves
    );
}

/// Returns the numbers of moves of the parts of a bar. They add up to the moves of the row.
const fn parts(row: &GroupRow) -> [u64; 4] {
    [row.kept, row.mistakes, row.blunders, row.unknown]
}
