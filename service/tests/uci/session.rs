//! Tests of the answers to UCI commands: options, limits, wrong lines, positions outside the
//! tables.

use peatee_probe::Wdl;
use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::Position;

use super::driver::{Engine, Uci as _};
use super::tables;
use crate::common::fresh_directory;

#[test]
fn the_engine_introduces_itself_and_takes_options() {
    let mut engine = Engine::start(tables());
    engine.say("uci");
    let heard = engine.until("uciok");
    assert!(heard[0].starts_with("id name Peatee ") && heard[1].starts_with("id author "), "{heard:?}");
    let options: Vec<&String> = heard.iter().filter(|line| line.starts_with("option name ")).collect();
    assert_eq!(options.len(), 7, "{heard:?}");
    assert!(options.iter().any(|line| line.contains("name Tables type string default ")), "{options:?}");
    assert_eq!(engine.answers_to("setoption name pvplies value 3"), [""; 0]);
    engine.say("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1");
    assert_eq!(engine.go("depth 4").after("pv").split(' ').count(), 3);
    for (line, said) in [
        ("setoption name PvPlies value 0", "from 1 to 1000"),
        ("setoption name MultiPV value 257", "from 1 to 256"),
        ("setoption name UCI_ShowWDL value yes", "true or false"),
        ("setoption name Beyond value guess", "error or move"),
        ("setoption name Draws value last", "first or hard"),
        ("setoption name Hash value 16", "there are Tables"),
        ("setoption name Tables value", "name the directory"),
        ("setoption", "setoption name NAME"),
    ] {
        let heard = engine.answers_to(line);
        assert!(
            heard.len() == 1 && heard[0].starts_with("info string ") && heard[0].contains(said),
            "{line}: {heard:?}"
        );
    }
    // Missing tables are reported, and the engine continues without them.
    let empty = fresh_directory("empty");
    let heard = engine.answers_to(&format!("setoption name Tables value {}", empty.display()));
    assert!(heard.iter().any(|line| line.contains("generate --variant chess")), "{heard:?}");
    let answer = engine.go("movetime 5");
    assert!(answer.says("no tables") && answer.best != "(none)", "{answer:?}");
    assert_eq!(engine.answers_to(&format!("setoption name Tables value {}", tables().display())), [""; 0]);
    assert!(engine.go("").after("score").starts_with("cp 199"));
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn a_search_that_is_not_limited_waits_for_stop() {
    let mut engine = Engine::start(tables());
    engine.say("position fen 8/8/8/8/8/2k5/7q/K7 b - - 0 1");
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 1000", "ponderhit"), ("go ponder", "stop")] {
        let heard = engine.answers_to(go);
        assert!(heard.iter().any(|line| line.contains("score mate 1")), "{heard:?}");
        assert!(heard.iter().all(|line| !line.starts_with("bestmove")), "{heard:?}");
        assert_eq!(engine.answers_to(end), ["bestmove h2b2"], "{go}");
    }
    assert_eq!(engine.answers_to("stop"), [""; 0]);
    // Each `go` gets its own answer, even if the program did not wait for the previous one.
    assert!(engine.answers_to("go infinite").len() > 1);
    assert_eq!(engine.answers_to("go").iter().filter(|line| line.starts_with("bestmove")).count(), 2);
    assert!(engine.answers_to("go infinite").len() > 1);
    engine.say("quit");
    assert_eq!(engine.until("bestmove"), ["bestmove h2b2"]);
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn moves_may_be_prescribed() {
    let mut engine = Engine::start(tables());
    engine.say("position fen 8/8/8/8/8/2k5/7q/K7 b - - 0 1");
    assert_eq!(engine.go("searchmoves h2h1 depth 3").best, "h2h1");
    let answer = engine.go("searchmoves a1a2");
    assert!(answer.says("no legal move") && answer.best == "h2b2", "{answer:?}");
}

#[test]
fn beyond_the_tables_it_says_so_and_plays_a_legal_move() {
    let mut engine = Engine::start(tables());
    for (said, fen, best) in [
        ("32 pieces", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ("the position has 6 pieces", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", Some("e1e8")),
        // The capture leads to a position in the tables, and wins.
        ("the position has 5 pieces", "8/8/8/8/3q4/4k3/8/K2R3R w - - 0 1", Some("d1d4")),
        ("castling rights", "8/8/8/8/8/2k5/8/R3K3 w Q - 0 1", None),
    ] {
        let position = Position::parse_fen(fen).expect("a FEN");
        let (answer, mv) = engine.choose(&position, &[]);
        assert!(answer.says("beyond the tables") && answer.says(said), "{answer:?}");
        assert!(best.is_none_or(|best| position.uci(mv) == best), "{fen}: {answer:?}");
    }
}

#[test]
fn games_that_are_over_have_no_move() {
    let mut engine = Engine::start(tables());
    for (fen, said, score) in [
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "checkmate", "mate 0"),
        ("8/8/8/8/8/1qk5/8/K7 w - - 0 1", "stalemate", "cp 0"),
    ] {
        engine.say(&format!("position fen {fen}"));
        let answer = engine.go("");
        assert!(answer.best == "(none)" && answer.says(said) && answer.after("score") == score, "{answer:?}");
    }
}

#[test]
fn wrong_lines_are_named_and_the_session_goes_on() {
    let mut engine = Engine::start(tables());
    for (line, said) in [
        ("hello", "there is no command"),
        ("go depth", "needs a number"),
        ("go perft 3", "is not known"),
        ("position", "position startpos"),
        ("position fen", "position startpos"),
        ("position fen 8/8/8/8/8/2k5/8/K6R", "6 fields"),
        ("position fen 8/8/8/8/8/2k5/2K5/8 w - - 0 1", "next to each other"),
        ("position startpos moves e2e4 e2e4", "move 2: \"e2e4\" is not a legal move"),
        ("position startpos moves e1g1", "move 1"),
    ] {
        let heard = engine.answers_to(line);
        let told = heard.iter().any(|heard| heard.starts_with("info string ") && heard.contains(said));
        assert!(told, "{line}: {heard:?}");
    }
    // After a wrong position, `go` is still answered, but there is no position to search.
    engine.say("position fen nonsense");
    let answer = engine.go("");
    assert!(answer.best == "(none)" && answer.says("no position to search"), "{answer:?}");
    engine.send(&[vec![b'x'; 70_000], b"\n".to_vec()].concat());
    assert!(engine.until("info string")[0].contains("65536 bytes"));
    engine.send(b"\xff\xfe\n");
    assert!(engine.until("info string")[0].contains("there is no command"));
    // A `go` line that is too long is answered. A `position` line that is too long leaves no
    // position.
    let long = [vec![b' '; 70_000], b"\n".to_vec()].concat();
    engine.say("position startpos");
    engine.send(&[b"go depth 3".to_vec(), long.clone()].concat());
    assert!(engine.until("bestmove").last().is_some_and(|line| line != "bestmove (none)"));
    engine.send(&[b"position startpos moves".to_vec(), long].concat());
    engine.until("info string");
    assert!(engine.go("").says("no position to search"));
    assert_eq!(engine.answers_to(""), [""; 0]);
    assert_eq!(engine.answers_to("debug on"), [""; 0]);
    assert_eq!(engine.answers_to("ucinewgame"), [""; 0]);
    assert!(engine.go("depth 1").says("32 pieces"), "a new game starts from the start");
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn several_moves_are_shown_in_their_order() {
    let mut engine = Engine::start(tables());
    engine.answers_to("setoption name MultiPV value 3");
    engine.say("position fen 8/8/8/8/8/2k5/7q/K7 b - - 0 1");
    let answer = engine.go("");
    let lines: Vec<&String> = answer.infos.iter().filter(|line| line.contains(" score ")).collect();
    assert_eq!(lines.len(), 3, "{answer:?}");
    for (number, line) in (1..).zip(&lines) {
        assert!(line.contains(&format!(" multipv {number} score ")) && !line.contains(" wdl "), "{line}");
    }
    assert!(lines[0].contains(" score mate 1 pv h2b2") && answer.best == "h2b2", "{lines:?}");
    // Only the moves in `searchmoves` are listed, each once.
    let answer = engine.go("searchmoves h2h1 h2h8 h2h1");
    assert_eq!(answer.infos.iter().filter(|line| line.contains(" multipv ")).count(), 2, "{answer:?}");
    // Outside the tables, the number of lines is respected too.
    engine.say("position startpos");
    assert_eq!(engine.go("").infos.iter().filter(|line| line.contains(" multipv ")).count(), 3);
}

/// Tests drawn rook endings: among moves that draw, the engine plays the one with the largest share
/// of losing replies.
#[test]
fn of_drawn_moves_the_one_that_is_hardest_to_answer_is_played() {
    let tables = Tables::open(tables().join("chess")).expect("they were made");
    let mut engine = Engine::start(super::tables());
    for fen in ["8/8/2k5/8/2KR4/8/4r3/8 w - - 0 1", "8/8/1k6/8/1P6/1K6/8/8 b - - 0 1"] {
        let position = Position::parse_fen(fen).expect("a FEN");
        let wdl = |at: &Position| tables.probe_wdl(at).expect("tables");
        assert_eq!(wdl(&position), Wdl::Draw, "{fen}");
        let drawn: Vec<_> = position.moves().into_iter().filter(|&mv| wdl(&position.after(mv)) == Wdl::Draw).collect();
        // Returns the number of losing replies and the number of all replies.
        let share = |after: &Position| {
            let replies = after.moves();
            let errors = replies.iter().filter(|&&reply| wdl(&after.after(reply)) == Wdl::Win).count();
            (errors, replies.len())
        };
        let shares: Vec<_> = drawn.iter().map(|&mv| share(&position.after(mv))).collect();
        engine.say(&format!("position fen {fen}"));
        let hard = share(&position.after(position.parse_uci(&engine.go("movetime 5").best).expect("legal")));
        assert!(shares.iter().all(|share| hard.0 * share.1 >= share.0 * hard.1), "{fen}: {hard:?} {shares:?}");
    }
    assert_eq!(engine.answers_to("setoption name Draws value first"), [""; 0]);
    assert_ne!(engine.go("").best, "(none)");
}

#[test]
fn the_chances_of_each_outcome_are_shown_where_they_are_asked_for() {
    let mut engine = Engine::start(tables());
    engine.answers_to("setoption name UCI_ShowWDL value true");
    for (fen, score) in [
        ("8/8/8/8/8/2k5/7q/K7 b - - 0 1", "mate 1 wdl 1000 0 0 pv"),
        ("8/8/8/8/8/2k5/8/K6R b - - 90 90", "cp -10 wdl 0 1000 0 pv"),
        ("8/8/8/8/8/2k5/8/K6B w - - 0 1", "cp 0 wdl 0 1000 0 pv"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "mate 0 wdl 0 0 1000"),
        ("8/8/8/8/8/1qk5/8/K7 w - - 0 1", "cp 0 wdl 0 1000 0"),
    ] {
        engine.say(&format!("position fen {fen}"));
        let answer = engine.go("");
        assert!(answer.after("score").starts_with(score), "{fen}: {answer:?}");
    }
}

#[test]
fn beyond_the_tables_a_piece_is_kept_or_no_move_is_played() {
    let mut engine = Engine::start(tables());
    for (fen, best) in [
        // A pawn and a queen can be captured.
        ("4k3/ppp1pppp/8/8/8/2p5/1P1PPPPP/4K3 w - - 0 1", ["b2c3", "d2c3"]),
        ("rnb1kbnr/pppppppp/8/8/3q4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1", ["d1d4", "d1d4"]),
    ] {
        engine.say(&format!("position fen {fen}"));
        let answer = engine.go("");
        assert!(best.contains(&answer.best.as_str()), "{fen}: {answer:?}");
    }
    engine.answers_to("setoption name Beyond value error");
    let answer = engine.go("");
    assert!(answer.best == "(none)" && answer.says("beyond the tables"), "{answer:?}");
}
