//! Tests the examples, built with the installed C and C++ compilers against the library of this
//! build.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{ENGLISH_3, Link, build, compiler, make, said, succeed};
use peatee_probe::{Metric, Tables};

#[test]
fn the_c_example_answers_linked_either_way() {
    let Some(compiler) = compiler("CC", "cc") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let tables = Tables::open(ENGLISH_3).expect("the tables open");
    let fen = "W:WK17,K5:BK31";
    let moves = tables.moves(&tables.game().parse_fen(fen).expect("a FEN")).expect("the tables answer");
    for link in [Link::Shared, Link::Static] {
        let program = build(&compiler, &["-std=c99"], &["examples/probe.c"], link, folder.path());
        let answer = succeed(Command::new(&program).args([ENGLISH_3, fen]));
        let lines: Vec<&str> = answer.lines().collect();
        assert!(lines[0].starts_with("english, up to 3 pieces"), "{answer}");
        assert_eq!((lines[1], lines.len()), ("win in 31 plies", 2 + moves.len()), "{answer}");
        assert!(lines[2].ends_with("win in 31 plies"), "{answer}");
        let refused = Command::new(&program).args([ENGLISH_3, "W:WK1,K2,K3:BK32"]).output().expect("it starts");
        assert_eq!(refused.status.code(), Some(1));
        let reason = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(reason.starts_with("no-table: the position has 4 pieces"), "{reason}");
        assert_eq!(said(&refused).lines().count(), 1);
    }
}

#[test]
fn the_cpp_search_refuses_tables_without_distances() {
    let Some(compiler) = compiler("CXX", "c++") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let program = build(&compiler, &["-std=c++17"], &["examples/search.cpp"], Link::Shared, folder.path());
    let made = make("english", 2, &[Metric::Wdl]);
    let output = Command::new(&program).arg(made.path().join("english")).arg("3").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no DTW tables"), "{output:?}");
}

#[test]
fn the_cpp_search_reports_the_exact_root_value() {
    let Some(compiler) = compiler("CXX", "c++") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let program = build(&compiler, &["-std=c++17"], &["examples/search.cpp"], Link::Shared, folder.path());
    // The search reads tables of three pieces. Its root positions have four pieces, and tables of
    // four pieces give the expected values.
    let made = make("english", 4, &Metric::DEFAULT);
    let tables = Tables::open(made.path().join("english")).expect("tables just made open");
    let mut fens = Vec::new();
    let mut random = fastrand::Rng::with_seed(22);
    while fens.len() < 60 {
        let mut squares: Vec<u8> = (1..=32).collect();
        random.shuffle(&mut squares);
        let mut piece = || format!("{}{}", ["", "K"][random.usize(..2)], squares.pop().unwrap_or_default());
        let [a, b, c, d] = [piece(), piece(), piece(), piece()];
        let fen = format!("{}:W{a},{b}:B{c},{d}", ["W", "B"][random.usize(..2)]);
        let Ok(position) = tables.game().parse_fen(&fen) else { continue };
        // At least every second root position has a capture.
        if fens.len() % 2 == 0 || tables.game().must_capture(&position) {
            fens.push(fen);
        }
    }
    let mut child = Command::new(&program)
        .args([ENGLISH_3, "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all((fens.join("\n") + "\n").as_bytes()).expect("it reads the positions");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let (mut exact, mut probes) = (0, 0);
    for (line, fen) in said(&output).lines().zip(&fens) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns[0], fen);
        let value = tables.probe(&tables.game().parse_fen(fen).expect("a FEN")).expect("the tables answer");
        if columns[1] != "not known" {
            let known = value.to_string().replace(" plies", "").replace(" ply", "");
            assert_eq!(columns[1], known, "{line}");
            exact += 1;
        }
        probes += usize::from(!columns[2].ends_with(" 0 probes"));
    }
    assert!(exact >= 20 && probes >= 30, "{exact} exact, {probes} with probes: {}", said(&output));
}

#[cfg(unix)]
#[test]
fn the_program_of_the_page_answers_as_the_page_says() {
    let Some(compiler) = compiler("CC", "cc") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let page = include_str!("../docs/c.md");
    let program = page.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program in C");
    let source = folder.path().join("page.c");
    std::fs::write(&source, program).expect("there is room");
    let source = source.to_str().expect("the path is UTF-8");
    let program = build(&compiler, &["-std=c99"], &[source], Link::Shared, folder.path());
    let made = make("international", 3, &Metric::DEFAULT);
    std::os::unix::fs::symlink(made.path(), folder.path().join("tables")).expect("a link can be made");
    assert_eq!(succeed(Command::new(&program).current_dir(folder.path())), "1 in 29 plies\n");
}

#[cfg(unix)]
#[test]
fn the_lines_of_the_page_about_bitboards_give_the_move_the_page_says() {
    let Some(compiler) = compiler("CC", "cc") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let page = include_str!("../docs/c.md");
    let lines = page.split("```c\n").nth(2).and_then(|rest| rest.split("```").next()).expect("lines in C");
    let program = format!(
        "#include <stdint.h>\n#include <stdio.h>\n#include \"peatee.h\"\nint main(int count, char **arguments) {{\n\
         PeateeTables tables;\nif (count != 2 || peatee_open(arguments[1], NULL, &tables) != PEATEE_STATUS_OK) return 1;\n\
         {lines}\nputs(text);\nreturn peatee_close(tables);\n}}\n"
    );
    let source = folder.path().join("lines.c");
    std::fs::write(&source, program).expect("there is room");
    let program =
        build(&compiler, &["-std=c99"], &[source.to_str().expect("the path is UTF-8")], Link::Shared, folder.path());
    let made = make("international", 3, &Metric::DEFAULT);
    assert_eq!(succeed(Command::new(&program).arg(made.path().join("international"))), "23-18\n");
}
