//! Tests that each rule finds a deliberate breach, and finds none in a tree without breaches.

use std::path::Path;

use peatee_tidy::source::Tree;
use peatee_tidy::{Breach, known};

const MANIFEST: &str = "[package]\nname = \"small\"\n";

/// Returns the breaches of a tree with one crate, `small`, that has these files and a manifest.
fn check(files: &[(&str, &str)]) -> Vec<Breach> {
    let root = tempfile::tempdir().expect("a folder");
    for (name, text) in [("Cargo.toml", MANIFEST)].iter().chain(files) {
        write(&root.path().join("small").join(name), text);
    }
    peatee_tidy::check(&Tree::read(root.path()))
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn rules(files: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    check(files).into_iter().map(|breach| (breach.rule, breach.key)).collect()
}

fn one(rule: &'static str, key: &str) -> Vec<(&'static str, String)> {
    vec![(rule, key.to_owned())]
}

#[test]
fn a_tidy_tree_has_no_breach() {
    let files = [
        ("src/lib.rs", "//! A small crate.\nmod low;\nmod high;\npub use high::Top;\n"),
        ("src/low.rs", "/// Returns one.\npub fn one() -> u32 { 1 }\n"),
        ("src/high/mod.rs", "mod top;\npub use top::Top;\n"),
        (
            "src/high/top.rs",
            "use crate::low;\n/// The top.\npub struct Top(u32);\nfn top() -> Top { Top(low::one()) }\n",
        ),
        ("README.md", "# Small\n\nA small crate.\n"),
        ("tests/main.rs", "mod other;\n"),
        ("tests/other.rs", ""),
    ];
    assert_eq!(rules(&files), []);
}

#[test]
fn folders_that_import_each_other_are_found() {
    // The folders import each other, although no two files do.
    let files = [
        ("src/lib.rs", "mod high;\nmod low;\n"),
        ("src/high/mod.rs", "mod first;\npub mod second;\n"),
        ("src/high/first.rs", "fn f() { crate::low::base::run(); }\n"),
        ("src/high/second.rs", "pub struct Second;\n"),
        ("src/low/mod.rs", "pub mod base;\nmod other;\n"),
        ("src/low/base.rs", "pub fn run() {}\n"),
        ("src/low/other.rs", "use crate::high::second::Second;\n"),
    ];
    assert_eq!(rules(&files), one("imports", "small/src: high low"));
}

#[test]
fn files_that_import_each_other_are_found_in_whatever_folders() {
    let files = [
        ("src/lib.rs", "mod high;\nmod low;\n"),
        ("src/high.rs", "pub struct Top;\nuse crate::low::run;\n"),
        ("src/low.rs", "use crate::high::Top;\npub fn run() {}\n"),
    ];
    let keys: Vec<String> = rules(&files).into_iter().map(|(_, key)| key).collect();
    assert_eq!(keys, ["files of small/src: high low", "small/src: high low"]);
}

#[test]
fn a_folder_that_uses_its_children_and_defines_what_they_use_is_found() {
    let files = [
        ("src/lib.rs", "mod room;\n"),
        ("src/room/mod.rs", "mod child;\npub struct Base;\nfn f() { child::run(); }\n"),
        ("src/room/child.rs", "use super::Base;\npub fn run() {}\nfn g(_: Base) {}\n"),
    ];
    assert_eq!(
        rules(&files),
        [
            ("imports", "files of small/src: room room::child".to_owned()),
            ("imports", "small/src/room: child self".to_owned()),
        ]
    );
}

#[test]
fn imports_through_renamed_and_glob_uses_and_inside_macros_are_found() {
    let low = ("src/low.rs", "use crate::prelude::*;\npub fn run() {}\n");
    let prelude = ("src/prelude.rs", "pub use crate::high::Top as Summit;\npub use crate::high::*;\n");
    let files = [
        ("src/lib.rs", "mod high;\nmod low;\nmod prelude;\n"),
        ("src/high.rs", "pub struct Top;\nfn f() { println!(\"{:?}\", crate::low::run()); }\n"),
        ("src/low.rs", "fn f(_: crate::prelude::Summit) {}\npub fn run() {}\n"),
        prelude,
    ];
    assert_eq!(rules(&files).last(), one("imports", "small/src: high low").first());
    let globs = [files[0], files[1], low, prelude];
    assert_eq!(rules(&globs), [], "a glob alone names nothing");
}

#[test]
fn imports_of_files_of_tests_do_not_count() {
    let files = [
        ("src/lib.rs", "mod high;\nmod low;\n"),
        ("src/high.rs", "pub struct Top;\nuse crate::low::run;\n"),
        ("src/low.rs", "#[cfg(test)]\nmod reads;\npub fn run() {}\n"),
        ("src/low/reads.rs", "use crate::high::Top;\n"),
    ];
    assert_eq!(rules(&files), []);
}

#[test]
fn imports_of_tests_do_not_count() {
    let files = [
        ("src/lib.rs", "mod high;\nmod low;\n"),
        ("src/high.rs", "pub struct Top;\nuse crate::low::run;\n"),
        ("src/low.rs", "pub fn run() {}\n#[cfg(test)]\nmod tests {\n    use crate::high::Top;\n}\n"),
    ];
    assert_eq!(rules(&files), []);
    let all = "pub fn run() {}\n#[cfg(all(test, unix))]\nmod tests {\n    use crate::high::Top;\n}\n";
    assert_eq!(rules(&[files[0], files[1], ("src/low.rs", all)]), []);
    let not = "pub fn run() {}\n#[cfg(not(test))]\nmod product {\n    use crate::high::Top;\n}\n";
    assert_eq!(rules(&[files[0], files[1], ("src/low.rs", not)]).len(), 2);
}

#[test]
fn a_type_name_that_is_there_twice_is_found() {
    let files = [
        ("src/lib.rs", "mod a;\nmod b;\n"),
        ("src/a.rs", "pub struct Reader;\npub struct Args;\n"),
        ("src/b.rs", "pub enum Reader {}\npub struct Args;\nfn f() { struct Local; }\nfn g() { struct Local; }\n"),
    ];
    assert_eq!(rules(&files), one("types", "small Reader"));
}

#[test]
fn functions_that_are_long_or_take_much_are_found() {
    let long = format!("fn long() {{\n{}}}\n", "    f();\n".repeat(59));
    assert_eq!(rules(&[("src/lib.rs", &long)]), one("functions", "small/src/lib.rs long"));
    let longest = format!("fn longest() {{\n{}}}\n", "    f();\n".repeat(58));
    assert_eq!(rules(&[("src/lib.rs", &longest)]), []);
    let many = "fn many(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {}\n";
    assert_eq!(rules(&[("src/lib.rs", many)]), one("functions", "small/src/lib.rs many"));
    let few = "fn few(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}\n";
    assert_eq!(rules(&[("src/lib.rs", few)]), []);
    let method = format!("struct S;\nimpl S {{\n{long}}}\ntrait T {{\n{long}}}\n");
    assert_eq!(rules(&[("src/lib.rs", &method)]).len(), 2, "methods, and those that a trait gives");
}

#[test]
fn comments_that_begin_with_a_relative_word_are_found() {
    for (text, is_breach) in [
        ("/// What a table holds.\nfn f() {}\n", true),
        ("/// The same, for chess.\nfn f() {}\n", true),
        ("//! Where tables are.\n", true),
        ("    /// Of these.\n", true),
        ("/// Offers a draw.\nfn f() {}\n", false),
        ("/// The table.\n/// What it holds is said below.\nfn f() {}\n", false),
        ("// What a comment inside code begins with is free.\n", false),
    ] {
        let expected = if is_breach { one("doc-beginnings", "small/src/lib.rs") } else { Vec::new() };
        assert_eq!(rules(&[("src/lib.rs", &format!("{text}fn g() {{}}\n"))]), expected, "{text}");
    }
    let message = |comment| format!("// Adds two numbers.\nmessage Sum {{\n  // {comment}\n  uint32 first = 1;\n}}\n");
    let file = |text: &str| rules(&[("sum.proto", text)]);
    assert_eq!(file(&message("The first number.")), []);
    assert_eq!(file(&message("What is added first.")), one("doc-beginnings", "small/sum.proto"));
}

#[test]
fn each_relative_word_is_found() {
    for word in
        ["What", "Where", "Which", "Whose", "Whom", "Of", "Those", "That of", "The same", "Likewise", "How", "It", "As"]
    {
        let found = rules(&[("src/lib.rs", &format!("/// {word} tables.\nfn f() {{}}\n"))]);
        assert_eq!(found, one("doc-beginnings", "small/src/lib.rs"), "{word}");
    }
}

#[test]
fn wide_comments_and_pages_are_found() {
    let wide = "word ".repeat(21);
    assert_eq!(rules(&[("src/lib.rs", &format!("// {wide}\n"))]), one("comment-width", "small/src/lib.rs"));
    assert_eq!(rules(&[("src/lib.rs", &format!("//! | {wide}|\n"))]), []);
    assert_eq!(rules(&[("README.md", &wide)]), one("markdown-width", "small/README.md"));
    assert_eq!(rules(&[("README.md", &format!("| {wide} |\n```\n{wide}\n```\n"))]), []);
}

#[test]
fn links_to_files_that_are_not_there_are_found() {
    for (link, is_breach) in [
        ("docs/page.md", false),
        ("docs", false),
        ("docs/../src/lib.rs#part", false),
        ("#part", false),
        ("https://example.org/none.md", false),
        ("page.md", true),
        ("docs/none.png", true),
    ] {
        let readme = format!("See [the\npage]({link}).\n\n```text\n[](none)\n```\n");
        let expected = if is_breach { one("links", "small/README.md") } else { Vec::new() };
        let files = [("src/lib.rs", ""), ("docs/page.md", "[up](../README.md)\n"), ("README.md", &readme)];
        assert_eq!(rules(&files), expected, "{link}");
    }
}

#[test]
fn imports_of_scripts_that_are_not_there_are_found() {
    let imports = |module: &str| format!("import {{ t }} from \"{module}\";\n");
    for (module, is_breach) in
        [("../app/language.js", false), ("./sides.js", true), ("https://example.org/a.js", false)]
    {
        let expected = if is_breach { one("links", "small/page/words/position.js") } else { Vec::new() };
        let files = [("src/lib.rs", ""), ("page/app/language.js", ""), ("page/words/position.js", &imports(module))];
        assert_eq!(rules(&files), expected, "{module}");
    }
}

#[test]
fn paths_of_a_machine_are_found() {
    let folder = ["/wo", "rk/tables"].concat();
    for (text, is_breach) in [
        (format!("cd {folder}"), true),
        (format!("\"{folder}\""), true),
        (format!("net{folder}"), false),
        (format!("https://example.org{folder}"), false),
    ] {
        let expected = if is_breach { one("machine-paths", "small/run.sh") } else { Vec::new() };
        assert_eq!(rules(&[("run.sh", &text)]), expected, "{text}");
    }
    for home in [["/ro", "ot/x"], ["/Us", "ers/x"]].map(|parts| parts.concat()) {
        assert_eq!(rules(&[("run.sh", &home)]), one("machine-paths", "small/run.sh"), "{home}");
    }
}

#[test]
fn a_file_that_nothing_compiles_is_found() {
    let manifest = format!("{MANIFEST}autotests = false\n");
    let listed = format!("{manifest}[[test]]\nname = \"lost\"\n");
    for (path, manifest, is_breach) in [
        ("tests/lost.rs", manifest.as_str(), true),
        ("tests/lost.rs", &listed, false),
        ("tests/lost.rs", MANIFEST, false),
        ("tests/other/lost.rs", MANIFEST, true),
        ("tests/other/known.rs", MANIFEST, false),
        ("tests/lost/mod.rs", &listed, true),
        ("tests/lost/main.rs", &listed, false),
        ("tests/elsewhere/file.rs", MANIFEST, false),
        ("src/lost.rs", MANIFEST, true),
        ("src/low/lost.rs", MANIFEST, true),
        ("src/low/base.rs", MANIFEST, false),
        ("benches/speed.rs", MANIFEST, false),
    ] {
        let files = [
            ("Cargo.toml", manifest),
            ("src/lib.rs", "mod low;\n"),
            ("src/low/mod.rs", "pub(crate) mod base;\n"),
            ("tests/main.rs", "mod other;\n#[path = \"../tests/elsewhere/file.rs\"]\nmod renamed;\n"),
            ("tests/other.rs", "mod known;\n"),
            (path, ""),
        ];
        let expected = if is_breach { one("unlisted-files", &format!("small/{path}")) } else { Vec::new() };
        assert_eq!(rules(&files), expected, "{path}");
    }
}

#[test]
fn files_that_are_long_are_found() {
    let lines = |count| "// A line.\n".repeat(count);
    assert_eq!(rules(&[("src/lib.rs", &lines(500))]), []);
    assert_eq!(rules(&[("src/lib.rs", &lines(501))]), one("long-files", "small/src/lib.rs"));
}

#[test]
fn code_that_asks_which_family_a_game_is_of_is_found() {
    let asking = "fn f(id: &str) -> bool { id == \"chess\" }\n";
    let matching = "fn g(any: &AnyTables) -> bool { matches!(any, AnyTables::Chess(_)) }\n";
    let others = ["game == CHESS", "match id { \"chess\" => 1, _ => 2 }", "is_of_chess(id)", "is_of_draughts(id)"];
    let more = ["Line::of_chess(id)", "Line::of_draughts(id)", "AnyGame::Chess(game)", "AnyGame::Draughts(game)"];
    let others = [others, more].concat();
    let bodies: Vec<String> = others.iter().map(|body| format!("fn h() {{ {body}; }}\n")).collect();
    for source in [asking, matching].into_iter().chain(bodies.iter().map(String::as_str)) {
        for (path, is_own) in [("src/ask.rs", false), ("src/ask/chess.rs", true), ("tests/ask.rs", true)] {
            let found: Vec<_> = rules(&[("src/lib.rs", ""), (path, source)]);
            let found: Vec<_> = found.into_iter().filter(|(rule, _)| *rule == "games").collect();
            let expected = if is_own { Vec::new() } else { one("games", "small/src/ask.rs") };
            assert_eq!(found, expected, "{path}");
        }
    }
    assert_eq!(rules(&[("src/lib.rs", "// Not as `id == \"chess\"`.\n")]), []);
    let of_page = "export const isOpen = (variant) => variant.id !== CHESS;\n";
    let found = |path| rules(&[("src/lib.rs", ""), (path, of_page)]);
    assert_eq!(found("page/views/board.js"), one("games", "small/page/views/board.js"));
    assert_eq!(found("page/board/chess.js"), []);
}

#[test]
fn a_name_of_the_glossary_that_no_source_has_is_found() {
    let source = "enum Metric { Dtw }\nfn probe_wdl() {}\n";
    for (cell, missing) in [("`Metric::Dtw`, `probe_wdl`", None), ("`probe_dtw`", Some("probe_dtw")), ("Metrics", None)]
    {
        let page = format!("| word | meaning | in code | not |\n|---|---|---|---|\n| x | `y` | {cell} | `z` |\n");
        let expected = missing.map_or(Vec::new(), |name| one("words", name));
        assert_eq!(rules(&[("src/lib.rs", source), ("probe/docs/words.md", &page)]), expected, "{cell}");
    }
}

#[test]
fn more_and_fewer_breaches_than_known_are_both_said() {
    let breaches = check(&[("src/lib.rs", "/// What is there.\nfn f() {}\n")]);
    let known = known::count(&breaches);
    assert!(known::differences(&breaches, &known).is_empty());
    let [more] = &known::differences(&breaches, &known::Counts::new())[..] else { panic!("one is new") };
    assert!(more.contains("small/src/lib.rs:1"), "{more}");
    let [fewer] = &known::differences(&[], &known)[..] else { panic!("one is gone") };
    assert!(fewer.contains("UPDATE_TIDY"), "{fewer}");
}
