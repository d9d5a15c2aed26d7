//! Tests the making, the verification and the use in verdicts of can-mate tables.

use std::path::Path;
use std::sync::OnceLock;

use peatee_chess::cozy_chess::Color;
use peatee_chess::laws::Article;
use peatee_chess::pgn::games;
use peatee_chess::{Position, Slice};
use peatee_generator::TableFiles;
use peatee_generator::solver::chess::{CanMateSolver, NO_POSITION};
use peatee_generator::tables::write::can_mate_table_bytes;
use peatee_probe::adjudicate::{Judge, Ruling, Verdict};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::{ProbeError, Tabled as _};
use peatee_rules::Side;
use peatee_rules::draw::Loss;
use peatee_table::Metric;
use tempfile::TempDir;

use super::dtz;
use crate::common::program::{fail, run, succeed};

const GENERATE: &[&str] = &["generate", "--variant", "chess", "--metric", "can-mate", "--pieces"];
const VERIFY: &[&str] = &["verify", "--variant", "chess"];

/// Returns the directory of tables of three and four men, which are made once for all tests.
fn four_men() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        succeed(&[GENERATE, &["4"]].concat(), root.path());
        root
    });
    made.path()
}

fn tables() -> Tables {
    Tables::open(four_men().join("chess")).expect("tables just made open")
}

/// Returns two flags: whether White can mate, and whether Black can mate.
fn who(tables: &Tables, fen: &str) -> [bool; 2] {
    let position = Position::parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    [Color::White, Color::Black]
        .map(|side| tables.can_mate(&position, side).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

#[test]
fn tables_are_made_verified_and_read_back() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["3"]].concat(), root.path());
    assert_eq!(succeed(VERIFY, root.path()), "10 tables, 367868 values, 0 wrong\n");
    // Sets that need existing tables read them back. A table that is made again has the same bytes.
    let bytes = |root: &Path| std::fs::read(root.join("chess").join("KPvK.can-mate")).expect("readable");
    let whole = bytes(root.path());
    std::fs::remove_file(root.path().join("chess").join("KPvK.can-mate")).expect("removable");
    succeed(&[GENERATE, &["3"]].concat(), root.path());
    assert_eq!(bytes(root.path()), whole);
    for name in ["KPvKP", "KvKPP", "KRvKB"] {
        let said = succeed(&[VERIFY, &["--slice", name, "--sample", "100000"]].concat(), four_men());
        assert!(said.contains(" 0 wrong") && said.starts_with("1 tables"), "{said}");
    }
}

/// Writes the can-mate table of a slice with wrong cells. `change` gets a position number and the
/// right cell, and returns the cell to write.
fn put_wrong(root: &Path, slice: &str, change: impl Fn(usize, u8) -> u8) {
    let parsed = Slice::parse(slice).expect("a slice");
    let solved = CanMateSolver::default().solve(parsed.set()).expect("solved");
    let of_slice = solved.into_iter().find(|of_slice| of_slice.slice == parsed).expect("it is of the set");
    let changed = |(number, &cell): (usize, &u8)| if cell == NO_POSITION { cell } else { change(number, cell) };
    let cells: Vec<u8> = of_slice.cells.iter().enumerate().map(changed).collect();
    let bytes = can_mate_table_bytes(Chess.identity(parsed, Metric::CanMate), &cells).expect("a table");
    let files = TableFiles::open(root, Chess.manifest()).expect("it can be opened");
    files.put(slice, Metric::CanMate, &bytes).expect("writable");
}

#[test]
fn wrong_cells_are_found() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(&[GENERATE, &["3"]].concat(), root.path());
    let first = CanMateSolver::default().solve(Slice::parse("KRvK").expect("a slice")).expect("solved");
    let position = first[0].cells.iter().position(|&cell| cell != NO_POSITION).expect("a position");
    for cell in [0, 2, 3] {
        put_wrong(root.path(), "KRvK", |number, right| if number == position { cell } else { right });
        let output = run(&[VERIFY, &["--slice", "KRvK"]].concat(), root.path());
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("KRvK: ") && said.contains("its moves say the side to move can mate"), "{said}");
    }
    put_wrong(root.path(), "KRvK", |_, right| right);
    succeed(VERIFY, root.path());
    // The directory has no table of this metric, but a table of another metric.
    let tables = Tables::open(root.path().join("chess")).expect("tables open");
    let rook = Position::parse_fen("8/8/8/8/8/2k5/8/K6R w - -").expect("a position");
    assert!(matches!(tables.value_in(&rook, dtz()), Err(ProbeError::MissingTable { metric: Metric::Wdl, .. })));
    assert!(fail(&[VERIFY, &["--slice", "KQvKR"]].concat(), root.path(), 3).contains("KQvKR"));
}

#[test]
fn published_examples() {
    let tables = tables();
    for (fen, expected) in [
        // A bishop cannot mate against a rook alone, a knight can; against a queen neither can.
        // Bishops on squares of one colour cannot mate.
        ("8/8/8/8/8/2k5/1r6/K1B5 w - -", [false, true]),
        ("8/8/3k4/8/8/4q3/8/K2N4 w - -", [false, true]),
        ("8/8/8/8/8/2k5/1r6/K1N5 w - -", [true, true]),
        ("8/8/8/3k4/8/8/3B4/K1b5 w - -", [false, false]),
        ("8/8/8/3k4/8/8/3B4/K2b4 w - -", [true, true]),
        // Two knights can mate with help; a single knight cannot, but can against a pawn.
        ("8/8/8/3k4/8/8/3N4/K1N5 w - -", [true, false]),
        ("8/8/8/3k4/8/8/3N4/K7 w - -", [false, false]),
        ("8/8/8/3k4/7p/8/3N4/K7 w - -", [true, true]),
        // The king must take the queen, after which neither side can mate.
        ("8/8/8/8/8/8/1Q6/k4K2 b - -", [false, false]),
        ("7k/8/6KQ/8/8/8/8/8 b - -", [true, false]),
    ] {
        assert_eq!(who(&tables, fen), expected, "{fen}");
    }
}

/// Tests a position with blocked pawns in which a capture en passant frees them.
#[test]
fn captures_en_passant_are_minded() {
    let tables = tables();
    let with = "8/8/8/8/pP6/8/8/k2K4 b - b3";
    let position = Position::parse_fen(with).expect("a position");
    assert!(position.moves().iter().any(|&mv| position.is_en_passant(mv)));
    assert_eq!(who(&tables, with), [true, true]);
    // The value of every position after a double step must follow from its moves.
    for mv in position.moves() {
        let after = position.after(mv);
        assert!(tables.can_mate(&after, Color::Black).expect("in the tables"), "{after}");
    }
    let castling = Position::parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a position");
    assert!(matches!(tables.can_mate(&castling, Color::White), Err(ProbeError::CastlingRights)));
}

#[test]
fn the_laws_ask_the_tables() {
    let tables = tables();
    let judge = Judge::new(&Chess, Chess::fifty_moves());
    let judged = |judge: Judge<'_, Chess>, fen: &str| {
        let pgn = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
        judge.review(&games(&pgn).next().expect("a game")).expect("judged")
    };
    let fallen = judge.flag(Some(Side::Black));
    let is_drawn = |verdict: &Verdict<Chess>, article: Article| {
        matches!(verdict.ruling, Ruling::Drawn(_)) && verdict.article() == Some(article.number())
    };
    // A bishop cannot mate against a rook. This follows from the material, and the tables must
    // agree.
    let bishop = "8/8/3k4/8/2r5/8/8/K1B5 w - - 0 1";
    assert_eq!(who(&tables, bishop), [false, true]);
    let by_men = judged(fallen.clone().positions_max(0), bishop);
    assert!(is_drawn(&by_men, Article::FlagFall), "{by_men:?}");
    // A knight can mate with the help of the rook, but no search finds that.
    let knight = judged(fallen.positions_max(0).tables(&tables), "8/8/3k4/8/2r5/8/8/K1N5 w - - 0 1");
    let article = Some(Article::FlagFall.number());
    assert_eq!(knight.ruling, Ruling::Lost { loser: Side::Black, how: Loss::FlagFall, article });
    assert_eq!((knight.proof, knight.mating_line), (None, Vec::new()));
    // The king must take the queen.
    let judge = Judge::new(&Chess, Chess::fifty_moves()).positions_max(0).tables(&tables);
    let dead = judged(judge, "8/8/8/8/8/8/1Q6/k4K2 b - - 0 1");
    assert!(is_drawn(&dead, Article::DeadPosition), "{dead:?}");
}
