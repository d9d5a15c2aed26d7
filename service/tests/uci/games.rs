//! Tests of complete games over UCI.

use peatee_probe::Wdl;
use peatee_probe::chess::Tables;
use peatee_probe::peatee_chess::cozy_chess::{Color, Move};
use peatee_probe::peatee_chess::{Ending, Index, Position, Slice};

use super::driver::{Engine, Uci as _};
use super::tables;
use crate::chess::value_of;
use crate::common::Random;

fn library() -> Tables {
    Tables::open(tables().join("chess")).expect("tables")
}

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the position after some moves.
fn after(start: &Position, moves: &[Move]) -> Position {
    moves.iter().fold(start.clone(), |position, &mv| position.after(mv))
}

/// Plays a game and returns its moves. The engine plays `side`, and `other` plays the other side at
/// random. If `other` is `None`, the engine plays both sides. The game ends with mate, stalemate,
/// bare kings, or a draw that can be claimed by the 50-move rule.
fn play(engine: &mut Engine, start: &Position, side: Color, mut other: Option<&mut Random>) -> Vec<Move> {
    let mut moves = Vec::new();
    loop {
        let here = after(start, &moves);
        if here.ending().is_some() || here.halfmove_clock() >= 100 || here.men() == 2 {
            return moves;
        }
        assert!(moves.len() < 600, "the game goes on for ever: {here}");
        let mv = match &mut other {
            Some(random) if here.side_to_move() != side => {
                let legal = here.moves();
                legal[random.below(legal.len())]
            }
            _ => engine.choose(start, &moves).1,
        };
        moves.push(mv);
    }
}

/// Returns a position of a slice in which White is to move and wins in many plies. Also returns the
/// number of plies to the next capture, pawn move or mate.
fn long_win(slice: &str) -> (Position, u32) {
    let (tables, index) = (library(), Index::new(Slice::parse(slice).expect("a slice")));
    let wins = (0..index.numbers()).step_by(61).filter_map(|number| {
        let position = index.position(number)?;
        let value = value_of(&tables, &position).expect("a value");
        (value.value.wdl == Wdl::Win).then_some((position, value.needed_plies?))
    });
    wins.max_by_key(|&(_, plies)| plies).expect("there are wins")
}

#[test]
fn queen_against_rook_is_won_by_the_shortest_way_against_the_longest_defence() {
    let tables = library();
    let mut engine = Engine::start(super::tables());
    let (start, plies) = long_win("KQvKR");
    assert!(plies > 50, "{start}: {plies}");
    let moves = play(&mut engine, &start, Color::White, None);
    assert_eq!(after(&start, &moves).ending(), Some(Ending::Checkmate));
    let mut here = start;
    for &mv in &moves {
        let before = value_of(&tables, &here).expect("a value").needed_plies.expect("decided");
        let zeroes = here.is_zeroing(mv);
        here = here.after(mv);
        let value = value_of(&tables, &here).expect("a value");
        assert_eq!(value.value.wdl, if here.side_to_move() == Color::White { Wdl::Win } else { Wdl::Loss }, "{here}");
        // Both sides play the best moves, so the plies to the next reset fall by one with each ply.
        assert_eq!(before, if zeroes { 1 } else { value.needed_plies.expect("decided") + 1 }, "{here}");
    }
}

#[test]
fn a_pawn_is_brought_home_whatever_the_other_side_plays() {
    let mut engine = Engine::start(tables());
    let start = position("8/8/8/8/4k3/8/3KP3/8 w - - 0 1");
    let tables = library();
    let value = value_of(&tables, &start).expect("a value");
    let best = play(&mut engine, &start, Color::White, None);
    let is_mate = after(&start, &best).ending() == Some(Ending::Checkmate);
    assert_eq!(is_mate, value.value.wdl == Wdl::Win, "{start}: {value:?}");
    let (won, _) = long_win("KPvK");
    for seed in 0..5 {
        let moves = play(&mut engine, &won, Color::White, Some(&mut Random::new(seed)));
        assert_eq!(after(&won, &moves).ending(), Some(Ending::Checkmate), "seed {seed}");
    }
}

#[test]
fn the_last_ply_of_the_clock_decides_between_a_win_and_a_cursed_one() {
    let mut engine = Engine::start(tables());
    let (fresh, plies) = long_win("KQvKR");
    let with_clock = |clock: u32| position(&fresh.fen().replace(" 0 1", &format!(" {clock} 90")));
    let in_time = with_clock(100 - plies);
    let (answer, _) = engine.choose(&in_time, &[]);
    assert!(answer.after("score").starts_with("cp 199"), "{answer:?}");
    assert!(answer.says(&format!("{} of 100 plies", 100 - plies)), "{answer:?}");
    let moves = play(&mut engine, &in_time, Color::White, None);
    assert_eq!(after(&in_time, &moves).ending(), Some(Ending::Checkmate));

    let late = with_clock(101 - plies);
    let (answer, _) = engine.choose(&late, &[]);
    assert!(answer.after("score").starts_with("cp 10 ") && answer.says("cursed-win"), "{answer:?}");
    let moves = play(&mut engine, &late, Color::White, None);
    let end = after(&late, &moves);
    assert_eq!((end.halfmove_clock(), end.ending()), (100, None), "the defence lasts until a draw can be claimed");
    let blessed = late.after(moves[0]);
    let (answer, _) = engine.choose(&blessed, &[]);
    assert!(answer.after("score").starts_with("cp -10 ") && answer.says("blessed-loss"), "{answer:?}");
}

#[test]
fn a_win_is_not_given_away_by_repetition() {
    let mut engine = Engine::start(tables());
    let start = position("8/8/8/4k3/8/8/8/K6R w - - 0 1");
    let (_, first) = engine.choose(&start, &[]);
    // The moves are a move, a reply, and both taken back, played twice.
    let back = |position: &Position, mv: Move| {
        let back = Move { from: mv.to, to: mv.from, promotion: None };
        position.moves().contains(&back).then_some(back)
    };
    let there = start.after(first);
    let round = there.moves().into_iter().find_map(|reply| {
        let third = there.after(reply);
        let taken_back = back(&third, first)?;
        Some([first, reply, taken_back, back(&third.after(taken_back), reply)?])
    });
    let rounds = round.expect("moves that can be taken back").repeat(2);
    assert_eq!(after(&start, &rounds).board(), start.board());
    let (answer, mv) = engine.choose(&start, &rounds);
    assert_ne!(mv, first, "that position would be there for the third time");
    assert!(answer.after("score").starts_with("cp 199"), "{answer:?}");
    let mut moves = rounds;
    moves.push(mv);
    let rest = play(&mut engine, &after(&start, &moves), Color::White, None);
    moves.extend(rest);
    assert_eq!(after(&start, &moves).ending(), Some(Ending::Checkmate));
}
