//! Tests probes of chess tables: captures en passant, the half-move clock, and positions without a
//! value.

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{Game, ProbeError, Probed, Value, Wdl};

use super::{copy_three_men_into, dtz, four_men};

fn position(fen: &str) -> Position {
    Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the value of a position, computed from its moves.
fn by_moves(tables: &Tables, position: &Position) -> Value {
    let after = |mv| {
        let after = tables.value_in(&position.after(mv), dtz()).expect("a value");
        let before = |plies| Chess.plies_before(dtz(), plies, position, &mv);
        Value { wdl: after.wdl.reversed(), plies: after.plies.map(before) }
    };
    let mate = Value { wdl: Wdl::Loss, plies: Some(0) };
    let over = if position.is_check() { mate } else { Value::DRAW };
    position.moves().into_iter().map(after).min_by_key(|value| value.order()).unwrap_or(over)
}

#[test]
fn values_of_pawns_against_pawns_mind_captures_en_passant() {
    check_double_steps(163, [100, 3]);
}

#[test]
#[ignore = "7 CPU-seconds; scripts/check --full runs it"]
fn values_of_pawns_against_pawns_mind_captures_en_passant_in_full() {
    check_double_steps(41, [500, 20]);
}

/// Checks every `step`-th position of pawns against pawns. Values must take captures en passant
/// into account, before and after double steps. More than `least[0]` positions must come after a
/// double step. In more than `least[1]` of them the capture must change the value.
fn check_double_steps(step: usize, least: [u32; 2]) {
    let tables = Tables::open(four_men()).expect("tables just made open");
    let index = Index::new(Slice::parse("KPvKP").expect("a slice"));
    let (mut passed, mut changed) = (0, 0);
    for number in (0..index.numbers()).step_by(step) {
        let Some(here) = index.position(number) else { continue };
        assert_eq!(tables.value_in(&here, dtz()).expect("a value"), by_moves(&tables, &here), "{here}");
        for mv in here.moves() {
            let after = here.after(mv);
            if after.moves().into_iter().any(|mv| after.is_en_passant(mv)) {
                let without = position(&without_passed(&after));
                let values = [&after, &without].map(|position| tables.value_in(position, dtz()).expect("a value"));
                passed += 1;
                changed += u32::from(values[0].wdl != values[1].wdl);
                assert_eq!(values[0], by_moves(&tables, &after), "{after}");
            }
        }
    }
    assert!(
        passed > least[0] && changed > least[1],
        "{passed} positions after double steps, {changed} changed by the capture"
    );
}

/// Returns the FEN without the en passant square.
fn without_passed(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    [fields[0], fields[1], fields[2], "-"].join(" ")
}

#[test]
fn the_clock_of_the_fen_decides() {
    let tables = Tables::open(four_men()).expect("tables just made open");
    let outcome = |fen: &str| {
        let (position, rules) = (position(fen), Chess::fifty_moves());
        tables.rule_value(&position, &rules, &Chess.counters(&rules, &position)).expect("a value").outcome.name()
    };
    // The longest win of king and rook takes 31 plies.
    let longest = tables.value_in(&position("8/8/8/8/8/2k5/8/K6R w - -"), dtz()).expect("a value");
    let plies = longest.plies.expect("a win");
    let fen = |clock: u32| format!("8/8/8/8/8/2k5/8/K6R w - - {clock} 90");
    assert_eq!(outcome(&fen(100 - plies)), "win");
    assert_eq!(outcome(&fen(101 - plies)), "cursed-win");
    assert_eq!(outcome("8/8/8/8/8/2k5/1q6/K7 w - - 120 90"), "loss");
    assert_eq!(outcome("8/8/8/8/8/2k5/8/K7 w - - 120 90"), "draw");
    // The best move must keep the win, and best play must never need more plies than stated.
    let mut here = position("8/8/8/8/8/2k5/8/K6R w - -");
    for left in (0..plies).rev() {
        let rules = Chess::fifty_moves();
        let moves = tables.rule_moves(&here, &rules, &Chess.counters(&rules, &here)).expect("moves");
        here = here.after(moves[0].mv);
        assert_eq!(tables.value_in(&here, dtz()).expect("a value").plies, Some(left));
    }
    assert!(here.ending().is_some());
}

#[test]
fn what_has_no_answer_is_refused_by_name() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let folder = root.path().join("chess");
    let tables = Tables::open(&folder).expect("tables just made open");
    let refused = |tables: &Tables, fen: &str| tables.value_in(&position(fen), dtz()).expect_err(fen);
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(matches!(refused(&tables, castling), ProbeError::CastlingRights));
    assert!(matches!(tables.moves(&position(castling)), Err(ProbeError::CastlingRights)));
    let four = refused(&tables, "4k3/8/8/8/8/8/8/3QK2R w - - 0 1");
    assert!(matches!(four, ProbeError::TooManyPieces { pieces: 4, most: 3, .. }), "{four}");
    assert!(
        refused(&tables, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").to_string().contains("32 pieces")
    );
    // A missing file counts as a missing table, and a damaged file gives an error with its name.
    // Other tables still work.
    std::fs::remove_file(folder.join("KRvK.wdl")).expect("removable");
    let queen = folder.join("KQvK.dtr-FIDE-50");
    let mut bytes = std::fs::read(&queen).expect("readable");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&queen, bytes).expect("writable");
    let tables = Tables::open(&folder).expect("a manifest");
    assert_eq!(tables.faults().count(), 1);
    let error = refused(&tables, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert!(matches!(error, ProbeError::MissingTable { .. }) && error.to_string().contains("KRvK"), "{error}");
    let error = refused(&tables, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    assert!(matches!(error, ProbeError::File { .. }) && error.to_string().contains("KQvK.dtr-FIDE-50"), "{error}");
    assert!(tables.value_in(&position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), dtz()).is_ok());
    // Tables of draughts are rejected.
    std::fs::write(
        folder.join("manifest.json"),
        "{\"format_version\":4,\"variant\":\"english\",\"rules_digest\":\"\",\"tables\":{}}",
    )
    .expect("writable");
    assert!(Tables::open(&folder).expect_err("no chess").to_string().contains("tables of english"));
}
