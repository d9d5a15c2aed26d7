//! Tests of verdicts on chess games in all languages of the web page.

use peatee_generator::jobs::chess::generate::default_metrics;

use crate::chess::{make_chess, tables};
use crate::chess_games::judged;
use crate::common::{flip_last_byte, fresh_directory};

/// Knight moves that lead to the third occurrence of the start position.
const TO_AND_FRO: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

/// Returns the lines that `peatee adjudicate` prints about a PGN text in a language.
fn said(name: &str, pgn: &str, more: &[&str], language: &str) -> Vec<String> {
    let (code, text) = judged(&format!("language-{name}"), pgn, &[more, &["--lang", language]].concat());
    assert!(code.is_some_and(|code| code == 0 || code == 1 || code == 6), "{text}");
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// Returns the PGN of a game without moves that starts from a position.
fn position(fen: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n")
}

/// Returns true for a catalogue key without text, or for a placeholder that was not replaced.
fn is_left_over(word: &str) -> bool {
    let is_low = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let is_key = word.split_once('.').is_some_and(|(first, rest)| is_low(first) && rest.split('.').all(is_low));
    is_key || word.contains('{')
}

#[track_caller]
fn assert_said(name: &str, pgn: &str, more: &[&str], expected: &[(&str, &[&str])]) {
    for (language, expected) in expected {
        let lines = said(name, pgn, more, language);
        for line in *expected {
            assert!(lines.iter().any(|said| said.contains(line)), "{language}: {line} is not in {lines:#?}");
        }
        let left = lines.iter().flat_map(|line| line.split_whitespace()).find(|word| is_left_over(word));
        assert_eq!(left, None, "{language}");
    }
}

#[test]
fn a_mate_is_said_with_its_article_and_source() {
    let expected: [(&str, &[&str]); 5] = [
        ("en", &["Chess, FIDE-50", "Black has won", "White is checkmated.", "Article 5.1.1: A player who checkmates"]),
        ("et", &["Male, FIDE-50", "Must on võitnud", "Valge on matis.", "FIDE malereeglid, kehtivad"]),
        ("fr", &["Les Noirs ont gagné", "Les Blancs sont échec et mat.", "FIDE, Règles du jeu d’échecs"]),
        ("nl", &["Zwart heeft gewonnen", "Wit staat mat.", "De genoteerde uitslag 0-1 is wat de regels geven."]),
        ("ru", &["Чёрные выиграли", "Белым поставлен мат.", "Пункт 5.1.1: Поставивший мат выигрывает"]),
    ];
    assert_said("mate", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", &[], &expected);
}

#[test]
fn illegal_and_unclear_moves_have_their_reason() {
    let expected: [(&str, &[&str]); 5] = [
        (
            "en",
            &["Illegal move: 2. Ke3", "The piece cannot move that way: king to e3.", "Line 1, column 10 of the text."],
        ),
        ("et", &["Reeglitevastane käik: 2. Ke3", "Malend nii ei käi: kuningas väljale e3.", "Punkt 7.5.1"]),
        ("fr", &["Coup illégal : 2. Ke3", "La pièce ne se déplace pas ainsi : roi, case e3."]),
        ("nl", &["Onreglementaire zet: 2. Ke3", "Zo gaat dit stuk niet: koning naar e3."]),
        ("ru", &["Невозможный ход: 2. Ke3", "Эта фигура так не ходит: король, поле e3."]),
    ];
    assert_said("illegal", "1. e4 e5 Ke3 *\n", &[], &expected);
    let expected: [(&str, &[&str]); 2] = [
        ("en", &["Unclear move: 3. Nd2", "Several legal moves fit this text: Nbd2, Nfd2.", "This is not an offence"]),
        ("fr", &["Coup équivoque : 3. Nd2", "Nbd2, Nfd2", "Ce n’est pas une faute"]),
    ];
    assert_said("unclear", "1. Nf3 Nf6 2. d4 d5 3. Nd2 *\n", &[], &expected);
    let expected: [(&str, &[&str]); 2] = [
        (
            "nl",
            &[
                "Dit is geen zet met de letters van PGN (K Q R B N). De partij lijkt genoteerd met de stukletters K D T L S",
            ],
        ),
        ("et", &["Partii näib olevat kirja pandud tähtedega K D T L S"]),
    ];
    assert_said("letters", "1. e4 e5 2. Sf3 Sc6 3. Lb5 1-0\n", &[], &expected);
}

#[test]
fn a_fallen_flag_is_said_with_the_mate_that_can_come() {
    let rook = position("8/8/4k3/8/8/4K3/8/7R w - - 30 80");
    let expected: [(&str, &[&str]); 3] = [
        ("en", &["Black’s flag has fallen.", "White can still checkmate, for example: 80. ", "Article 6.9"]),
        ("et", &["Musta aeg on läbi: lipp on langenud.", "Valge saab veel matti panna, näiteks: 80. "]),
        ("ru", &["Флажок чёрных упал.", "Белые ещё могут поставить мат, например: 80. "]),
    ];
    assert_said("flag", &rook, &["--flag", "black"], &expected);
    let expected: [(&str, &[&str]); 2] = [
        ("en", &["Drawn", "the opponent cannot checkmate", "The remaining men cannot checkmate."]),
        ("nl", &["Remise", "De vlag van wit is gevallen.", "Met het materiaal dat over is"]),
    ];
    assert_said("flag-drawn", &rook, &["--flag", "white"], &expected);
    let tag = "[Termination \"time forfeit\"]\n[FEN \"8/8/4k3/8/8/4K3/8/7R w - - 0 1\"]\n\n1-0\n";
    assert_said("flag-tag", tag, &[], &[("fr", &["C’est ce que disent la balise Termination et le résultat écrit."])]);
}

#[test]
fn draws_and_claims_are_said() {
    let claimable: [(&str, &[&str]); 3] = [
        ("en", &["A draw may be claimed", "White may claim a draw by article 9.2.", "has occurred 3 times"]),
        ("et", &["Viiki võib nõuda", "Valge võib punkti 9.2 järgi nõuda viiki."]),
        ("ru", &["Можно потребовать ничью", "Белые могут потребовать ничью по пункту 9.2."]),
    ];
    assert_said("claim", &format!("{TO_AND_FRO} *\n"), &[], &claimable);
    let announced: [(&str, &[&str]); 2] = [
        ("en", &["Drawn", "With the move Ng8 a position will have occurred 3 times.", "The claim is correct"]),
        ("fr", &["Nulle", "La demande est fondée", "Article 9.2.1"]),
    ];
    assert_said("announced", &format!("{TO_AND_FRO} *\n"), &["--claim-announced"], &announced);
    let wrong: [(&str, &[&str]); 2] = [
        ("en", &["The claim with Nf3 is not correct: this would be occurrence 1 of the position"]),
        ("nl", &["De claim met Nf3 is onjuist", "artikel 9.5.3"]),
    ];
    assert_said("announced-wrong", "1. e4 e5 2. Nf3 *\n", &["--claim-announced"], &wrong);
    // One sentence lists all moves with which the draw can be claimed.
    let fifty = position("7k/8/8/8/8/8/R7/K7 w - - 99 90");
    let lines = said("fifty", &fifty, &[], "en");
    let says = lines.iter().find(|line| line.contains("by article 9.3.1")).expect("the claim");
    assert!(says.contains("With one of these moves: ") && says.contains(", Rc2"), "{lines:#?}");
    let dead: [(&str, &[&str]); 3] = [
        ("et", &["Viik", "surnud seis", "Allesjäänud malenditega ei saa matti panna."]),
        ("fr", &["Nulle", "position morte"]),
        ("ru", &["Ничья", "мёртвая позиция"]),
    ];
    assert_said("dead", &position("7k/8/8/8/8/8/8/KB6 w - - 0 1"), &[], &dead);
    assert_said("stalemate", &position("k7/8/1Q6/8/8/8/8/K7 b - - 0 1"), &[], &[("nl", &["Remise", "pat."])]);
    let fivefold = format!("{} *\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(4));
    assert_said("fivefold", &fivefold, &[], &[("ru", &["стояла на доске 5 раз,", "Пункт 9.6.1"])]);
}

#[test]
fn a_game_in_progress_is_valued_and_followed() {
    let directory = tables().to_str().expect("a path");
    let game = position("8/8/8/8/8/2k5/7q/K7 b - - 98 90");
    let expected: [(&str, &[&str]); 2] = [
        (
            "en",
            &[
                "Black wins",
                "Black needs 1 move to end or restart the count of article 9.3",
                "90... Qb2#",
                "The game is over.",
            ],
        ),
        ("et", &["Must võidab", "Mustal on vaja 1 käiku", "90... Qb2#"]),
    ];
    assert_said("value", &game, &["--tables", directory], &expected);
    let cursed = position("8/8/8/8/8/2k5/7q/K7 b - - 100 90");
    assert_said("cursed", &cursed, &["--tables", directory], &[("en", &["Without the draw rules Black would win."])]);
    // The length of the win is printed even if no count has begun.
    let fresh = position("8/8/8/8/8/2k5/8/K6q w - - 0 1");
    assert_said(
        "fresh",
        &fresh,
        &["--tables", directory],
        &[("en", &["Black needs 2 moves to end or restart the count"])],
    );
    let many = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
    assert_said("many", many, &["--tables", directory], &[("nl", &["De tabellen gaan tot 3 stukken en pionnen"])]);
    assert_said("none", many, &[], &[("fr", &["Il n’y a pas de tables de ce jeu ici : Échecs."])]);
}

#[test]
fn counts_are_said_from_half_of_the_limit_on() {
    for (clock, expected) in
        [(0, [false; 2]), (49, [false; 2]), (50, [true, false]), (74, [true, false]), (75, [true; 2])]
    {
        let game = position(&format!("8/8/4k3/8/8/4K3/8/7R w - - {clock} 90"));
        for language in ["en", "et", "fr", "nl", "ru"] {
            let lines = said("counts", &game, &[], language);
            let is_said = |article: &str| lines.iter().any(|line| line.contains(article));
            assert_eq!(["9.3", "9.6.2"].map(is_said), expected, "{clock}: {lines:#?}");
        }
    }
    assert_said(
        "counts-of-claim",
        &position("8/8/4k3/8/8/4K3/8/7R w - - 100 90"),
        &[],
        &[("et", &["Valge võib punkti 9.3 järgi nõuda viiki.", "Punkt 9.3: kummagi poole käike: 50 / 50"])],
    );
}

#[test]
fn a_damaged_table_is_the_reason_in_every_language() {
    let root = fresh_directory("damaged");
    make_chess(&root, 3, default_metrics());
    let name = "KQvK.dtr-FIDE-50";
    flip_last_byte(&root.join("chess").join(name));
    let directory = ["--tables", root.to_str().expect("a path")];
    // In the first case the value is unknown. In the second, it is known, but the line of best play
    // reaches the missing table.
    for (fen, plain, in_english) in [
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "In progress", "In progress"),
        ("8/P7/8/8/8/2k5/8/K7 w - - 0 1", "White wins", "White wins"),
    ] {
        let game = position(fen);
        let (code, text) = judged("language-damaged-plain", &game, &directory);
        assert!(code == Some(0) && text.contains(plain), "{text}");
        for language in ["en", "et", "fr", "nl", "ru"] {
            let (code, text) = judged("language-damaged", &game, &[&directory[..], &["--lang", language]].concat());
            assert!(code == Some(0) && text.contains(name), "{text}");
            assert!(language != "en" || text.contains(in_english), "{text}");
        }
    }
}

#[test]
fn several_games_say_how_many_need_the_arbiter() {
    let games = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n\n1. e4 {open\n";
    let lines = said("several", games, &[], "et");
    let titles: Vec<&str> = lines.iter().filter(|line| line.ends_with(": Male, FIDE-50")).map(String::as_str).collect();
    let expected = [1, 2, 3].map(|number| format!("Partii {number}: Male, FIDE-50"));
    assert_eq!(titles, expected, "{lines:#?}");
    // An unclosed comment is a fault of the record, for which no arbiter is needed.
    assert!(lines.iter().any(|line| line == "Partiikirjas jäeti vahele: { (line 5, column 7)."), "{lines:#?}");
    assert_eq!(lines.last().map(String::as_str), Some("3 partiid. 1 vajab kohtunikku."));
    let late = said("after-end", "1. f3 e5 2. g4 Qh4# 3. a3 0-1\n", &[], "en");
    assert!(late.iter().any(|line| line.ends_with("It does not count. 3. a3")), "{late:#?}");
}
