//! Tests of `peatee probe` with many lines: columns of the input, threads, and formats.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

use crate::common::{PEATEE, Random, tables};
use crate::program::{jsonl, run, text};
use peatee_probe::Tables;
use peatee_rules::{Bitboard as _, Position, Side};
use serde_json::{Value as Json, json};

/// FEN of a win in 29 plies.
const WIN: &str = "W:W23:B5,6";
const DRAW: &str = "W:WK1:BK2";

fn probe(args: &[&str], stdin: &str) -> Output {
    run(Command::new(PEATEE).arg("probe").args(args).env("PEATEE_TABLES", tables()), stdin)
}

/// Runs `peatee probe`, which must answer every line, and returns its output.
fn answers(args: &[&str], stdin: &str) -> String {
    let output = probe(args, stdin);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Returns `count` lines: most have a legal position of two or three pieces, some are invalid.
fn many(count: usize) -> Vec<String> {
    let tables = Tables::open(tables().join("international")).expect("the tables open");
    let mut random = Random::new(7);
    let mut fens = Vec::new();
    while fens.len() < count {
        let mut position = Position::empty(Side::BOTH[random.below(2)]);
        for (side, kind) in [(0, random.below(2)), (random.below(2), 1), (1, random.below(2))] {
            position.setup.pieces[side][kind] |= u128::bit(random.below(50) as u8);
        }
        if fens.len() % 97 == 13 {
            fens.push("W:W99:B1".to_owned());
        } else if tables.game().check(&position).is_ok() {
            fens.push(tables.game().fen(&position));
        }
    }
    fens
}

#[test]
fn every_form_says_the_same_for_any_number_of_threads() {
    check_forms(3_000);
}

#[test]
#[ignore = "10 CPU-seconds; scripts/check --full runs it"]
fn every_form_says_the_same_of_twenty_thousand_positions_in_full() {
    check_forms(20_000);
}

/// Checks the output for `count` positions in every format, with one and with several threads.
fn check_forms(count: usize) {
    let fens = many(count);
    let lines = fens.join("\n");
    let tables = Tables::open(tables().join("international")).expect("the tables open");
    let expected: Vec<Json> = fens
        .iter()
        .map(|fen| match tables.game().parse_fen(fen) {
            Ok(position) => {
                let value = tables.probe(&position).expect("there is a table");
                json!({"fen": fen, "wdl": value.wdl.name(), "dtw_plies": value.plies})
            }
            Err(error) => json!({"fen": fen, "error": error.to_string()}),
        })
        .collect();
    for format in ["jsonl", "csv", "tsv", "text"] {
        let outputs = ["1", "2", "7", "0"].map(|threads| probe(&["--format", format, "--threads", threads], &lines));
        for output in &outputs {
            assert_eq!(output.status.code(), Some(1), "there are bad lines");
            assert!(output.stdout == outputs[0].stdout && output.stderr == outputs[0].stderr, "{format}");
        }
        match format {
            "jsonl" => assert!(jsonl(&outputs[0]) == expected),
            "text" => {
                let said = text(&outputs[0].stderr);
                let bad = expected.iter().enumerate().filter(|(_, line)| line.get("error").is_some());
                let wanted: String = bad
                    .map(|(at, line)| {
                        format!("peatee: position {}: {}\n", at + 1, line["error"].as_str().unwrap_or(""))
                    })
                    .collect();
                assert_eq!(said, wanted);
            }
            separated => {
                let mut reader = csv::ReaderBuilder::new();
                reader.delimiter(if separated == "csv" { b',' } else { b'\t' }).quoting(separated == "csv");
                let mut reader = reader.from_reader(&outputs[0].stdout[..]);
                let names = ["fen", "wdl", "dtw_plies", "note", "error"];
                assert_eq!(reader.headers().expect("names"), names.as_slice());
                let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
                assert_eq!(rows.len(), expected.len());
                for (row, wanted) in rows.iter().zip(&expected) {
                    let plies = wanted["dtw_plies"].as_u64().map_or(String::new(), |plies| plies.to_string());
                    let field = |name: &str| wanted[name].as_str().unwrap_or_default().to_owned();
                    let wanted = [field("fen"), field("wdl"), plies, String::new(), field("error")];
                    assert_eq!(row, wanted.as_slice());
                }
            }
        }
    }
}

#[test]
fn other_columns_come_back_in_front_of_the_answer() {
    let input = "\u{feff}id,\"fen\",\"remark, free\"\r\n7,\"W:W23:B5,6\",\"two\nlines, \"\"quoted\"\"\"\r\n\
                 8,W:WK1:BK2,\n9,nonsense,x\n10,W:WK1:BK2\n";
    let output = probe(&["--input", "csv"], input);
    assert_eq!(output.status.code(), Some(1));
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let names = ["id", "fen", "remark, free", "wdl", "dtw_plies", "note", "error"];
    assert_eq!(reader.headers().expect("names"), names.as_slice());
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows[0], vec!["7", WIN, "two\nlines, \"quoted\"", "win", "29", "", ""]);
    assert_eq!(rows[1], vec!["8", DRAW, "", "draw", "", "", ""]);
    assert_eq!([&rows[2][0], &rows[2][1], &rows[2][2]], ["9", "nonsense", "x"]);
    assert!(rows[2][6].contains("FEN must read"));
    assert!(rows[3][6].contains("2 columns") && rows[3][6].contains("names 3") && rows[3][3].is_empty());
    assert_eq!(rows.len(), 4);

    let tabs = answers(&["--input", "tsv", "--fen-column", "position"], "position\tid\nW:W23:B5,6\ta \"b\"\n");
    assert_eq!(tabs, "position\tid\twdl\tdtw_plies\tnote\terror\nW:W23:B5,6\ta \"b\"\twin\t29\t\t\n");
}

#[test]
fn other_fields_of_an_object_come_back_as_they_were() {
    let input = "{\"id\": 12345678901234567890123, \"fen\": \"W:W23:B5,6\", \"z\": 1.0, \"a\": [\"}\"]}\n\
                 {\"fen\":\"W:WK1:BK2\"}\n{}\nno object\n{\"fen\":7}\n{\"fen\":\"W:WK1:BK2\",\"wdl\":\"x\"}\n";
    let output = probe(&["--input", "jsonl"], input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    let kept = "{\"id\": 12345678901234567890123, \"fen\": \"W:W23:B5,6\", \"z\": 1.0, \"a\": [\"}\"],";
    assert_eq!(lines[0], format!("{kept}\"wdl\":\"win\",\"dtw_plies\":29}}"));
    assert_eq!(lines[1], "{\"fen\":\"W:WK1:BK2\",\"wdl\":\"draw\",\"dtw_plies\":null}");
    let errors = ["no field `fen`", "no JSON object", "`fen` is no string", "add a field `wdl`"];
    let objects: Vec<Json> = jsonl(&output);
    for (line, error) in objects[2..].iter().zip(errors) {
        assert!(line["error"].as_str().expect("an error").contains(error), "{line}");
    }
    assert_eq!((objects.len(), &objects[3]["line"]), (6, &json!("no object")));
}

/// Checks that each line is answered with the counters in its own column.
#[test]
fn each_line_has_its_counts() {
    // Two kings win against one in 7 plies. The count of article 6.4 allows 10 plies.
    let fen = "W:WK1,K7:BK50";
    let one = |counters: &str| -> Json {
        let args = ["--rules", "FMJD-100", "--format", "jsonl", "--counters", counters, fen];
        serde_json::from_str(&answers(&args, "")).expect("JSON")
    };
    let counts = ["", "6.4=2", "6.4=4", "6.4=9"];
    let lines: String = counts.iter().map(|count| format!("{}\n", json!({"fen": fen, "used": count}))).collect();
    let args = ["--rules", "FMJD-100", "--input", "jsonl", "--counters-column", "used"];
    let mut values = Vec::new();
    for (line, count) in jsonl(&probe(&args, &lines)).iter_mut().zip(counts) {
        line.as_object_mut().expect("an object").remove("used");
        assert_eq!(*line, one(count), "{count}");
        values.push(line["rule_value"].as_str().expect("a value").to_owned());
    }
    assert_eq!(values.len(), 4);
    assert!(values.iter().any(|value| value != &values[0]), "the counts matter: {values:?}");
    let output = probe(&args, &format!("{}\n", json!({"fen": fen, "used": "6.4=99"})));
    assert_eq!(output.status.code(), Some(1));
    assert!(jsonl(&output)[0]["error"].is_string());
}

#[test]
fn wrong_columns_and_options_are_refused() {
    let csv = |args: &[&str], stdin: &str| {
        let output = probe(&[&["--input", "csv"], args].concat(), stdin);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        text(&output.stderr).to_owned()
    };
    assert!(csv(&[], "").contains("standard input is empty"));
    assert!(csv(&[], "id,position\n").contains("no column `fen`; it names: id, position"));
    assert!(csv(&[], "fen,fen\n").contains("two columns `fen`"));
    assert!(csv(&[], "fen,wdl\n").contains("add a column `wdl`"));
    assert!(csv(&["--rules", "FMJD-100", "--counters-column", "used"], "fen\n").contains("no column `used`"));
    assert!(csv(&["--format", "jsonl"], "fen\n").contains("leave --format out"));
    assert!(csv(&[WIN], "").contains("leave them out"));
    let output = probe(&["--rules", "FMJD-100", "--counters-column", "used"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--input"));
    assert_eq!(probe(&["--threads", "100000"], "").status.code(), Some(2));
}

/// Checks that a line that is too long, is not UTF-8 or leaves a quote open does not affect other
/// lines.
#[test]
fn lines_that_cannot_be_read_are_named_and_the_others_answered() {
    let mut input = b"id,fen\n".to_vec();
    input.extend(vec![b'1'; 200_000]);
    input.extend(b"\n2,W:WK1:BK2\n\xff,W:WK1:BK2\n3,W:WK1:BK2\n4,\"W:WK1:BK2\n");
    let mut child = Command::new(PEATEE)
        .args(["probe", "--input", "csv", "--tables"])
        .arg(tables())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("peatee starts");
    child.stdin.take().expect("it is a pipe").write_all(&input).expect("peatee reads");
    let output = child.wait_with_output().expect("peatee ends");
    let rows: Vec<_> =
        csv::Reader::from_reader(&output.stdout[..]).into_records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.iter().map(|row| &row[2] == "draw").collect::<Vec<_>>(), [false, true, false, true, false]);
    for (row, reason) in [(0, "longer than"), (2, "not UTF-8"), (4, "quote in it is not closed")] {
        assert!(rows[row][5].contains(reason), "{:?}", rows[row]);
    }
}

/// Checks that each input line is answered before the next line is sent, in every format with
/// columns.
#[test]
fn a_coprocess_gets_each_answer_before_it_asks_again() {
    for (form, header, line) in [
        ("csv", "id,fen\n", "1,W:WK1:BK2\n"),
        ("tsv", "fen\n", "W:WK1:BK2\n"),
        ("jsonl", "", "{\"fen\":\"W:WK1:BK2\"}\n"),
    ] {
        let mut child = Command::new(PEATEE)
            .args(["probe", "--input", form, "--threads", "2", "--tables"])
            .arg(tables())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("peatee starts");
        let mut questions = child.stdin.take().expect("it is a pipe");
        let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe")).lines();
        questions.write_all(header.as_bytes()).expect("peatee reads");
        if !header.is_empty() {
            let names = answers.next().expect("a line").expect("readable");
            assert!(names.contains("wdl"), "{names}");
        }
        for _ in 0..3 {
            questions.write_all(line.as_bytes()).expect("peatee reads");
            let answer = answers.next().expect("a line").expect("readable");
            assert!(answer.contains("draw"), "{form}: {answer}");
        }
        drop(questions);
        assert!(child.wait().expect("peatee ends").success(), "{form}");
    }
}
