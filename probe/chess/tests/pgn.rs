//! Tests of PGN in the forms that programs and people write.

use peatee_chess::pgn::{PgnFault, PgnGame, Score, games};

/// Games as tournament programs write them, with every construct that PGN allows.
const TWO_GAMES: &str = include_str!("data/two-games.pgn");

#[test]
fn games_are_read_with_all_that_pgn_allows() {
    let found: Vec<PgnGame> = games(TWO_GAMES).collect();
    let [first, second] = &found[..] else { panic!("{found:?}") };
    assert_eq!(first.tag("event").map(|tag| tag.value.as_str()), Some("Club \"A\" final"));
    let san: Vec<_> = first.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(san, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "0-0", "Nf6"]);
    assert_eq!(first.comments, ["before the first move"]);
    assert_eq!((&first.moves[0].nags, &first.moves[1].nags), (&vec![1], &vec![5]));
    assert_eq!(first.moves[1].comments, ["[%clk 1:59:30] a comment"]);
    assert_eq!(first.moves[3].comments, ["to the end of the line"]);
    assert_eq!((first.moves[4].place.line, first.moves[4].place.column), (10, 4));
    assert_eq!(first.result(), Some(Score::WhiteWins));
    assert_eq!((second.number, second.place.line, second.moves.len()), (2, 12, 0));
    assert_eq!(second.result(), Some(Score::BlackWins));
}

#[test]
fn games_without_results_or_tags_have_their_ends() {
    let text = "[White \"A\"]\n\n1. e4 e5\n\n[White \"B\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 *\n1. c4 1/2-1/2";
    let found: Vec<PgnGame> = games(text).collect();
    let seen: Vec<_> = found.iter().map(|game| (game.moves.len(), game.result())).collect();
    assert_eq!(seen, [(2, None), (2, Some(Score::Draw)), (1, Some(Score::Draw))]);
    assert_eq!(games(" \n\n").count(), 0);
}

#[test]
fn a_fault_costs_no_game_and_hides_no_other() {
    let good = "[White \"B\"]\n\n1. d4 d5 1-0\n";
    for (bad, place, fault, moves) in [
        ("[White \"A\"]\n\n1. e4 {open 1-0\n\n", (3, 7), "{", 1),
        ("[White \"A\"]\n\n1. e4 (1. d4 d5 1-0\n\n", (3, 7), "(", 1),
        ("[White \"A\"]\n\n1. e4 e5) 1-0\n\n", (3, 9), ")", 2),
        ("[White A]\n[Black \"C\"]\n\n1. e4 e5 1-0\n\n", (1, 1), "[White A]", 2),
    ] {
        let found: Vec<PgnGame> = games(&format!("{bad}{good}")).collect();
        let [first, second] = &found[..] else { panic!("{bad}: {found:?}") };
        let told: Vec<_> =
            first.faults.iter().map(|fault| (fault.place.line, fault.place.column, &*fault.text)).collect();
        assert_eq!((told, first.moves.len()), (vec![(place.0, place.1, fault)], moves), "{bad}");
        assert_eq!((second.moves.len(), second.result()), (2, Some(Score::WhiteWins)), "{bad}");
    }
}

#[test]
fn signs_of_all_kinds_stand_between_moves() {
    for text in [
        "1. e4 d5 2. exd5 Qxd5 \u{b1} {better} 3. Nc3 \u{2213} Qa5 \u{25a1} 4. Nf3 \u{221e} *",
        "1. e4 $902 d5 $256 2. exd5 +/= Qxd5 +- 3. Nc3 N Qa5 D 4. Nf3 = *",
        "1. e4! d5?!? 2. exd5!!! Qxd5\u{b1} 3. Nc3+- Qa5 $ 4. Nf3 +/- *",
        "1.e4 d5 2.exd5 Qxd5 [+0.3] 3.Nc3 Qa5 4.Nf3 \u{1a}",
    ] {
        let game = games(text).next().expect("a game");
        let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "Nf3"], "{text}");
    }
}

/// Returns the moves of a game in SAN after ambiguous moves are decided. A move that is not clear
/// or not legal begins with `?`.
fn meant(fen: &str, text: &str) -> Vec<String> {
    let game = games(&format!("[FEN \"{fen}\"]\n\n{text}")).next().expect("a game");
    let mut position = game.start().expect("a start");
    let mended = game.mended(&position, &|| true).unwrap_or(game);
    let step = |mv: &peatee_chess::pgn::PgnMove| match position.parse_san(&mv.text) {
        Ok(legal) => {
            let san = position.san(legal);
            position = position.after(legal);
            san
        }
        Err(_) => format!("?{}", mv.text),
    };
    mended.moves.iter().map(step).collect()
}

#[test]
fn moves_in_every_notation_are_read() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 0";
    for (fen, text, expected) in [
        ("?", "1. e2e4 e7-e5 2. g1f3 Nb8-c6 3. f1 - b5", &["e4", "e5", "Nf3", "Nc6", "Bb5"][..]),
        (castling, "1. e1g1 e8-c8", &["O-O", "O-O-O"]),
        (castling, "1. 0-0-0 O-O 0-0", &["O-O-O", "O-O"]),
        ("8/4P3/8/8/8/1k6/8/1K6 w - - 0 1", "1. e8(Q) Kc3", &["e8=Q", "Kc3"]),
        ("8/4P3/8/8/8/1k6/8/1K6 w - - 0 1", "1. e8 =R ch Kc3", &["e8=R", "Kc3"]),
        ("8/4P3/8/8/8/1k6/8/1K6 w - - 0 1", "1. e7e8n Kc3", &["e8=N", "Kc3"]),
        // The other knight moves later, so the first move was made by the knight on b1.
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "1. Nd2 Kd7 2. Ne5+", &["Nbd2", "Kd7", "Ne5+"]),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "1. Nd2 Kd7 2. Kf2", &["?Nd2"]),
        ("?", "1. e4 nonsense e5 2. Nf3", &["e4", "e5", "Nf3"]),
        ("?", "1. e4 e5 2. Sf3 Nc6", &["e4", "e5", "?Sf3"]),
        ("?", "1. e4 e5 2. Ke3 Nc6", &["e4", "e5", "?Ke3", "?Nc6"]),
    ] {
        assert_eq!(meant(fen, text), expected, "{text}");
    }
}

#[test]
fn a_double_forfeit_is_castling_only_where_castling_is_possible() {
    let read = |text: &str| {
        let game = games(text).next().expect("a game");
        let mended = game.mended(&game.start().expect("a start"), &|| true).unwrap_or(game);
        (mended.moves.len(), mended.result())
    };
    let opening = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5";
    assert_eq!(read(&format!("[Result \"0-0\"]\n\n{opening} 0-0")), (6, Some(Score::BothLose)));
    assert_eq!(read(&format!("[Result \"0-0\"]\n\n{opening} 4. 0-0 0-0 0-0")), (8, Some(Score::BothLose)));
    assert_eq!(read(&format!("{opening} 4. 0-0 0-0")), (8, None));
    assert_eq!(read("1. e4 e5 0-0"), (2, Some(Score::BothLose)));
    assert_eq!(read("1. e4 e5 O-O"), (3, None), "letters are castling");
}

#[test]
fn starts_that_are_wrong_are_named() {
    let fault = |tags: &str| {
        let text = format!("{tags}\n\n1. e4 *");
        games(&text).next().expect("a game").start().expect_err("a wrong start").fault
    };
    assert!(matches!(fault("[SetUp \"1\"]"), PgnFault::SetUpWithoutFen));
    let game = games("[SetUp \"1\"]\n\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 *").next().expect("a game");
    let (_, ignored) = game.start_with_fault().expect("moves show that no position is missing");
    assert_eq!(ignored.expect("it is named").text, "[SetUp \"1\"]");
    assert!(matches!(fault("[FEN \"8/8 w\"]"), PgnFault::Fen(_)));
    assert!(matches!(fault("[Variant \"Atomic\"]"), PgnFault::Variant { .. }));
}

#[test]
fn castling_rights_and_en_passant_squares_that_cannot_be_are_left_out() {
    let start = |fields: &str| {
        let text = format!("[FEN \"4k2r/8/8/8/8/8/8/4K2R {fields}\"]\n\n1. O-O *\n");
        games(&text).next().expect("a game").start_with_fault()
    };
    let (position, fault) = start("w KQkq e6 0 1").expect("a position");
    assert_eq!(position.fen(), "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1");
    assert!(fault.is_some_and(|fault| fault.text.starts_with("castling rights \"KQkq\"")));
    let (position, fault) = start("w - e6 0 1").expect("a position");
    assert_eq!(position.fen(), "4k2r/8/8/8/8/8/8/4K2R w - - 0 1");
    assert!(fault.is_some_and(|fault| fault.text.starts_with("en passant \"e6\"")));
    assert!(start("w Kk - 0 1").is_ok_and(|(_, fault)| fault.is_none()));
    for wrong in ["w HAha - 0 1", "w K? - 0 1", "x K e6 0 1"] {
        assert!(start(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_game_that_is_too_long_has_no_start() {
    let long = format!("[Event \"a\"]\n\n1. e4 {{{}}} e5 1-0", "b ".repeat(3 << 20));
    let all: Vec<_> = games(&format!("{long}\n\n[Event \"b\"]\n\n1. d4 *\n")).collect();
    assert_eq!(all.iter().map(|game| game.is_cut).collect::<Vec<_>>(), [true, false]);
    assert_eq!(all[0].start().map_err(|error| error.fault), Err(PgnFault::TooLong));
    assert!(all[1].start().is_ok());
}
