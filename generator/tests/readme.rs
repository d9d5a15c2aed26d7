//! What the README shows of `peatee-gen` is what the program does.
#![cfg(unix)]

#[path = "common/console.rs"]
mod console;

use console::{run, steps};

#[test]
fn commands_of_the_readme_print_what_it_shows() {
    let directory = tempfile::tempdir().expect("there is room for temporary files");
    let steps = steps(include_str!("../../README.md"));
    let steps: Vec<_> = steps.iter().filter(|step| step.command.starts_with("peatee-gen ")).collect();
    assert!(steps.len() >= 3, "the README shows how tables are made");
    steps.iter().for_each(|step| run(step, directory.path(), env!("CARGO_BIN_EXE_peatee-gen")));
}
