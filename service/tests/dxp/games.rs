//! Tests of complete games over DXP.

use peatee_probe::{Tables, Wdl};
use peatee_rules::Side;

use super::client::{Client, Listener, ended, legal_move, move_message, position_field};
use super::tables;
use crate::common::Random;

/// Plays a game between two processes. Returns the line that each of them prints about the game.
fn between_processes(fen: &str, more: &[&str]) -> (String, String) {
    let mut listener = Listener::start(&[&["--once", "--name", "Listener"], more].concat());
    let address = listener.address.clone();
    let output = ended(&[&["--connect", &address, "--fen", fen], more].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let line = listener.line();
    let (code, said) = listener.end();
    assert_eq!(code, Some(0), "{said}");
    (String::from_utf8(output.stdout).expect("it is text").trim().to_owned(), line)
}

#[test]
fn two_processes_play_a_game_as_long_as_the_tables_say() {
    let (initiator, follower) = between_processes("W:W23:B5,6", &[]);
    // The position is a longest win that M. Grimminck has published.
    assert_eq!(initiator, "game 1 against Listener: White, 29 plies, win");
    assert_eq!(follower, "game 1 against Peatee: Black, 29 plies, loss");
    let (initiator, follower) = between_processes("W:W23:B5,6", &["--plays", "black"]);
    assert_eq!(initiator, "game 1 against Listener: Black, 29 plies, loss");
    assert_eq!(follower, "game 1 against Peatee: White, 29 plies, win");
}

#[test]
fn a_game_in_which_having_no_move_wins_ends_as_the_tables_say() {
    let variant = "giveaway-international";
    let tables = Tables::open(tables().join(variant)).expect("they were made");
    let fen = "W:W33:B12";
    let value = tables.probe(&tables.game().parse_fen(fen).expect("legal")).expect("its tables were made");
    let result = match value.wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    };
    let (initiator, _) = between_processes(fen, &["--variant", "losing", "--rules", "none"]);
    let plies = value.plies.expect("the game must be decided for this test");
    assert_eq!(initiator, format!("game 1 against Listener: White, {plies} plies, {result}"));
}

#[test]
fn a_drawn_game_ends_by_the_draw_rules_or_by_the_limit_of_moves() {
    // By article 6.4, the game is a draw after five moves of each side.
    let (initiator, _) = between_processes("W:WK46:BK3", &[]);
    assert_eq!(initiator, "game 1 against Listener: White, 10 plies, draw");
    let (initiator, _) = between_processes("W:WK46:BK3", &["--moves", "3"]);
    assert_eq!(initiator, "game 1 against Listener: White, 6 plies, draw");
    // The win takes more moves than the limit, so the tables decide who wins.
    let (initiator, _) = between_processes("W:W23:B5,6", &["--moves", "3", "--rules", "none"]);
    assert_eq!(initiator, "game 1 against Listener: White, 6 plies, win");
}

#[test]
fn several_games_are_played_over_one_connection_and_several_connections_at_a_time() {
    let mut listener = Listener::start(&["--name", "Listener"]);
    let address = listener.address.clone();
    let idle = Client::connect(&listener);
    let output = ended(&["--connect", &address, "--fen", "W:W23:B5,6", "--games", "3"]);
    let lines: Vec<String> = (1..=3).map(|n| format!("game {n} against Listener: White, 29 plies, win")).collect();
    assert_eq!(String::from_utf8(output.stdout).expect("it is text").lines().collect::<Vec<_>>(), lines);
    for number in 1..=3 {
        assert_eq!(listener.line(), format!("game {number} against Peatee: Black, 29 plies, loss"));
    }
    drop(idle);
}

#[test]
fn beyond_the_tables_the_game_ends_without_a_result() {
    let mut listener = Listener::start(&["--beyond", "error"]);
    let mut client = Client::connect(&listener);
    client.request('W', 0, "A");
    assert_eq!(client.receive().as_deref(), Some("Cthe position has 40 pieces; the international tables go up to 3"));
    assert_eq!(client.receive().as_deref(), Some("E00"));
    client.send("E01");
    assert_eq!(client.receive(), None);
    assert_eq!(listener.line(), "game 1 against Client: White, 0 plies, no result");
    // By default, the game starts from the start position and continues outside the tables.
    let (initiator, follower) = {
        let mut listener = Listener::start(&["--once"]);
        let output = ended(&["--connect", &listener.address.clone(), "--name", "Other"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        (String::from_utf8(output.stdout).expect("it is text"), listener.line())
    };
    let plies = |line: &str| line.split(", ").nth(1).map(str::to_owned);
    assert!(initiator.starts_with("game 1 against Peatee: White, "), "{initiator}");
    assert!(plies(&initiator) == plies(&follower) && plies(&initiator) > Some("1".into()), "{initiator}{follower}");
}

#[test]
fn a_winner_beats_a_client_that_plays_at_random() {
    let tables = Tables::open(tables().join("international")).expect("they were made");
    let game = tables.game();
    let mut listener = Listener::start(&["--rules", "none"]);
    let mut random = Random::new(27531);
    let mut client = Client::connect(&listener);
    let fens = ["W:W23:B5,6", "B:W23:B5,6", "W:WK42:B22", "W:WK28,33:B5", "B:WK1:BK20,17", "B:W43,48:BK7"];
    let mut games = 0;
    for fen in fens {
        let start = game.parse_fen(fen).expect("legal");
        let value = tables.probe(&start).expect("its tables were made");
        if value.wdl == Wdl::Draw {
            continue;
        }
        games += 1;
        let winner = if value.wdl == Wdl::Win { start.side } else { start.side.other() };
        client.request(if winner == Side::White { 'W' } else { 'Z' }, 0, &position_field(&start));
        // These messages may arrive at any time, even while the engine chooses its first move.
        client.send("Chello");
        client.send("B001W");
        let mut position = start;
        let expected = 1 + usize::from(winner == start.side);
        for message in (0..expected).map(|_| client.receive().expect("it goes on")) {
            if message != "K1" {
                position = game.play(&position, &legal_move(game, &position, &message));
            }
        }
        let mut plies_left = u32::MAX;
        loop {
            let value = tables.probe(&position).expect("its tables were made");
            assert!(value.wdl == Wdl::Loss && value.plies < Some(plies_left), "{fen}: {}", game.fen(&position));
            plies_left = value.plies.expect("there is a DTW table");
            let moves = game.moves(&position).expect("few captures");
            if moves.is_empty() {
                break;
            }
            let mv = &moves[random.below(moves.len())];
            client.send(&move_message(mv));
            position = game.play(&position, mv);
            let answer = client.receive().expect("it goes on");
            if answer.starts_with('E') {
                assert!(!game.has_moves(&position), "{fen}: {answer}");
                break;
            }
            position = game.play(&position, &legal_move(game, &position, &answer));
        }
        client.send("E10");
        assert_eq!(client.receive().as_deref(), Some("E00"));
        let line = listener.line();
        assert!(
            line.starts_with(&format!("game {games} against Client: {winner}, ")) && line.ends_with(", win"),
            "{line}"
        );
    }
    assert!(games >= 4, "{games}");
}
