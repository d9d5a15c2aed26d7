//! Tests DTC tables, which both solvers make. Verifies and probes the tables.

use crate::common::{game, rows};
use peatee_generator::explore::stats::position_of;
use peatee_generator::verify::draughts::verify;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{ProbeError, Tables};
use peatee_table::{Metric, Slice, Wdl};
use tempfile::TempDir;

/// Games whose DTC tables are tested. They differ in the rules: kings that slide, kings that step,
/// the goal to lose, men that move sideways, no kings, or no quiet moves.
const GAMES: [&str; 7] = ["russian", "english", "giveaway", "frisian", "turkish", "alquerque", "konane"];

fn make(id: &str, pieces: u8, metrics: &[Metric]) -> (TempDir, Tables) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let directory = TableDirectory::open(root.path(), &game(id)).expect("a new directory");
    let settings = Settings::new(metrics.to_vec(), 4 << 30);
    generate(&directory, pieces, &settings, &NoProgress).expect("small tables can be made");
    let tables = Tables::open(directory.path()).expect("they open");
    (root, tables)
}

#[test]
fn every_distance_to_a_conversion_is_verified() {
    for id in GAMES {
        let pieces = if game(id).variant().board.square_count() > 32 { 2 } else { 3 };
        let (_root, tables) = make(id, pieces, &[Metric::Wdl, Metric::Dtc]);
        for info in tables.slices() {
            for metric in [Metric::Wdl, Metric::Dtc] {
                let verdict = verify(&tables, info.slice, metric).expect("all tables are there");
                assert_eq!((verdict.wrong, verdict.examples), (0, Vec::new()), "{id} {} {metric}", info.slice);
            }
        }
    }
}

/// Checks distances that were found by hand: after captures, with a king that is lost by force, and
/// with a blocked man.
#[test]
fn known_distances_to_conversions() {
    const CASES: &str = "\
# position\tfor the side to move\tplies
W:W18:B15\twin\t1
B:W18:B15\twin\t1
W:WK4:BK11\tloss\t2
B:WK4:BK15\twin\t3
B:W32:B28\tloss\t0
";
    let (_root, tables) = make("english", 2, &[Metric::Wdl, Metric::Dtc]);
    for row in rows(CASES) {
        let (fen, wdl) = (row[0], row[1]);
        let position = tables.game().parse_fen(fen).expect("a position");
        let found = tables.probe_wdl(&position).expect("there is a table");
        let plies = tables.probe_dtc(&position).expect("there is a table");
        assert_eq!((found.name(), plies.map(|plies| plies.to_string()).as_deref()), (wdl, Some(row[2])), "{fen}");
    }
}

#[test]
fn a_conversion_is_never_further_than_the_end() {
    let (_root, tables) = make("russian", 3, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]);
    let mut sooner = 0;
    for info in tables.slices() {
        for number in 0..info.positions {
            let position = position_of(&tables, info.slice, number);
            let value = tables.probe(&position).expect("there");
            let plies = tables.probe_dtc(&position).expect("there");
            assert_eq!(value.wdl == Wdl::Draw, plies.is_none());
            assert!(plies <= value.plies, "{}", tables.game().fen(&position));
            sooner += (plies < value.plies) as u32;
        }
    }
    assert!(sooner > 10_000, "{sooner}");
}

#[test]
fn tables_of_conversions_bring_those_that_say_who_wins() {
    let (_root, tables) = make("english", 2, &[Metric::Dtc]);
    for info in tables.slices() {
        assert_eq!(info.metrics, [Metric::Wdl, Metric::Dtc], "{}", info.slice);
    }
}

#[test]
fn without_a_table_there_is_an_error_that_names_it() {
    let (_root, tables) = make("english", 2, &[Metric::Wdl]);
    let slice = Slice::parse(tables.game(), "KvK").expect("a slice");
    let position = position_of(&tables, slice, 0);
    assert!(matches!(
        tables.probe_dtc(&position),
        Err(ProbeError::MissingTable { slice, metric: Metric::Dtc, .. }) if slice == "KvK"
    ));
}
