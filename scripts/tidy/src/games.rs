//! A game is chosen in one place: elsewhere no code asks which family a game is of.
//!
//! The place is `probe/src/any.rs`, with the ids in `family.rs` beside it. A family's own files,
//! which have its name in their path, know that they are of it.

use crate::breach::Breach;
use crate::source::Tree;

/// The files that list the families.
const CHOICE: [&str; 2] = ["probe/src/any.rs", "probe/src/family.rs"];
/// Parts of paths of files that one family owns; `uci`, `hub` and `dxp` are protocols of one.
const OWN: [&str; 5] = ["chess", "draughts", "uci", "hub", "dxp"];
/// Code that asks which family a game is of.
const QUESTIONS: [&str; 10] = [
    "== CHESS",
    "== \"chess\"",
    "\"chess\" =>",
    "is_of_chess",
    "is_of_draughts",
    "of_chess",
    "of_draughts",
    "AnyTables::Chess",
    "AnyGame::Chess",
    "AnyGame::Draughts",
];

/// Returns the lines of product code that ask which family a game is of.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let is_product = |name: &str| !CHOICE.contains(&name) && !name.starts_with("scripts/") && !is_own(name);
    let sources = tree.ending(".rs").filter(|file| file.path.contains("/src/"));
    let scripts = tree.ending(".js").filter(|file| file.path.contains("/page/"));
    let files = sources.chain(scripts).filter(|file| is_product(&file.path));
    files
        .flat_map(|file| {
            let lines = (1..).zip(file.text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
            lines.filter(|(_, line)| QUESTIONS.iter().any(|question| line.contains(question))).map(|(number, _)| {
                Breach {
                    rule: "games",
                    key: file.path.clone(),
                    text: format!("{}:{number}: asks which family a game is of: choose by `with_tables!`", file.path),
                }
            })
        })
        .collect()
}

fn is_own(name: &str) -> bool {
    name.split('/').any(|part| OWN.iter().any(|own| part.contains(own)))
}
