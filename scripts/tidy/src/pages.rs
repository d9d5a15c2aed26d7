//! Markdown is wrapped at 100 columns, and no text names a path of the machine that it was written
//! on.

use crate::breach::Breach;
use crate::source::{TextFile, Tree};

const MOST_COLUMNS: usize = 100;

/// Folders of a machine, in parts, so that this file does not name one.
const MACHINE_FOLDERS: [[&str; 2]; 3] = [["/wo", "rk/"], ["/ro", "ot/"], ["/Us", "ers/"]];

/// Returns wide lines of Markdown and paths of machines.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let wide = tree.ending(".md").flat_map(wide_lines);
    wide.chain(tree.files.iter().flat_map(machine_paths)).collect()
}

fn wide_lines(file: &TextFile) -> Vec<Breach> {
    let mut is_code = false;
    let mut breaches = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        is_code ^= line.trim_start().starts_with("```");
        let columns = line.chars().count();
        let may_be_wide = is_code || line.starts_with('|') || line.contains("://") || line.contains("](");
        if columns > MOST_COLUMNS && !may_be_wide {
            let place = format!("{}:{}", file.path, number + 1);
            let text = format!("{place}: the line has {columns} columns; {MOST_COLUMNS} are allowed");
            breaches.push(Breach { rule: "markdown-width", key: file.path.clone(), text });
        }
    }
    breaches
}

fn machine_paths(file: &TextFile) -> Vec<Breach> {
    let folders = MACHINE_FOLDERS.map(|parts| parts.concat());
    let mut breaches = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        if let Some(folder) = folders.iter().find(|folder| is_path(line, folder)) {
            let text = format!("{}:{}: the line names {folder}, a folder of a machine", file.path, number + 1);
            breaches.push(Breach { rule: "machine-paths", key: file.path.clone(), text });
        }
    }
    breaches
}

/// Whether a line has an absolute path that begins with a folder.
fn is_path(line: &str, folder: &str) -> bool {
    let is_start =
        |at: usize| !line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-}/)".contains(before));
    line.match_indices(folder).any(|(at, _)| is_start(at))
}
