//! Tests of mate scores: a mate that the engine states must come, and must not be prevented by a
//! draw rule.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use peatee_generator::jobs::chess::generate::default_metrics;
use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::cozy_chess::{Color, Move};
use peatee_probe::peatee_chess::{Ending, Index, Position, Slice};
use peatee_probe::{Metric, RuleOutcome, Wdl};

use super::driver::{Answer, Engine, Uci as _};
use crate::chess::{make_chess, moves_of, value_of};
use crate::common::{Random, flip_last_byte, fresh_directory};

/// Returns a directory with chess tables of three and four men, including DTM.
fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let root = fresh_directory("tables");
        copy(super::tables(), &root);
        make_chess(&root, 4, [default_metrics(), vec![Metric::Dtw]].concat());
        root
    })
}

/// Copies the chess tables from one directory to another.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to.join("chess")).expect("a directory can be made");
    for file in std::fs::read_dir(from.join("chess")).expect("tables") {
        let path = file.expect("a file").path();
        std::fs::copy(&path, to.join("chess").join(path.file_name().expect("a name"))).expect("a copy");
    }
}

fn library() -> Tables {
    Tables::open(tables().join("chess")).expect("tables")
}

fn with_clock(position: &Position, clock: u32) -> Position {
    let fen = position.fen().replace(" 0 1", &format!(" {clock} 90"));
    Position::parse_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn mate_plies(tables: &Tables, position: &Position) -> Option<u32> {
    tables.value_in(position, Metric::Dtw).expect("a value").plies
}

/// Examines every `step`th position of a slice with White to move, and returns those that White
/// wins.
fn wins(slice: &str, step: usize) -> Vec<Position> {
    let (tables, index) = (library(), Index::new(Slice::parse(slice).expect("a slice")));
    let positions = (0..index.numbers()).step_by(step).filter_map(|number| index.position(number));
    positions.filter(|position| tables.probe_wdl(position).expect("a value") == Wdl::Win).collect()
}

/// Returns the number of moves to mate in the score; `None` if the score is not a mate.
fn claimed(answer: &Answer) -> Option<i32> {
    let score = answer.after("score");
    let mut words = score.split(' ');
    let moves = (words.next() == Some("mate")).then(|| words.next().expect("a number"))?;
    Some(moves.parse().unwrap_or_else(|_| panic!("{answer:?}")))
}

/// Plays a game until mate or until a draw can be claimed. Returns the last position, and the
/// number of moves to mate that the engine stated before each of its moves.
fn play(
    engine: &mut Engine,
    start: &Position,
    mut reply: impl FnMut(&Position) -> Option<Move>,
) -> (Position, Vec<Option<i32>>) {
    let (mut here, mut moves, mut claims) = (start.clone(), Vec::new(), Vec::new());
    while here.ending().is_none() && here.halfmove_clock() < 100 && here.men() > 2 {
        let replied = if here.side_to_move() == start.side_to_move() { None } else { reply(&here) };
        let mv = replied.unwrap_or_else(|| {
            let (answer, mv) = engine.choose(start, &moves);
            claims.push(claimed(&answer));
            mv
        });
        assert!(moves.len() < 400, "the game goes on for ever: {here}");
        moves.push(mv);
        here = here.after(mv);
    }
    (here, claims)
}

#[test]
fn the_moves_to_mate_are_counted_down_by_both_sides() {
    let tables = library();
    let mut engine = Engine::start(self::tables());
    for slice in ["KQvKR", "KBNvK"] {
        let longest = wins(slice, 61).into_iter().max_by_key(|position| mate_plies(&tables, position));
        let start = longest.expect("there are wins");
        let plies = mate_plies(&tables, &start).expect("decided");
        let (answer, _) = engine.choose(&start, &[]);
        assert!(plies > 50 && answer.says(&format!(", DTM {plies} plies")), "{answer:?}");
        assert_eq!(answer.after("pv").split(' ').count(), plies as usize);
        let (end, claims) = play(&mut engine, &start, |_| None);
        assert_eq!(end.ending(), Some(Ending::Checkmate), "{start}");
        let expected =
            (1..=plies as i32).rev().map(|plies| Some(if plies % 2 == 1 { plies / 2 + 1 } else { -plies / 2 }));
        assert_eq!(claims, expected.collect::<Vec<_>>(), "{start}");
    }
}

#[test]
#[ignore = "17 CPU-seconds; scripts/check --full runs it"]
fn where_the_shortest_mate_would_be_a_draw_the_win_is_kept_and_that_mate_is_not_claimed_in_full() {
    let tables = library();
    let mut engine = Engine::start(self::tables());
    // In these wins, the first move of each shortest mate leads to a mate that comes too late for
    // the 50-move rule.
    let slow = wins("KQvKR", 61).into_iter().filter_map(|fresh| {
        let clock = 100 - value_of(&tables, &fresh).expect("a value").needed_plies?;
        let late = with_clock(&fresh, clock);
        let plies = mate_plies(&tables, &late);
        let rated = moves_of(&tables, &late).expect("values");
        let is_cursed = |outcome| outcome == RuleOutcome::CursedWin;
        let mut shortest =
            rated.iter().filter(|rated| mate_plies(&tables, &rated.position).map(|after| after + 1) == plies);
        (rated[0].outcome == RuleOutcome::Win && shortest.all(|rated| is_cursed(rated.outcome))).then_some(late)
    });
    let (mut at_once, mut later) = (0, 0);
    for start in slow.step_by(6) {
        let (answer, mv) = engine.choose(&start, &[]);
        // If the best move resets the half-move clock, even a long mate is sure.
        if start.is_zeroing(mv) {
            assert!(claimed(&answer).is_some(), "{answer:?}");
            at_once += 1;
        } else {
            assert!(claimed(&answer).is_none() && answer.after("score").starts_with("cp 199"), "{answer:?}");
            assert!(answer.says(", DTM "), "{answer:?}");
            later += 1;
        }
        let kept = moves_of(&tables, &start).expect("values").into_iter().find(|rated| rated.mv == mv).expect("rated");
        assert_eq!(kept.outcome, RuleOutcome::Win, "{start}");
        let longest = |here: &Position| Some(moves_of(&tables, here).expect("values")[0].mv);
        let (end, claims) = play(&mut engine, &start, longest);
        assert_eq!(end.ending(), Some(Ending::Checkmate), "{start}");
        let first = claims.iter().position(Option::is_some).expect("the capture makes room for the mate");
        assert!(claims[first].is_some_and(|moves| moves as usize >= claims.len() - first), "{claims:?}");
    }
    assert!(at_once > 0 && later > 2, "{at_once} captures, {later} other moves");
}

#[test]
fn every_mate_that_is_claimed_comes_in_time_whoever_defends() {
    let tables = library();
    let mut engine = Engine::start(self::tables());
    let mut random = Random::new(50);
    let (mut kept, mut silent) = (0, 0);
    for slice in ["KQvKR", "KBNvK", "KRvKN", "KPvKP", "KQvKP", "KRvKP", "KPvK"] {
        let wins = wins(slice, 211);
        for number in 0..6 {
            let start = with_clock(&wins[random.below(wins.len())], random.below(101) as u32);
            let won = moves_of(&tables, &start).expect("values")[0].outcome == RuleOutcome::Win;
            // The defender moves at random, delays the next capture, or delays mate.
            let (end, claims) = play(&mut engine, &start, |here| {
                let legal = here.moves();
                let rated = moves_of(&tables, here).expect("values");
                match number % 3 {
                    0 => Some(legal[random.below(legal.len())]),
                    1 => Some(rated[0].mv),
                    _ => legal.into_iter().max_by_key(|&mv| mate_plies(&tables, &here.after(mv))),
                }
            });
            let first = claims.iter().position(Option::is_some);
            if let Some(first) = first {
                let is_kept = |(left, claim): (usize, &Option<i32>)| claim.is_some_and(|moves| moves as usize >= left);
                // A defender that ignores the half-move clock may lose a drawn position.
                let may_win = won || number % 3 != 1;
                assert!(may_win && (1..).zip(claims[first..].iter().rev()).all(is_kept), "{start}: {claims:?}");
                kept += 1;
            }
            silent += usize::from(won && first != Some(0));
            assert_eq!(end.ending() == Some(Ending::Checkmate), won || first.is_some(), "{start}: {claims:?}");
        }
    }
    assert!(kept > 20 && silent > 0, "{kept} mates were claimed, {silent} not at once");
}

/// Returns a start position and a series of moves. The moves pass through the start position a
/// second time, and end in a position that is worse for White.
fn shuffled() -> (Position, Vec<Move>) {
    let tables = library();
    let start = Position::parse_fen("8/8/8/3k4/8/8/8/K6R w - - 0 1").expect("a FEN");
    let plies = mate_plies(&tables, &start).expect("won");
    let after = |moves: &[Move]| moves.iter().fold(start.clone(), |position, &mv| position.after(mv));
    let back = |mv: Move| Move { from: mv.to, to: mv.from, promotion: None };
    for there in start.moves() {
        for reply in start.after(there).moves() {
            let round = [there, reply, back(there), back(reply)];
            let is_legal = (2..4).all(|count| after(&round[..count]).moves().contains(&round[count]));
            let away = after(&round[..2]);
            if is_legal && away.men() == 3 && mate_plies(&tables, &away).is_some_and(|worse| worse > plies) {
                return (start, [&round[..], &round[..2]].concat());
            }
        }
    }
    panic!("there is a way to waste time")
}

#[test]
fn a_mate_through_a_position_that_was_there_twice_is_not_claimed() {
    let mut engine = Engine::start(tables());
    let (start, moves) = shuffled();
    let here = moves.iter().fold(start.clone(), |position, &mv| position.after(mv));
    assert_eq!(here.side_to_move(), Color::White);
    let (answer, _) = engine.choose(&start, &moves);
    assert!(claimed(&answer).is_none() && answer.after("score").starts_with("cp 199"), "{answer:?}");
    // Without the earlier moves, the position has occurred only once.
    let (answer, _) = engine.choose(&here, &[]);
    assert!(claimed(&answer).is_some(), "{answer:?}");
    // The first two moves end before any position occurs again.
    let (answer, _) = engine.choose(&start, &moves[..2]);
    assert!(claimed(&answer).is_some(), "{answer:?}");
}

#[test]
fn near_the_limit_the_table_of_the_rule_tells_the_mate() {
    let root = fresh_directory("late");
    make_chess(&root, 3, [default_metrics(), vec![Metric::Dtw]].concat());
    let ask = |root: &Path| {
        let mut engine = Engine::start(root);
        // The shortest mate takes 33 plies, and the rule leaves 7. Without the table, only the mate
        // after a move of the pawn at once is sure.
        engine.say("position fen 8/8/8/8/8/k7/2PK4/8 w - - 93 90");
        claimed(&engine.go(""))
    };
    assert_eq!(ask(&root), Some(22));
    make_chess(&root, 3, vec![Metric::named("dtw-FIDE-50").expect("a metric")]);
    assert_eq!(ask(&root), Some(18));
}

#[test]
fn a_damaged_table_is_named_and_dtz_decides() {
    let root = fresh_directory("damaged");
    make_chess(&root, 3, [default_metrics(), vec![Metric::Dtw]].concat());
    for slice in ["KRvK", "KvKR"] {
        flip_last_byte(&root.join(format!("chess/{slice}.dtw")));
    }
    let mut engine = Engine::start(&root);
    engine.say("position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1");
    let answer = engine.go("");
    assert!(answer.says("the distance to mate is not known: ") && answer.says(".dtw"), "{answer:?}");
    assert!(claimed(&answer).is_none() && answer.after("score").starts_with("cp 199"), "{answer:?}");
    // Other tables still work.
    engine.say("position fen 8/8/8/8/8/2k5/8/K6Q w - - 0 1");
    assert!(claimed(&engine.go("")).is_some());
}

#[test]
fn a_mate_that_is_near_enough_needs_no_table_of_dtz() {
    let root = fresh_directory("without-dtz");
    make_chess(&root, 3, vec![Metric::Wdl, Metric::Dtw]);
    let mut engine = Engine::start(&root);
    for (clock, score, said) in [(73, "mate 14 ", "win, DTM 27 plies; 73 of"), (74, "cp 5000 ", "maybe-win")] {
        engine.say(&format!("position fen 8/8/8/8/8/2k5/8/K6R w - - {clock} 90"));
        let answer = engine.go("");
        assert!(answer.after("score").starts_with(score) && answer.says(said), "{answer:?}");
    }
}
