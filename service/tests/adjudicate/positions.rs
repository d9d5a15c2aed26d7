//! Tests of positions with running counts: positions where a win just fits into a count or just
//! fails, and all other ways in which a count decides.
//!
//! The two positions of the first kind, under FMJD-100 6.3, were found by two independently written
//! solvers. The first needs 31 plies, and the second lasts exactly 32.

use serde_json::{Value, json};

use super::{bare_peatee, jsonl, peatee, text, verdict};

const WINS_IN_31: &str = "W:WK12,K40,50:BK11";
const LOSES_IN_32: &str = "W:WK44:B1,K6,K11";

/// Returns three facts from a verdict: the outcome, the plies that the win needs, and the plies
/// that are left until the count makes the game a draw.
fn value(verdict: &Value) -> (&str, u64, u64) {
    let value = &verdict["value"];
    let number = |name: &str| value[name].as_u64().expect("a number");
    assert_eq!(value["article"], "6.3");
    (value["rule_value"].as_str().expect("a text"), number("needed_plies"), number("left_plies"))
}

#[test]
fn the_tight_positions_on_both_sides_of_the_limit() {
    let cases = [
        (WINS_IN_31, "6.3=0", ("win", 31, 32)),
        (WINS_IN_31, "6.3=1", ("win", 31, 31)),
        (WINS_IN_31, "6.3=2", ("cursed-win", 31, 30)),
        (LOSES_IN_32, "6.3=0", ("loss", 32, 32)),
        (LOSES_IN_32, "6.3=1", ("blessed-loss", 32, 31)),
    ];
    for (fen, counters, expected) in cases {
        let (found, code) = verdict(&["--fen", fen, "--counters", counters]);
        assert_eq!((value(&found), code), (expected, 0), "{fen} {counters}");
        assert_eq!(found["verdict"], "in-progress");
    }
}

#[test]
fn the_tight_positions_reached_by_moves() {
    let cases = [
        // The capture leads to the ending in which the count runs, so the count starts there.
        ("B:W7,50,K12,K40:BK2", "2x11", ("win", 31, 32)),
        ("B:W22,K44:B1,K6,K28", "28x11", ("loss", 32, 32)),
        // The position already belongs to this ending, and the moves use one or two plies of the
        // count.
        ("B:W50,K12,K40:BK28", "1... 28-11", ("win", 31, 31)),
        ("W:W50,K12,K35:BK28", "1. 35-40 28-11", ("cursed-win", 31, 30)),
    ];
    for (fen, moves, expected) in cases {
        let (found, _) = verdict(&["--fen", fen, "--moves", moves]);
        assert_eq!(value(&found), expected, "{fen} {moves}: {found}");
        assert!([WINS_IN_31, LOSES_IN_32].map(reordered).contains(&reordered(found["fen"].as_str().expect("a text"))));
    }
}

/// Sorts the pieces in each part of a FEN, so that two FENs of the same position are equal.
fn reordered(fen: &str) -> Vec<String> {
    fen.split(':')
        .map(|part| {
            let mut pieces: Vec<&str> = part[1..].split(',').collect();
            pieces.sort_unstable();
            format!("{}{}", &part[..1], pieces.join(","))
        })
        .collect()
}

#[test]
fn a_capture_inside_the_sixteen_keeps_the_count() {
    let (found, _) = verdict(&["--fen", "B:WK5,K22,K45:BK11", "--counters", "6.3=20", "--moves", "11x28"]);
    let counts: Vec<(&Value, &Value)> =
        found["counts"].as_array().expect("a list").iter().map(|c| (&c["article"], &c["used_plies"])).collect();
    assert_eq!(counts, [(&json!("6.2"), &json!(0)), (&json!("6.3"), &json!(21))], "no count of 6.4 starts");
    assert_eq!(found["counters"], "6.2=0,6.3=21");
    assert_eq!(found["value"]["article"], "6.3");
    assert_eq!(found["value"]["left_plies"], 11);
}

#[test]
fn a_win_on_the_last_counted_ply_is_a_win_and_a_quiet_move_there_a_draw() {
    let fen = "W:WK14,K15,K40:BK5";
    let (before, _) = verdict(&["--fen", fen, "--counters", "6.3=31"]);
    assert_eq!(value(&before), ("win", 1, 1));

    let (blocked, _) = verdict(&["--fen", fen, "--counters", "6.3=31", "--moves", "15-10"]);
    assert_eq!((&blocked["verdict"], &blocked["loser"]), (&json!("lost"), &json!("black")));
    assert_eq!(blocked["article"], "7.2.2");

    let (quiet, _) = verdict(&["--fen", fen, "--counters", "6.3=31", "--moves", "40-45"]);
    assert_eq!((&quiet["verdict"], &quiet["article"]), (&json!("drawn"), &json!("6.3")));
    assert_eq!((&quiet["draw"]["since_ply"], &quiet["draw"]["claimant"]), (&json!(1), &Value::Null));

    let rules = "FMJD-100+drawn";
    let (read_otherwise, _) = verdict(&["--fen", fen, "--counters", "6.3=31", "--moves", "15-10", "--rules", rules]);
    assert_eq!((&read_otherwise["verdict"], &read_otherwise["rules"]), (&json!("drawn"), &json!(rules)));
}

#[test]
fn draws_that_must_be_claimed_name_who_may() {
    // In English draughts, White can repeat the position after its first move for the third time.
    let moves = "1. 32-27 1-6 2. 27-32 6-1 3. 32-27 1-6 4. 27-32 6-1";
    let arguments = ["--variant", "english", "--fen", "W:WK32:BK1", "--moves", moves];
    let (found, code) = verdict(&arguments);
    assert_eq!((&found["verdict"], code), (&json!("claimable"), 0), "{found}");
    let claim = &found["claims"][0];
    assert_eq!((&claim["claimant"], &claim["cause"]), (&json!("white"), &json!("repetition-by-move")));
    assert_eq!((&claim["article"], &claim["by_move"]), (&json!("1.32.1"), &json!("32-27")));
    // The test has no English tables.
    assert_eq!(found["unknown_reason"], "no tables of english were given");
}

#[test]
fn probe_moves_and_line_answer_under_the_rules() {
    let ask = |command: &str, counters: &str| {
        let args = [command, "--format", "jsonl", "--rules", "FMJD-100", "--counters", counters, WINS_IN_31];
        let output = peatee(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        jsonl(&output).remove(0)
    };
    assert_eq!(
        ask("probe", "6.3=2"),
        json!({"fen": WINS_IN_31, "wdl": "win", "dtw_plies": 31, "rule_value": "cursed-win", "article": "6.3",
            "used_plies": 2, "left_plies": 30, "needed_plies": 31, "rule_plies": null, "rule_plies_at_least": null,
            "draw": null, "lacking": null})
    );
    let moves = ask("moves", "6.3=1");
    let best = &moves["moves"][0];
    assert_eq!((&best["rule_value"], &best["needed_plies"]), (&json!("win"), &json!(31)));
    assert_eq!((&best["rule_plies"], &moves["rule_plies"]), (&json!(31), &json!(31)));
    assert_eq!((&best["resets_count"], &best["counters"]), (&json!(false), &json!("6.2=1,6.3=2")));
    let order: Vec<&str> = ["win", "cursed-win", "draw", "blessed-loss", "loss"].to_vec();
    let ranks: Vec<usize> = moves["moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|mv| order.iter().position(|name| mv["rule_value"] == *name).expect("an outcome"))
        .collect();
    assert!(ranks.is_sorted() && ranks.contains(&2), "{ranks:?}");

    let line = ask("line", "6.3=1");
    assert_eq!((line["moves"].as_array().map(Vec::len), &line["end"]), (Some(31), &json!("game-over")));
    let line = ask("line", "6.3=2");
    assert_eq!((line["moves"].as_array().map(Vec::len), &line["end"]), (Some(30), &json!("drawn-by-rule")));

    let shown = peatee(&["probe", "--rules", "FMJD-100", WINS_IN_31], "");
    let value = "win in 31 plies (White wins in 16 moves); under the rules";
    assert_eq!(text(&shown.stdout), format!("{WINS_IN_31}  {value} win (needs 31 plies, 32 left by 6.3)\n"));

    // The output explains the words cursed win.
    let meaning = "cursed-win: a win without draw rules, a draw under them";
    let cursed = |command: &str| {
        let output = peatee(&[command, "--rules", "FMJD-100", "--counters", "6.3=2", WINS_IN_31], "");
        text(&output.stdout).to_owned()
    };
    let expected = "cursed-win (needs 31 plies, 30 left by 6.3): a win without draw rules, a draw under them";
    assert_eq!(cursed("probe"), format!("{WINS_IN_31}  {value} {expected}\n"));
    for command in ["moves", "line"] {
        let shown = cursed(command);
        assert_eq!(shown.lines().filter(|line| line.trim() == meaning).count(), 1, "{shown}");
    }
    let page = peatee(&["adjudicate", "--fen", WINS_IN_31, "--counters", "6.3=2"], "");
    assert!(
        text(&page.stdout).contains("Without the draw rules White would win in 16 moves."),
        "{}",
        text(&page.stdout)
    );
}

#[test]
fn wrong_arguments_are_named() {
    let cases: [(&[&str], i32, &str); 10] = [
        (&["adjudicate"], 2, "<--pdn <FILE>|--fen <FEN>|--moves <MOVES>>"),
        (&["adjudicate", "--counters", "6.3=1"], 2, "--fen <FEN>"),
        (&["adjudicate", "--fen", "nonsense"], 2, "FEN must read"),
        (&["adjudicate", "--fen", WINS_IN_31, "--counters", "6.3=33"], 2, "over the limit of 32 plies"),
        (&["adjudicate", "--fen", WINS_IN_31, "--counters", "9.9=3"], 2, "has no count `9.9`"),
        (&["adjudicate", "--fen", WINS_IN_31, "--rules", "FIDE"], 2, "`FIDE` names no draw rules"),
        (&["adjudicate", "--fen", WINS_IN_31, "--moves", "12-7 [Event \"x\"]"], 2, "--pdn reads games with tags"),
        (&["adjudicate", "--pdn", "/nowhere/at/all.pdn"], 5, "cannot read /nowhere/at/all.pdn"),
        (&["adjudicate", "--pdn", "-"], 2, "there is no game in it"),
        (&["probe", "--rules", "FMJD-100", "--counters", "6.3=2", WINS_IN_31, LOSES_IN_32], 2, "exactly one FEN"),
    ];
    for (args, code, reason) in cases {
        let output = bare_peatee(args, "");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(reason), "{args:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}
