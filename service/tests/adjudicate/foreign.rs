//! Tests of games and positions as other programs write them, and of games whose tags name the
//! wrong variant or none.

use peatee_probe::Metric;
use serde_json::{Value, json};

use super::{bare_peatee, games, jsonl, peatee, text, verdict};
use crate::common::{fresh_directory, make_tables};

/// Game of English draughts with moves that would be illegal if men could capture backwards.
const ENGLISH: &str = "1. 9-14 23-19 2. 6-9 22-18 3. 14x23 27x18 4. 11-16 26-23 5. 10-14 24-20 \
                       6. 1-6 20x11 7. 7x16 31-26 8. 8-11 26-22 *\n\n";
const LONE_KING: &str = "W:WK14,K15,K40:BK5";

/// Judges a PDN text without tables. Returns the verdicts and the exit code.
fn judged(more: &[&str], pdn: &str) -> (Vec<Value>, i32) {
    let args = [&["adjudicate", "--pdn", "-", "--format", "jsonl"], more].concat();
    let output = bare_peatee(&args, pdn);
    (games(&output), output.status.code().expect("it ends by itself"))
}

fn notes(verdict: &Value) -> Vec<&str> {
    verdict["notes"].as_array().expect("a list").iter().map(|note| note.as_str().expect("a text")).collect()
}

#[test]
fn counts_of_other_programs_are_read_and_not_taken_over() {
    let (plain, _) = verdict(&["--fen", LONE_KING]);
    for suffix in [":H0:F1", ":H0:F60.", ":+0+0"] {
        let (found, code) = verdict(&["--fen", &format!("{LONE_KING}{suffix}")]);
        assert_eq!((found, code), (plain.clone(), 0), "{suffix}");
    }
    let (found, _) = verdict(&["--fen", &format!("{LONE_KING}:H31:F60")]);
    assert_eq!(found["counters"], "6.2=0,6.3=0");
    let expected = "the counts after the FEN (H31:F60) belong to another program's rules and are ignored; give the \
                    counts with --counters";
    assert_eq!(notes(&found), [expected]);
    let page = peatee(&["adjudicate", "--fen", &format!("{LONE_KING}:H31:F60")], "");
    assert!(
        text(&page.stdout).contains("belong to another program's rules. They are ignored."),
        "{}",
        text(&page.stdout)
    );

    let pdn = format!("[GameType \"20\"]\n[FEN \"{LONE_KING}:H31:F60\"]\n\n60. 40-45 1-1\n");
    let (games, _) = judged(&[], &pdn);
    assert_eq!(games[0]["counters"], "6.2=1,6.3=1");
    assert!(notes(&games[0])[0].ends_with("ignored; the counts of FMJD-100 start at 0"), "{}", games[0]);

    let probed = peatee(&["probe", "--rules", "FMJD-100", "--format", "jsonl", &format!("{LONE_KING}:H31:F60")], "");
    assert_eq!(jsonl(&probed)[0]["note"], expected);
    let probed = peatee(&["probe", "--rules", "FMJD-100", "--format", "jsonl", &format!("{LONE_KING}:H0:F60")], "");
    assert_eq!(jsonl(&probed)[0].get("note"), None);
}

/// FEN with two kings and two men against a king and a man.
const FIVE_AND_MORE: &str = "W:WK47,K48,41,40:BK5,1";

#[test]
fn half_moves_of_other_programs_are_taken_over_where_they_count_king_moves() {
    let fen = format!("{FIVE_AND_MORE}:H12:F40");
    let (found, _) = verdict(&["--fen", &fen]);
    assert_eq!(found["counters"], "6.2=12");
    assert_eq!(notes(&found), ["H12 after the FEN is read as 6.2=12 of FMJD-100"]);
    let (found, _) = verdict(&["--fen", &fen, "--counters", "6.2=3"]);
    assert_eq!(found["counters"], "6.2=3");
    assert!(notes(&found)[0].contains("ignored; give the counts with --counters"), "{found}");
    // The move is the last of the 50 plies of the count.
    let (found, _) = verdict(&["--fen", &format!("{FIVE_AND_MORE}:H49:F40"), "--moves", "47-42"]);
    assert_eq!((&found["verdict"], &found["article"]), (&json!("drawn"), &json!("6.2")), "{found}");
    let pdn = format!("[GameType \"20\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40. 47-42 *\n");
    let (games, _) = judged(&[], &pdn);
    assert_eq!(games[0]["counters"], "6.2=13");
    assert_eq!(notes(&games[0]), ["H12 after the FEN is read as 6.2=12 of FMJD-100"]);
    let (found, _) = verdict(&["--variant", "russian", "--fen", "W:WKa1,c1,e1,g1,h2:BKh8,f8,h6:H9:F40"]);
    assert_eq!(found["counters"], "7.2.5=9", "{found}");
}

#[test]
fn a_fourth_move_of_one_king_is_illegal_in_frisian_draughts() {
    let judge = |fen: &str, moves: &str| verdict(&["--variant", "frisian", "--fen", fen, "--moves", moves]).0;
    let third = judge("W:WK47,50:BK4,1:H0:F9:+0+247", "47-42 4-10 42-47");
    assert_eq!(third["verdict"], "illegal-move", "{third}");
    assert_eq!((&third["article"], &third["illegal"]["ply"]), (&json!("three moves"), &json!(3)));
    let said = third["illegal"]["text"].as_str().expect("a text");
    assert!(said.ends_with("the king has made 3 moves in a row (article three moves)"), "{said}");
    let legal = third["illegal"]["legal"].as_array().expect("a list");
    assert!(!legal.is_empty() && legal.iter().all(|mv| mv.as_str().expect("a text").starts_with("50")), "{third}");
    assert!(notes(&third)[0].starts_with("+0+247 after the FEN is read as moves in a row"), "{third}");
    let second = judge("W:WK47,50:BK4,1:H0:F9:+0+147", "47-42 4-10 42-47");
    assert_eq!(second["verdict"], "in-progress", "{second}");
    assert_eq!(
        notes(&second)[1],
        "moves in a row with one king: +110+347; append them to the FEN when the game continues"
    );
    let output = bare_peatee(&["adjudicate", "--variant", "frisian", "--fen", "W:WK47,50:BK4,1:+0+320"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("with the king on 20: no king of White stands there"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn counts_of_other_programs_meet_rules_that_have_none() {
    let (found, _) = verdict(&["--fen", &format!("{LONE_KING}:H31:F60"), "--rules", "none"]);
    assert!(notes(&found)[0].ends_with("ignored; the draw rules none have no counts"), "{found}");
    let refused = peatee(&["adjudicate", "--fen", LONE_KING, "--rules", "none", "--counters", "6.2=3"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the draw rules none have no counts"), "{}", text(&refused.stderr));
}

#[test]
fn squares_in_letters_are_noted_where_no_variant_is_named() {
    let (found, _) = verdict(&["--fen", "W:WKa1:BKh8"]);
    assert!(notes(&found)[0].contains("judged as international, --variant names another game"), "{found}");
    let (found, _) = verdict(&["--fen", "W:WKa1:BKh8", "--variant", "russian"]);
    assert!(notes(&found).is_empty(), "{found}");
    let (found, _) = verdict(&["--fen", LONE_KING]);
    assert!(notes(&found).is_empty(), "{found}");
}

#[test]
fn a_result_of_no_play_is_not_held_against_the_value() {
    let (found, code) = verdict(&["--fen", LONE_KING, "--moves", "0-0"]);
    assert_eq!((&found["agreement"], code), (&json!("unknown"), 0));
    assert!(notes(&found)[0].starts_with("0-0 is not a result of play"), "{found}");
}

#[test]
fn moves_behind_a_result_are_noted_as_a_new_game() {
    let (games, _) = judged(&[], "[GameType \"20\"]\n\n1. 32-28 19-23 1-1 2. 28x19 14x23 *\n");
    assert_eq!(games.len(), 2);
    assert!(notes(&games[0]).is_empty(), "{}", games[0]);
    assert!(notes(&games[1])[0].starts_with("it has no tags"), "{}", games[1]);
}

#[test]
fn the_reading_of_an_article_is_said() {
    let (found, _) = verdict(&["--fen", LONE_KING, "--rules", "FMJD-100+together"]);
    let reading = found["counts"][0]["reading"].as_str().expect("a reading");
    assert_eq!(reading, "read so that the moves of both sides are counted together");
    let (found, _) = verdict(&["--fen", LONE_KING]);
    assert_eq!(found["counts"][0]["reading"], Value::Null);
}

#[test]
fn a_result_alone_is_compared_with_the_verdict() {
    for (moves, result, agreement) in [
        ("2-0", "2-0", "plausible"),
        ("½-½", "1-1", "against-value"),
        ("1. 15-10 2-0*", "2-0", "confirmed"),
        ("1. 15-10 0-2", "0-2", "contradicted"),
    ] {
        let (found, code) = verdict(&["--fen", LONE_KING, "--moves", moves]);
        assert_eq!((&found["result"], &found["agreement"]), (&json!(result), &json!(agreement)), "{moves}");
        assert_eq!(code, i32::from(agreement == "contradicted"), "{moves}");
    }
}

#[test]
fn files_in_latin_1_are_read() {
    let path = fresh_directory("latin-1").join("old.pdn");
    let pdn = b"[White \"Andr\xe9\"]\n[Result \"\xbd-\xbd\"]\n\n1. 32-28 19-23 \xbd-\xbd\n";
    std::fs::write(&path, pdn).expect("writable");
    let output = bare_peatee(&["adjudicate", "--format", "jsonl", "--pdn", path.to_str().expect("UTF-8")], "");
    let game = &games(&output)[0];
    assert_eq!((&game["result"], &game["plies"]), (&json!("1-1"), &json!(2)));
    assert_eq!(notes(game), ["read as windows-1252; --encoding names another encoding"]);
}

#[test]
fn king_moves_of_frisian_draughts_are_noted_where_no_rules_are_asked_for() {
    let directory = fresh_directory("frisian");
    make_tables(&directory, "frisian", 2, &[Metric::Wdl]);
    let ask = |suffix: &str| {
        let tables = directory.to_str().expect("UTF-8");
        let fen = format!("W:WK28:BK5{suffix}");
        let args = ["probe", "--format", "jsonl", "--variant", "frisian", "--tables", tables, &fen];
        jsonl(&bare_peatee(&args, "")).remove(0)
    };
    assert_eq!(ask(":H4:F9:+0+0").get("note"), None);
    let note = ask(":H4:F9:+305+0")["note"].as_str().expect("a text").to_owned();
    assert!(
        note.contains("(H4:F9:+305+0)") && note.contains("does not have the rule on three moves with one king"),
        "{note}"
    );
}

#[test]
fn short_notation_is_played() {
    let game = "[GameType \"25\"]\n[Result \"1/2-1/2\"]\n\n1. cd4 fg5 2. gh4 bc5 3. d:b6 a:c5 ½-½\n";
    let (games, code) = judged(&[], game);
    assert_eq!((&games[0]["verdict"], &games[0]["plies"]), (&json!("in-progress"), &json!(6)), "{}", games[0]);
    assert_eq!((&games[0]["result"], code), (&json!("1-1"), 0));
    let (games, _) = judged(&[], "[GameType \"25\"]\n1. cd4 fg5 2. cd4 *\n");
    assert_eq!(games[0]["illegal"]["move"], "cd4", "{}", games[0]);
}

#[test]
fn a_result_tag_that_contradicts_the_moves_is_reported() {
    let game = |tag: &str, end: &str| format!("[GameType \"20\"]\n[Result \"{tag}\"]\n\n1. 32-28 19-23 {end}\n\n");
    let (games, code) = judged(&[], &game("1-1", "2-0"));
    assert_eq!((&games[0]["result"], code), (&json!("2-0"), 1));
    assert_eq!(notes(&games[0]), ["the tag Result says 1-1, the moves end with 2-0"]);
    // Results in different spellings agree, and `*` agrees with every result.
    let (games, _) = judged(&[], &game("1/2-1/2", "1-0"));
    assert_eq!(notes(&games[0]), ["the tag Result says 1/2-1/2, the moves end with 1-0"]);
    for (tag, end, result) in [("1-0", "2-0", "2-0"), ("0-2", "*", "0-2"), ("1-1", "½-½", "1-1")] {
        let (games, code) = judged(&[], &game(tag, end));
        assert_eq!((&games[0]["result"], code), (&json!(result), 0), "{tag}");
        assert!(notes(&games[0]).is_empty(), "{}", games[0]);
    }
    let table = bare_peatee(&["adjudicate", "--pdn", "-"], &[game("1-1", "2-0"), game("2-0", "2-0")].concat());
    let table = text(&table.stdout);
    assert!(table.contains(" The tag Result says 1-1, the moves end with 2-0.\n"), "{table}");
    assert!(table.contains("     1 two-results    the tag Result and the end of the moves differ: 1\n"), "{table}");
}

#[test]
fn the_variant_that_is_asked_for_overrides_the_tags() {
    let moves = "1. c3-d4 f6-g5 2. g3-h4 *\n\n";
    let tags =
        ["[Variant \"italian\"]", "[GameType \"26\"]", "[Variant \"halma\"]", "[GameType \"95\"]", "[Event \"x\"]"];
    let pdn: String = tags.iter().map(|tag| format!("{tag}\n\n{moves}")).collect();
    let (games, code) = judged(&["--variant", "russian"], &pdn);
    assert_eq!((games.len(), code), (5, 0));
    assert!(games.iter().all(|game| game["variant"] == "russian" && game["plies"] == 3), "{games:?}");
    let said: Vec<Vec<&str>> = games.iter().map(notes).collect();
    assert_eq!(said[0], ["its tags say italian; judged as russian, as --variant asks"]);
    assert_eq!(said[1], ["its tags say brazilian; judged as russian, as --variant asks"]);
    let unknown = ["its tags name an unknown game; judged as russian, as --variant asks"];
    assert_eq!((said[2].as_slice(), said[3].as_slice()), (unknown.as_slice(), unknown.as_slice()));
    assert!(said[4].is_empty());

    // A position with few pieces is possible in many variants.
    let (games, _) = judged(&[], &format!("[FEN \"{LONE_KING}\"]\n\n60. 40-45 1-1\n"));
    let unnamed = "its tags name no game; judged as international; for another game, add the tag GameType";
    assert_eq!((&games[0]["variant"], notes(&games[0])), (&json!("international"), vec![unnamed]));

    // A position that is impossible on the default board may belong to several other variants.
    let stated = |men: &str, moves: &str| format!("[FEN \"W:W{men}\"]\n\n{moves}*\n\n");
    let file = [stated("5,14:B21,28", ""), stated("4,29:B21,K2", ""), stated("5,14:B28", "1. 5-23 28-26 ")].concat();
    let (games, _) = judged(&[], &file);
    assert_eq!(games[0]["verdict"], "not-decided", "{}", games[0]);
    assert!(games[0].to_string().contains("position and moves fit brazilian, russian, "), "{}", games[0]);
    // No variant has men on both of its last rows, and the moves of the other game do not help.
    for game in &games[1..] {
        assert!(game["error"].as_str().is_some_and(|error| error.contains("promotion row")), "{game}");
    }

    // Three variants share a `GameType`. The option may name any of them without causing a note.
    let turkish = "[GameType \"30\"]\n\n1. a3-a4 *\n";
    let (games, code) = judged(&["--variant", "turkish-stop"], turkish);
    assert_eq!((&games[0]["variant"], code, notes(&games[0]).len()), (&json!("turkish-stop"), 0, 0));
    // Without the option, the first of the three variants is used.
    let (games, code) = judged(&[], turkish);
    assert_eq!((&games[0]["variant"], code, notes(&games[0]).len()), (&json!("turkish"), 0, 0));
    let (games, code) = judged(&[], "[GameType \"95\"]\n\n1. a3-a4 *\n");
    let hint = "; --variant ID judges all games as that one, whatever their tags say";
    assert!(code == 1 && games[0]["error"].as_str().is_some_and(|error| error.ends_with(hint)), "{}", games[0]);
}

#[test]
fn a_game_without_tags_is_judged_as_the_one_that_fits() {
    let (games, code) = judged(&[], "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n");
    assert_eq!((&games[0]["verdict"], code, notes(&games[0]).len()), (&json!("not-decided"), 6, 0), "{}", games[0]);
    let output = bare_peatee(&["adjudicate", "--lang", "en", "--pdn", "-"], "1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n");
    let said = text(&output.stdout);
    assert!(
        said.contains("position and moves fit several: Brazilian draughts (64 squares), Russian draughts")
            && said.contains("Say which"),
        "{said}"
    );
    // A longer game of the text decides the variant of a short one.
    let short = "1. 11-15 23-19 2. 8-11 22-17 *\n\n";
    assert_eq!(judged(&[], short).0[0]["verdict"], json!("not-decided"));
    let (games, code) = judged(&[], &format!("{short}[GameType \"20\"]\n\n1. 32-28 *\n\n{ENGLISH}"));
    let played: Vec<_> = games.iter().map(|game| game["variant"].as_str().unwrap_or_default()).collect();
    assert_eq!((played, code), (vec!["english", "international", "english"], 0), "{games:?}");
    let said = "its tags name no game; judged as english, which fits the games of this text";
    assert_eq!(notes(&games[0]), [said]);
    // If the first move is legal in the default variant, the default variant is used.
    let (games, _) = judged(&[], "1. 32-28 19-29 *\n");
    assert_eq!((&games[0]["variant"], &games[0]["verdict"]), (&json!("international"), &json!("illegal-move")));
}

#[test]
fn letters_decide_between_games_that_fit_a_text_equally() {
    // A man takes one piece where it could take two, and captures backwards. Russian and pool
    // draughts allow this.
    let text = "[FEN \"W:Wc3,f2,h2:Bb4,d4,f6,a7,h8\"]\n\n1. c3:a5 d4-c3 2. f2-e3 f6-g5 3. e3-d4 c3:e5 *\n\n".repeat(2);
    let (games, code) = judged(&[], &text);
    let played: Vec<_> = games.iter().map(|game| game["variant"].as_str().unwrap_or_default()).collect();
    assert_eq!((played, code), (vec!["russian", "russian"], 0), "{games:?}");
    // Moves that cannot be read do not count in favour of the default variant.
    let start = "[FEN \"W:W21-32:B1-12\"]\n\n";
    let (games, _) = judged(&[], &format!("{start}1. c3-d4 f6-e5 2. d4-c6 e5-d4 3. c3-e5 d4-e3 *\n"));
    assert_eq!(games[0]["verdict"], json!("unclear-move"), "{}", games[0]);
    assert_ne!(games[0]["variant"], json!("international"), "{}", games[0]);
}

#[test]
fn moves_that_nobody_can_make_on_the_board_accuse_nobody() {
    for moves in [
        "1. 32-28 19-14 *",                         // Another black man stands on 14.
        "1. 32-28 23-29 *",                         // 23 is empty.
        "1. 32-28 19-23 2. 14x23 33-28 3. 18-22 *", // White's capture is left out.
    ] {
        let (games, _) = judged(&[], &format!("[GameType \"20\"]\n\n{moves}\n"));
        assert_eq!(games[0]["verdict"], json!("unclear-move"), "{}", games[0]);
        assert_eq!(games[0]["unclear"]["cause"], json!("impossible"), "{}", games[0]);
    }
    for moves in [
        "1. c3-d4 b6-c5 2. g3-b4 a7:c5 *", // No piece goes so; the answer fits d4:b6 alone.
        "1. c3-d4 b6-c5 2. d4:e5 a7:c5 *",
        "1. c3-d4 b6-c5 2. a3-b4 a7:c5 *", // The moves d4:b6 a7:c5 are left out before it.
    ] {
        let (games, _) = judged(&[], &format!("[GameType \"25\"]\n\n{moves}\n"));
        assert_eq!(games[0]["verdict"], json!("unclear-move"), "{}", games[0]);
    }
    // White did not capture, and the game continues from the position after the illegal move.
    let (games, _) = judged(&[], "[GameType \"25\"]\n\n1. c3-d4 b6-c5 2. g3-f4 f6-g5 *\n");
    assert_eq!(games[0]["verdict"], json!("illegal-move"), "{}", games[0]);
    // An illegal last move may have lost the game, so it counts as an offence.
    let (games, _) = judged(&[], "[GameType \"20\"]\n\n1. 32-28 19-23 2. 14-19 0-2\n");
    assert_eq!(games[0]["verdict"], json!("illegal-move"), "{}", games[0]);
}

#[test]
fn a_drawn_opening_of_flying_men_is_a_position() {
    let game = "[GameType \"25\"]\n\n";
    for (moves, plies, fen) in [
        ("1. A1-A5 A7-H4 *", 0, "W:Wc1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,a5:Bh4,b6,d6,f6,h6,c7,e7,g7,b8,d8,f8,h8"),
        ("1. A1-A5 A7-H4 2. c3-d4 b6-c5 1-0", 2, ""),
        ("1. A7-C5 *", 0, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bc5,b6,d6,f6,h6,c7,e7,g7,b8,d8,f8,h8"),
        ("1. A3-B4 H6-E5 *", 0, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,e3,g3,b4:Be5,b6,d6,f6,a7,c7,e7,g7,b8,d8,f8,h8"),
        ("1. B2-G5 D6-E5 2. c3-d4 e5xc3 1-0", 2, ""),
    ] {
        let (games, code) = judged(&[], &format!("{game}{moves}\n"));
        assert_eq!(
            (&games[0]["verdict"], &games[0]["plies"], code),
            (&json!("in-progress"), &json!(plies), 0),
            "{moves}"
        );
        assert!(notes(&games[0])[0].starts_with("read as a drawn opening"), "{}", games[0]);
        assert!(fen.is_empty() || games[0]["fen"] == fen, "{}", games[0]);
    }
    // If the later moves are impossible after a move, the record is faulty and the move is not an
    // offence.
    for (moves, verdict) in [
        ("1. a1-a5 1-0", "illegal-move"),
        ("1. a1-a5 a7-h4 2. c3-c5 *", "unclear-move"),
        ("1. c3-b4 a7-h4 1-0", "illegal-move"),
        ("1. c3-b4 a7-h4 2. c3-c5 *", "unclear-move"),
        ("1. c3-b4 b6-c5 2. b2-b6 *", "illegal-move"),
    ] {
        let (games, _) = judged(&[], &format!("{game}{moves}\n"));
        assert_eq!(games[0]["verdict"], json!(verdict), "{moves}");
    }
}

#[test]
fn a_fen_that_names_the_wrong_side_to_move_accuses_nobody() {
    let draughts = "[GameType \"20\"]\n[FEN \"W:W28,32:B14,19\"]\n\n";
    let chess = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n";
    for (start, moves, verdict, plies) in [
        // Two moves show which side began. One move whose number is not of the form `1...` does
        // not.
        (draughts, "1... 19-24 2. 28-23 *", "in-progress", 2),
        (draughts, "1. 19-24 28-23 *", "in-progress", 2),
        (draughts, "1. 19-24 *", "illegal-move", 0),
        (draughts, "1... 19-24 *", "unclear-move", 0),
        (draughts, "1... 19-24 2. 28-24 *", "unclear-move", 0),
        (chess, "1... Kd7 2. e4 *", "in-progress", 2),
        (chess, "1. ... Kd7 *", "unclear-move", 0),
        // The side in the FEN contradicts the move number, but no move confirms the number.
        (draughts, "1... 32-21 *", "unclear-move", 0),
        (chess, "1... Ke3 *", "unclear-move", 0),
        // The side in the FEN agrees with the move number.
        (draughts, "1. 32-21 *", "illegal-move", 0),
        (draughts, "1. 19-25 *", "illegal-move", 0),
        (chess, "1. Ke3 *", "illegal-move", 0),
    ] {
        let variant: &[&str] = if start == chess { &["--variant", "chess"] } else { &[] };
        let (games, _) = judged(variant, &format!("{start}{moves}\n"));
        assert_eq!(
            (&games[0]["verdict"], &games[0]["plies"]),
            (&json!(verdict), &json!(plies)),
            "{moves}: {}",
            games[0]
        );
        let is_noted = notes(&games[0]).iter().any(|note| note.starts_with("the tag FEN names one side"));
        assert_eq!(is_noted, verdict != "illegal-move", "{moves}");
    }
}

#[test]
fn a_game_that_nobody_names_and_that_fits_none_accuses_nobody() {
    let slip = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-22 4. 15-18 *\n\n";
    let (games, code) = judged(&[], slip);
    assert_eq!((&games[0]["verdict"], &games[0]["agreement"], code), (&json!("unclear-move"), &json!("no-result"), 1));
    let said = notes(&games[0]).join(" ");
    assert!(said.contains("in no game are all moves legal; read as english"), "{said}");
    // The game starts from a position of the default variant and contains a slip.
    let (games, _) = judged(&[], "[FEN \"W:W28,25,12:B3,5,9\"]\n\n1. 28-27 9-13 2. 27-24 5-9 1-0\n");
    assert_eq!((&games[0]["verdict"], &games[0]["agreement"]), (&json!("unclear-move"), &json!("unknown")));
    // If the tags name the variant, an illegal last move is an offence.
    let last = slip.replace(" 4. 15-18", "");
    let (games, _) = judged(&[], &format!("[GameType \"21\"]\n\n{last}{ENGLISH}"));
    assert_eq!(games[0]["verdict"], json!("illegal-move"));
}

#[test]
fn letters_for_squares_of_a_game_with_numbers_are_no_offence() {
    for (tags, moves) in [
        ("[GameType \"21\"]", "1. c3-d4 b6-a5 2. d4-c5 *"),
        ("[GameType \"20\"]", "1. 32-28 19-23 2. cb5 *"),
        ("[Variant \"American/English\"]", "1. 11-15 e3-e4 *"),
        ("[GameType \"20\"]", "1. 32-28 e7xg5 *"),
    ] {
        let (games, _) = judged(&[], &format!("{tags}\n\n{moves}\n"));
        assert_eq!(games[0]["verdict"], json!("unclear-move"), "{}", games[0]);
    }
    // A move with squares named by letters is read if it means a legal move.
    let (games, _) = judged(&[], "[GameType \"20\"]\n\n1. d4-e5 *\n");
    assert_eq!((&games[0]["verdict"], &games[0]["plies"]), (&json!("in-progress"), &json!(1)), "{}", games[0]);
}

#[test]
fn a_record_that_does_not_tell_the_move_accuses_nobody() {
    let start = "[GameType \"20\"]\n[FEN \"W:WK4:B13,32,37,20\"]\n\n";
    let (games, _) = judged(&[], &format!("{start}1. 4x15 2-0\n"));
    assert_eq!((&games[0]["verdict"], &games[0]["agreement"]), (&json!("unclear-move"), &json!("unknown")));
    let (games, _) = judged(&[], &format!("{start}1. 4x15 32-38 2. 15x47 2-0\n"));
    assert_eq!((&games[0]["verdict"], &games[0]["plies"]), (&json!("lost"), &json!(3)));
    assert_eq!(notes(&games[0]), ["4x15 (line 4, column 4) is read as 4x31x42x15, as the moves that follow show"]);
    let output = bare_peatee(&["adjudicate", "--lang", "en", "--pdn", "-"], &format!("{start}1. 4x15 2-0\n"));
    let said = text(&output.stdout);
    assert!(said.contains("Several legal moves fit this text") && said.contains("This is not an offence"), "{said}");
}

#[test]
fn results_of_games_that_black_begins_are_those_of_black() {
    let (games, _) = judged(&[], "[GameType \"21\"]\n[FEN \"B:W32:BK27\"]\n\n1. 27-31 1-0\n");
    assert_eq!(games[0]["result"], "0-2", "{}", games[0]);
}

#[test]
fn chess_is_known_and_other_games_like_it_are_named() {
    let (games, code) = judged(&[], "1. e4 e5 2. Nf3 Nc6 *\n");
    assert_eq!((&games[0]["variant"], &games[0]["plies"], code), (&json!("chess"), &json!(4), 0));
    let (games, code) = judged(&[], "[Variant \"Crazyhouse\"]\n\n1. e4 e5 *\n");
    assert_eq!(code, 1);
    assert!(games[0]["error"].as_str().is_some_and(|error| error.contains("Crazyhouse")), "{}", games[0]);
}

#[test]
fn a_game_of_another_variant_gets_a_hint() {
    let moves = "1. c3-d4 f6-g5 2. g3-h4 b6-c5 3. d4xb6 a7xc5 *\n";
    let (games, code) = judged(&[], &format!("[GameType \"20\"]\n\n{moves}"));
    assert_eq!((&games[0]["verdict"], code), (&json!("unclear-move"), 1), "{}", games[0]);
    let hint = notes(&games[0])[0];
    assert!(hint.starts_with("all moves are legal in brazilian, russian"), "{hint}");
    assert!(hint.ends_with(": name the one that was played with --variant"), "{hint}");
    // With the option that the hint suggests, the game can be judged.
    let (games, code) = judged(&["--variant", "brazilian"], &format!("[GameType \"20\"]\n\n{moves}"));
    assert_eq!((&games[0]["verdict"], code), (&json!("in-progress"), 0));

    // There is also a hint if the start position is impossible in the variant, and for moves from
    // the command line.
    let (games, _) = judged(&[], "[GameType \"21\"]\n[FEN \"W:W50:B1\"]\n\n1. 50-45 1-7 2. 45-40 *\n");
    let error = games[0]["error"].as_str().expect("a text");
    assert!(error.contains("`50`") && error.contains("; all moves are legal in international, "), "{error}");
    let (found, _) = verdict(&["--moves", moves]);
    assert!(notes(&found)[0].starts_with("all moves are legal in brazilian, russian"), "{found}");
    for (fen, moves) in [
        (None, "1. 32-28 19-23 2. 28-22"),
        (None, "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 23-29 4. 34-22"),
        // With so few pieces and moves, eleven variants would fit by chance.
        (Some("W:W23:B5,6"), "1. 23-18 5-9"),
    ] {
        let args = [fen.map_or(vec![], |fen| vec!["--fen", fen]), vec!["--moves", moves]].concat();
        let (found, _) = verdict(&args);
        assert_eq!((&found["verdict"], notes(&found).len()), (&json!("illegal-move"), 0), "{found}");
    }
}
