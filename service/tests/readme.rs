//! Runs the examples of the README and of the pages that it links to, and compares their output.
#![cfg(unix)]

use std::path::{Path, PathBuf};

use crate::common::{PEATEE, Server, fresh_directory, make_tables};
use crate::console::{blocks, run, steps};
use peatee_probe::{Metric, RuleSet, Tables};
use peatee_rules::draw::DrawRules;

const README: &str = include_str!("../../README.md");
const PAGES: [&str; 4] = [
    README,
    include_str!("../docs/adjudicating.md"),
    include_str!("../docs/engine.md"),
    include_str!("../docs/bulk.md"),
];

/// Creates a directory like a clone of the repository, in which the first command of the README
/// (`peatee-gen demo`) has generated tables.
fn clone_with_tables(name: &str) -> PathBuf {
    let directory = fresh_directory(name);
    let samples = directory.join("service/samples");
    std::fs::create_dir_all(&samples).expect("a directory can be made");
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")).expect("it is there") {
        let file = file.expect("readable");
        std::fs::copy(file.path(), samples.join(file.file_name())).expect("it can be copied");
    }
    assert!(blocks(README, "sh")[0][0].starts_with("cargo run --release -p peatee-gen -- demo "));
    let rules = DrawRules::named("FMJD-100").expect("a code");
    let metrics = [Metric::Wdl, Metric::Dtw, Metric::Dtr(RuleSet::new(&rules))];
    make_tables(&directory.join("tables"), "international", 3, &metrics);
    directory
}

#[test]
fn commands_of_the_pages_print_what_they_show() {
    let directory = clone_with_tables("commands");
    let steps: Vec<_> = PAGES.iter().flat_map(|page| steps(page)).collect();
    let (of_generator, own): (Vec<_>, Vec<_>) = steps.iter().partition(|step| step.command.starts_with("peatee-gen "));
    assert!(own.len() >= 4 && own.iter().all(|step| step.command.contains("peatee ")));
    assert!(!of_generator.is_empty(), "generator/tests/readme.rs runs these");
    own.iter().for_each(|step| run(step, &directory, PEATEE));
}

/// Checks the position and the value that the program in the README shows. (A documentation test of
/// `peatee-probe` compiles the program.)
#[test]
fn the_program_of_the_readme_tells_the_truth() {
    let directory = clone_with_tables("program");
    let program = blocks(README, "rust,no_run")[0].join("\n");
    let quoted: Vec<&str> = program.split('"').collect();
    let after = |word: &str| {
        let at = quoted.iter().position(|part| part.ends_with(word)).expect("the program calls it");
        quoted[at + 1]
    };
    let tables = Tables::open(directory.join(after("Tables::open("))).expect("they open");
    let value =
        tables.probe(&tables.game().parse_fen(after("parse_fen(")).expect("legal")).expect("it is in the tables");
    let shown = format!("// {value}\n");
    assert!(program.contains(&shown), "not {shown}{program}");
}

#[test]
fn the_server_of_the_readme_starts() {
    let directory = clone_with_tables("server");
    let lines = blocks(README, "sh").concat();
    let line = lines.iter().find_map(|line| line.strip_prefix("peatee serve ")).expect("the README shows it");
    let words: Vec<&str> = line.split(' ').collect();
    let [tables_option, tables, listen_option, address] = words[..] else { panic!("{line}") };
    assert_eq!((tables_option, listen_option, address), ("--tables", "--listen", "127.0.0.1:50051"));
    // The server gets a free port, because the port in the README may be in use.
    drop(Server::start(&directory.join(tables), &[]));
}

/// Returns the paths of the Markdown files in a folder and its subfolders.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        if path.is_dir() && !name.starts_with('.') && !["target", "node_modules"].contains(&name) {
            found.extend(pages(&path));
        } else if name.ends_with(".md") && name != "CONTRIBUTING.md" {
            found.push(path);
        }
    }
    found
}

#[test]
fn pages_with_rust_code_say_how_to_depend_on_its_crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let workspace = std::fs::read_to_string(root.join("Cargo.toml")).expect("readable");
    let mut shown = 0;
    for path in pages(&root) {
        let page = std::fs::read_to_string(&path).expect("it is text");
        let toml = blocks(&page, "toml").concat();
        let rust = ["rust", "rust,no_run", "rust,ignore"].map(|language| blocks(&page, language).concat()).concat();
        for name in ["peatee-rules", "peatee-chess", "peatee-table", "peatee-probe", "peatee-proto"] {
            let used = format!("use {}::", name.replace('-', "_"));
            if !rust.iter().any(|line| line.starts_with(&used)) {
                continue;
            }
            let folder = workspace.split_once(&format!("\n{name} = {{ path = \"")).expect("a crate of the workspace").1;
            let folder = folder.split('"').next().expect("a path");
            let (git, version) = (env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"));
            let line =
                format!("{name} = {{ git = \"{git}\", version = \"{version}\" }} # or path = \"../peatee/{folder}\"");
            assert!(toml.contains(&line.as_str()), "{}: {line}", path.display());
            shown += 1;
        }
    }
    assert!(shown >= 8, "{shown}");
}
