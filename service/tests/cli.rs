//! Tests of the commands as users and scripts run them.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::common::{PEATEE, fresh_directory, make_tables, tables};
use crate::program::{jsonl, run, text};
use peatee_probe::Metric;
use serde_json::json;

/// Runs `peatee` with the tables of `tables`.
fn peatee(args: &[&str], stdin: &str) -> Output {
    run(Command::new(PEATEE).args(args).env("PEATEE_TABLES", tables()), stdin)
}

#[test]
fn probe_answers_arguments_in_text() {
    let output = peatee(&["probe", "W:W23:B5,6", "W:WK42:B22", "W:WK1:BK2,K3"], "");
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    // The first two are longest wins that M. Grimminck has published.
    assert_eq!(lines[0], "W:W23:B5,6  win in 29 plies (White wins in 15 moves)");
    assert_eq!(lines[1], "W:WK42:B22  win in 7 plies (White wins in 4 moves)");
    assert_eq!(lines.len(), 3);
}

#[test]
fn probe_answers_standard_input_in_jsonl_and_goes_on_after_bad_lines() {
    let input = "W:W23:B5,6\n\n# a comment\nnonsense\nW:W1:B2\nW:WK1,K2:BK3,K4\nB:WK10:BK5\n";
    let output = peatee(&["probe", "--format", "jsonl"], input);
    assert_eq!(output.status.code(), Some(1));
    let lines = jsonl(&output);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0], json!({"fen": "W:W23:B5,6", "wdl": "win", "dtw_plies": 29}));
    assert_eq!(lines[1]["fen"], "nonsense");
    assert!(lines[1]["error"].as_str().expect("a text").contains("FEN must read"), "{}", lines[1]);
    assert!(lines[2]["error"].as_str().expect("a text").contains("promotion row"), "{}", lines[2]);
    assert!(lines[3]["error"].as_str().expect("a text").contains("4 pieces"), "{}", lines[3]);
    assert!(lines[4].get("error").is_none(), "{}", lines[4]);
    for line in &lines[1..4] {
        assert_eq!(line.as_object().expect("an object").len(), 2, "only fen and error: {line}");
    }
}

#[test]
fn a_draw_has_no_distance() {
    let output = peatee(&["probe", "--format", "jsonl", "W:WK1:BK2"], "");
    assert_eq!(text(&output.stdout), "{\"fen\":\"W:WK1:BK2\",\"wdl\":\"draw\",\"dtw_plies\":null}\n");
}

#[test]
fn without_dtw_tables_a_win_has_no_distance() {
    let output = peatee(&["probe", "--variant", "russian", "--format", "jsonl", "W:WKa1:Bb2"], "");
    assert_eq!(jsonl(&output), [json!({"fen": "W:WKa1:Bb2", "wdl": "win", "dtw_plies": null})]);
}

#[test]
fn in_text_a_bad_position_goes_to_standard_error() {
    let output = peatee(&["probe", "W:W1:W2", "W:WK1:BK2"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "W:WK1:BK2  draw\n");
    assert_eq!(text(&output.stderr), "peatee: position 1: the pieces of White are listed twice\n");
}

#[test]
fn moves_come_best_first_with_values_from_before_the_move() {
    let output = peatee(&["moves", "--format", "jsonl", "W:W23:B5,6"], "");
    assert_eq!(output.status.code(), Some(0));
    let answer = &jsonl(&output)[0];
    let moves = answer["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[0]["wdl"], "win");
    assert_eq!(moves[0]["dtw_plies"], 29);
    assert_ne!(moves[1]["dtw_plies"], 29);
    for mv in moves {
        let after = peatee(&["probe", "--format", "jsonl", mv["fen"].as_str().expect("a text")], "");
        let opposite = [("win", "loss"), ("draw", "draw"), ("loss", "win")];
        assert!(opposite.iter().any(|(a, b)| mv["wdl"] == *a && jsonl(&after)[0]["wdl"] == *b));
    }
}

#[test]
fn moves_show_chances_where_they_are_asked_for() {
    let list = |args: &[&str]| jsonl(&peatee(&[&["moves", "--format", "jsonl"], args].concat(), ""));
    for fen in ["W:WK1:BK2", "B:WK1,K2:BK30"] {
        let answer = list(&["--chances", fen]).remove(0);
        let moves = answer["moves"].as_array().expect("a list");
        let after: Vec<&str> = moves.iter().map(|mv| mv["fen"].as_str().expect("a text")).collect();
        for (mv, replies) in moves.iter().zip(list(&after)) {
            let replies = replies["moves"].as_array().expect("a list");
            let right = if mv["wdl"] == "draw" { "draw" } else { "win" };
            let count = replies.iter().filter(|reply| reply["wdl"] == right).count();
            assert_eq!((&mv["replies"], &mv[format!("replies_that_{right}")]), (&json!(replies.len()), &json!(count)));
            let share = (replies.len() - count) as f64 / replies.len() as f64;
            assert_eq!(mv["chance"], json!(share), "{mv}");
        }
        assert!(list(&[fen])[0]["moves"][0].get("chance").is_none());
    }
    let shown = peatee(&["moves", "--chances=2", "W:WK1:BK2"], "");
    assert!(text(&shown.stdout).contains(" replies draw, chance "), "{}", text(&shown.stdout));
    assert_eq!(peatee(&["moves", "--chances=4", "W:WK1:BK2"], "").status.code(), Some(2));
}

#[test]
fn a_line_runs_to_the_end_of_the_game() {
    let output = peatee(&["line", "--format", "jsonl", "W:W23:B5,6"], "");
    let answer = &jsonl(&output)[0];
    let plies: Vec<u64> =
        answer["moves"].as_array().expect("a list").iter().map(|mv| mv["dtw_plies"].as_u64().expect("won")).collect();
    assert_eq!(plies, (1..=29).rev().collect::<Vec<u64>>());
    assert_eq!(answer["end"], "game-over");

    let output = peatee(&["line", "--format", "jsonl", "--plies-max", "3", "W:W23:B5,6"], "");
    assert_eq!(jsonl(&output)[0]["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(jsonl(&output)[0]["end"], "cut");
}

#[test]
fn a_line_is_numbered_as_players_number_moves_and_says_why_it_ends() {
    let shown = |args: &[&str]| {
        let output = peatee(&[&["line"], args].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let lines = text(&output.stdout).lines().map(str::trim).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    let first_words = |line: &str| line.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
    let lines = shown(&["--plies-max", "3", "W:W23:B5,6"]);
    assert_eq!(first_words(&lines[1]), "1. 23-18");
    assert_eq!(first_words(&lines[2]), "1... 5-10");
    assert!(lines[3].starts_with("2. "), "{lines:?}");
    assert_eq!(lines[4], "cut: the line goes on; --plies-max N shows more plies");
    // Black moves first, so the move number has dots. The winner's moves are counted.
    let lines = shown(&["B:W32:BK1,K2"]);
    assert!(lines[0].contains(" (Black wins in ") && lines[1].starts_with("1... "), "{lines:?}");
    assert!(lines[2].starts_with("2. "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("game-over: the side to move has no move"));
}

#[test]
fn positions_are_read_as_other_programs_write_them() {
    let hub = format!("W{}w{}", "e".repeat(22), "e".repeat(27)).replacen("Weeeeee", "Weeeebb", 1);
    let forms = ["W:W23:B5,6:H0:F1", "W:W23.:B5,6.:H3:F40", "w:w23:b5-6.", hub.as_str()];
    let output = peatee(&[&["probe", "--format", "jsonl"], forms.as_slice()].concat(), "");
    for (form, answer) in forms.iter().zip(jsonl(&output)) {
        assert_eq!(answer, json!({"fen": form, "wdl": "win", "dtw_plies": 29}), "without rules no count matters");
    }
    assert_eq!(output.status.code(), Some(0));
    let output = peatee(&["probe", "W:Wk42:B22:+0+0", "W:W23:B5,6:H", "WeeB"], "");
    assert_eq!(text(&output.stdout), "W:Wk42:B22:+0+0  win in 7 plies (White wins in 4 moves)\n");
    let said = text(&output.stderr);
    assert!(
        said.contains("position 2: `H` is not a count") && said.contains("position 3: the position has 4"),
        "{said}"
    );
}

#[test]
fn perft_counts_from_the_start_position() {
    // The counts are published numbers for international draughts.
    for (depth, count) in [("1", 9), ("4", 4265), ("6", 167_140)] {
        let output = peatee(&["perft", "--depth", depth, "--format", "jsonl"], "");
        assert_eq!(jsonl(&output)[0]["count"], count, "depth {depth}");
    }
    let output = peatee(&["perft", "--depth", "1", "--variant", "russian", "-"], "W:Wc3:Bd4,f4\n");
    assert!(text(&output.stdout).starts_with("W:Wc3:Bd4,f4  depth 1 moves "), "{}", text(&output.stdout));
}

#[test]
fn variants_are_listed_with_their_sources() {
    let output = peatee(&["variants", "--format", "jsonl"], "");
    let variants = jsonl(&output);
    let international = variants.iter().find(|v| v["id"] == "international").expect("it is known");
    assert_eq!(international["squares"], 50);
    assert_eq!(international["rule_codes"][0], "FMJD-100");
    assert!(variants.iter().all(|v| v["sources"].as_array().is_some_and(|list| !list.is_empty())));
    let listed = text(&peatee(&["variants"], "").stdout).to_owned();
    assert!(variants.iter().all(|v| listed.contains(v["title"].as_str().expect("a text"))));
}

#[test]
fn errors_that_end_a_run_have_an_exit_code_each() {
    let empty = fresh_directory("empty");
    let empty = empty.to_str().expect("UTF-8");
    let cases: [(&[&str], i32, &str); 4] = [
        (&["probe", "--variant", "halma", "W:W1:B2"], 2, "there is no variant `halma`"),
        (&["probe", "--variant", "italian", "W:W1:B2"], 3, "there are no tables of italian"),
        (&["probe", "--tables", empty, "W:W1:B2"], 3, "holds no tables"),
        (&["perft"], 2, "--depth"),
    ];
    for (args, code, reason) in cases {
        let output = peatee(args, "");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(reason), "{args:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn missing_tables_come_with_the_command_that_makes_them() {
    let directory = fresh_directory("nothing");
    std::fs::create_dir(directory.join("empty")).expect("a directory can be made");
    std::fs::create_dir(directory.join("russian")).expect("a directory can be made");
    let whole = tables().to_str().expect("UTF-8");
    let cases: [(&[&str], &str, &str); 9] = [
        (&["probe"], "there is no directory tables", "--variant international --pieces 3 --tables tables`"),
        (&["moves", "--tables", "/no/where"], "there is no directory /no/where", "--tables /no/where`"),
        (&["line", "--tables", "empty"], "empty holds no tables", "--variant international --pieces 3 --tables empty`"),
        // `--tables` may name the folder of a variant; the generator takes the directory that
        // contains it.
        (&["probe", "--tables", "russian"], "russian holds no tables", "--variant russian --pieces 3 --tables .`"),
        (&["probe", "--tables", "a/frisian"], "there is no directory", "--variant frisian --pieces 3 --tables a`"),
        (
            &["probe", "--variant", "thai", "--tables", "russian"],
            "russian holds",
            "--variant thai --pieces 3 --tables .`",
        ),
        (&["adjudicate", "--fen", "W:W1:B2", "--tables", "empty"], "empty holds no tables", "peatee-gen generate"),
        (&["serve", "--tables", "empty"], "empty holds no tables", "peatee-gen generate"),
        (
            &["probe", "--variant", "italian", "--tables", whole],
            "there are no tables of italian here; there are tables of: international, russian",
            "peatee-gen generate --variant italian --pieces 3",
        ),
    ];
    for (args, reason, command) in cases {
        let mut peatee = Command::new(PEATEE);
        let output = run(peatee.args(args).current_dir(&directory).env_remove("PEATEE_TABLES"), "");
        let said = text(&output.stderr);
        assert!(said.contains(reason) && said.contains(command), "{args:?}: {said}");
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let mut child = Command::new(PEATEE)
        .args(["probe"])
        .env("PEATEE_TABLES", tables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("peatee starts");
    drop(child.stdout.take());
    let mut pipe = child.stdin.take().expect("it is a pipe");
    // Writing fails as soon as the program has ended, as it should.
    for _ in 0..1_000_000 {
        if pipe.write_all(b"W:WK1:BK2\n").is_err() {
            break;
        }
    }
    drop(pipe);
    let output = child.wait_with_output().expect("peatee ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_program_on_a_pipe_gets_each_answer_before_it_asks_again() {
    use std::io::{BufRead as _, BufReader};
    let mut child = Command::new(PEATEE)
        .args(["probe", "--format", "jsonl"])
        .env("PEATEE_TABLES", tables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("peatee starts");
    let mut questions = child.stdin.take().expect("it is a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe"));
    for fen in ["W:W23:B5,6", "W:WK1:BK2"] {
        writeln!(questions, "{fen}").expect("peatee reads");
        let mut line = String::new();
        answers.read_line(&mut line).expect("peatee answers");
        assert!(line.contains(fen), "{line}");
    }
    drop(questions);
    assert!(child.wait().expect("peatee ends").success());
}

/// Creates English tables of which one is damaged and one is missing, Russian tables with a broken
/// manifest, and complete Italian tables.
fn partly_broken(name: &str) -> PathBuf {
    let root = fresh_directory(name);
    for variant in ["english", "russian", "italian"] {
        make_tables(&root, variant, 2, &[Metric::Wdl, Metric::Dtw]);
    }
    let english = root.join("english");
    let mut bytes = std::fs::read(english.join("KvK.dtw")).expect("readable");
    bytes[40] ^= 1;
    std::fs::write(english.join("KvK.dtw"), bytes).expect("writable");
    std::fs::remove_file(english.join("MvM.wdl")).expect("removable");
    std::fs::remove_file(english.join("MvM.dtw")).expect("removable");
    std::fs::write(root.join("russian/manifest.json"), "{").expect("writable");
    root
}

#[test]
fn what_is_whole_answers_and_the_rest_is_refused_by_name() {
    let root = partly_broken("partly-broken");
    let probe = |variant: &str, fens: &[&str]| {
        let tables = ["--tables", root.to_str().expect("UTF-8"), "--variant", variant, "--format", "jsonl"];
        peatee(&[&["probe"], &tables[..], fens].concat(), "")
    };
    let output = probe("italian", &["W:WK1:BK9"]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stderr);
    assert!(said.contains("russian/manifest.json") && said.contains("english/KvK.dtw: "), "{said}");
    assert!(said.contains("and 2 more tables of english"), "{said}");

    let output = probe("english", &["W:W22:B9", "W:WK1:B9"]);
    assert_eq!(output.status.code(), Some(1), "a table is missing");
    let output = probe("english", &["W:WK1:BK9", "W:W22:B9", "W:WK1:B9"]);
    assert_eq!(output.status.code(), Some(5), "a table is damaged");
    let lines = jsonl(&output);
    let error = |line: usize| lines[line]["error"].as_str().expect("it is refused");
    assert!(error(0).contains("KvK.dtw") && error(0).contains("checksum"), "{}", error(0));
    assert!(error(1).contains("MvM"), "{}", error(1));
    assert!(lines[2].get("error").is_none(), "{}", lines[2]);

    let output = probe("russian", &["W:WKa1:Kb8"]);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the tables of russian cannot be used"), "{}", text(&output.stderr));

    for variant in ["english", "italian"] {
        std::fs::remove_dir_all(root.join(variant)).expect("removable");
    }
    let output = probe("russian", &["W:WKa1:Kb8"]);
    assert_eq!(output.status.code(), Some(5), "nothing is left that can be opened");
    assert!(text(&output.stderr).contains("russian/manifest.json"), "{}", text(&output.stderr));
}

/// Creates English tables of two pieces, including DTC tables.
fn with_conversions(name: &str) -> PathBuf {
    let root = fresh_directory(name);
    make_tables(&root, "english", 2, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]);
    root
}

#[test]
fn where_there_are_dtc_tables_conversions_are_told() {
    let root = with_conversions("conversions");
    let ask = |command: &str, format: &str, fen: &str| {
        let tables = root.to_str().expect("UTF-8");
        peatee(&[command, "--variant", "english", "--tables", tables, "--format", format, fen], "")
    };
    // The expected values were worked out by hand: the king is captured in the third ply; the man
    // is captured at once; the kings cannot meet.
    let answer = |fen: &str| jsonl(&ask("probe", "jsonl", fen)).remove(0);
    assert_eq!(answer("B:WK4:BK15"), json!({"fen": "B:WK4:BK15", "wdl": "win", "dtw_plies": 3, "dtc_plies": 3}));
    let long = answer("W:WK1:B5");
    assert!(long["dtc_plies"].as_u64() < long["dtw_plies"].as_u64() || long["wdl"] == "draw", "{long}");
    let draw = answer("W:WK1:BK32");
    assert_eq!((&draw["wdl"], &draw["dtc_plies"]), (&json!("draw"), &json!(null)));
    assert_eq!(
        text(&ask("probe", "text", "B:WK4:BK15").stdout),
        "B:WK4:BK15  win in 3 plies, conversion in 3 plies (Black wins in 2 moves)\n"
    );

    let line = jsonl(&ask("line", "jsonl", "B:WK4:BK15")).remove(0);
    let plies: Vec<u64> =
        line["moves"].as_array().expect("a list").iter().map(|mv| mv["dtc_plies"].as_u64().expect("won")).collect();
    assert_eq!(plies, [3, 2, 1]);
    let moves = jsonl(&ask("moves", "jsonl", "B:WK4:BK15")).remove(0);
    assert_eq!((&moves["dtc_plies"], &moves["moves"][0]["dtc_plies"]), (&json!(3), &json!(3)));
    for mv in moves["moves"].as_array().expect("a list") {
        let after = answer(mv["fen"].as_str().expect("a text"));
        assert_eq!(mv["dtc_plies"].as_u64(), after["dtc_plies"].as_u64().map(|plies| plies + 1), "{mv}");
    }
    // Every move of a man is a conversion.
    let moves = jsonl(&ask("moves", "jsonl", "W:W9:BK32")).remove(0);
    for mv in moves["moves"].as_array().expect("a list") {
        assert_eq!(mv["dtc_plies"].as_u64(), (mv["wdl"] != "draw").then_some(1), "{mv}");
    }
    assert!(!text(&ask("moves", "text", "B:WK4:BK15").stdout).is_empty());

    // One slice lacks its DTC table, and the DTC table of another is damaged.
    std::fs::remove_file(root.join("english/KvK.dtc")).expect("removable");
    std::fs::write(root.join("english/KvM.dtc"), b"damaged").expect("writable");
    assert_eq!(answer("B:WK4:BK15"), json!({"fen": "B:WK4:BK15", "wdl": "win", "dtw_plies": 3, "dtc_plies": null}));
    assert!(answer("W:WK1:B6")["error"].as_str().is_some_and(|error| error.contains("KvM.dtc")));
}
