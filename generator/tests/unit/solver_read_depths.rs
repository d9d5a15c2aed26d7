use peatee_chess::Slice;
use peatee_chess::sets;
use peatee_generator::solver::chess::DepthSolver;
use peatee_generator::solver::chess::read_depths::*;
use peatee_generator::tables::write::{WdlCoding, chess_tables_of_set};
use peatee_table::Metric;
use peatee_table::format::file_name;
use std::collections::HashMap;
use std::sync::Mutex;

fn slice(name: &str) -> Slice {
    Slice::parse(name).expect("a slice")
}

/// Checks that sets have the same values if they are solved from tables that were written and read
/// back. Only one of the two tables of a set stores distances, and KQvKQ has one table for both
/// sides.
#[test]
fn sets_solved_with_what_is_read_back_have_the_same_values() {
    let read = check(&[Metric::Dtc], &["KQvKP", "KNNvK"]);
    assert!(read.len() > 3, "{read:?}");
}

#[test]
#[ignore = "14 CPU-seconds; scripts/check --full runs it"]
fn sets_with_pawns_of_both_sides_solved_with_what_is_read_back_have_the_same_values_in_full() {
    let read = check(&[Metric::Dtw, Metric::Dtc], &["KQvKP", "KPvKP", "KNNvK"]);
    assert!(sets(3)[1..].iter().all(|set| read.contains(set)), "{read:?}");
}

/// Returns the sets of three men that were read for each of `depths`.
fn check(depths: &[Metric], names: &[&str]) -> Vec<Slice> {
    let mut read = sets(3)[1..].to_vec();
    for &depth in depths {
        let directory = tempfile::tempdir().expect("there is room for temporary files");
        let written = [&sets(3)[1..], &["KQvKQ", "KQvKR"].map(slice)].concat();
        let mut alone = DepthSolver::within(depth);
        for &set in &written {
            let solved = alone.solve(set).expect("solved");
            let metrics = [Metric::Wdl, depth];
            let wanted: Vec<_> = set.both().into_iter().flat_map(|of| metrics.map(|metric| (of, metric))).collect();
            let tables = chess_tables_of_set(&solved, &wanted, WdlCoding::QuickPages).expect("tables");
            for (slice, metric, bytes) in tables {
                std::fs::write(directory.path().join(file_name(slice, metric)), bytes).expect("writable");
            }
        }
        let asked = Mutex::new(HashMap::new());
        let mut reading = DepthSolver::reading(depth, |set| {
            let read = read_depths(directory.path(), set, depth)?;
            asked.lock().expect("no panic").insert(set, read.is_some());
            Ok(read)
        });
        for &name in names {
            let solved = reading.solve(slice(name)).expect("solved");
            assert_eq!(solved, alone.solve(slice(name)).expect("solved"), "{depth} {name}");
        }
        let asked = asked.lock().expect("no panic");
        assert!(read.iter().all(|set| asked.get(set) != Some(&false)), "{asked:?}");
        read.retain(|set| asked.contains_key(set));
    }
    read
}
