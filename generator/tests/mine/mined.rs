//! Results of the command `mine`, and checks that every output line must pass.

use std::collections::BTreeSet;
use std::path::Path;

use peatee_generator::explore::stats::position_of;
use peatee_probe::{Slice, Tables, Wdl};
use serde_json::Value as Json;

use crate::common::program::run;

/// Output lines and summary of a run of `mine`.
pub struct Mined {
    pub lines: Vec<Json>,
    pub summary: Json,
    pub text: String,
}

/// Runs `peatee-gen mine`, which must succeed.
pub fn mine(arguments: &[&str], root: &Path) -> Mined {
    let output = run(&[&["mine"], arguments].concat(), root);
    let said = String::from_utf8(output.stderr).expect("it prints text");
    assert!(output.status.success(), "{arguments:?}: {said}");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let summary = said.lines().last().expect("the last line is the summary");
    Mined { lines, summary: serde_json::from_str(summary).expect("it is JSON"), text }
}

impl Mined {
    /// Checks that every line matches `tables` and that the counts match the lines. If
    /// `is_in_order`, also checks that the lines are in the order of slices and position numbers.
    pub fn check(&self, tables: &Tables, is_in_order: bool) {
        let mut last = None;
        for line in &self.lines {
            let slice = Slice::parse(tables.game(), text(line, "slice")).expect("a slice");
            let number = line["number"].as_u64().expect("a number");
            let position = position_of(tables, slice, number);
            assert_eq!(text(line, "fen"), tables.game().fen(&position));
            let value = tables.probe(&position).expect("there is a table");
            assert_eq!(text(line, "wdl"), value.wdl.name(), "{line}");
            assert_eq!(line["dtw_plies"].as_u64(), value.plies.map(u64::from), "{line}");
            let here = Some((slice.material.pieces(), slice.name(), number));
            assert!(!is_in_order || last < here, "{line} is out of order");
            last = here;
        }
        self.check_counts();
    }

    /// Checks that the counts match the lines.
    pub fn check_counts(&self) {
        let lines = self.lines.len() as u64;
        assert_eq!(self.summary["listed"], lines);
        let found = self.summary["found"].as_u64().expect("a count");
        assert_eq!(found, lines + self.summary["not_listed"].as_u64().expect("a count"));
        let by_type = self.summary["by_type"].as_object().expect("counts");
        assert_eq!(by_type.values().filter_map(Json::as_u64).sum::<u64>(), found);
        let slices = self.summary["slices"].as_array().expect("slices");
        assert_eq!(slices.iter().filter_map(|of| of["found"].as_u64()).sum::<u64>(), found);
    }

    /// Returns the type and the FEN of each line, and checks that no line is repeated.
    pub fn found(&self) -> BTreeSet<(String, String)> {
        let found: BTreeSet<_> =
            self.lines.iter().map(|line| (text(line, "type").to_owned(), text(line, "fen").to_owned())).collect();
        assert_eq!(found.len(), self.lines.len());
        found
    }

    pub fn of_slice(&self, name: &str) -> &Json {
        let slices = self.summary["slices"].as_array().expect("slices");
        slices.iter().find(|of| of["slice"] == name).unwrap_or_else(|| panic!("{name} was read"))
    }
}

/// Returns the type of a zugzwang, or `None` if the position is no zugzwang. `own` is its value for
/// the side to move. `other` is the value for the other side if that side is to move.
pub fn zugzwang_name(own: Wdl, other: Wdl) -> Option<&'static str> {
    match (own, other) {
        (Wdl::Loss, Wdl::Loss) => Some("mutual"),
        (Wdl::Draw, Wdl::Loss) => Some("win-to-draw"),
        (Wdl::Loss, Wdl::Draw) => Some("draw-to-loss"),
        _ => None,
    }
}

pub fn text<'a>(line: &'a Json, field: &str) -> &'a str {
    line[field].as_str().unwrap_or_else(|| panic!("`{field}` of {line}"))
}
