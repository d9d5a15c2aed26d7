//! Tests verdicts on chess games under the FIDE Laws.

use peatee_probe::adjudicate::{Judge, Ruling, Verdict};
use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::laws::Article;
use peatee_probe::peatee_chess::pgn::games;
use peatee_rules::Side;

const POSITIONS_MAX: usize = 300_000;

/// Returns a judge for the 50-move rule, without tables and with short searches for mates.
pub fn judge() -> Judge<'static, Chess> {
    Judge::new(&Chess, Chess::fifty_moves()).positions_max(POSITIONS_MAX)
}

fn verdict_of(pgn: &str, flag: Option<Side>) -> Verdict<Chess> {
    let game = games(pgn).next().expect("there is a game");
    judge().flag(flag).review(&game).expect("its start can be read")
}

/// Returns the winner of a game that is over, `None` for a draw, and the article that decides.
pub fn over(verdict: &Verdict<Chess>) -> (Option<Side>, Article) {
    let winner = match verdict.ruling {
        Ruling::Lost { loser, .. } => Some(loser.other()),
        Ruling::Drawn(_) => None,
        ref other => panic!("{other:?}"),
    };
    let number = verdict.article().expect("an article");
    (winner, Article::ALL.into_iter().find(|known| known.number() == number).expect("it is in the list"))
}

pub fn from(fen: &str, moves: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n")
}

/// Returns knight moves of both sides. Every four plies lead back to the start position.
pub fn to_and_fro(times: usize) -> String {
    "Nf3 Nf6 Ng1 Ng8 ".repeat(times)
}

#[test]
fn checkmate_and_stalemate_end_games_and_later_moves_do_not_count() {
    let mated = verdict_of("1. f3 e5 2. g4 Qh4# 0-1", None);
    assert_eq!(
        (over(&mated), mated.plies(), mated.written_after_end.len()),
        ((Some(Side::Black), Article::Checkmate), 4, 0)
    );
    let later = verdict_of("1. f3 e5 2. g4 Qh4# 3. a3 a6 0-1", None);
    assert_eq!((over(&later).1, later.plies(), later.written_after_end.len()), (Article::Checkmate, 4, 2));
    let stale = verdict_of(&from("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "1. Qg5 Kh7 2. Qg6+ Kh8 3. Kf7 1/2-1/2"), None);
    assert_eq!((over(&stale), stale.plies()), ((None, Article::Stalemate), 5));
}

#[test]
fn the_third_repetition_is_a_claim_and_the_fifth_ends_the_game() {
    let claims = |times: usize, more: &str| {
        let verdict = verdict_of(&format!("{}{more}", to_and_fro(times)), None);
        assert_eq!(verdict.ruling, Ruling::InProgress);
        (verdict.occurrences, verdict.claims.iter().map(|claim| claim.article).collect::<Vec<_>>())
    };
    assert_eq!(claims(1, ""), (2, vec![]));
    assert_eq!(claims(2, ""), (3, vec!["9.2"]));
    assert_eq!(claims(3, "Nf3 Nf6 Ng1 "), (4, vec!["9.2"]));
    let fifth = verdict_of(&to_and_fro(5), None);
    assert_eq!((over(&fifth), fifth.plies(), fifth.written_after_end.len()), ((None, Article::Fivefold), 16, 4));
}

#[test]
fn positions_differ_by_castling_and_by_captures_en_passant_that_are_possible() {
    // The kings move and lose the castling rights, so the position with these rights occurs only
    // once.
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let kings = "Ke2 Ke7 Ke1 Ke8 ".repeat(2);
    assert_eq!(verdict_of(&from(start, &kings), None).occurrences, 2);
    // After e4, Black can capture on e3 for one move, so this position differs from the later ones.
    let with = from("7k/8/8/8/3p4/8/4P3/7K w - - 0 1", "e4 Kg8 Kg1 Kh8 Kh1 Kg8 Kg1 Kh8 Kh1");
    let without = from("7k/8/8/8/8/2p5/4P3/7K w - - 0 1", "e4 Kg8 Kg1 Kh8 Kh1 Kg8 Kg1 Kh8 Kh1");
    assert_eq!(verdict_of(&with, None).occurrences, 2);
    assert_eq!(verdict_of(&without, None).occurrences, 3);
}

#[test]
fn fifty_moves_are_a_claim_and_seventy_five_end_the_game() {
    let at = |clock: u32| from(&format!("7k/8/8/8/8/8/R7/K7 w - - {clock} 90"), "Kb1 Kg8");
    let verdict = verdict_of(&at(97), None);
    assert!(verdict.claims.iter().all(|claim| claim.article == "9.3.1"), "only with a move: {:?}", verdict.claims);
    assert_eq!(verdict.ruling, Ruling::InProgress);
    let verdict = verdict_of(&at(99), None);
    let [claim] = &verdict.claims[..] else { panic!("{verdict:?}") };
    assert_eq!((claim.article, claim.since_ply), ("9.3", 1));
    assert_eq!(verdict_of(&at(147), None).ruling, Ruling::InProgress);
    let ended = verdict_of(&at(148), None);
    assert_eq!((over(&ended), ended.plies()), ((None, Article::SeventyFiveMoves), 2));
    // A mate with the last of the 75 moves counts.
    let mated = verdict_of(&from("k7/8/1K6/8/8/8/7R/8 w - - 149 90", "Rh8#"), None);
    assert_eq!(over(&mated), (Some(Side::White), Article::Checkmate));
}

#[test]
fn an_illegal_move_is_named_with_the_legal_ones() {
    let verdict = verdict_of("1. e4 e5\n2. Ke3 *", None);
    let Ruling::Illegal(illegal) = &verdict.ruling else { panic!("{verdict:?}") };
    assert_eq!((illegal.text.as_str(), verdict.place.line, verdict.place.column), ("Ke3", 2, 4));
    assert_eq!((illegal.ply, verdict.plies()), (3, 2));
    assert!(["Ke2", "Nf3"].iter().all(|&san| illegal.legal.contains(&san.to_owned())));
}

/// Position with blocked pawns that neither king can pass.
const WALL: &str = "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 1";

#[test]
fn a_fallen_flag_loses_unless_the_opponent_cannot_mate() {
    let fall = |fen: &str, flag| over(&verdict_of(&from(fen, "*"), Some(flag)));
    let lost = |winner| (Some(winner), Article::FlagFall);
    let drawn = (None, Article::FlagFall);
    assert_eq!(over(&verdict_of("1. e4 e5 *", Some(Side::White))), lost(Side::Black));
    assert_eq!(over(&verdict_of("1. e4 e5 *", Some(Side::Black))), lost(Side::White));
    // A lone king cannot mate. A knight can mate if a pawn of the loser blocks the losing king.
    assert_eq!(fall("8/8/4k3/8/8/4K3/8/7R w - - 0 1", Side::White), drawn);
    assert_eq!(fall("8/8/4k3/8/8/4K3/8/7R w - - 0 1", Side::Black), lost(Side::White));
    assert_eq!(fall("8/p7/4k3/8/8/4K3/8/7N w - - 0 1", Side::Black), lost(Side::White));
    // A fallen flag does not change the result of a game that has ended on the board.
    assert_eq!(over(&verdict_of("1. f3 e5 2. g4 Qh4#", Some(Side::Black))), (Some(Side::Black), Article::Checkmate));
    assert_eq!(fall(WALL, Side::White), (None, Article::DeadPosition));
}

#[test]
fn dead_positions_are_proved_and_found_where_they_begin() {
    let verdict = verdict_of(&from(WALL, "Kd2 Kd7 *"), None);
    assert_eq!((over(&verdict), verdict.plies()), ((None, Article::DeadPosition), 0));
    assert_eq!(verdict.proof.map(|proof| proof.key), Some("method-blocked"));
    // White blocks the position with the last possible pawn move.
    let open = "4k3/8/8/1p1p1p1p/1P1P1P2/7P/8/4K3 w - - 0 1";
    let verdict = verdict_of(&from(open, "Kd2 Kd7 h4 Kc7 Kc2"), None);
    assert_eq!((over(&verdict), verdict.plies()), ((None, Article::DeadPosition), 3));
    // Later illegal moves, repetitions and 75 moves do not count after a dead position.
    let illegal = verdict_of(&from(WALL, "Kd2 Kd7 Ke9"), None);
    assert_eq!(
        (over(&illegal), illegal.plies(), illegal.written_after_end.len()),
        ((None, Article::DeadPosition), 0, 3)
    );
    let to_and_fro = format!("h4 Kd8 {}", "Kd1 Ke8 Ke1 Kd8 ".repeat(40));
    let late = verdict_of(&from(open, &to_and_fro), None);
    assert_eq!((over(&late), late.plies()), ((None, Article::DeadPosition), 1));
    // While a mate is still possible, an illegal move counts.
    let while_open = verdict_of(&from(open, "Kd2 Ke5"), None);
    assert!(matches!(while_open.ruling, Ruling::Illegal(_)), "{while_open:?}");
    // The position is dead because the only legal move captures the last man.
    let forced = verdict_of(&from("8/8/8/8/8/5k2/7q/7K w - - 0 1", "*"), None);
    assert_eq!(over(&forced), (None, Article::DeadPosition));
    for dead in
        ["8/8/4k3/8/8/4K3/8/8 w - - 0 1", "8/8/4k3/8/8/4K3/8/6NB w - - 0 1", "8/2b5/4k3/8/8/4K3/8/2B5 w - - 0 1"]
    {
        let is_dead = matches!(verdict_of(&from(dead, "*"), None).ruling, Ruling::Drawn(_));
        assert_eq!(is_dead, !dead.contains("NB"), "{dead}");
    }
}
