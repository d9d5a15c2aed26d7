//! Test of ten thousand wrong lines, each of which causes an error message without ending the
//! session.

use super::driver::{Engine, Hub as _};
use crate::common::Random;

/// Correct lines, from which the test makes faulty ones.
const RIGHT: [&str; 6] = [
    "set-param name=beyond value=error",
    "pos pos=Weeeebbeeeeeeeeeeeeeeeeweeeeeeeeeeeeeeeeeeeeeeeeeee moves=\"23-18 5-10\"",
    "pos pos=start moves=\"32-28 19-23 28x19x23 14x23x19\"",
    "level moves=5 time=61.25 inc=1",
    "go think",
    "ping",
];

/// Returns a line with exactly one fault.
fn wrong_line(random: &mut Random) -> String {
    let letters = |random: &mut Random, count: usize, of: &str| -> String {
        (0..count).map(|_| char::from(of.as_bytes()[random.below(of.len())])).collect()
    };
    match random.below(14) {
        // These lines have no command or an unknown one.
        0 => " ".repeat(random.below(3)),
        1 => format!("x{}", letters(random, 8, "abcdefgh-")),
        2 => format!("{} name=\u{202e}é{}", letters(random, 5, "éABCXYZ\"="), random.below(9)).replace('"', "Q"),
        // These lines are cut off or malformed.
        3 => format!("pos pos=\"W{}", letters(random, 50, "wbWBe ")),
        4 => format!("ping {}={}", letters(random, 3, "abc"), ["", "=", "\"", "\"x", "x=", "x\""][random.below(6)]),
        5 => format!("level time=1 time={}", random.below(9)),
        // These positions are invalid.
        6 => format!("pos pos=W{}", letters(random, 40, "wbWBe")),
        7 => format!("pos pos=W{}x", letters(random, 49, "wbWBe")),
        8 => format!("pos pos={}", "e".repeat(51)),
        9 => format!("pos pos=W{}", "e".repeat(50)),
        // These moves are invalid.
        10 => format!("pos pos=start moves=\"{}\"", letters(random, 5, "0123456789x")),
        11 => format!("pos pos=start moves=\"32-28 {}-{}\"", 31 + random.below(20), 31 + random.below(20)),
        // These parameters and limits are invalid.
        12 => format!("set-param name={} value={}", letters(random, 6, "abc-"), random.below(100)),
        _ => format!("level depth={}", letters(random, 3, "-.,x")),
    }
}

#[test]
fn each_of_ten_thousand_wrong_lines_has_one_error() {
    let mut engine = Engine::ready(&[]);
    let mut random = Random::new(10_000);
    for number in 0..10_000 {
        let line = wrong_line(&mut random);
        engine.say(&line);
        engine.say(&format!("ping number={number}"));
        let answered = engine.until("pong");
        assert_eq!(answered.len(), 2, "{line:?}: {answered:?}");
        assert!(answered[0].starts_with("error message=\""), "{line:?}: {answered:?}");
    }
    // The engine still plays.
    let done = engine.go(RIGHT[1].trim_start_matches("pos "), "think");
    assert_eq!(done.mv.as_deref(), Some("18-12"));
}

#[test]
fn bytes_at_random_make_no_crash_and_no_hang() {
    let mut engine = Engine::ready(&[]);
    let mut random = Random::from_clock();
    for _ in 0..10_000 {
        let mut line = RIGHT[random.below(RIGHT.len())].as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let at = random.below(line.len());
            match random.below(3) {
                0 => line[at] = random.u8(..),
                1 => line.insert(at, random.u8(..)),
                _ => line.truncate(at.max(1)),
            }
        }
        // Lines that end the session or change the tables are left out.
        line.push(b'\n');
        engine.send(&line);
        engine.send(b"ping\n");
        let answered = engine.until("pong");
        let of_go = answered.iter().filter(|line| line.starts_with("done")).count();
        assert!(answered.len() <= 6 && of_go <= 1, "{line:?}: {answered:?}");
    }
    engine.send(&[vec![b'w'; 1 << 20], b"\n".to_vec()].concat());
    engine.send(b"hub\n");
    let answered = engine.until("wait");
    let too_long = "error message=\"the line has more than 65536 bytes; send a shorter one\"";
    assert!(answered.iter().any(|line| line == too_long), "{answered:?}");
    engine.send(b"quit\n");
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn every_go_is_answered_by_one_done() {
    let mut engine = Engine::start(&[]);
    for line in ["go think", "go", "go think=", "go think ponder", "go \"", "go think=\"x"] {
        engine.say(line);
        engine.say("ping");
        let answered = engine.until("pong");
        let kinds: Vec<&str> = answered.iter().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(kinds, ["error", "done", "pong"], "{line}: {answered:?}");
    }
    // After a wrong position, the engine must not play from the position before it.
    engine.say("init");
    engine.until("ready");
    engine.say("pos pos=start");
    engine.say("pos pos=nonsense");
    engine.say("go think");
    assert!(engine.until("done")[1].contains("no position to search"));
}

#[test]
fn lines_that_cannot_be_read_are_answered_as_their_command_is() {
    let mut engine = Engine::ready(&[]);
    let line = |start: &str, rest: &[u8]| [start.as_bytes(), rest, b"\n"].concat();
    let long = [b'9'; 70_000];
    for wrong in
        [line("pos pos=\"W", b""), line("pos moves=", &long), line("pos pos=W", b"\xff\xfe"), line("pos=", b"")]
    {
        engine.say("pos pos=start");
        engine.send(&wrong);
        engine.say("go think");
        let answered = engine.until("done");
        let start = String::from_utf8_lossy(&wrong[..20.min(wrong.len())]).into_owned();
        assert_eq!(answered.len(), 3, "{start}: {answered:?}");
        assert!(answered[1].contains("no position to search") && answered[2] == "done", "{start}: {answered:?}");
    }
    engine.say("pos pos=start");
    for wrong in [line("go think ", &long), line("go=think", b""), line("go think=\"", b"\xff")] {
        engine.send(&wrong);
        engine.say("ping");
        let answered = engine.until("pong");
        let kinds: Vec<&str> = answered.iter().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(kinds, ["error", "done", "pong"], "{answered:?}");
    }
    // Latin-1 is accepted as text, and unknown words are ignored.
    engine.send(&line("go think ", b"\xe9"));
    assert!(engine.until("done").last().is_some_and(|done| done.starts_with("done move=")));
}
