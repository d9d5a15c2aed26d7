//! Runs the demo as a new user does.

use std::process::{Command, Output};

use peatee_probe::{RuleOutcome, Tables};
use peatee_rules::draw::DrawRules;

const PEATEE_GEN: &str = env!("CARGO_BIN_EXE_peatee-gen");

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it prints text")
}

fn demo(args: &[&str]) -> Output {
    Command::new(PEATEE_GEN).arg("demo").args(args).output().expect("peatee-gen starts")
}

#[test]
fn the_demo_works_in_an_empty_directory_and_again_in_a_full_one() {
    let directory = tempfile::tempdir().expect("there is room");
    let run = |args: &[&str]| {
        let output =
            Command::new(PEATEE_GEN).args(args).current_dir(directory.path()).output().expect("peatee-gen starts");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let shown = run(&["demo"]);
    assert!(shown.contains("values in") && shown.contains(", 0 wrong"), "{shown}");
    assert!(shown.contains("W:W23:B5,6: White to move, win in 29 plies (White wins in 15 moves)"), "{shown}");
    assert!(
        shown.contains("10 of White's 15 moves are the only ones that win; won under FMJD-100 too."),
        "what is remarkable: {shown}"
    );
    // The demo must also make the tables under the draw rules.
    let tables = Tables::open(directory.path().join("tables/international")).expect("tables just made");
    let position = tables.game().parse_fen("W:W23:B5,6").expect("a position");
    let rules = DrawRules::named("FMJD-100").expect("a code");
    let value = tables.rule_value(&position, &rules, &rules.start(&position)).expect("all tables are there");
    assert_eq!(value.outcome, RuleOutcome::Win);
    assert!(shown.contains("1. 23-18 5-10 2. ") && shown.contains(" 15. "), "{shown}");
    // The demo must show the first and the last board, with squares labelled as in the moves.
    assert!(shown.lines().count() <= 41 && shown.lines().all(|line| line.len() <= 80), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with("46  ") && line.ends_with(" 50")), "{shown}");
    assert!(directory.path().join("tables/international/manifest.json").is_file());

    // The commands that the demo suggests must work and end.
    for command in
        ["peatee moves", "peatee line", "peatee adjudicate", "peatee serve", "peatee-gen generate", "peatee variants"]
    {
        assert!(shown.contains(&format!("  {command}")), "{command}: {shown}");
    }
    let line = shown.lines().find(|line| line.contains("peatee-gen demo")).expect("the demo names it");
    let args: Vec<&str> = line.split_whitespace().skip(1).collect();
    assert_eq!(args, ["demo", "--full"]);
    let full = run(&args);
    for caption in [" start", " 1. 23-18", " 1... 5-10", " 15. "] {
        assert!(full.contains(caption), "{caption}: {full}");
    }
    assert!(full.contains("\nfound "), "tables that exist are kept: {full}");
    assert_eq!(full.matches("46  ").count(), 30, "a board before the first move and after each: {full}");
}

/// Checks the program names that the demo prints when it was started by `cargo run`.
#[test]
#[cfg(unix)]
fn the_demo_names_programs_as_it_was_called() {
    use std::os::unix::process::CommandExt as _;

    let directory = tempfile::tempdir().expect("there is room");
    let mut demo = Command::new(PEATEE_GEN);
    let output = demo
        .arg0("target/release/peatee-gen")
        .args(["demo", "--variant", "konane"])
        .current_dir(directory.path())
        .output()
        .expect("peatee-gen starts");
    let shown = text(&output.stdout);
    for command in ["  target/release/peatee moves ", "  target/release/peatee-gen generate ", "cargo build --release"]
    {
        assert!(shown.contains(command), "{command}: {shown}");
    }
}

#[test]
fn the_demo_shows_other_games_too() {
    let directory = tempfile::tempdir().expect("there is room");
    // The games have men and kings on all squares, no kings, a third kind of piece, or the goal to
    // lose.
    for variant in ["dameo", "konane", "parachute", "giveaway"] {
        let output = demo(&["--variant", variant, "--tables", directory.path().to_str().expect("a plain path")]);
        assert_eq!(output.status.code(), Some(0), "{variant}: {}", text(&output.stderr));
        let shown = text(&output.stdout);
        assert!(shown.contains(", 0 wrong") && shown.contains("The longest win with up to 3 pieces"), "{shown}");
        assert!(shown.contains("\n1. ") || shown.contains("\n1... "), "{shown}");
    }
}

#[test]
fn the_demo_shows_chess() {
    let directory = tempfile::tempdir().expect("there is room");
    let output = demo(&["--variant", "chess", "--tables", directory.path().to_str().expect("a plain path")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains(", 0 wrong") && shown.contains("won under FIDE-50 too."), "{shown}");
    assert!(shown.contains("\n1. ") && shown.contains(" 15. Rc8#\n\n"), "a line from the first move to mate: {shown}");
    assert!(shown.contains(" 1  . . . . . . .") && shown.contains("    a b c d e f g h"), "{shown}");
    assert!(shown.contains("--variant chess \"8/8/"), "a FEN with spaces in quotes: {shown}");
}
