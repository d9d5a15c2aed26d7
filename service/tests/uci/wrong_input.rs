//! Test of ten thousand wrong lines, each of which is answered with its fault, without ending the
//! session.

use super::driver::{Engine, Uci as _};
use super::tables;
use crate::common::Random;

/// Maximum number of characters of a line `info string`. Such a line states the fault and all legal
/// moves.
const TOLD_CHARS_MAX: usize = 2_000;

/// Correct lines, from which the test makes faulty ones. None of the correct lines opens tables or
/// ends the session.
const RIGHT: [&str; 12] = [
    "uci",
    "setoption name PvPlies value 2",
    "ucinewgame",
    "position startpos moves e2e4 e7e5 e1e2 d7d5",
    "position fen 8/8/8/8/8/2k5/8/K6R w - - 17 90 moves h1h3 c3c4 h3a3",
    "position fen 8/P7/8/8/8/2k5/8/K7 w - - 0 1 moves a7a8q",
    "position fen rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3 moves e5f6",
    "go wtime 60000 btime 59000 winc 1000 binc 1000 movestogo 40",
    "go searchmoves a1b1 a1a2 depth 3",
    "go infinite",
    "stop",
    "debug on",
];

fn letters(random: &mut Random, count: usize, of: &str) -> String {
    (0..count).map(|_| char::from(of.as_bytes()[random.below(of.len())])).collect()
}

/// Returns a line with exactly one fault.
fn wrong_line(random: &mut Random) -> String {
    let fen = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    match random.below(16) {
        // These commands are unknown.
        0 => format!("x{}", letters(random, 8, "abcdefgh-")),
        1 => format!("{}\u{202e}é {}", letters(random, 5, "ABCXYZ="), random.below(9)),
        2 => "y".repeat(1 + random.below(60_000)),
        // These options are invalid.
        3 => format!("setoption name {} value {}", letters(random, 6, "abc-"), random.below(100)),
        4 => format!("setoption name PvPlies value {}", letters(random, 4, "-.,x")),
        5 => format!("setoption {} PvPlies value 1", letters(random, 3, "abc")),
        6 => format!("setoption name PvPlies value {}", 1001 + random.below(1 << 30)),
        // These positions are invalid.
        7 => format!("position {}", letters(random, 12, "abcx/ ")),
        8 => format!("position fen {} w - - 0 1", letters(random, 20, "kKqQrRpP18/")),
        9 => format!("position fen 8/8/8/8/8/2k5/8/K6R {} - - 0 1", letters(random, 2, "wbWB-")),
        10 => format!("position fen 8/8/8/8/8/2k5/8/K6R w {} - 0 1", letters(random, 3, "KQkqAH")),
        11 => format!("position fen 8/8/8/8/8/2k5/8/K6R w - - {} 1", letters(random, 6, "-+.x/")),
        12 => format!("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1 {}", letters(random, 6, "abcx")),
        // These moves are invalid.
        13 => format!("position startpos moves e2e4 e7e5 {}", letters(random, 5, "abcdefgh12345678")),
        14 => format!("position fen {fen} moves a1b1 {}", ["a1b1", "c3c2x", "é2e4", "e1g1", "0000"][random.below(5)]),
        _ => format!("position fen {fen} moves h1{}", letters(random, 1, "i90-\u{7f}")),
    }
}

/// Checks that the engine finds a mate in one.
fn check_plays(engine: &mut Engine) {
    engine.say("position fen 8/8/8/8/8/2k5/7q/K7 b - - 0 1");
    assert_eq!(engine.go("movetime 5").best, "h2b2");
}

#[test]
fn each_of_ten_thousand_wrong_lines_is_told_what_is_wrong() {
    let mut engine = Engine::start(tables());
    let mut random = Random::new(10_000);
    for number in 0..10_000 {
        let line = wrong_line(&mut random);
        let heard = engine.answers_to(&line);
        let start: String = line.chars().take(80).collect();
        assert_eq!(heard.len(), 1, "{start:?}: {heard:?}");
        assert!(heard[0].starts_with("info string ") && heard[0].len() > 20, "{start:?}: {heard:?}");
        assert!(heard[0].chars().count() <= TOLD_CHARS_MAX, "{start:?}: {} characters", heard[0].len());
        if number % 100 == 0 {
            check_plays(&mut engine);
        }
    }
    check_plays(&mut engine);
    assert_eq!(engine.end(), Some(0));
}

#[test]
fn bytes_at_random_make_no_crash_and_no_hang() {
    let mut engine = Engine::start(tables());
    engine.answers_to("setoption name PvPlies value 2");
    let mut random = Random::new(65_536);
    // Each `go` has one `bestmove`, which may have to wait for the next `go` or `stop`.
    let (mut asked, mut answered) = (0, 0);
    for number in 0..10_000 {
        let mut line = RIGHT[random.below(RIGHT.len())].as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(line.len());
            match random.below(4) {
                0 => line[at] = random.below(256) as u8,
                1 => line.insert(at, random.below(256) as u8),
                2 => line.insert(at, b' '),
                _ => line.truncate(at.max(1)),
            }
        }
        // A line break in the middle would make two lines.
        line.retain(|&byte| byte != b'\n');
        asked += is_go(&line) as u32;
        line.push(b'\n');
        engine.send(&line);
        let heard = engine.answers_to("");
        let told = String::from_utf8_lossy(&line);
        assert!(heard.len() <= 12, "{told}: {heard:?}");
        let best: Vec<&String> = heard.iter().filter(|line| line.starts_with("bestmove ")).collect();
        answered += best.len() as u32;
        assert!(best.len() <= 2 && (answered == asked || answered + 1 == asked), "{told}: {heard:?}");
        if number % 100 == 0 {
            answered = asked;
            engine.answers_to("stop");
            check_plays(&mut engine);
        }
    }
    assert!(asked > 500, "{asked}");
    engine.say(&format!("go {}", "x ".repeat(30_000)));
    let heard = engine.until("bestmove");
    assert!(heard.len() < 20, "{} lines", heard.len());
    check_plays(&mut engine);
    assert_eq!(engine.end(), Some(0));
}

/// Returns true if the engine takes a line for a `go` command.
fn is_go(line: &[u8]) -> bool {
    let latin_1 = || line.iter().map(|&byte| char::from(byte)).collect();
    let text = String::from_utf8(line.to_vec()).unwrap_or_else(|_| latin_1());
    text.split_whitespace().next() == Some("go")
}
