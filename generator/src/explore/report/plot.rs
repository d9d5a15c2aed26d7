//! Plot of the report, with a bar for each slice. The length of the bar is the number of plies of
//! the slowest win. A mark shows the limit of the count.

use std::fmt::Write;

use super::model::Report;

const ROW: u32 = 14;
const LEFT: u32 = 110;
const WIDTH: u32 = 640;
const TOP: u32 = 44;

/// Returns the plot as SVG. Each slice has a bar as long as the slowest win that the count allows,
/// and a mark at the limit of the count. Bars that reach the limit have another colour.
pub fn svg(report: &Report) -> String {
    let rows: Vec<_> = report.slices.iter().filter(|s| s.wins + s.losses > 0).collect();
    let longest = rows.iter().map(|s| s.longest_plies().max(s.limit_plies)).max().unwrap_or(1).max(1);
    let x = |plies: u32| LEFT + plies * WIDTH / longest;
    let height = TOP + ROW * rows.len() as u32 + 34;
    let total_width = LEFT + WIDTH + 60;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total_width} {height}\" \
         font-family=\"sans-serif\" font-size=\"10\">\n\
         <rect width=\"{total_width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"18\" font-size=\"13\">{} under {}: slowest win in time against the limit, plies</text>\n",
        report.variant, report.rules
    );
    for tick in (0..=longest).step_by(10) {
        let (at, bottom) = (x(tick), height - 30);
        let _ = writeln!(
            out,
            "<line x1=\"{at}\" y1=\"{}\" x2=\"{at}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{at}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{tick}</text>",
            TOP - 6,
            bottom + 12
        );
    }
    for (number, s) in rows.iter().enumerate() {
        let y = TOP + ROW * number as u32;
        let plies = s.longest_plies();
        let colour = match (s.cursed_wins + s.blessed_losses, plies == s.limit_plies) {
            (0, false) => "#4a7fb5",
            (0, true) => "#d9912b",
            _ => "#b5423c",
        };
        let (bar, limit, label, middle) = (x(plies) - LEFT, x(s.limit_plies), LEFT - 6, y + 9);
        let _ = writeln!(
            out,
            "<text x=\"{label}\" y=\"{middle}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LEFT}\" y=\"{y}\" width=\"{bar}\" height=\"{}\" fill=\"{colour}\"/>\
             <line x1=\"{limit}\" y1=\"{y}\" x2=\"{limit}\" y2=\"{}\" stroke=\"#222\" stroke-width=\"2\"/>",
            s.slice,
            ROW - 4,
            y + ROW - 4
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{}\" fill=\"#555\">blue: in time; orange: to the last ply; red: some wins come too late; \
         black mark: the limit</text>\n</svg>",
        height - 4
    );
    out
}
