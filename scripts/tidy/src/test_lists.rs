//! Every test file is part of a test program: a module of `tests/main.rs`, or a program in
//! `Cargo.toml`.

use std::collections::BTreeSet;

use crate::breach::Breach;
use crate::source::{TextFile, Tree};

/// Returns the test files that nothing runs.
pub fn check(tree: &Tree) -> Vec<Breach> {
    tree.ending("/tests/main.rs").flat_map(|main| unlisted(tree, main)).collect()
}

fn unlisted(tree: &Tree, main: &TextFile) -> Vec<Breach> {
    let folder = main.path.trim_end_matches("main.rs");
    let manifest_path = format!("{}Cargo.toml", folder.trim_end_matches("tests/"));
    let manifest = tree.files.iter().find(|file| file.path == manifest_path).map_or("", |file| &file.text);
    let is_listed = |name: &str| {
        let (module, program) = (format!("mod {name};"), format!("name = \"{name}\""));
        main.text.lines().any(|line| line == module) || manifest.lines().any(|line| line == program)
    };
    let names = tree.files.iter().filter_map(|file| test_name(file.path.strip_prefix(folder)?));
    let names: BTreeSet<&str> = names.filter(|name| *name != "main" && !is_listed(name)).collect();
    let breach = |name| {
        let text = format!("{folder}{name}: no test program lists it; add `mod {name};` to {}", main.path);
        Breach { rule: "test-lists", key: format!("{folder}{name}"), text }
    };
    names.into_iter().map(breach).collect()
}

/// Returns the module that a file of a folder of tests is, from its path in that folder.
fn test_name(path: &str) -> Option<&str> {
    let name = path.strip_suffix(".rs")?;
    let name = name.strip_suffix("/mod").unwrap_or(name);
    (!name.contains('/')).then_some(name)
}
