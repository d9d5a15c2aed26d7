//! Tests of boards with more captures than fit in memory. Moves are listed or refused in bounded
//! time and memory.

mod common;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use common::Random;
use cpu_time::ThreadTime;
use peatee_rules::draw::{DrawRules, GameRecord};
use peatee_rules::notation::{LISTED_MAX, MoveError};
use peatee_rules::{
    Bitboard, Budget, BudgetEnd, CaptureSink, Draughts, KernelMove, Kind, Position, STEPS_MAX, Side, Square,
    TooManyCaptures, VARIANTS, Variant, with_kernel,
};

/// A board whose captures take long to list: a line that `examples/worst_captures.rs` has printed.
struct Worst {
    game: Draughts,
    steps: u32,
    position: Position,
}

fn worst(lines: &str) -> Vec<Worst> {
    let read = |line: &str| {
        let parts: Vec<&str> = line.split('\t').collect();
        let game = Draughts::new(Variant::named(parts[0]).unwrap());
        let position = game.parse_fen(parts[2]).unwrap();
        Worst { game, steps: parts[1].parse().unwrap(), position }
    };
    lines.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

fn steps(game: &Draughts, position: &Position) -> u32 {
    with_kernel!(game, kernel => kernel.capture_steps(&position.setup.convert(), position.side))
}

/// Boards that a hostile client could send to the server: one king or several kings among many
/// victims.
const ATTACKS: &[(&str, &str)] = &[
    ("gothic", "W:WKa1:Bb2,d2,f2,h2,b4,d4,f4,h4,b6,d6,f6,h6,b8,d8,f8,h8,b3,d3,f3,b5,d5,f5,b7,d7,f7,h5,h3"),
    ("gothic", "W:WKa1,Kc1,Ke1,Kg1,Ka3,Ka5,Ka7,Kh1,Kh3,Kh5,Kh8,Kb8,Kd8,Kf8:Bb2,d2,f2,b4,d4,f4,b6,d6,f6"),
    ("dameo", "W:WKa2:Bb2,d2,f2,b4,d4,f4,b6,d6,f6,c3,e3,g3,c5,e5,g5,c7,e7,g7,a3,a5,a7"),
];

fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or("VmHWM 0 kB");
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}

/// Number of times that a call may be tried before it counts as too slow. Other programs on the
/// machine may slow down a single try.
const TRIES: usize = 5;

/// Asserts that `answer` takes less CPU time than the limit, in the best of `TRIES` tries.
fn within_limit<T>(limit: Duration, game: &Draughts, answer: impl Fn() -> T) -> T {
    let mut tries = Vec::new();
    loop {
        let started = ThreadTime::now();
        let answer = answer();
        tries.push(started.elapsed());
        if tries.last().is_some_and(|&took| took < limit) {
            return answer;
        }
        assert!(tries.len() < TRIES, "{}: {tries:?}", game.variant().id);
    }
}

fn within_a_second<T>(game: &Draughts, answer: impl Fn() -> T) -> T {
    within_limit(Duration::from_secs(1), game, answer)
}

#[test]
fn every_board_answers_or_errs_within_a_second_and_64_mb() {
    let before = peak_bytes();
    let mut cases = worst(include_str!("data/worst-captures.tsv"));
    assert_eq!(cases.len(), VARIANTS.len());
    cases.extend(ATTACKS.iter().map(|(variant, fen)| {
        let game = Draughts::new(Variant::named(variant).unwrap());
        let position = game.parse_fen(fen).unwrap();
        Worst { steps: steps(&game, &position), game, position }
    }));
    let mut refused = 0;
    for Worst { game, steps: recorded, position } in cases {
        assert_eq!(steps(&game, &position), recorded, "{} {}", game.variant().id, game.fen(&position));
        let moves = within_a_second(&game, || game.moves(&position));
        assert_eq!(moves.is_err(), recorded == STEPS_MAX, "{}", game.variant().id);
        let paths = within_a_second(&game, || game.paths(&position));
        assert!(paths.is_err() || moves.is_ok(), "paths are more than moves");
        for text in ["a8-a8", "1-1"] {
            let message = within_a_second(&game, || game.parse_move(&position, text)).unwrap_err().to_string();
            assert!(message.len() < 200 + LISTED_MAX * 200, "{message}");
        }
        assert!(game.has_moves(&position) && game.must_capture(&position), "{}", game.fen(&position));
        refused += moves.is_err() as u32;
    }
    assert!(refused >= 3, "the search found boards that are too much");
    let grown = peak_bytes() - before;
    assert!(grown < 64 << 20, "{grown} bytes");
}

/// Returns the boards whose captures take long to list, but can be listed.
fn listable() -> impl Iterator<Item = Worst> {
    worst(include_str!("data/worst-captures.tsv")).into_iter().filter(|worst| worst.steps < STEPS_MAX)
}

#[test]
fn a_list_ends_with_its_budget() {
    let mut ended = 0;
    for Worst { game, steps, position } in listable() {
        let ample = Arc::new(Budget::new(1 << 20, u64::MAX));
        let within = game.within(ample.clone());
        assert_eq!(within.moves(&position), game.moves(&position), "{}", game.variant().id);
        assert_eq!(within.parse_move(&position, "1-1").is_err(), game.parse_move(&position, "1-1").is_err());
        assert_eq!(ample.check(), Ok(()), "{steps} steps, twice");
        let scarce = Arc::new(Budget::new(u64::from(steps) / 2 + 1, u64::MAX));
        assert_eq!(game.within(scarce.clone()).moves(&position), Err(TooManyCaptures));
        assert!(matches!(scarce.check(), Err(BudgetEnd::Steps { .. })));
        ended += 1;
        let stopped = Arc::new(Budget::unlimited());
        stopped.stop();
        let moves = within_limit(Duration::from_millis(10), &game, || game.within(stopped.clone()).moves(&position));
        assert_eq!(moves, Err(TooManyCaptures));
    }
    assert!(ended > 20, "{ended}");
}

#[test]
fn texts_of_all_moves_are_written_within_a_second() {
    check_texts(5);
}

#[test]
#[ignore = "half a minute; scripts/check --full runs it"]
fn texts_of_all_moves_are_written_within_a_second_in_full() {
    check_texts(100);
}

/// Checks the texts of all moves of each board, and parses about `samples` of them. The legal moves
/// are listed once per board, because a list for each text would take minutes.
fn check_texts(samples: usize) {
    let mut most = 0;
    for Worst { game, position, .. } in listable() {
        let moves = game.moves(&position).unwrap();
        let texts: Vec<String> = within_a_second(&game, || game.move_texts(&moves).collect());
        most = most.max(texts.len());
        let record = GameRecord::from_position(&game, DrawRules::named("none").unwrap(), position);
        for (mv, text) in moves.iter().zip(&texts).step_by(1 + moves.len() / samples) {
            assert_eq!(*text, game.move_text(&position, mv));
            assert_eq!(*text, record.move_text(mv));
            let text = game.full_text(mv);
            let read = within_a_second(&game, || record.parse_move(&text));
            assert_eq!(read, game.parse_move(&position, &text));
            assert!(matches!(&read, Ok(found) if found == mv) || game.paths(&position).is_err(), "{text}");
        }
    }
    assert!(most > 1000, "{most} moves");
}

#[test]
fn no_position_of_a_table_comes_near_the_bound() {
    let cases = worst(include_str!("data/worst-captures-7.tsv"));
    assert_eq!(cases.len(), VARIANTS.len());
    for Worst { game, steps: recorded, position } in cases {
        assert_eq!(position.setup.occupied().count(), 7, "{}", game.fen(&position));
        assert_eq!(steps(&game, &position), recorded, "{}", game.variant().id);
        assert!(recorded < STEPS_MAX / 100);
        assert_eq!(listed(&game, &position), every_way(&game, &position).expect("few"), "{}", game.fen(&position));
    }
}

type Identity = (u8, u8, Kind, Kind, u128);

/// Collects captures by the simplest method: it follows every path, up to `WAYS_MAX` paths.
struct EveryWay {
    rank: u64,
    ways: usize,
    moves: Vec<Identity>,
    seen: HashSet<Identity>,
}

const WAYS_MAX: usize = 100_000;

impl<W: Bitboard> CaptureSink<W> for EveryWay {
    const WANTS_PATH: bool = false;
    fn offer(&mut self, rank: u64, mv: KernelMove<W>, _: &[u8]) {
        self.ways += 1;
        if rank > self.rank {
            self.rank = rank;
            self.moves.clear();
            self.seen.clear();
        }
        let identity = (mv.from, mv.to, mv.kind, mv.becomes, mv.captured.widen());
        if rank == self.rank && self.seen.insert(identity) {
            self.moves.push(identity);
        }
    }
    fn enter(&mut self, _: &peatee_rules::Landing<W>) -> Option<bool> {
        (self.ways > WAYS_MAX).then_some(true)
    }
}

/// Returns the distinct captures of a position in the order of the search; `None` if there are more
/// than `WAYS_MAX` paths.
fn every_way(game: &Draughts, position: &Position) -> Option<Vec<Identity>> {
    let mut found = EveryWay { rank: 0, ways: 0, moves: Vec::new(), seen: HashSet::new() };
    with_kernel!(game, kernel => kernel.captures(&position.setup.convert(), position.side, &mut found));
    (found.ways <= WAYS_MAX).then_some(found.moves)
}

fn listed(game: &Draughts, position: &Position) -> Vec<Identity> {
    let moves = game.moves(position).expect("listed");
    moves.iter().map(|mv| (mv.from.0, mv.to.0, mv.kind, mv.becomes, mv.captured)).collect()
}

/// Checks that a search that stores the visited states of captures finds the same moves in the same
/// order as a search that follows every path.
#[test]
fn remembered_landings_change_no_list() {
    let mut random = Random::new(1);
    let mut with_memory = 0;
    for variant in VARIANTS {
        let game = Draughts::new(variant);
        let squares = variant.board.square_count();
        for _ in 0..1500 {
            let mut position = Position::empty(Side::White);
            let density = 1 + random.below(8);
            for square in 0..squares {
                let (kind, _) = variant.pieces[random.below(variant.pieces.len())];
                if random.below(10) < density {
                    let side = if random.below(5) == 0 { Side::White } else { Side::Black };
                    position.setup.put(side, kind, Square(square));
                }
            }
            if game.check(&position).is_err() || !game.must_capture(&position) {
                continue;
            }
            let Some(expected) = every_way(&game, &position) else { continue };
            with_memory += (steps(&game, &position) > 100) as u32;
            assert_eq!(listed(&game, &position), expected, "{} {}", variant.id, game.fen(&position));
        }
    }
    assert!(with_memory > 100, "{with_memory} boards had landings to remember");
}

#[test]
fn a_refusal_names_the_fault() {
    let worst = worst(include_str!("data/worst-captures.tsv"));
    let refused = worst.iter().find(|worst| worst.steps == STEPS_MAX).expect("one is refused");
    let error = refused.game.parse_move(&refused.position, "a1-a2").unwrap_err();
    assert!(matches!(error, MoveError::TooManyCaptures(_)));
    assert!(error.to_string().contains("too many captures"), "{error}");
}

/// Parses texts of a capture with very many paths. The texts name squares that no path touches, or
/// all squares of a path.
#[test]
fn texts_with_squares_between_are_read_within_a_second() {
    for (variant, fen, text) in [
        ("canadian", "W:WK1:BK7-12,K19-24,K31-36,K43-48,K55-60,K67-72", "1x46x66"),
        ("canadian", "W:WK1:BK8-12,K20-24,K32-36,K44-48,K56-60", "1x46x66"),
        ("canadian", "W:WK58,K21,K59:BK1-6,K13-18,K25-30,K37-42,K49-54,K61-66", "59x57x6x7"),
    ] {
        let game = Draughts::new(Variant::named(variant).unwrap());
        let position = game.parse_fen(fen).unwrap();
        within_a_second(&game, || game.parse_move(&position, text)).unwrap_err();
    }
    let game = Draughts::new(Variant::named("canadian").unwrap());
    let position = game.parse_fen("W:WK1:BK7-12,K19-24,K31-36,K43-48,K55-60,K67-72").unwrap();
    let moves = game.moves(&position).unwrap();
    let full = game.full_text(&moves[0]);
    assert_eq!(within_a_second(&game, || game.parse_move(&position, &full)).unwrap(), moves[0], "{full}");
}
