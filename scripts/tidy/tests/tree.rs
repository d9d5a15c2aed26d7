//! Tests that this source tree breaks no rule, except where `known.toml` says so.

use std::path::Path;

use peatee_tidy::known::{self, Counts};
use peatee_tidy::source::Tree;

#[test]
fn the_tree_breaks_no_rule_that_is_not_known() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = folder.parent().and_then(Path::parent).expect("the root of the workspace");
    let breaches = peatee_tidy::check(&Tree::read(root));
    let list = folder.join("known.toml");
    if std::env::var_os("UPDATE_TIDY").is_some() {
        let text = toml::to_string(&known::count(&breaches)).expect("a table of numbers");
        let heading = "# Breaches that the tree still has; see src/lib.rs. UPDATE_TIDY=1 writes this file.\n\n";
        std::fs::write(&list, format!("{heading}{text}")).expect("a file that can be written");
    }
    let text = std::fs::read_to_string(&list).expect("a list of known breaches");
    let known: Counts = toml::from_str(&text).expect("a table of numbers");
    let differences = known::differences(&breaches, &known);
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
