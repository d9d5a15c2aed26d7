//! Checks that commands of `peatee-gen` in the README and the pages it links to print the output
//! shown there.
#![cfg(unix)]

use crate::console::{run, steps};

const PAGES: [&str; 2] = [include_str!("../../README.md"), include_str!("../docs/mining.md")];

#[test]
fn commands_of_the_pages_print_what_they_show() {
    for page in PAGES {
        let directory = tempfile::tempdir().expect("there is room for temporary files");
        let steps = steps(page);
        let steps: Vec<_> = steps.iter().filter(|step| step.command.starts_with("peatee-gen ")).collect();
        assert!(steps.len() >= 3, "the page shows how tables are made");
        steps.iter().for_each(|step| run(step, directory.path(), env!("CARGO_BIN_EXE_peatee-gen")));
    }
}
