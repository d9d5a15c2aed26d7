//! The session of an arbiter, as the README shows it: four games of three against one.

use serde_json::json;

use super::{SAMPLE, bare_peatee, jsonl, peatee, text};

#[test]
fn each_game_of_the_sample_has_its_verdict() {
    let output = peatee(&["adjudicate", "--format", "jsonl", "--pdn", SAMPLE], "");
    assert_eq!(output.status.code(), Some(1), "one move is illegal");
    let games = jsonl(&output);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["variant"] == "international" && game["rules"] == "FMJD-100"));

    let drawn = &games[0];
    assert_eq!((&drawn["verdict"], &drawn["article"]), (&json!("drawn"), &json!("6.3")));
    assert_eq!((&drawn["plies"], &drawn["draw"]["since_ply"]), (&json!(33), &json!(33)));
    // A king was captured on the way: that starts no count of 6.4.
    assert_eq!((&drawn["counters"], &drawn["draw"]["claimant"]), (&json!("6.2=28,6.3=32"), &json!(null)));
    assert_eq!((&drawn["result"], &drawn["agreement"]), (&json!("1-1"), &json!("confirmed")));

    let won = &games[1];
    assert_eq!((&won["verdict"], &won["loser"]), (&json!("lost"), &json!("Black")));
    assert_eq!((&won["plies"], &won["agreement"]), (&json!(31), &json!("confirmed")));

    let early = &games[2];
    assert_eq!((&early["verdict"], &early["plies"]), (&json!("in-progress"), &json!(30)));
    assert_eq!((&early["result"], &early["agreement"]), (&json!("1-1"), &json!("against-value")));
    assert_eq!(
        early["value"],
        json!({"wdl": "win", "dtw_plies": 1, "rule_value": "win", "article": "6.3", "used_plies": 30, "left_plies": 2,
            "needed_plies": 1, "draw": null,
            "lacking": null})
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
fn several_games_make_a_table_with_sums() {
    let output = peatee(&["adjudicate", "--pdn", SAMPLE], "");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(
        lines[1].contains("1-1     confirmed") && lines[1].contains("drawn by article 6.3 since ply 33"),
        "{}",
        lines[1]
    );
    assert!(lines[2].contains("2-0     confirmed") && lines[2].contains("Black has lost"), "{}", lines[2]);
    assert!(
        lines[3].contains("1-1     against-value") && lines[3].contains("in progress, White to move"),
        "{}",
        lines[3]
    );
    assert!(lines[4].contains("illegal-move") && lines[4].contains("a capture had to be made"), "{}", lines[4]);
    let sums = lines[6..].join("\n");
    assert!(sums.starts_with("4 games"), "{sums}");
    for sum in ["2 confirmed ", "1 against-value ", "1 illegal-move "] {
        assert!(sums.contains(sum), "{sums}");
    }
    assert!(sums.contains("another result: 3") && sums.contains("not legal: 4"), "{sums}");
}

#[test]
fn one_game_makes_a_page() {
    let page = |number: &str| {
        let output = peatee(&["adjudicate", "--pdn", SAMPLE, "--game", number], "");
        (text(&output.stdout).to_owned(), output.status.code())
    };
    let (drawn, code) = page("1");
    assert_eq!(code, Some(0));
    assert!(drawn.contains("drawn by article 6.3 since ply 33"), "{drawn}");
    assert!(drawn.contains("count 6.3   16 of 16 moves by each side, 32 of 32 plies, 0 plies left"), "{drawn}");
    assert!(drawn.ends_with("result      1-1: confirmed (the rules give the written result)\n"), "{drawn}");
    let (early, code) = page("3");
    assert_eq!(code, Some(0));
    assert!(early.contains("count 6.3   15 of 16 moves by each side, 30 of 32 plies, 2 plies left"), "{early}");
    assert!(early.contains("under rules win (needs 1 ply, 2 left by 6.3)"), "{early}");
    assert!(early.contains("value       win in 1 ply (White wins in 1 move) without draw rules"), "{early}");
    // The move after 30 plies.
    assert!(early.contains("best line   16. 35x2 (game-over: the side to move has no move)"), "{early}");
    let meaning = "against-value (not over by the rules; best play brings another result)";
    assert!(early.contains(meaning), "{early}");
    let (illegal, code) = page("4");
    assert_eq!(code, Some(1));
    assert!(illegal.contains("(article 5.4.6)") && illegal.contains("\n  legal "), "{illegal}");
    assert!(illegal.contains("column 34: 1... 11-16: a capture"), "{illegal}");
    let cut = peatee(&["adjudicate", "--line-plies", "3", "--fen", "W:W23:B5,6"], "");
    let cut = text(&cut.stdout);
    assert!(cut.contains("best line   1. 23-18 5-10 2. "), "{cut}");
    assert!(cut.contains("(cut: the line goes on; --line-plies N shows more plies)"), "{cut}");
}

#[test]
fn without_tables_the_articles_still_decide() {
    let output = bare_peatee(&["adjudicate", "--format", "jsonl", "--pdn", SAMPLE], "");
    assert_eq!(output.status.code(), Some(1));
    let agreements: Vec<_> = jsonl(&output).into_iter().map(|game| game["agreement"].clone()).collect();
    assert_eq!(agreements, ["confirmed", "confirmed", "unknown", "illegal-move"]);
}

#[test]
fn a_broken_game_has_its_line_and_the_others_are_judged() {
    let input = "[Event \"a\"]\n1. 32-28 *\n\n[Event \"b\"]\n1. 32-28 nonsense *\n\n\
                 [Event \"c\"]\n[GameType \"26\"]\n1. a3-b4 *\n\n[Event \"d\"]\n[Variant \"halma\"]\n1. a3-b4 *\n\n\
                 [Event \"e\"]\n[FEN \"W:W51:B1\"]\n1. 32-28 *\n";
    let output = bare_peatee(&["adjudicate", "--pdn", "-", "--format", "jsonl"], input);
    assert_eq!(output.status.code(), Some(1));
    let games = jsonl(&output);
    assert_eq!(games.len(), 5);
    assert_eq!((&games[0]["verdict"], &games[0]["agreement"]), (&json!("in-progress"), &json!("no-result")));
    for (index, line, reason) in [(1, 5, "`nonsense`"), (3, 11, "there is no variant `halma`"), (4, 15, "`51`")] {
        let error = games[index]["error"].as_str().expect("a text");
        assert!(error.contains(reason) && error.starts_with(&format!("game {},", index + 1)), "{error}");
        assert_eq!(games[index]["game"], index + 1);
        assert_eq!(games[index]["line"], line);
    }
    let in_text = bare_peatee(&["adjudicate", "--pdn", "-"], input);
    assert_eq!(text(&in_text.stdout).lines().filter(|line| line.contains(" error ")).count(), 3 + 1, "and the sum");
}
