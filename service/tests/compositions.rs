//! Tests of `peatee solve-problem --pdn`. Verdicts on compositions are compared with single probes.

use std::process::Command;

use peatee_probe::{Tables, Wdl};
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Bitboard as _, Move, Position, Side};
use serde_json::{Value as Json, json};

use crate::common::{PEATEE, Random, tables};
use crate::program::{jsonl, run, text};

/// Runs `peatee solve-problem` on the compositions of a text.
fn verify(args: &[&str], pdn: &str) -> std::process::Output {
    let mut command = Command::new(PEATEE);
    run(command.args(["solve-problem", "--pdn", "-"]).args(args).env("PEATEE_TABLES", tables()), pdn)
}

/// Returns the moves of a position that keep its value, by a probe after each move. Of several
/// moves to the same position, returns only the first.
fn kept(tables: &Tables, position: &Position) -> Vec<Move> {
    let game = tables.game();
    let wdl = tables.probe_wdl(position).expect("a table");
    let mut seen = Vec::new();
    let mut moves = game.moves(position).expect("few pieces");
    moves.retain(|mv| {
        let after = game.play(position, mv);
        let keeps = tables.probe_wdl(&after).expect("a table").reversed() == wdl && !seen.contains(&after);
        seen.push(after);
        keeps
    });
    moves
}

/// A composition with a solution that keeps the value at every move.
struct Composition {
    pdn: String,
    /// The moves of the solver that have duals. Each has its ply, and the number of other moves
    /// that keep the value.
    duals: Vec<(usize, usize)>,
    /// True if a dual differs from the solution in more than the landing square of a capture.
    is_major: bool,
}

fn composition(tables: &Tables, random: &mut Random) -> Option<Composition> {
    let game = tables.game();
    let mut start = Position::empty(Side::BOTH[random.below(2)]);
    for (side, kind) in [(0, random.below(2)), (random.below(2), 0), (1, random.below(2))] {
        start.setup.pieces[side][kind] |= u128::bit(random.below(50) as u8);
    }
    let wdl = game.check(&start).ok().and_then(|()| tables.probe_wdl(&start).ok())?;
    if wdl == Wdl::Loss {
        return None;
    }
    let (mut position, mut moves, mut duals, mut is_major) = (start, Vec::new(), Vec::new(), false);
    for ply in 1..=5 {
        let kept = kept(tables, &position);
        let Some(mv) = kept.get(random.below(kept.len().max(1))) else { break };
        if ply % 2 == 1 && kept.len() > 1 {
            duals.push((ply, kept.len() - 1));
            let capture = |mv: &Move| mv.is_capture().then_some((mv.from, mv.captured, mv.becomes));
            is_major |= kept.iter().any(|other| capture(other).is_none() || capture(other) != capture(mv));
        }
        position = game.play(&position, mv);
        moves.push(mv.clone());
        if !game.has_moves(&position) {
            break;
        }
    }
    let mut record = PdnGame::of_moves(game, &start, &moves);
    record.set_tag("Result", result(start.side, wdl));
    Some(Composition { pdn: record.to_string(), duals, is_major })
}

fn result(solver: Side, wdl: Wdl) -> &'static str {
    match (wdl, solver) {
        (Wdl::Draw, _) => "1-1",
        (_, Side::White) => "2-0",
        (_, Side::Black) => "0-2",
    }
}

#[test]
fn verdicts_on_random_compositions_are_those_of_single_probes() {
    let opened = Tables::open(tables().join("international")).expect("the tables open");
    let mut random = Random::new(51);
    let compositions: Vec<Composition> =
        std::iter::repeat_with(|| composition(&opened, &mut random)).flatten().take(300).collect();
    let pdn: String = compositions.iter().map(|composition| format!("{}\n\n", composition.pdn)).collect();
    let found = jsonl(&verify(&["--format", "jsonl"], &pdn));
    assert_eq!(found.len(), compositions.len());
    let mut verdicts = [0; 4];
    for (found, Composition { pdn, duals, is_major }) in found.iter().zip(&compositions) {
        let listed: Vec<(usize, usize)> = found["moves"].as_array().expect("moves").iter().map(listed).collect();
        assert_eq!(&listed, duals, "{pdn}\n{found}");
        let is_first = duals.first().is_some_and(|(ply, _)| *ply == 1);
        let expected: &[(usize, &str)] = match (duals.is_empty(), is_major, is_first) {
            (true, ..) => &[(0, "sound")],
            (_, false, _) => &[(1, "minor-duals")],
            (_, _, false) => &[(2, "duals")],
            // Only the first move may have minor duals.
            (_, _, true) => &[(3, "cooked"), (2, "duals")],
        };
        let &(kind, _) =
            expected.iter().find(|(_, name)| found["verdict"] == *name).unwrap_or_else(|| panic!("{pdn}\n{found}"));
        verdicts[kind] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 0), "{verdicts:?}");
}

fn listed(mv: &Json) -> (usize, usize) {
    (mv["ply"].as_u64().expect("a ply") as usize, mv["duals"].as_array().expect("duals").len())
}

/// Compositions of draughts with one fault each.
const FAULTS: &str = r#"
[White "A. Author"]
[FEN "W:WK46:B5"]
[Result "2-0"]

1. 46-41 5-10 2-0

[FEN "W:WK46:B5"]
[Result "1-1"]

1. 46-41 1-1

[FEN "B:W46:BK5"]
[Result "0-2"]

1... 5-10 2. 46-41 0-2

[FEN "W:W31,32,33,34,35,36:B5,6,7,8"]
[Result "2-0"]

1. 31-27 2-0

[FEN "W:WK46:B5"]
[Result "2-0"]

1. 46-42 2-0
"#;

#[test]
fn faults_of_compositions_are_named() {
    let output = verify(&[], FAULTS);
    insta::assert_snapshot!(text(&output.stdout));
    assert_eq!(output.status.code(), Some(1));
    let found = jsonl(&verify(&["--format", "jsonl"], FAULTS));
    assert_eq!(found[2]["duplicate_of"], json!({"file": "-", "game": 1}), "the board turned");
    assert!(text(&output.stderr).contains("5 compositions"), "{}", text(&output.stderr));
}

/// Chess compositions with one fault each.
const CHESS: &str = r#"
[FEN "2k5/8/8/1K3R2/8/8/8/8 w - - 0 1"]
[Result "1-0"]

1. Kc6 Kb8 2. Ra5 Kc8 3. Ra8# 1-0

[FEN "2k5/8/8/1K3R2/8/8/8/8 w - - 0 1"]
[Result "1-0"]

1. Kb6 Kd7 2. Rf8 1-0

[FEN "2k5/8/8/1R3K2/8/8/8/8 w - - 0 1"]
[Result "1/2-1/2"]

1. Rb1 1/2-1/2

[FEN "5k2/8/8/2R3K1/8/8/8/8 w - - 0 1"]

*
"#;

#[test]
fn compositions_of_chess_are_verified_with_and_without_a_mate_in_time() {
    let texts = [&[][..], &["--mate-in", "3"]].map(|args| {
        let args = [&["--variant", "chess"], args].concat();
        let mut command = Command::new(PEATEE);
        command.args(["solve-problem", "--pdn", "-"]).args(args).env("PEATEE_TABLES", crate::chess_depths::tables());
        text(&run(&mut command, CHESS).stdout).to_owned()
    });
    insta::assert_snapshot!(texts.join("\nmate in 3:\n"));
}

#[test]
fn a_move_that_misses_the_goal_refutes_the_solution() {
    let opened = Tables::open(tables().join("international")).expect("the tables open");
    let game = opened.game();
    let mut random = Random::new(7);
    let mut refuted = 0;
    while refuted < 20 {
        let mut start = Position::empty(Side::White);
        start.setup.pieces[0][1] |= u128::bit(random.below(50) as u8);
        start.setup.pieces[1][0] |= u128::bit(random.below(50) as u8);
        let is_won = game.check(&start).is_ok() && opened.probe_wdl(&start).is_ok_and(|wdl| wdl == Wdl::Win);
        let moves = if is_won { game.moves(&start).expect("few pieces") } else { Vec::new() };
        let kept = if is_won { kept(&opened, &start) } else { continue };
        let keeps = |mv: &Move| kept.iter().any(|kept| game.play(&start, kept) == game.play(&start, mv));
        let Some(wrong) = moves.iter().find(|mv| !keeps(mv)) else { continue };
        let mut record = PdnGame::of_moves(game, &start, std::slice::from_ref(wrong));
        record.set_tag("Result", "2-0");
        let found = jsonl(&verify(&["--format", "jsonl"], &record.to_string()));
        assert_eq!(found[0]["verdict"], "refuted", "{record}");
        assert_eq!(listed(&found[0]["moves"][0]), (1, kept.len()), "{record}");
        refuted += 1;
    }
}
