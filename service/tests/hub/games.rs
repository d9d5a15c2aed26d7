//! Tests of complete games that the engine plays against itself.

use peatee_probe::{Tables, Value, Wdl};
use peatee_rules::{Draughts, Position};

use super::driver::{Engine, Hub as _, hub_position, legal_move};
use super::tables;
use crate::common::Random;

/// Returns a random position of `pieces` pieces in which a move is legal.
fn random_position(game: &Draughts, pieces: usize, random: &mut Random) -> Position {
    loop {
        let mut squares: Vec<u8> = (0..game.variant().board.square_count()).collect();
        random.shuffle(&mut squares);
        let mut position =
            Position::empty(if random.bool() { peatee_rules::Side::White } else { peatee_rules::Side::Black });
        for (number, &square) in squares[..pieces].iter().enumerate() {
            let side = if number % 2 == 0 { peatee_rules::Side::White } else { peatee_rules::Side::Black };
            let kind = if random.bool() { peatee_rules::Kind::King } else { peatee_rules::Kind::Man };
            position.setup.put(side, kind, peatee_rules::Square(square));
        }
        if game.check(&position).is_ok() && game.has_moves(&position) {
            return position;
        }
    }
}

/// Lets two engines play a game against each other. Each engine gets the start position and the
/// moves so far. Returns the values of the positions in the game.
fn played(engines: &mut [Engine; 2], tables: &Tables, start: &Position, plies_max: usize) -> Vec<Value> {
    let game = tables.game();
    let (mut position, mut moves, mut values) = (*start, Vec::new(), Vec::new());
    while game.has_moves(&position) && moves.len() < plies_max {
        let value = tables.probe(&position).expect("its tables were made");
        let pos = format!("pos={} moves=\"{}\"", hub_position(game, start), moves.join(" "));
        let done = engines[moves.len() % 2].go(&pos, "think");
        let text = done.mv.unwrap_or_else(|| panic!("no move after {pos}: {:?}", done.infos));
        let [info] = done.infos.as_slice() else { panic!("{:?}", done.infos) };
        assert!(
            info.contains(&format!("pv={text} "))
                || info.contains(&format!("pv=\"{text} "))
                || info.ends_with(&format!("pv={text}")),
            "{info}"
        );
        if let Some(plies) = value.plies {
            assert!(info.starts_with(&format!("info depth={plies} ")), "{info} for {value}");
        }
        position = game.play(&position, &legal_move(game, &position, &text));
        values.push(value);
        moves.push(text);
    }
    values.push(tables.probe(&position).expect("its tables were made"));
    values
}

fn check_games(variant: &str, pieces: usize, games: usize) {
    let tables = Tables::open(tables().join(variant)).expect("they were made");
    let params = [("variant", variant), ("rules", "none")];
    let mut engines = [Engine::ready(&params), Engine::ready(&params)];
    let mut random = Random::new(22);
    let (mut decided, mut drawn) = (0, 0);
    while decided < games {
        let start = random_position(tables.game(), pieces, &mut random);
        let value = tables.probe(&start).expect("its tables were made");
        if value.wdl == Wdl::Draw && drawn == 3 {
            continue;
        }
        let values = played(&mut engines, &tables, &start, 400.min(value.plies.map_or(24, |_| 400)));
        let fen = tables.game().fen(&start);
        match value.plies {
            // Both sides play best moves, so the win takes exactly as many plies as the table says.
            Some(plies) => {
                assert_eq!(values.len() - 1, plies as usize, "{fen}");
                decided += 1;
            }
            None => {
                assert!(values.iter().all(|value| value.wdl == Wdl::Draw), "{fen}");
                drawn += 1;
            }
        }
    }
}

#[test]
fn games_of_international_draughts_end_as_the_tables_say() {
    check_games("international", 3, 30);
    check_games("international", 2, 10);
}

#[test]
fn games_of_english_draughts_end_as_the_tables_say() {
    check_games("english", 3, 30);
}

#[test]
fn games_in_which_having_no_move_wins_end_as_the_tables_say() {
    check_games("giveaway-international", 2, 20);
}

#[test]
fn games_that_the_first_king_ends_end_as_the_tables_say() {
    check_games("breakthrough", 3, 30);
}

#[test]
fn the_longest_win_of_two_men_is_played_under_the_rules_of_the_federation() {
    let tables = Tables::open(tables().join("international")).expect("they were made");
    let start = tables.game().parse_fen("W:W23:B5,6").expect("legal");
    let mut engines = [Engine::ready(&[]), Engine::ready(&[])];
    // The position is a longest win that M. Grimminck has published.
    assert_eq!(played(&mut engines, &tables, &start, 100).len() - 1, 29);
}

#[test]
fn a_winner_beats_any_defence() {
    let tables = Tables::open(tables().join("international")).expect("they were made");
    let game = tables.game();
    let mut engine = Engine::ready(&[("rules", "none")]);
    let mut random = Random::new(23);
    for _ in 0..20 {
        let start = loop {
            let start = random_position(game, 3, &mut random);
            let value = tables.probe(&start).expect("its tables were made");
            if value.wdl == Wdl::Win && value.plies > Some(5) {
                break start;
            }
        };
        let (mut position, mut moves, mut plies_left) = (start, Vec::new(), u32::MAX);
        while game.has_moves(&position) {
            let pos = format!("pos={} moves=\"{}\"", hub_position(game, &start), moves.join(" "));
            let text = engine.go(&pos, "think").mv.expect("it is in the tables");
            position = game.play(&position, &legal_move(game, &position, &text));
            moves.push(text);
            let value = tables.probe(&position).expect("its tables were made");
            assert!(value.wdl == Wdl::Loss && value.plies < Some(plies_left), "{}", game.fen(&start));
            plies_left = value.plies.expect("there is a DTW table");
            let replies = game.moves(&position).expect("few captures");
            if replies.is_empty() {
                break;
            }
            let reply = &replies[random.below(replies.len())];
            position = game.play(&position, reply);
            let captured = (0..128u8).filter(|square| reply.captured >> square & 1 == 1);
            let sign = if reply.captured == 0 { "-" } else { "x" };
            let captured: String = captured.map(|square| format!("x{}", square + 1)).collect();
            moves.push(format!("{}{sign}{}{captured}", reply.from.0 + 1, reply.to.0 + 1));
        }
    }
}
