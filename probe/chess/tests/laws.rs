//! Verdicts under the FIDE Laws.

use std::cell::Cell;
use std::collections::HashSet;

use peatee_chess::Position;
use peatee_chess::cozy_chess::{Color, Piece, Square};
use peatee_chess::laws::{Article, Case, Mating, Method, Ruling, Verdict, can_mate, judge, judge_within};
use peatee_chess::pgn::games;

const POSITIONS_MAX: usize = 300_000;

fn verdict_of(pgn: &str, flag: Option<Color>) -> Verdict {
    let game = games(pgn).next().expect("there is a game");
    judge(&game, flag, POSITIONS_MAX).expect("its start can be read")
}

fn from(fen: &str, moves: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n")
}

fn over(verdict: &Verdict) -> (Option<Color>, Article) {
    match verdict.ruling {
        Ruling::Over { winner, article, .. } => (winner, article),
        ref other => panic!("{other:?}"),
    }
}

/// Returns moves of both knights to and fro; four plies lead back to the start.
fn to_and_fro(times: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(times)
}

#[test]
fn checkmate_and_stalemate_end_games_and_later_moves_do_not_count() {
    let mated = verdict_of("1. f3 e5 2. g4 Qh4# 0-1", None);
    assert_eq!((over(&mated), mated.plies, mated.plies_after_end), ((Some(Color::Black), Article::Checkmate), 4, 0));
    let later = verdict_of("1. f3 e5 2. g4 Qh4# 3. a3 a6 0-1", None);
    assert_eq!((over(&later).1, later.plies, later.plies_after_end), (Article::Checkmate, 4, 2));
    let stale = verdict_of(&from("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Qg5 Kh7 2. Qg6+ Kh8 3. Kf7 1/2-1/2"), None);
    assert_eq!((over(&stale), stale.plies), ((None, Article::Stalemate), 5));
}

#[test]
fn the_third_repetition_is_a_claim_and_the_fifth_ends_the_game() {
    let claims = |times: usize, more: &str| {
        let verdict = verdict_of(&format!("{}{more}", to_and_fro(times)), None);
        assert_eq!(verdict.ruling, Ruling::InProgress);
        (verdict.occurrences, verdict.claims.iter().map(|claim| claim.article).collect::<Vec<_>>())
    };
    assert_eq!(claims(1, ""), (2, vec![]));
    assert_eq!(claims(2, ""), (3, vec![Article::Threefold]));
    assert_eq!(claims(3, "Nf3 Nf6 Ng1 "), (4, vec![Article::Threefold]));
    let fifth = verdict_of(&to_and_fro(5), None);
    assert_eq!((over(&fifth), fifth.plies, fifth.plies_after_end), ((None, Article::Fivefold), 16, 4));
}

#[test]
fn positions_differ_by_castling_and_by_captures_en_passant_that_are_possible() {
    // The kings move and lose their rights, so the position with rights occurred only once.
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let kings = "Ke2 Ke7 Ke1 Ke8 ".repeat(2);
    assert_eq!(verdict_of(&from(start, &kings), None).occurrences, 2);
    // After e4 Black can capture on e3 once, so that position differs from the later ones.
    let with = from("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e4 Kg8 Kg1 Kh8 Kh1 Kg8 Kg1 Kh8 Kh1");
    let without = from("7k/8/8/8/8/2p5/4P3/7K w - - 0 1", "e4 Kg8 Kg1 Kh8 Kh1 Kg8 Kg1 Kh8 Kh1");
    assert_eq!(verdict_of(&with, None).occurrences, 2);
    assert_eq!(verdict_of(&without, None).occurrences, 3);
}

#[test]
fn fifty_moves_are_a_claim_and_seventy_five_end_the_game() {
    let at = |clock: u32| from(&format!("7k/8/8/8/8/8/R7/K7 w - - {clock} 90"), "Kb1 Kg8");
    let verdict = verdict_of(&at(97), None);
    assert_eq!((verdict.ruling, verdict.claims), (Ruling::InProgress, vec![]));
    let verdict = verdict_of(&at(99), None);
    let [claim] = verdict.claims[..] else { panic!("{verdict:?}") };
    assert_eq!((claim.article, claim.since_ply), (Article::FiftyMoves, 1));
    assert_eq!(verdict_of(&at(147), None).ruling, Ruling::InProgress);
    let ended = verdict_of(&at(148), None);
    assert_eq!((over(&ended), ended.plies), ((None, Article::SeventyFiveMoves), 2));
    // A mate with the last of these moves counts.
    let mated = verdict_of(&from("k7/8/1K6/8/8/8/7R/8 w - - 149 90", "Rh8#"), None);
    assert_eq!(over(&mated), (Some(Color::White), Article::Checkmate));
}

#[test]
fn an_illegal_move_is_named_with_the_legal_ones() {
    let verdict = verdict_of("1. e4 e5\n2. Ke3 *", None);
    let Ruling::Illegal { san, place, legal, .. } = &verdict.ruling else { panic!("{verdict:?}") };
    assert_eq!((san.as_str(), place.line, place.column, verdict.plies), ("Ke3", 2, 4, 2));
    assert!(legal.contains("Ke2") && legal.contains("Nf3"));
}

/// Pawns that block each other, so that neither king can pass.
const WALL: &str = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1";

#[test]
fn a_fallen_flag_loses_unless_the_opponent_cannot_mate() {
    let fall = |fen: &str, flag| over(&verdict_of(&from(fen, "*"), Some(flag)));
    let lost = |winner| (Some(winner), Article::FlagFall);
    let drawn = (None, Article::FlagFall);
    assert_eq!(over(&verdict_of("1. e4 e5 *", Some(Color::White))), lost(Color::Black));
    assert_eq!(over(&verdict_of("1. e4 e5 *", Some(Color::Black))), lost(Color::White));
    // A lone king cannot mate. A knight can if the loser has a pawn that gets in its king's way.
    assert_eq!(fall("8/8/4k3/8/8/4K3/8/7R w - - 0 1", Color::White), drawn);
    assert_eq!(fall("8/8/4k3/8/8/4K3/8/7R w - - 0 1", Color::Black), lost(Color::White));
    assert_eq!(fall("8/p7/4k3/8/8/4K3/8/7N w - - 0 1", Color::Black), lost(Color::White));
    // A game that is over on the board stays over.
    assert_eq!(over(&verdict_of("1. f3 e5 2. g4 Qh4#", Some(Color::Black))), (Some(Color::Black), Article::Checkmate));
    assert_eq!(fall(WALL, Color::White), (None, Article::DeadPosition));
}

#[test]
fn dead_positions_are_proved_and_found_where_they_begin() {
    let verdict = verdict_of(&from(WALL, "Kd2 Kd7 *"), None);
    assert_eq!((over(&verdict), verdict.plies), ((None, Article::DeadPosition), 0));
    assert!(matches!(verdict.ruling, Ruling::Over { method: Some(Method::Blocked), .. }), "{verdict:?}");
    // White closes the wall with the last pawn move.
    let open = "4k3/8/8/1p1p1p1p/1P1P1P2/7P/8/4K3 w - - 0 1";
    let verdict = verdict_of(&from(open, "Kd2 Kd7 h4 Kc7 Kc2"), None);
    assert_eq!((over(&verdict), verdict.plies), ((None, Article::DeadPosition), 3));
    // Nothing after a dead position counts: no illegal move, no repetition, no 75 moves.
    let illegal = verdict_of(&from(WALL, "Kd2 Kd7 Ke9"), None);
    assert_eq!((over(&illegal), illegal.plies, illegal.plies_after_end), ((None, Article::DeadPosition), 0, 3));
    let to_and_fro = format!("h4 Kd8 {}", "Kd1 Ke8 Ke1 Kd8 ".repeat(40));
    let late = verdict_of(&from(open, &to_and_fro), None);
    assert_eq!((over(&late), late.plies), ((None, Article::DeadPosition), 1));
    // An illegal move is illegal as long as a mate is possible.
    let while_open = verdict_of(&from(open, "Kd2 Ke5"), None);
    assert!(matches!(while_open.ruling, Ruling::Illegal { .. }), "{while_open:?}");
    // The only legal move captures the last man.
    let forced = verdict_of(&from("8/8/8/8/8/5k2/7q/7K w - - 0 1", "*"), None);
    assert_eq!(over(&forced), (None, Article::DeadPosition));
    let all = Method::AllPositions { positions: 1 };
    assert!(matches!(forced.ruling, Ruling::Over { method: Some(method), .. } if method == all), "{forced:?}");
    for dead in
        ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "8/8/4k3/8/8/4K3/8/6NB w - - 0 1", "8/2b5/4k3/8/8/4K3/8/2B5 w - - 0 1"]
    {
        let is_dead = matches!(verdict_of(&from(dead, "*"), None).ruling, Ruling::Over { .. });
        assert_eq!(is_dead, !dead.contains("NB"), "{dead}");
    }
}

#[test]
fn few_positions_show_a_mate_that_the_loser_helps_with() {
    for (fen, winner) in [
        // The king goes to a corner of the bishop's colour, and its pawn in its way.
        ("8/8/2k5/8/4b3/8/7P/5K2 w - - 0 1", Color::Black),
        ("4k3/8/8/8/8/3K4/8/1NB5 w - - 0 1", Color::White),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White),
        ("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1", Color::Black),
    ] {
        let position = Position::parse_fen(fen).expect("a FEN");
        let found = can_mate(&position, Some(winner), 5000);
        assert!(matches!(found, Mating::Possible(_)), "{fen}: {found:?}");
    }
}

#[test]
fn what_is_not_proved_is_not_decided() {
    let position = Position::parse_fen("8/8/8/1p1p1p1p/1P1P1P1P/8/8/k3K3 w - - 0 1").expect("a FEN");
    assert!(matches!(can_mate(&position, Some(Color::White), 10), Mating::NotDecided { positions: 10 }));
}

/// Pawns that block each other and bishops that pass between them: no mate, and far more positions
/// than a search looks at.
const LOCKED: &str = "8/6p1/5pP1/5P1k/5P1p/3B1K1P/4B3/8 w - - 0 1";

#[test]
fn a_caller_who_loses_interest_ends_the_search() {
    let case = Case { flag: Some(Color::Black), is_last_announced: false, positions_max: 20_000 };
    let judged_after = |most: usize| {
        let looked_at = Cell::new(0);
        let goes_on = |positions| {
            looked_at.set(looked_at.get() + positions);
            looked_at.get() < most
        };
        let pgn = from(LOCKED, "*");
        let game = games(&pgn).next().expect("there is a game");
        let verdict = judge_within(&game, &case, &|_, _| None, &goes_on).expect("its start can be read");
        assert!(matches!(verdict.ruling, Ruling::NotDecided { .. }), "{:?}", verdict.ruling);
        looked_at.get()
    };
    let whole = judged_after(usize::MAX);
    assert!(whole > 20_000, "{whole}");
    // It is asked after each hundred or so, in each of two searches.
    let ended = judged_after(1000);
    assert!((1000..2000).contains(&ended), "{ended}");
}

/// Searches all positions that legal moves lead to, using only the move library.
fn mates_somewhere(start: &Position, side: Color) -> bool {
    let mut open = vec![start.board().clone()];
    let mut seen: HashSet<u64> = HashSet::new();
    while let Some(board) = open.pop() {
        if !seen.insert(board.hash()) {
            continue;
        }
        let mut has_moves = false;
        board.generate_moves(|moves| {
            for mv in moves {
                has_moves = true;
                let mut after = board.clone();
                after.play(mv);
                open.push(after);
            }
            false
        });
        if !has_moves && !board.checkers().is_empty() && board.side_to_move() != side {
            return true;
        }
    }
    false
}

#[test]
fn the_search_agrees_with_one_that_looks_at_everything() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut possible, mut impossible) = (0, 0);
    while possible + impossible < 30 {
        let piece = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen][random.usize(..4)];
        let mut squares = Vec::new();
        while squares.len() < 3 {
            let square = Square::ALL[random.usize(..64)];
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        let letters = ["K", "k", &format!("{piece}").to_uppercase()[..]].map(str::to_owned);
        let fen = fen_of(&squares, &letters, if random.bool() { 'w' } else { 'b' });
        let Ok(position) = Position::parse_fen(&fen) else { continue };
        let found = can_mate(&position, Some(Color::White), POSITIONS_MAX);
        let expected = mates_somewhere(&position, Color::White);
        match &found {
            Mating::Possible(line) => {
                let last = line.iter().fold(position.clone(), |at, &mv| at.after(mv));
                assert_eq!(last.ending(), Some(peatee_chess::Ending::Checkmate), "{fen}");
                possible += 1;
            }
            Mating::Impossible(_) => impossible += 1,
            Mating::NotDecided { .. } => panic!("{fen}"),
        }
        assert_eq!(matches!(found, Mating::Possible(_)), expected, "{fen}");
    }
    assert!(possible > 5 && impossible > 5, "{possible} {impossible}");
}

fn fen_of(squares: &[Square], letters: &[String], side: char) -> String {
    let mut rows = Vec::new();
    for rank in (0..8).rev() {
        let row: String = (0..8)
            .map(|file| {
                let at = squares.iter().position(|square| (*square as usize) == rank * 8 + file);
                at.map_or("1".to_owned(), |place| letters[place].clone())
            })
            .collect();
        rows.push(row);
    }
    format!("{} {side} - - 0 1", rows.join("/"))
}
