//! Tests records of chess games: unclear and illegal moves, claims, fallen flags.

use peatee_probe::Game as _;
use peatee_probe::adjudicate::{FlagSource, ReviewError, Ruling, Verdict};
use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::Ending;
use peatee_probe::peatee_chess::cozy_chess::Move;
use peatee_probe::peatee_chess::laws::Article;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnFault, games};
use peatee_rules::Side;
use peatee_rules::draw::{Draw, DrawCause};

use crate::chess_laws::{from, judge, over, to_and_fro};

fn verdict_of(pgn: &str) -> Verdict<Chess> {
    let game = games(pgn).next().expect("there is a game");
    judge().review(&game).expect("its start can be read")
}

fn claimed(pgn: &str) -> Verdict<Chess> {
    let game = games(pgn).next().expect("there is a game");
    judge().last_announced(true).review(&game).expect("its start can be read")
}

fn unclear(pgn: &str) -> (String, String, usize) {
    let verdict = verdict_of(pgn);
    assert_eq!(verdict.written_after_end, Vec::<String>::new(), "{pgn}");
    match &verdict.ruling {
        Ruling::Unclear(unclear) => (unclear.text.clone(), unclear.message.clone(), verdict.plies()),
        other => panic!("{pgn}: {other:?}"),
    }
}

fn illegal(fen: &str, san: &str) -> String {
    match verdict_of(&from(fen, san)).ruling {
        Ruling::Illegal(illegal) => illegal.message,
        other => panic!("{fen} {san}: {other:?}"),
    }
}

#[test]
fn a_move_that_could_be_several_is_ambiguous_and_no_offence() {
    let (san, cause, plies) = unclear("1. Nf3 Nf6 2. d4 d5 3. Nd2 1-0");
    assert_eq!((san.as_str(), cause.as_str(), plies), ("Nd2", "ambiguous: Nbd2 or Nfd2", 4));
    // The pinned knight cannot move, so the text is not ambiguous.
    let pinned = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1";
    assert!(matches!(verdict_of(&from(pinned, "Ne2")).ruling, Ruling::InProgress));
}

#[test]
fn a_move_of_the_opponent_shows_that_the_record_lacks_a_move() {
    assert_eq!(unclear("1. e4 Nf3 Nc6 2. Bc4 1-0").0, "Nf3");
    // Black's king is in check at first. It can go to e7 only after the missing move `46... Qc7`.
    let in_check = |moves| format!("[FEN \"8/1Q1k4/8/2q5/8/8/5B2/7K b - - 0 46\"]\n\n{moves} *\n");
    assert_eq!(unclear(&in_check("46... Kg2 47. Ke7 Qc3")).0, "Kg2");
    assert!(matches!(verdict_of(&in_check("46... Kg2 47. Ka1")).ruling, Ruling::Illegal(_)));
    for pgn in ["1. e4 Nf3 2. d4 1-0", "1. e4 Nf3 1-0"] {
        assert!(matches!(verdict_of(pgn).ruling, Ruling::Illegal(_)), "{pgn}");
    }
}

#[test]
fn letters_of_other_languages_are_named() {
    let english = "letters are K Q R B N (PGN standard, English)";
    for (pgn, san, plies, looks) in [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 1-0", "Sf3", 2, "German (K D T L S)"),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 1-0", "Pf3", 2, "Dutch (K D T L P)"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 1-0", "Cf3", 2, "French (R D T F C)"),
        ("1. e4 e5 2. Кf3 Кc6 3. Сb5 1-0", "Кf3", 2, "Russian (Кр Ф Л С К)"),
        // R is a knight in Estonian and the king in French, so it is not read as an English rook.
        ("1. e4 e5 2. Rf3 Rc6 3. Ob5 1-0", "Rf3", 2, "Estonian (K L V O R)"),
        ("1. e4 e5 2. Re2 Cc6 1-0", "Re2", 2, "French (R D T F C)"),
        // The king has the same letter in German, so this king move can be read.
        ("1. e4 e5 2. Ke2 Sc6 3. Sf3 1-0", "Sc6", 3, "German (K D T L S)"),
    ] {
        let (found, cause, before) = unclear(pgn);
        assert_eq!((found.as_str(), before), (san, plies), "{pgn}");
        assert!(cause.starts_with("cannot be read") && cause.contains(english) && cause.contains(looks), "{cause}");
    }
    for pgn in ["1. e4 e5 2. ♘f3 *", "1. e4 e5 2. ♞f3 *", "1. Nf3 Nf6 2. Sc3 *", "1. e4 e5 2. nf3 *"] {
        let (_, cause, _) = unclear(pgn);
        assert!(cause.contains(english) && !cause.contains("the game are"), "{cause}");
    }
    // A promotion also has the letter of a piece.
    let (san, cause, _) = unclear(&from("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=D+"));
    assert!(san == "a8=D+" && cause.contains(english), "{cause}");
    // These moves look foreign but can be read.
    for read in [
        "1. e4 e5 2. Ng1-f3 Nb8-c6 *",
        "1. e2-e4 e7-e5 *",
        "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
        "1. e4 e5 2. Bc4 a6 3. Nf3 a5 4. o-o *",
    ] {
        let verdict = verdict_of(read);
        assert_eq!(verdict.ruling, Ruling::InProgress, "{read}");
    }
}

#[test]
fn an_illegal_move_has_its_reason_in_words() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (fen, san, reason) in [
        (start, "Ne4", "no knight of White can move to e4 that way"),
        (start, "Bb5", "another piece stands in the way of the bishop to b5"),
        (start, "e5", "no pawn of White can move to e5 that way"),
        (start, "exd3", "nothing to capture on d3"),
        (start, "e4=Q", "only a pawn that reaches the last rank is promoted"),
        ("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", "Ra2", "leaves the player's own king in check"),
        ("4k3/8/8/8/8/4r3/4N3/4K3 w - - 0 1", "Nc3", "leaves the player's own king in check"),
        ("4k3/8/8/8/8/8/3r4/6K1 w - - 0 1", "Kg2", "leaves the player's own king in check"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "the right to castle on that side is lost"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "f1 is attacked"),
        ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "g1 is attacked"),
        ("1k2r3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "the king is in check"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "article 7.5.2"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "a pawn becomes a queen"),
        ("R7/8/4k3/8/8/8/8/4K3 w - - 0 1", "Rxe6", "the king cannot be captured"),
        (castles, "Kg1", "no king of White can move to g1 that way"),
    ] {
        assert!(illegal(fen, san).contains(reason), "{fen} {san}: {}", illegal(fen, san));
    }
}

#[test]
fn a_move_that_nobody_can_make_on_the_board_is_no_offence() {
    for (pgn, san, reason) in [
        ("1. e4 e5 2. Nd2 *", "Nd2", "a piece of the same player stands on d2"),
        ("1. Nac3 *", "Nac3", "White has no knight there"),
        ("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Nbd7 5. e3 O-O 6. Qc2 *", "O-O", "a piece stands between king and rook"),
        ("1. d2d4 g8f6 2. c2c4 g7g6 3. b1c3 e1g1 4. c1e3 *", "e1g1", "Black has no king there"),
        ("[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\nNf3 *", "Nf3", "White has no knight"),
    ] {
        let (text, message, _) = unclear(pgn);
        assert!(text == san && message.contains(reason), "{text}: {message}");
    }
}

#[test]
fn draws_are_claimed_with_a_move_that_is_announced() {
    // Ng8 would make the start position occur for the third time.
    let verdict = claimed(&to_and_fro(2));
    assert_eq!((over(&verdict), verdict.plies()), ((None, Article::ThreefoldAnnounced), 7));
    assert_eq!(verdict.announced.as_ref().map(|claim| claim.occurrences), Some(3));
    assert_eq!((Chess.side(&verdict.position), verdict.written_after_end.len()), (Side::Black, 0));
    // With another announced move, the claim is wrong and the game goes on.
    let other = claimed(&format!("{} Nf3 Nf6 Ng1 d5", to_and_fro(1)));
    let claim = other.announced.clone().expect("a claim");
    assert_eq!((&other.ruling, claim.article, claim.occurrences), (&Ruling::InProgress, None, 1));
    let fifty = |clock: u32, mv: &str| claimed(&from(&format!("7k/8/8/8/8/8/R6P/K7 w - - {clock} 90"), mv));
    assert_eq!(over(&fifty(99, "Kb1")), (None, Article::FiftyMovesAnnounced));
    assert_eq!(fifty(98, "Kb1").ruling, Ruling::InProgress);
    assert_eq!(fifty(99, "h4").ruling, Ruling::InProgress);
    // An earlier end of the game, a dead position or an illegal move takes precedence over the
    // claim.
    let late = claimed("1. f3 e5 2. g4 Qh4# 3. a3");
    assert_eq!(over(&late), (Some(Side::Black), Article::Checkmate));
    assert_eq!(late.written_after_end.len(), 1);
    assert!(matches!(fifty(99, "Kc3").ruling, Ruling::Illegal(_)));
    let dead = claimed(&from("7k/8/8/8/8/8/8/KB6 w - - 99 90", "Kb2"));
    assert_eq!(over(&dead), (None, Article::DeadPosition));
    let game = games("[White \"A\"]\n\n*").next().expect("a game");
    let refused = judge().last_announced(true).review(&game);
    assert!(matches!(refused, Err(ReviewError::Pgn(PgnError { fault: PgnFault::NothingAnnounced, .. }))));
}

#[test]
fn the_moves_that_may_be_announced_are_listed() {
    let listed = |verdict: &Verdict<Chess>| -> Vec<(&str, String)> {
        let by_move = |claim: &Draw<Move>| match claim.cause {
            DrawCause::RepetitionByMove { by, .. } | DrawCause::CountByMove { by, .. } => {
                Some((claim.article, verdict.position.san(by)))
            }
            _ => None,
        };
        verdict.claims.iter().filter_map(by_move).collect()
    };
    assert_eq!(listed(&verdict_of(&format!("{} Nf3 Nf6 Ng1", to_and_fro(1)))), [("9.2.1", "Ng8".to_owned())]);
    assert_eq!(listed(&verdict_of(&to_and_fro(1))), []);
    // Moves that mate, pawn moves and illegal moves are not listed.
    let late = verdict_of(&from("7k/8/6K1/8/8/8/R6P/8 w - - 99 90", "*"));
    let (articles, moves): (Vec<&str>, Vec<String>) = listed(&late).into_iter().unzip();
    assert!(
        moves.contains(&"Kf6".to_owned()) && !moves.iter().any(|san| san.contains('#') || san.starts_with('h')),
        "{moves:?}"
    );
    assert!(articles.iter().all(|&article| article == "9.3.1"));
    // A draw that can be claimed without a move is not listed with moves.
    assert_eq!(listed(&verdict_of(&from("7k/8/6K1/8/8/8/R6P/8 w - - 100 90", "*"))), []);
}

#[test]
fn the_tag_termination_makes_a_flag_fall() {
    let forfeit = |fen: &str, result: &str| {
        verdict_of(&format!(
            "[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"{result}\"]\n[Termination \"time forfeit\"]\n\n{result}\n"
        ))
    };
    let rook = "8/8/4k3/8/8/4K3/8/7R w - - 0 1";
    let won = forfeit(rook, "1-0");
    let flag = won.flag.expect("a flag");
    assert_eq!((flag.side, flag.source), (Side::Black, FlagSource::Loser));
    assert_eq!(over(&won), (Some(Side::White), Article::FlagFall));
    // A lone king cannot win on time.
    let drawn = forfeit(rook, "0-1");
    assert_eq!((over(&drawn), drawn.proof.is_some()), ((None, Article::FlagFall), true));
    let level = forfeit(rook, "1/2-1/2").flag.expect("a flag");
    assert_eq!((level.side, level.source), (Side::White, FlagSource::SideToMove));
    assert_eq!(forfeit(rook, "*").flag, None);
    for (said, is_by_time) in
        [("normal", false), ("Time forfeit", true), ("Kask won on time", true), ("Kask won by resignation", false)]
    {
        let pgn = format!("[Termination \"{said}\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
        assert_eq!(verdict_of(&pgn).flag.is_some(), is_by_time, "{said}");
    }
    // A mate on the board takes precedence over the flag.
    let mated = verdict_of("[Termination \"time forfeit\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    assert_eq!((over(&mated).1, mated.flag), (Article::Checkmate, None));
}

#[test]
fn a_win_on_time_shows_how_the_opponent_can_mate() {
    for fen in [
        "8/8/4k3/8/8/4K3/8/7R w - - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "8/p7/4k3/8/8/4K3/8/7N w - - 0 1",
    ] {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Termination \"time forfeit\"]\n[Result \"1-0\"]\n\n1-0\n");
        let game = games(&pgn).next().expect("a game");
        let verdict = judge().review(&game).expect("a verdict");
        assert_eq!(over(&verdict), (Some(Side::White), Article::FlagFall), "{fen}");
        let last = verdict.mating_line.iter().fold(verdict.position.clone(), |at, &mv| at.after(mv));
        assert_eq!((last.ending(), Chess.side(&last)), (Some(Ending::Checkmate), Side::Black), "{fen}");
        assert!(verdict.mating_line.len() < 60, "{fen}: {} plies", verdict.mating_line.len());
    }
}

#[test]
fn causes_can_be_told_apart() {
    let candidates = |pgn: &str| match verdict_of(pgn).ruling {
        Ruling::Unclear(unclear) => unclear.candidates.len(),
        other => panic!("{pgn}: {other:?}"),
    };
    assert_eq!(candidates("1. Nf3 a6 2. d3 a5 3. Nd2 *"), 2);
    assert_eq!(candidates("1. Sf3 *"), 0);
}

/// Text with all constructs that PGN allows.
const GAMES: &str = include_str!("../chess/tests/data/two-games.pgn");

#[test]
fn damaged_texts_are_judged_or_refused() {
    check_damaged_texts(1_500);
}

#[test]
#[ignore = "3 CPU-seconds; scripts/check --full runs it"]
fn ten_thousand_damaged_texts_are_judged_or_refused_in_full() {
    check_damaged_texts(10_000);
}

fn check_damaged_texts(count: u32) {
    let mut random = fastrand::Rng::with_seed(11);
    let signs: Vec<char> = "()[]{};$%*.!?\"\\\n 0/-=+#KQabx1½\u{feff}".chars().collect();
    let judge = judge().positions_max(50);
    let mut faults = 0;
    for _ in 0..count {
        let mut text: Vec<char> = GAMES.chars().collect();
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
            faults += judge.review(&game).is_err() as u32 + game.faults.len() as u32;
        }
    }
    assert!(faults > count / 10, "{faults}");
}
