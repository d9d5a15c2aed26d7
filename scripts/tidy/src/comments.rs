//! Checks that doc comments begin with a verb or a noun phrase, and that no comment is wider than
//! 100 columns. Every comment of a `.proto` file is a doc comment, because it appears in the
//! generated code and on the page of the API.

use crate::breach::Breach;
use crate::source::{TextFile, Tree};

const MOST_COLUMNS: usize = 100;

/// Words that must not begin a doc comment, because the reader has to guess the noun.
const RELATIVE: [&str; 13] =
    ["What", "Where", "Which", "Whose", "Whom", "Of", "Those", "That of", "The same", "Likewise", "How", "It", "As"];

/// Returns breaches for doc comments that begin with a word of `RELATIVE`, and for comments that
/// are too wide, in all Rust and `.proto` files.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let rust = tree.ending(".rs").flat_map(|file| breaches(file, &["///", "//!"]));
    rust.chain(tree.ending(".proto").flat_map(|file| breaches(file, &["//"]))).collect()
}

fn breaches(file: &TextFile, doc_marks: &[&str]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut is_within = false;
    for (number, line) in file.text.lines().enumerate() {
        let comment = line.trim_start();
        let doc = doc_marks.iter().find_map(|mark| comment.strip_prefix(mark));
        let place = format!("{}:{}", file.path, number + 1);
        if let Some(word) = doc.filter(|_| !is_within).and_then(relative_word) {
            let text = format!("{place}: the doc comment begins with {word}; begin with a verb or a noun phrase");
            breaches.push(Breach { rule: "doc-beginnings", key: file.path.clone(), text });
        }
        let columns = line.chars().count();
        if comment.starts_with("//") && columns > MOST_COLUMNS && !may_be_wide(comment) {
            let text = format!("{place}: the comment has {columns} columns; {MOST_COLUMNS} are allowed");
            breaches.push(Breach { rule: "comment-width", key: file.path.clone(), text });
        }
        is_within = doc.is_some();
    }
    breaches
}

/// Returns the word of `RELATIVE` that a doc comment begins with; `None` if there is none.
fn relative_word(doc: &str) -> Option<&'static str> {
    let is_first = |word: &&str| {
        let rest = doc.trim_start().strip_prefix(*word);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    };
    RELATIVE.into_iter().find(is_first)
}

/// Returns true when a comment is allowed to be wide, because it contains an address or is a row of
/// a table.
fn may_be_wide(comment: &str) -> bool {
    comment.contains("://") || comment.trim_start_matches(['/', '!']).trim_start().starts_with('|')
}
