//! Tests of verdicts in all languages of the web page.

use std::path::PathBuf;

use super::{SAMPLE, bare_peatee, peatee, tables, text};
use crate::common::fresh_directory;

/// Returns the lines that `peatee adjudicate` prints in a language.
fn said(args: &[&str], language: &str) -> Vec<String> {
    let output = peatee(&[&["adjudicate", "--lang", language], args].concat(), "");
    assert!(output.status.code().is_some_and(|code| code <= 1), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| line.trim().to_owned()).collect()
}

/// Returns true for a word such as `count.each`, a catalogue key that is printed because the
/// catalogue lacks its text.
fn is_key(word: &str) -> bool {
    let is_low = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    word.split_once('.').is_some_and(|(first, rest)| is_low(first) && rest.split('.').all(is_low))
}

#[test]
fn a_game_in_progress_is_judged_in_every_language() {
    for (language, expected) in [
        ("en", ["White wins in 1 move", "White to move, after 30 plies"]),
        ("et", ["Valge võidab 1 käiguga", "Käigul on valge, pärast 30 poolkäiku"]),
        ("fr", ["Les Blancs gagnent en 1 coup", "Trait aux Blancs, après 30 demi-coups"]),
        ("nl", ["Wit wint in 1 zet", "Wit aan zet, na 30 halve zetten"]),
        ("ru", ["Белые выигрывают в 1 ход", "Ход белых, после 30 полуходов"]),
    ] {
        let lines = said(&["--pdn", SAMPLE, "--game", "3"], language);
        for line in expected {
            assert!(lines.iter().any(|said| said == line), "{language}: {line} is not in {lines:#?}");
        }
        assert!(lines.iter().any(|said| said.contains("16. 35x2")), "{language}: {lines:#?}");
        let left = lines.iter().flat_map(|line| line.split_whitespace()).find(|word| is_key(word));
        assert_eq!(left, None, "{language}");
    }
}

#[test]
fn what_is_said_follows_the_counts() {
    // Each side has used two moves of the count and has 14 left. White needs 16.
    let late = said(&["--fen", "W:WK12,K40,50:BK11", "--counters", "6.2=4,6.3=4"], "en");
    assert_eq!(
        late[1..4],
        [
            "Not over; drawn with best play under these rules",
            "Without the draw rules White would win in 16 moves. White has 14 moves left of 16 by article 6.3.",
            "White to move, after 0 plies",
        ]
    );
    let fresh = said(&["--fen", "W:WK12,K40,50:BK11"], "en");
    assert_eq!(fresh[1], "White wins in 16 moves");
}

/// Copies the tables of international draughts without the file `file`, and returns the directory
/// of the copy.
fn tables_without(file: &str) -> PathBuf {
    let (root, game) = (fresh_directory("tables-without"), "international");
    std::fs::create_dir(root.join(game)).expect("a new directory");
    for entry in std::fs::read_dir(tables().join(game)).expect("a directory of tables") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("it has a name");
        if name != file {
            std::fs::copy(&path, root.join(game).join(name)).expect("there is room");
        }
    }
    root
}

#[test]
fn a_win_takes_the_moves_that_the_counts_leave_no_way_around() {
    // White has one move left to reset the count. Without the count, White would win in two moves.
    // The table for the position after the first move is missing, so the search for the plies
    // cannot continue.
    let case = ["--fen", "W:WK41,16:B6", "--counters", "6.2=49"];
    let less = tables_without("MvKM.dtw");
    let with_less = [&["--tables", less.to_str().expect("UTF-8")], &case[..]].concat();
    for (language, exact, least) in [
        ("en", "White wins in 5 moves", "White wins in 2 moves or more"),
        ("et", "Valge võidab 5 käiguga", "Valge võidab vähemalt 2 käiguga"),
        ("fr", "Les Blancs gagnent en 5 coups", "Les Blancs gagnent en 2 coups ou plus"),
        ("nl", "Wit wint in 5 zetten", "Wit wint in 2 of meer zetten"),
        ("ru", "Белые выигрывают в 5 ходов", "Белые выигрывают не менее чем в 2 хода"),
    ] {
        assert_eq!([&said(&case, language)[1], &said(&with_less, language)[1]], [exact, least]);
    }
}

#[test]
fn many_games_give_a_text_each_and_how_many_need_the_arbiter() {
    let lines = said(&["--pdn", SAMPLE], "et");
    let titles: Vec<&str> = lines.iter().filter(|line| line.starts_with("Partii ")).map(String::as_str).collect();
    assert_eq!(titles.len(), 4, "{lines:#?}");
    assert_eq!(titles[3], "Partii 4: Rahvusvaheline kabe, FMJD-100");
    assert!(lines.contains(&"Reeglitevastane käik: 1... 11-16".to_owned()), "{lines:#?}");
    let place = "Teksti rida 49, veerg 34. Lubatud käigud: 11x28, 11x33, 11x39, 11x44, 11x50";
    assert!(lines.contains(&place.to_owned()), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("4 partiid. 1 vajab kohtunikku."));
}

#[test]
fn a_claim_comes_first_with_its_article() {
    let moves = "1. c1-d2 b8-a7 2. d2-c1 a7-b8 3. c1-d2 b8-a7 4. d2-c1 a7-b8";
    let case = ["--variant", "russian", "--rules", "USSR-1953-64", "--fen", "W:WKc1,Ke1,Kh4:BKb8", "--moves", moves];
    let lines = said(&case, "en");
    assert_eq!(lines[1], "A draw may be claimed");
    assert!(lines[2].starts_with("White may claim a draw by article 16 d. "), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("Article 16 d: A draw may be claimed when")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("Article 16 c: 4 of 18 moves of White. ")), "{lines:#?}");
}

/// Returns the lines that `peatee adjudicate` prints about a PDN text in a language.
fn said_of(pdn: &str, more: &[&str], language: &str) -> Vec<String> {
    let output = peatee(&[&["adjudicate", "--lang", language, "--pdn", "-"], more].concat(), pdn);
    assert!(output.status.code().is_some_and(|code| code <= 1), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| line.trim().to_owned()).collect()
}

/// Tags of a game of Russian draughts that starts with three kings against one.
const RUSSIAN: &str = "[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:WKc1,Ke1,Kh4:BKb8\"]\n";

#[test]
fn notes_readings_and_repetitions_are_said_in_every_language() {
    let game = format!("{RUSSIAN}[Result \"1-1\"]\n\n1. c1-d2 b8-a7 2. d2-c1 a7-b8 0-2\n");
    for (language, expected) in [
        (
            "en",
            [
                "The tag Result says 1-1, the moves end with 0-2.",
                "This position has occurred 2 times so far; article 7.2.3 requires 3.",
                "(reading: the strong side's own moves are counted as moves by each side)",
            ],
        ),
        (
            "et",
            [
                "Andmeväljas Result on 1-1, käikude lõpus 0-2.",
                "See seis on laual olnud 2 korda; punkt 7.2.3 nõuab 3 korda.",
                "(tõlgendus: tugevama poole oma käike loetakse kummagi poole käikudena)",
            ],
        ),
        (
            "ru",
            [
                "В теге Result стоит 1-1, в конце ходов — 0-2.",
                "Эта позиция стояла на доске 2 раза; по пункту 7.2.3 нужно 3.",
                "(толкование: собственные ходы сильной стороны считаются как ходы каждой стороны)",
            ],
        ),
    ] {
        let lines = said_of(&game, &["--rules", "FMJD-64-Russian+each-side"], language);
        for part in expected {
            assert!(lines.iter().any(|line| line.contains(part)), "{language}: {part} is not in {lines:#?}");
        }
    }
}

#[test]
fn a_game_that_cannot_be_read_is_told_in_every_language() {
    for (language, expected) in [
        ("en", "Game 2, line 3, column 1: The side to move must be W or B, not `X`."),
        ("et", "Partii 2, rida 3, veerg 1: Käigul olev pool on W või B, mitte `X`."),
        ("fr", "Partie 2, ligne 3, colonne 1 : Le camp au trait est W ou B, et non `X`."),
        ("nl", "Partij 2, regel 3, kolom 1: De partij aan zet is W of B, niet `X`."),
        ("ru", "Партия 2, строка 3, столбец 1: Очередь хода пишется как W или B, а не `X`."),
    ] {
        let lines = said_of("1. 32-28 *\n\n[FEN \"X:W1:B2\"]\n\n*\n", &[], language);
        assert!(lines.iter().any(|line| line == expected), "{language}: {expected} is not in {lines:#?}");
    }
}

#[test]
fn moves_behind_the_end_are_said_and_a_draw_names_its_source() {
    let moves = "1. c1-d2 b8-a7 2. d2-c1 a7-b8 3. c1-d2 b8-a7 4. d2-c1 a7-b8 5. c1-d2 *\n";
    let lines = said_of(&format!("{RUSSIAN}\n{moves}"), &[], "et");
    assert!(lines.contains(&"Viik".to_owned()), "{lines:#?}");
    let after = "Pärast partii lõppu on kirja pandud 1 poolkäik. See ei lähe arvesse. 5. c1-d2";
    assert!(lines.iter().any(|line| line == after), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("Allikas: FMJD sektsioon 64, mängureeglid")), "{lines:#?}");
}

#[test]
fn time_decides_where_the_rules_do_not() {
    let termination = "[Termination \"Time forfeit\"]\n";
    let game = format!("{RUSSIAN}{termination}\n1. c1-d2 b8-a7 0-2\n");
    let lines = said_of(&game, &[], "en");
    let says = "The game was not over on the board. Its tags say that time decided it: 0-2.";
    assert!(lines.iter().any(|line| line == says), "{lines:#?}");
    // The sentence about the termination is not printed if the rules have decided the game, or if
    // it is a draw.
    let lost = format!("[GameType \"25\"]\n[SetUp \"1\"]\n[FEN \"W:WKc1:Bb2\"]\n{termination}\n1. c1xa3 0-2\n");
    let lines = said_of(&lost, &[], "en");
    assert!(lines.iter().any(|line| line == "The written result 0-2 is not what the rules give."), "{lines:#?}");
    let silent = "The source of FMJD-64-Russian gives no number for the article on lost games.";
    assert!(lines.iter().any(|line| line == silent), "{lines:#?}");
    let drawn = format!("{RUSSIAN}{termination}\n1. c1-d2 b8-a7 1-1\n");
    assert!(!said_of(&drawn, &[], "en").iter().any(|line| line.contains("time")));
}

#[test]
fn rules_of_another_game_are_named() {
    let lines = said_of(&format!("{RUSSIAN}\n1. c1-d2 *\n"), &["--rules", "FMJD-64"], "fr");
    let says =
        "Les règles de nullité FMJD-64 n’ont pas été écrites pour ce jeu (Dames russes). Le sont : FMJD-64-Russian";
    assert!(lines.iter().any(|line| line.starts_with(says)), "{lines:#?}");
}

#[test]
fn json_has_no_language() {
    let output = bare_peatee(&["adjudicate", "--lang", "et", "--format", "jsonl", "--fen", "W:W23:B5,6"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("the names of JSON are the same in every language"),
        "{}",
        text(&output.stderr)
    );
}
