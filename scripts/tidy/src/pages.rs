//! Checks that Markdown is wrapped at 100 columns, that its links lead to existing files, and that
//! scripts of the page import existing modules. No text may contain a path of the author's machine.

use crate::breach::Breach;
use crate::source::{TextFile, Tree};

const MOST_COLUMNS: usize = 100;

/// Folders on the author's machine. Each path is split in two parts, so that this file does not
/// contain the path itself.
const MACHINE_FOLDERS: [[&str; 2]; 3] = [["/wo", "rk/"], ["/ro", "ot/"], ["/Us", "ers/"]];

/// Returns breaches for wide lines of Markdown, dead links, missing modules, and paths of a
/// machine.
pub fn check(tree: &Tree) -> Vec<Breach> {
    let wide = tree.ending(".md").flat_map(wide_lines);
    let dead = tree.ending(".md").flat_map(|page| dead_links(page, tree));
    let missing = tree.ending(".js").flat_map(|module| missing_modules(module, tree));
    wide.chain(dead).chain(missing).chain(tree.files.iter().flat_map(machine_paths)).collect()
}

/// Returns a breach for each link of a page to a file that does not exist.
fn dead_links<'a>(page: &'a TextFile, tree: &'a Tree) -> impl Iterator<Item = Breach> + 'a {
    // The text between each pair of fences is code.
    let prose = page.text.split("```").step_by(2);
    let links = prose.flat_map(|part| part.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
    let files = links.filter(|link| !link.contains("://")).map(|link| link.split('#').next().unwrap_or(link));
    let dead = files.filter(|file| !file.is_empty() && !tree.paths.contains(&resolved(&page.path, file)));
    dead.map(|file| {
        let text = format!("{}: the link to {file} leads to no file", page.path);
        Breach { rule: "links", key: page.path.clone(), text }
    })
}

/// Returns a breach for each import of a missing module in the page of `peatee serve`. The page
/// does not load with such an import.
fn missing_modules<'a>(module: &'a TextFile, tree: &'a Tree) -> impl Iterator<Item = Breach> + 'a {
    let imported = module.text.split(" from \"").skip(1).filter_map(|rest| rest.split('"').next());
    let missing = imported.filter(|file| file.starts_with('.') && !tree.paths.contains(&resolved(&module.path, file)));
    missing.map(|file| {
        let text = format!("{}: there is no module {file} to import", module.path);
        Breach { rule: "links", key: module.path.clone(), text }
    })
}

/// Returns the path, from the root, to which a link of a page leads.
pub(crate) fn resolved(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/').filter(|part| !["", "."].contains(part)) {
        match part {
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn wide_lines(file: &TextFile) -> Vec<Breach> {
    let mut is_code = false;
    let mut breaches = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        is_code ^= line.trim_start().starts_with("```");
        let columns = line.chars().count();
        let may_be_wide = is_code || line.starts_with('|') || line.contains("://") || line.contains("](");
        if columns > MOST_COLUMNS && !may_be_wide {
            let place = format!("{}:{}", file.path, number + 1);
            let text = format!("{place}: the line has {columns} columns; {MOST_COLUMNS} are allowed");
            breaches.push(Breach { rule: "markdown-width", key: file.path.clone(), text });
        }
    }
    breaches
}

fn machine_paths(file: &TextFile) -> Vec<Breach> {
    let folders = MACHINE_FOLDERS.map(|parts| parts.concat());
    let mut breaches = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        if let Some(folder) = folders.iter().find(|folder| is_path(line, folder)) {
            let text = format!("{}:{}: the line names {folder}, a folder of a machine", file.path, number + 1);
            breaches.push(Breach { rule: "machine-paths", key: file.path.clone(), text });
        }
    }
    breaches
}

/// Returns true when a line contains an absolute path that begins with `folder`.
fn is_path(line: &str, folder: &str) -> bool {
    let is_start =
        |at: usize| !line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-}/)".contains(before));
    line.match_indices(folder).any(|(at, _)| is_start(at))
}
