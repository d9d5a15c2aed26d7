//! Tests threads, limits, files and errors of the command `mine`.

use peatee_probe::Metric;
use peatee_rules::Side;
use peatee_rules::notation::pdn::{PdnGame, Score, read_games};

use super::brute::World;
use super::mined::{mine, text};
use super::zugzwang;
use crate::common::program::{fail, run, succeed};
use crate::common::{generate_metrics_into, make};

#[test]
fn the_output_does_not_depend_on_threads_or_on_where_it_goes() {
    assert_same_output("english");
}

#[test]
#[ignore = "8 CPU-seconds; scripts/check --full runs it"]
fn the_output_on_a_large_board_does_not_depend_on_threads_or_on_where_it_goes_in_full() {
    assert_same_output("international");
}

fn assert_same_output(id: &str) {
    let made = make(id, 3);
    let root = made.root.path();
    let kinds: [&[&str]; 4] = [
        &["zugzwang", "--type", "win-to-draw"],
        &["only-move", "--duals"],
        &["longest", "--count", "1000"],
        &["fortress", "--limit", "12345"],
    ];
    for kind in kinds {
        let ask = |more: &[&str]| mine(&[kind, &["--variant", id], more].concat(), root);
        let file = root.join("out.jsonl");
        let one = ask(&["--threads", "1"]);
        let four = ask(&["--threads", "4", "--out", file.to_str().expect("plain names")]);
        assert_eq!(four.text, "");
        assert!(std::fs::read_to_string(file).expect("the file is there") == one.text, "{kind:?}");
        assert!(one.summary == four.summary, "{kind:?}");
        assert!(one.lines.len() > 100, "{kind:?}");
    }
}

#[test]
fn a_limit_leaves_lines_out_and_counts_them() {
    let made = make("english", 3);
    let ask = |more: &[&str]| mine(&[&["zugzwang", "--variant", "english"], more].concat(), made.root.path());
    let (all, ten, none) = (ask(&[]), ask(&["--limit", "10"]), ask(&["--limit", "0"]));
    [&all, &ten, &none].iter().for_each(|mined| mined.check(&made.tables, true));
    assert_eq!((ten.lines.len(), &ten.lines[..]), (10, &all.lines[..10]));
    assert!(none.lines.is_empty());
    assert_eq!([&ten.summary["found"], &none.summary["found"]], [&all.summary["found"]; 2]);
}

/// Runs `mine` twice, once with games and once with lines as output. Returns pairs of a parsed game
/// and its line.
fn games_and_lines(kind: &[&str], root: &std::path::Path) -> Vec<(PdnGame, serde_json::Value)> {
    let text = succeed(&[&["mine"], kind, &["--format", "pdn"]].concat(), root);
    let games = read_games(&text);
    let lines = mine(kind, root).lines;
    assert_eq!(games.len(), lines.len(), "{kind:?}");
    games.into_iter().zip(lines).collect()
}

#[test]
fn games_have_the_position_and_the_whole_solution() {
    let made = make("english", 3);
    let (root, game) = (made.root.path(), made.tables.game());
    let ask = |kind: &[&str]| games_and_lines(&[kind, &["--variant", "english", "--limit", "200"]].concat(), root);
    let kinds: [&[&str]; 5] = [
        &["only-move", "--slice", "KMvK", "--duals"],
        &["only-move", "--slice", "MvM", "--moves", "all"],
        &["longest", "--count", "30"],
        &["zugzwang", "--type", "mutual,win-to-draw"],
        &["fortress"],
    ];
    for kind in kinds {
        let found = ask(kind);
        assert!(!found.is_empty(), "{kind:?}");
        for (pdn, line) in found {
            let mut position = pdn.start(game).expect("a position");
            assert_eq!(text(&line, "fen"), game.fen(&position));
            for mv in &pdn.moves {
                let mv = game.parse_move(&position, &mv.text).expect("legal");
                position = game.play(&position, &mv);
            }
            let plies = line["dtw_plies"].as_u64();
            assert_eq!(pdn.moves.len() as u64, plies.unwrap_or(0), "{line}");
            let is_over = game.moves(&position).expect("few captures").is_empty();
            assert_eq!(is_over, plies.is_some(), "{line}");
            let expected = match text(&line, "wdl") {
                "draw" => Score::Draw,
                wdl if (wdl == "win") == text(&line, "fen").starts_with('W') => Score::WhiteWins,
                _ => Score::BlackWins,
            };
            assert_eq!(pdn.score(), Some(expected), "{line}");
            let only = pdn.moves.iter().filter(|mv| mv.nags == [1]).count() as u64;
            assert_eq!(only, line["unique_moves"].as_u64().unwrap_or(0), "{line}");
            let duals = line["duals"].as_array().map_or(0, Vec::len);
            assert_eq!(pdn.moves.iter().filter(|mv| !mv.comments.is_empty()).count(), duals, "{line}");
        }
    }
}

#[test]
fn games_without_a_mirror_have_both_sides_to_move() {
    let made = make("oneway", 3);
    let world = World::probed(&made.tables, 3);
    for (side, name) in [(Side::White, "white"), (Side::Black, "black")] {
        let mined = mine(&["zugzwang", "--variant", "oneway", "--side", name], made.root.path());
        mined.check(&made.tables, true);
        let of_side = world.positions.iter().filter(|at| at.side == side);
        let found = of_side.filter(|at| zugzwang(&world, at, world.value(at)) == Some("mutual")).count();
        assert_eq!((mined.lines.len(), found > 0), (found, true), "{name}");
    }
    let english = make("english", 2);
    let ask = |side| ["mine", "zugzwang", "--variant", "english", "--side", side];
    let said = fail(&ask("black"), english.root.path(), 2);
    assert!(said.contains("only positions with White to move") && said.contains("--winner"), "{said}");
    succeed(&ask("white"), english.root.path());
}

#[test]
fn what_cannot_be_mined_is_named() {
    let made = make("english", 2);
    let root = made.root.path();
    let ask =
        |kind: &str, more: &[&str], code| fail(&[&["mine", kind, "--variant", "english"], more].concat(), root, code);
    assert!(ask("zugzwang", &["--slice", "KKvK"], 3).contains("wdl table of KKvK"));
    assert!(ask("zugzwang", &["--slice", "MKvK"], 2).contains("kings are written first"));
    assert!(ask("longest", &["--metric", "dtc"], 3).contains("dtc table of"));
    assert!(ask("only-move", &["--moves", "0"], 2).contains("from 1 on"));
    assert!(ask("cursed", &["--rules", "nobody"], 2).contains("nobody"));
    // The output file must appear whole or not at all.
    let table = root.join("english/KvK.dtw");
    let mut bytes = std::fs::read(&table).expect("readable");
    *bytes.last_mut().expect("it is not empty") ^= 0x55;
    std::fs::write(&table, bytes).expect("writable");
    let file = root.join("out.jsonl");
    let output = run(&["mine", "fortress", "--variant", "english", "--ahead", "0"], root);
    assert!(output.status.success(), "no slice of two pieces holds one: none is read");
    let said = ask("zugzwang", &["--out", file.to_str().expect("plain names")], 5);
    assert!(said.contains("KvK.dtw") && !file.exists(), "{said}");
}

/// Checks what `mine` finds in tables without distances. WDL is enough to find only moves, but
/// lines need distances.
#[test]
fn tables_without_distances_answer_what_they_can() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), "english", 3, &[Metric::Wdl]);
    let made = make("english", 3);
    let fens = |root: &std::path::Path, more: &[&str]| -> Vec<String> {
        let mined = mine(&[&["only-move", "--variant", "english"], more].concat(), root);
        mined.lines.iter().map(|line| text(line, "fen").to_owned()).collect()
    };
    assert_eq!(fens(root.path(), &[]), fens(made.root.path(), &[]));
    assert_eq!(fens(made.root.path(), &["--metric", "wdl"]), fens(made.root.path(), &[]));
    let said = fail(&["mine", "only-move", "--variant", "english", "--moves", "2"], root.path(), 3);
    assert!(said.contains("dtw table of"), "{said}");
    let said = fail(&["mine", "longest", "--variant", "english"], root.path(), 3);
    assert!(said.contains("dtw table of"), "{said}");
    let said = fail(&["mine", "longest", "--variant", "english", "--metric", "wdl"], made.root.path(), 2);
    assert!(said.contains("no distances"), "{said}");
}
