//! Tests of the answers to each command.

use peatee_probe::{Tables, Wdl};

use super::driver::{Engine, Hub as _, hub_position, legal_move};
use super::tables;

/// Returns the position of the white man 23 against the black men 5 and 6. It is the longest win
/// with three men, in 29 plies.
fn long_win() -> String {
    format!("pos=Weeeebb{}w{}", "e".repeat(16), "e".repeat(27))
}

#[test]
fn a_session_goes_as_the_protocol_says() {
    let mut engine = Engine::start(&["--variant", "frisian", "--pv-plies", "3"]);
    engine.say("hub");
    let lines = engine.until("wait");
    assert!(lines[0].starts_with("id name=Peatee version=") && lines[0].contains(" author="), "{lines:?}");
    assert!(lines[1].starts_with("param name=variant value=frisian type=enum values=\"normal "), "{lines:?}");
    assert!(lines[1].contains(" losing") && lines[1].contains(" turkish "), "{lines:?}");
    assert!(lines.iter().any(|line| line == "param name=pv-plies value=3 type=int min=1 max=1000"), "{lines:?}");
    engine.say("set-param value=normal name=variant");
    engine.say("set-param name=rules value=none");
    engine.say("init");
    assert_eq!(engine.hear(), "ready");
    engine.say("new-game");
    engine.say("ping");
    assert_eq!(engine.hear(), "pong");
    engine.say(&format!("  pos   {} moves=\"\"", long_win()));
    engine.say("level moves=5 time=61.25 inc=1");
    engine.say("go think");
    assert_eq!(engine.hear(), "info depth=29 score=99.71 value=win pv=\"23-18 5-10 18-12\"");
    assert_eq!(engine.hear(), "done move=23-18 ponder=5-10");
    // The answer to `go` has already been sent, so there is nothing to stop.
    engine.say("stop");
    engine.say("ponder-hit");
    let pondered = engine.go(&format!("{} moves=\"23-18 5-10\"", long_win()), "ponder");
    assert_eq!((pondered.mv.as_deref(), pondered.infos.len()), (Some("18-12"), 1));
    assert!(pondered.infos[0].contains(" score=99.73 "), "{pondered:?}");
    let analyzed = engine.go(&long_win().replacen("=W", "=B", 1), "analyze");
    assert!(analyzed.mv.is_some() && analyzed.infos[0].contains(" value="), "{analyzed:?}");
    engine.say("quit");
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let mut engine = Engine::ready(&[]);
    engine.hang_up();
    assert_eq!(engine.exit_code(), Some(0));
}

#[test]
fn cursed_wins_are_known() {
    let mut engine = Engine::ready(&[("variant", "english"), ("rules", "WCDF")]);
    // White kings 17 and 5 against black king 31: a win in 31 plies.
    let position = "WeeeeWeeeeeeeeeeeWeeeeeeeeeeeeeBe";
    let fresh = engine.go(&format!("pos={position}"), "think");
    assert!(fresh.infos[0].starts_with("info depth=31 score=99.69 value=win "), "{fresh:?}");
    // 60 of the 80 plies without progress have been played.
    let late = engine.go(&format!("pos={position} counters=1.32.2=60"), "think");
    assert!(late.infos[0].starts_with("error "), "an equals sign needs quotes: {late:?}");
    let late = engine.go(&format!("pos={position} counters=\"1.32.2=60\""), "think");
    assert!(late.infos[0].starts_with("info depth=31 score=0.10 value=cursed-win "), "{late:?}");
    assert!(late.mv.is_some());
    // The count has run out, but the driving program plays on, and the engine answers.
    let over = engine.go(&format!("pos={position} counters=\"1.32.2=90\" moves=\"17-14\""), "think");
    assert!(over.infos[0].contains(" value=blessed-loss ") && over.mv.is_some(), "{over:?}");
}

#[test]
fn of_drawn_moves_the_one_that_is_hardest_to_answer_is_played() {
    let tables = Tables::open(tables().join("english")).expect("they were made");
    let game = tables.game();
    let wdl = |at: &_| tables.probe_wdl(at).expect("tables");
    // Four moves draw. Each has 4 replies, of which 2, 0, 3 and 0 lose.
    let position = game.parse_fen("W:WK7:BK9").expect("a FEN");
    assert_eq!(wdl(&position), Wdl::Draw);
    let share = |after: &_| {
        let replies = game.moves(after).expect("few captures");
        let errors = replies.iter().filter(|reply| wdl(&game.play(after, reply)) == Wdl::Win).count();
        (errors, replies.len())
    };
    let moves = game.moves(&position).expect("few captures");
    let drawn: Vec<_> = moves.iter().map(|mv| game.play(&position, mv)).filter(|at| wdl(at) == Wdl::Draw).collect();
    let shares: Vec<_> = drawn.iter().map(share).collect();
    assert_eq!(shares, [(2, 4), (0, 4), (3, 4), (0, 4)]);
    let text = hub_position(game, &position);
    for draws in ["hard", "first"] {
        let mut engine = Engine::ready(&[("variant", "english"), ("rules", "none"), ("draws", draws)]);
        engine.say(&format!("pos pos={text}"));
        engine.say("go think");
        let done = engine.until("done").pop().expect("there is a done");
        let mv = done.split(' ').find_map(|item| item.strip_prefix("move=")).expect("a move");
        let after = game.play(&position, &legal_move(game, &position, mv));
        let (errors, replies) = share(&after);
        let is_hardest = shares.iter().all(|share| errors * share.1 >= share.0 * replies);
        match draws {
            "hard" => assert!(is_hardest, "{done} {shares:?}"),
            _ => assert_eq!(after, drawn[0], "{done}"),
        }
    }
}

#[test]
fn a_game_goes_on_after_a_draw_by_repetition() {
    let mut engine = Engine::ready(&[]);
    let position = format!("W{}W{}B", "e".repeat(2), "e".repeat(46));
    let around = "3-8 50-45 8-3 45-50 ".repeat(5);
    let done = engine.go(&format!("pos={position} moves=\"{around}\""), "think");
    assert!(done.mv.is_some() && done.infos[0].contains(" score=0.00 value=draw "), "{done:?}");
}

#[test]
fn beyond_the_tables_there_is_an_error_or_a_legal_move() {
    let mut engine = Engine::ready(&[("beyond", "error")]);
    let refused = engine.go("pos=start", "think");
    assert_eq!(refused.infos, ["error message=\"the position has 40 pieces; the international tables go up to 3\""]);
    assert_eq!(refused.mv, None);
    // A parameter that is changed after `init` takes effect with the next position.
    engine.say("set-param name=beyond value=move");
    let done = engine.go("", "think");
    assert_eq!(done.infos, ["info value=unknown pv=31-26"]);
    assert_eq!(done.mv.as_deref(), Some("31-26"));
    // The position has four pieces, but its only move leads to a position in the tables, so its
    // value is exact.
    let capture = format!("W{}b{}w{}b{}b", "e".repeat(22), "e".repeat(4), "e".repeat(4), "e".repeat(7));
    let capture = format!("{capture}{}", "e".repeat(51 - capture.len()));
    let done = engine.go(&format!("pos={capture}"), "think");
    assert!(done.infos[0].contains(" value=") && !done.infos[0].contains("unknown"), "{done:?}");
}

#[test]
fn the_first_king_ends_a_game_of_breakthrough() {
    let mut engine = Engine::ready(&[("variant", "bt")]);
    let placed = |pieces: &[(usize, char)]| {
        let on = |square: usize| pieces.iter().find(|(number, _)| *number == square).map_or('e', |(_, piece)| *piece);
        (1..=50).map(on).collect::<String>()
    };
    let men = placed(&[(6, 'w'), (45, 'b')]);
    let won = engine.go(&format!("pos=W{men}"), "think");
    assert_eq!(won.mv.as_deref(), Some("6-1"), "{won:?}");
    assert!(won.infos[0].starts_with("info depth=1 score=99.99 value=win "), "{won:?}");
    // The game is over after the move, whether the position or the move is sent.
    let king = placed(&[(1, 'W'), (45, 'b')]);
    for over in [format!("pos=W{men} moves=\"6-1\""), format!("pos=B{king}")] {
        let done = engine.go(&over, "think");
        assert_eq!(done.mv, None, "{over}: {done:?}");
        assert_eq!(done.infos, ["error message=\"the side to move has no legal move: the game is over\""], "{over}");
    }
    // An impossible king and a move after the end of the game are errors with a reason.
    let refused = engine.go(&format!("pos=W{king}"), "think");
    assert!(refused.infos[0].contains("its promotion has ended the game"), "{refused:?}");
    let late = engine.go(&format!("pos=W{men} moves=\"6-1 45-50\""), "think");
    assert!(late.infos[0].starts_with("error "), "{late:?}");
}

#[test]
fn a_position_without_tables_or_without_moves_is_said_so() {
    let mut engine = Engine::start(&["--variant", "frisian", "--beyond", "error"]);
    engine.say("init");
    let lines = engine.until("ready");
    assert!(lines[0].starts_with("error message=\"there are no tables of frisian here; "), "{lines:?}");
    let done = engine.go("pos=start", "think");
    assert!(done.mv.is_none() && done.infos[0].contains("no tables of frisian"), "{done:?}");
    engine.say("set-param name=beyond value=move");
    let lines = engine.go("pos=start", "think");
    assert!(lines.infos[0].contains("no tables of frisian") && lines.mv.is_some(), "{lines:?}");
    engine.say("set-param name=variant value=normal");
    let over = engine.go(&format!("pos=W{}B{}", "e".repeat(10), "e".repeat(39)), "think");
    assert_eq!(over.infos, ["error message=\"the side to move has no legal move: the game is over\""]);
    assert_eq!(over.mv, None);
}

#[test]
fn without_distances_the_win_is_kept() {
    let tables = Tables::open(tables().join("russian")).expect("they were made");
    let game = tables.game();
    let mut engine = Engine::ready(&[("variant", "russian"), ("rules", "none")]);
    let mut kept = 0;
    for square in ["a3", "b6", "c7", "d6", "f6", "h6", "g5", "e5"] {
        let position = game.parse_fen(&format!("W:WKa1:B{square}")).expect("legal");
        if tables.probe_wdl(&position).expect("its table was made") != Wdl::Win || game.must_capture(&position) {
            continue;
        }
        let done = engine.go(&format!("pos={}", hub_position(game, &position)), "think");
        assert!(done.infos[0].contains(" score=60.00 value=win "), "{done:?}");
        let after = game.play(&position, &legal_move(game, &position, &done.mv.expect("it is won")));
        assert_eq!(tables.probe_wdl(&after).expect("its table was made"), Wdl::Loss);
        kept += 1;
    }
    assert!(kept > 0, "none of the positions is won");
}

#[test]
fn without_the_tables_of_the_draw_rules_a_win_may_be_cursed() {
    let mut engine = Engine::ready(&[("pv-plies", "3")]);
    engine.say("set-param name=rules value=CBD-64");
    let done = engine.go(&long_win(), "think");
    assert!(done.infos[0].contains("CBD-64 was not written for international"), "{done:?}");
    assert_eq!(done.infos[1..], ["info depth=29 score=50.00 value=maybe-win pv=\"23-18 5-10 18-12\""]);
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, said) in [(["--variant", "chess"], "--variant: "), (["--rules", "FMJD"], "--rules: ")] {
        let output = std::process::Command::new(crate::common::PEATEE).arg("hub").args(arguments).output();
        let output = output.expect("peatee starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).starts_with(&format!("peatee: {said}")), "{output:?}");
    }
}
