//! Runs the console blocks of a documentation page as a reader would.
//!
//! A line that begins with `$ ` in a block of the language `console` is a command. The lines after
//! it are its standard output. A line `...` matches any number of lines.

use std::path::Path;
use std::process::{Command, Stdio};

/// A command of a documentation page, with the output that the page shows.
pub struct Step {
    pub command: String,
    /// Output lines that the page shows. Empty if the page omits the output.
    pub shown: Vec<String>,
}

/// Returns the code blocks of a page in the language `language`. A block is a list of lines.
pub fn blocks<'a>(page: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(found) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if found == language {
                blocks.push(block);
            }
        }
    }
    blocks
}

/// Returns all commands of a page's console blocks.
pub fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in blocks(page, "console").into_iter().flatten() {
        match line.strip_prefix("$ ") {
            Some(command) => steps.push(Step { command: command.to_owned(), shown: Vec::new() }),
            None => steps.last_mut().expect("a block begins with a command").shown.push(line.to_owned()),
        }
    }
    steps
}

fn is_as_shown(shown: &[String], found: &[&str]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => (0..=found.len()).any(|left_out| is_as_shown(rest, &found[left_out..])),
        Some((line, rest)) => {
            found.split_first().is_some_and(|(first, found)| first == line && is_as_shown(rest, found))
        }
    }
}

/// Runs a command in a directory and compares its output with that of the page. The folder of the
/// program comes first in the search path.
pub fn run(step: &Step, directory: &Path, program: &str) {
    let folder = Path::new(program).parent().expect("the program is in a folder");
    let path = std::env::join_paths(
        std::iter::once(folder.to_owned()).chain(std::env::var_os("PATH").iter().flat_map(std::env::split_paths)),
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &step.command]).current_dir(directory).env("PATH", path.expect("folders have plain names"));
    let output = shell.env_remove("PEATEE_TABLES").stdin(Stdio::null()).output().expect("there is a shell");
    let (found, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // A page may show an illegal move. The command then exits with 1.
    assert!(output.status.success() || !step.shown.is_empty(), "{}: {said}", step.command);
    let lines: Vec<&str> = found.lines().collect();
    assert!(step.shown.is_empty() || is_as_shown(&step.shown, &lines), "$ {}\n{found}{said}", step.command);
}
