//! The sums of annotated games as Markdown, CSV, JSON and SVG.

use std::io;
use std::path::Path;

use peatee_rows::Provenance;
use serde::Serialize;

use super::table::{csv, csv_names, markdown};
use crate::archives::annotation::{AnnotationSums, GROUPINGS, GroupRow};

#[derive(Serialize)]
struct WholeSums {
    games: u64,
    faults: u64,
    moves: u64,
    groups: Vec<GroupRow>,
}

/// Returns a Markdown table with the numbers of games and moves of each slice.
pub fn slices(sums: &AnnotationSums) -> String {
    markdown(sums.rows(1))
}

/// Writes the numbers of games and moves of all groups to a file. The extension of its name selects
/// JSON, CSV or SVG; the default is Markdown. The SVG has only the slices.
///
/// # Errors
/// Writing fails.
pub fn write_sums(sums: &AnnotationSums, path: &Path, provenance: &Provenance) -> io::Result<()> {
    let groups = || sums.rows(GROUPINGS.len());
    let ending = path.extension().and_then(|ending| ending.to_str());
    let text = match ending {
        Some("json") => {
            let AnnotationSums { games, faults, moves, .. } = *sums;
            let whole = WholeSums { games, faults, moves, groups: groups() };
            serde_json::to_string_pretty(&whole).expect("sums hold nothing that JSON cannot") + "\n"
        }
        Some("csv") => csv_names::<GroupRow>() + &csv(groups()),
        Some("svg") => sums.svg(),
        _ => format!("{}\n{}.\n", markdown(groups()), sums.totals()),
    };
    std::fs::write(path, text)?;
    if ending == Some("csv") { provenance.write_beside_csv(path) } else { Ok(()) }
}
