//! Checks that only one place chooses the family of a game, and that other code does not ask for
//! it.
//!
//! The place is `probe/src/any.rs`, with the ids in `family.rs` beside it. Files with the name of a
//! family in their path belong to that family.

use crate::breach::Breach;
use crate::source::Tree;

/// Files that are allowed to choose the family of a game: draughts or chess.
const CHOICE: [&str; 2] = ["probe/src/any.rs", "probe/src/family.rs"];
/// Parts of the paths of files that belong to one family. `uci`, `hub` and `dxp` are protocols of
/// one family each.
const OWN: [&str; 5] = ["chess", "draughts", "uci", "hub", "dxp"];
/// Texts in code that distinguishes between the families of games.
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

/// Returns a breach for each line of product code that distinguishes between the families of games.
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
