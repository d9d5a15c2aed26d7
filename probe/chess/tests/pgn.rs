//! PGN as programs and people write it.

use peatee_chess::laws::judge;
use peatee_chess::pgn::{PgnFault, Score, games};

/// Text of tournament programs, with everything that PGN allows.
const TWO_GAMES: &str = r#"% a line for programs
[Event "Club \"A\" final"]
[Site "Tartu"]
[White "Kask"]
[Black "Tamm"]
[Result "1-0"]

{before the first move} 1.e4 $1 e5!? {[%clk 1:59:30] a
 comment} (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 ; to the end of the line
3. Bb5 a6 4. 0-0 Nf6 1-0

[Event "Club"]
[SetUp "1"]
[FEN "8/8/8/8/8/2k5/1q6/K7 w - - 30 90"]
[Result "0-1"]

0-1
"#;

#[test]
fn games_are_read_with_all_that_pgn_allows() {
    let found: Vec<_> = games(TWO_GAMES).collect::<Result<_, _>>().expect("both can be read");
    let [first, second] = &found[..] else { panic!("{found:?}") };
    assert_eq!(first.tag("event").map(|tag| tag.value.as_str()), Some("Club \"A\" final"));
    let san: Vec<_> = first.moves.iter().map(|mv| mv.san.as_str()).collect();
    assert_eq!(san, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6"]);
    assert_eq!(first.comments, ["before the first move"]);
    assert_eq!((&first.moves[0].nags, &first.moves[1].nags), (&vec![1], &vec![5]));
    assert_eq!(first.moves[1].comments, ["[%clk 1:59:30] a comment"]);
    assert_eq!(first.moves[3].comments, ["to the end of the line"]);
    assert_eq!((first.moves[4].place.line, first.moves[4].place.column), (10, 4));
    assert_eq!((first.score, first.result()), (Some(Score::WhiteWins), Some(Score::WhiteWins)));
    assert_eq!((second.number, second.place.line, second.moves.len()), (2, 12, 0));
    assert_eq!(second.result(), Some(Score::BlackWins));
}

#[test]
fn games_without_results_or_tags_have_their_ends() {
    let text = "[White \"A\"]\n\n1. e4 e5\n\n[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 *\n1. c4 1/2-1/2";
    let found: Vec<_> = games(text).collect::<Result<_, _>>().expect("they can be read");
    let seen: Vec<_> = found.iter().map(|game| (game.moves.len(), game.result())).collect();
    assert_eq!(seen, [(2, None), (2, Some(Score::Draw)), (1, Some(Score::Draw))]);
    assert_eq!(games(" \n\n").count(), 0);
}

#[test]
fn a_game_that_cannot_be_read_is_named_and_stops_no_other() {
    let good = "[White \"B\"]\n\n1. d4 d5 1-0\n";
    for (bad, line, column, fault) in [
        ("[White \"A\"]\n\n1. e4 {open 1-0\n\n", 3, 7, PgnFault::OpenComment),
        ("[White \"A\"]\n\n1. e4 (1. d4 d5 1-0\n\n", 3, 7, PgnFault::OpenVariation),
        ("[White \"A\"]\n\n1. e4 e5) 1-0\n\n", 3, 9, PgnFault::NoVariation),
        ("[White A]\n[Black \"C\"]\n\n1. e4 e5 1-0\n\n", 1, 1, PgnFault::Tag),
        ("[White \"A\"]\n\n1. e4 $ e5 1-0\n\n", 3, 7, PgnFault::Nag),
        ("[White \"A\"]\n\n1. e4 & e5 1-0\n\n", 3, 7, PgnFault::Sign { sign: '&' }),
    ] {
        let text = format!("{bad}{good}");
        let found: Vec<_> = games(&text).collect();
        let error = found[0].as_ref().expect_err(bad);
        assert_eq!(
            (error.game, error.place.line, error.place.column, &error.fault),
            (1, line, column, &fault),
            "{bad}"
        );
        let last = found.last().expect("a game").as_ref().expect("the second game can be read");
        assert_eq!((found.len(), last.moves.len(), last.score), (2, 2, Some(Score::WhiteWins)), "{bad}");
    }
}

#[test]
fn starts_that_are_wrong_are_named() {
    let fault = |tags: &str| {
        let text = format!("{tags}\n\n1. e4 *");
        games(&text).next().expect("a game").expect("it can be read").start().expect_err("a wrong start").fault
    };
    assert!(matches!(fault("[SetUp \"1\"]"), PgnFault::SetUpWithoutFen));
    assert!(matches!(fault("[FEN \"8/8 w\"]"), PgnFault::Fen(_)));
    assert!(matches!(fault("[Variant \"Atomic\"]"), PgnFault::Variant { .. }));
}

/// Damaged texts give games or errors, and never panic.
#[test]
fn ten_thousand_damaged_texts_are_read_or_refused() {
    let mut random = fastrand::Rng::with_seed(11);
    let signs: Vec<char> = "()[]{};$%*.!?\"\\\n 0/-=+#KQabx1½\u{feff}".chars().collect();
    let mut faults = 0;
    for _ in 0..10_000 {
        let mut text: Vec<char> = TWO_GAMES.chars().collect();
        for _ in 0..random.usize(1..4) {
            let place = random.usize(..text.len());
            match random.u8(..3) {
                0 => text[place] = signs[random.usize(..signs.len())],
                1 => text.insert(place, signs[random.usize(..signs.len())]),
                _ => drop(text.drain(place..(place + random.usize(1..30)).min(text.len()))),
            }
        }
        let text: String = text.into_iter().collect();
        for game in games(&text) {
            match game {
                Ok(game) => faults += judge(&game, None, 50).is_err() as u32,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    faults += 1;
                }
            }
        }
    }
    assert!(faults > 1000, "{faults}");
}
