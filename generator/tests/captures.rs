//! Checks that tables that leave out captures give the same values as tables with all values, for
//! every position.

use crate::common::{Made, game, make};
use peatee_generator::TableDirectory;
use peatee_generator::explore::signature::{DigestSource, signature};
use peatee_generator::explore::stats::position_of;
use peatee_generator::solver::draughts::Solution;
use peatee_generator::solver::values::Values;
use peatee_generator::solver::values::known::Known;
use peatee_generator::spill::spill_vec::Backing;
use peatee_generator::tables::read::cells::each_cell;
use peatee_generator::tables::write::{WdlCoding, table_bytes};
use peatee_probe::{OpenOptions, Tables};
use peatee_table::format::CaptureCells;
use peatee_table::{Metric, Slice};

/// Games that are tested. They differ in the choice among captures, backward captures of men, moves
/// of kings, goal, directions, colour symmetry and kinds of pieces.
const GAMES: [&str; 9] =
    ["english", "international", "russian", "italian", "giveaway-russian", "turkish", "frisian", "dameo", "parachute"];

fn solution(tables: &Tables, slice: Slice, metric: Metric) -> Solution {
    let goal = tables.game().variant().goal;
    let size = tables.table(slice, metric).expect("there").header().positions;
    let known = |number| {
        let value = tables.probe(&position_of(tables, slice, number)).expect("there");
        match value.plies {
            None => Known::DRAW,
            Some(plies) if peatee_probe::Value::decided(plies, goal).wdl == peatee_probe::Wdl::Win => {
                Known::won(plies as u16)
            }
            Some(plies) => Known::lost(plies as u16),
        }
    };
    Solution { slice, values: Values::Plies((0..size).map(known).collect()) }
}

/// Returns copies of the tables of `made` that store all values, including the values of captures.
fn with_all_values(made: &Made) -> Made {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let directory = TableDirectory::open(root.path(), made.tables.game()).expect("a new directory");
    for info in made.tables.slices() {
        let solution = solution(&made.tables, info.slice, Metric::Dtw);
        for metric in Metric::DEFAULT {
            let bytes =
                table_bytes(made.tables.game(), &solution, metric, None, (WdlCoding::default(), &Backing::Memory))
                    .expect("it compresses");
            directory.put(info.slice, metric, &bytes).expect("writable");
        }
    }
    let tables = Tables::open(directory.path()).expect("they open");
    Made { root, tables }
}

fn captures_of(tables: &Tables) -> Vec<CaptureCells> {
    let all = tables.slices().into_iter().flat_map(|info| Metric::DEFAULT.map(|metric| (info.slice, metric)));
    all.map(|(slice, metric)| tables.table(slice, metric).expect("there").header().captures).collect()
}

#[test]
fn tables_without_captures_answer_as_those_with_them() {
    // With three pieces, tests one game with two kinds of pieces and one game with three.
    assert_same_answers(|id| if ["english", "parachute"].contains(&id) { 3 } else { 2 });
}

#[test]
#[ignore = "5 CPU-seconds; scripts/check --full runs it"]
fn tables_of_three_pieces_without_captures_answer_as_those_with_them_in_full() {
    assert_same_answers(|id| if game(id).variant().board.square_count() > 32 { 2 } else { 3 });
}

/// Checks for each game that tables with and without the values of captures give the same values.
/// `pieces_of` returns the largest number of pieces of a game.
fn assert_same_answers(pieces_of: impl Fn(&str) -> u8) {
    for id in GAMES {
        let pieces = pieces_of(id);
        let short = make(id, pieces);
        let full = with_all_values(&short);
        assert!(captures_of(&short.tables).iter().all(|&captures| captures == CaptureCells::LeftOut), "{id}");
        assert!(captures_of(&full.tables).iter().all(|&captures| captures == CaptureCells::Stored), "{id}");
        for metric in Metric::DEFAULT {
            for source in [DigestSource::Header, DigestSource::Values] {
                let of = |tables| signature(tables, pieces, metric, source).expect("all tables are there");
                assert_eq!(of(&short.tables), of(&full.tables), "{id} {metric}");
            }
        }
        let cold = OpenOptions::new().memory_bytes(0);
        let cold = cold.open(short.tables.directory()).expect("they open");
        for info in full.tables.slices() {
            for metric in Metric::DEFAULT {
                each_cell(&full.tables, info.slice, metric, |number, cell| {
                    let position = position_of(&full.tables, info.slice, number);
                    assert_eq!(short.tables.cell(&position, metric).expect("there"), Some(cell), "{id} {}", info.slice);
                    if number % 61 == 0 {
                        assert_eq!(cold.cell(&position, metric).expect("there"), Some(cell), "{id} {}", info.slice);
                    }
                })
                .expect("sound tables");
            }
        }
    }
}

#[test]
fn a_game_of_captures_alone_has_all_values_in_its_tables() {
    let made = make("konane", 3);
    assert!(captures_of(&made.tables).iter().all(|&captures| captures == CaptureCells::Stored));
}

#[test]
fn without_the_tables_that_captures_lead_to_there_is_an_error_that_names_them() {
    let made = make("english", 3);
    let only = |slice: Slice, _| slice.material.pieces() == 3;
    let tables = OpenOptions::new().open_some(made.tables.directory(), only).expect("they open");
    let quiet = tables.game().parse_fen("W:WK32,K31:BK1").expect("legal");
    assert_eq!(tables.probe(&quiet).ok(), made.tables.probe(&quiet).ok());
    // After the capture a king is left against a king.
    let capture = tables.game().parse_fen("W:WK22:BK18,K4").expect("legal");
    let error = tables.probe(&capture).expect_err("a table is missing").to_string();
    assert!(error.contains("KvK"), "{error}");
}
