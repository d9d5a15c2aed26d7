//! Tests of refused arguments, and of warnings on standard error.

use std::process::{Command, Output};

use crate::program::{run, text};

fn peatee(args: &[&str]) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_peatee")).args(args).env_remove("PEATEE_TABLES"), "")
}

#[test]
fn a_server_does_not_start_threads_by_the_thousand() {
    let most = peatee_probe::internals::most_threads();
    for threads in ["100000".to_owned(), (most + 1).to_string()] {
        let output = peatee(&["serve", "--listen", "127.0.0.1:0", "--tables", "nowhere", "--threads", &threads]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("at most {most} threads")), "{said}");
    }
}

#[test]
fn a_code_of_another_game_gives_a_warning() {
    const WARNING: &str = "peatee: warning: FMJD-64 was not written for international but for brazilian";
    let judged = ["adjudicate", "--fen", "W:WK1:BK2", "--variant", "international", "--rules"];
    let output = peatee(&[&judged[..], &["FMJD-64"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains(WARNING), "{}", text(&output.stderr));
    assert!(!text(&output.stdout).contains("warning"), "{}", text(&output.stdout));
    let output = peatee(&[&judged[..], &["FMJD-100"]].concat());
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let output = peatee(&["probe", "--tables", "nowhere", "--rules", "FMJD-64", "W:WK1:BK2"]);
    assert!(text(&output.stderr).contains(WARNING), "{}", text(&output.stderr));
}
