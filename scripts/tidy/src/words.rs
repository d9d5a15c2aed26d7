//! Checks that the source has the names that the glossary gives for its words.

use std::collections::BTreeSet;

use crate::breach::Breach;
use crate::source::{TextFile, Tree};

/// Path of the glossary.
const PAGE: &str = "probe/docs/words.md";

/// Number of the column with names in the glossary's tables. Column 0 is the empty text before the
/// first bar.
const COLUMN: usize = 3;

/// Returns a breach for each name in the glossary that no Rust source has.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let Some(page) = tree.ending(PAGE).next() else { return Vec::new() };
    let is_name_part = |part: char| part.is_alphanumeric() || part == '_';
    let words = tree.ending(".rs").flat_map(|file| file.text.split(|part| !is_name_part(part)));
    let words: BTreeSet<&str> = words.collect();
    let is_missing = |name: &&str| name.split("::").any(|part| !words.contains(part));
    names(page).filter(|(_, name)| is_missing(name)).map(|(line, name)| breach(line, name)).collect()
}

/// Returns the names in the glossary, with their line numbers.
fn names(page: &TextFile) -> impl Iterator<Item = (usize, &str)> {
    let rows = (1..).zip(page.text.lines()).filter(|(_, line)| line.starts_with('|'));
    let cells = rows.filter_map(|(number, line)| Some((number, line.split('|').nth(COLUMN)?)));
    cells.flat_map(|(number, cell)| cell.split('`').skip(1).step_by(2).map(move |name| (number, name)))
}

fn breach(line: usize, name: &str) -> Breach {
    let text = format!("{PAGE}:{line}: no Rust source has the name {name}: say the name that it has now");
    Breach { rule: "words", key: name.to_owned(), text }
}
