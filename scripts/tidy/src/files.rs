//! Checks that every Rust file is compiled and has at most 500 lines. A file is compiled if a file
//! above it declares it as a module, or if it is a program that Cargo finds or that `Cargo.toml`
//! lists.

use std::collections::BTreeSet;

use crate::breach::Breach;
use crate::pages::resolved;
use crate::source::{TextFile, Tree};

const MOST_LINES: usize = 500;

/// Folders whose files are programs.
const PROGRAMS: [&str; 4] = ["tests", "benches", "examples", "fuzz_targets"];

/// Returns a breach for each file that is not compiled or is too long.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let declared: BTreeSet<String> = tree.ending(".rs").flat_map(modules).collect();
    let lost = tree.ending(".rs").filter(|file| !declared.contains(&file.path) && !is_program(tree, &file.path));
    let long = tree.ending(".rs").filter(|file| file.text.lines().count() > MOST_LINES);
    let unlisted = lost.map(|file| {
        let text = format!("{}: no file declares this module, and it is no program of its own", file.path);
        Breach { rule: "unlisted-files", key: file.path.clone(), text }
    });
    let long = long.map(|file| {
        let lines = file.text.lines().count();
        let text = format!("{}: the file has {lines} lines; {MOST_LINES} are allowed", file.path);
        Breach { rule: "long-files", key: file.path.clone(), text }
    });
    unlisted.chain(long).collect()
}

/// Returns the possible paths of the modules that a file declares.
fn modules(file: &TextFile) -> Vec<String> {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let stem = name.trim_end_matches(".rs");
    let mut paths = Vec::new();
    let mut path = None;
    for line in file.text.lines().map(str::trim) {
        if let Some(named) = line.strip_prefix("#[path = \"").and_then(|rest| rest.strip_suffix("\"]")) {
            path = Some(resolved(&file.path, named));
        } else if let Some(module) = declared_module(line) {
            match path.take() {
                Some(path) => paths.push(path),
                // The files of modules are beside `mod.rs` or a program; otherwise in a folder with
                // the file's name.
                None => paths.extend(
                    [folder.to_owned(), format!("{folder}/{stem}")]
                        .iter()
                        .flat_map(|folder| [format!("{folder}/{module}.rs"), format!("{folder}/{module}/mod.rs")]),
                ),
            }
        }
    }
    paths
}

/// Returns the module name in a line such as `pub mod name;`; `None` for other lines.
fn declared_module(line: &str) -> Option<&str> {
    let (before, module) = line.strip_suffix(';')?.split_once("mod ")?;
    (before.is_empty() || before.starts_with("pub")).then_some(module)
}

/// Returns true for the root file of a program or library.
fn is_program(tree: &Tree, path: &str) -> bool {
    let parts: Vec<&str> = path.rsplit('/').collect();
    let [name, folder, ..] = parts[..] else { return true };
    if matches!(name, "main.rs" | "lib.rs" | "build.rs") {
        return true;
    }
    let root = path.trim_end_matches(name).trim_end_matches('/').trim_end_matches(folder);
    let stem = name.trim_end_matches(".rs");
    let text = |path: String| tree.files.iter().find(|file| file.path == path).map_or("", |file| &file.text);
    let (above, beside) = (text(format!("{root}Cargo.toml")), text(format!("{root}{folder}/Cargo.toml")));
    let is_listed = [above, beside].iter().any(|text| text.lines().any(|line| line == format!("name = \"{stem}\"")));
    is_listed || (PROGRAMS.contains(&folder) && !above.contains(&format!("auto{folder} = false")))
}
