//! Test of four games with three kings against one in one file. Their complete output is tested in
//! `pages.rs`.

use serde_json::json;

use super::{SAMPLE, bare_peatee, games as judged, peatee, text};

#[test]
fn each_game_of_the_sample_has_its_verdict() {
    let output = peatee(&["adjudicate", "--format", "jsonl", "--pdn", SAMPLE], "");
    assert_eq!(output.status.code(), Some(1), "one move is illegal");
    let games = judged(&output);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["variant"] == "international" && game["rules"] == "FMJD-100"));

    let drawn = &games[0];
    assert_eq!((&drawn["verdict"], &drawn["article"]), (&json!("drawn"), &json!("6.3")));
    assert_eq!((&drawn["plies"], &drawn["draw"]["since_ply"]), (&json!(33), &json!(33)));
    // The capture of a king does not start a count of article 6.4.
    assert_eq!((&drawn["counters"], &drawn["draw"]["claimant"]), (&json!("6.2=28,6.3=32"), &json!(null)));
    assert_eq!((&drawn["result"], &drawn["agreement"]), (&json!("1-1"), &json!("confirmed")));

    let won = &games[1];
    assert_eq!((&won["verdict"], &won["loser"]), (&json!("lost"), &json!("black")));
    assert_eq!((&won["plies"], &won["agreement"]), (&json!(31), &json!("confirmed")));

    let early = &games[2];
    assert_eq!((&early["verdict"], &early["plies"]), (&json!("in-progress"), &json!(30)));
    assert_eq!((&early["result"], &early["agreement"]), (&json!("1-1"), &json!("against-value")));
    assert_eq!(
        early["value"],
        json!({"wdl": "win", "dtw_plies": 1, "rule_value": "win", "article": "6.3", "used_plies": 30, "left_plies": 2,
            "needed_plies": 1, "lacking": null})
    );
    assert_eq!((early["best_line"].as_array().map(Vec::len), &early["best_line_end"]), (Some(1), &json!("game-over")));

    let illegal = &games[3];
    assert_eq!((&illegal["verdict"], &illegal["article"]), (&json!("illegal-move"), &json!("5.4.6")));
    assert_eq!(illegal["agreement"], "illegal-move");
    let fault = &illegal["illegal"];
    let line = fault["line"].as_u64().expect("a number") as usize;
    let column = fault["column"].as_u64().expect("a number") as usize;
    let sample = std::fs::read_to_string(SAMPLE).expect("readable");
    let at_fault = &sample.lines().nth(line - 1).expect("the line is there")[column - 1..];
    assert!(at_fault.starts_with(fault["move"].as_str().expect("a text")), "{at_fault}");
    let legal: Vec<&str> = fault["legal"].as_array().expect("a list").iter().filter_map(|mv| mv.as_str()).collect();
    assert!(!legal.is_empty() && legal.iter().all(|mv| mv.contains('x')), "{legal:?}");
}

#[test]
fn without_tables_the_articles_still_decide() {
    let output = bare_peatee(&["adjudicate", "--format", "jsonl", "--pdn", SAMPLE], "");
    assert_eq!(output.status.code(), Some(1));
    let agreements: Vec<_> = judged(&output).into_iter().map(|game| game["agreement"].clone()).collect();
    assert_eq!(agreements, ["confirmed", "confirmed", "unknown", "illegal-move"]);
}

#[test]
fn a_broken_game_has_its_line_and_the_others_are_judged() {
    let input = "[Event \"a\"]\n1. 32-28 *\n\n[Event \"b\"]\n1. 32-28 nonsense *\n\n\
                 [Event \"c\"]\n[GameType \"26\"]\n1. a3-b4 *\n\n[Event \"d\"]\n[Variant \"halma\"]\n1. a3-b4 *\n\n\
                 [Event \"e\"]\n[FEN \"W:W51:B1\"]\n1. 32-28 *\n";
    let output = bare_peatee(&["adjudicate", "--pdn", "-", "--format", "jsonl"], input);
    assert_eq!(output.status.code(), Some(1));
    let games = judged(&output);
    assert_eq!(games.len(), 5);
    assert_eq!((&games[0]["verdict"], &games[0]["agreement"]), (&json!("in-progress"), &json!("no-result")));
    let passed_over = games[1]["notes"][0].as_str().expect("a note");
    assert!(passed_over.contains("nonsense (line 5, column 10)") && games[1]["plies"] == 1, "{}", games[1]);
    for (index, line, reason) in [(3, 11, "there is no variant `halma`"), (4, 15, "`51`")] {
        let error = games[index]["error"].as_str().expect("a text");
        assert!(error.contains(reason) && error.starts_with(&format!("game {},", index + 1)), "{error}");
        assert_eq!(games[index]["game"], index + 1);
        assert_eq!(games[index]["line"], line);
    }
    let in_text = bare_peatee(&["adjudicate", "--pdn", "-"], input);
    assert_eq!(text(&in_text.stdout).lines().filter(|line| line.contains(" error ")).count(), 2 + 1, "and the sum");
}
