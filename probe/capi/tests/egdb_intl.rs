//! Tests that a program written for `egdb_intl` works with the drop-in and gets the values of the
//! library.

use std::collections::BTreeSet;

use crate::common::{Link, build, compiler, make, said};
use crate::egdb::{expected, numbers, placed, positions, run};
use peatee_probe::peatee_rules::Kind;
use peatee_probe::{Metric, Tables};

const FLAGS: [&str; 2] = ["-std=c++11", concat!("-I", env!("CARGO_MANIFEST_DIR"), "/egdb_intl")];
const SOURCES: [&str; 2] = ["tests/clients/intl.cpp", "egdb_intl/egdb_intl.cpp"];

#[test]
fn a_program_written_for_the_driver_gets_exact_values() {
    let Some(compiler) = compiler("CXX", "c++") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let program = build(&compiler, &FLAGS, &SOURCES, Link::Shared, folder.path());
    let made = make("international", 3, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]);
    let tables = Tables::open(made.path().join("international")).expect("tables just made open");
    let positions = positions(&tables);
    // The first position has one piece too many for the tables. The second has a man on a square
    // where no man can stand.
    let without_answer = [placed(Kind::King, &[0, 20, 30, 49]), placed(Kind::Man, &[0, 20])];
    let all = [&positions[..], &without_answer].concat();
    let output = run(&program, &[made.path()], &all, 50);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let answer = said(&output);
    let mut lines = answer.lines();
    assert_eq!(lines.next(), Some("3 pieces, 2 of one side"));
    let (mut values, mut distances) = (BTreeSet::new(), BTreeSet::new());
    for position in &positions {
        let expected = expected(&tables, position);
        assert_eq!(numbers(lines.next()), expected, "{}", tables.game().fen(position));
        values.insert((expected[0], position.side));
        distances.insert(expected[1]);
    }
    assert_eq!(values.len(), 6, "wins, losses and draws of both sides");
    // With three pieces, all distances to conversion are below the threshold of the driver.
    // `egdb_8x8.rs` also tests longer distances.
    assert_eq!(distances, BTreeSet::from([0, 1]));
    assert_eq!(numbers(lines.next()), [-2, -2, -2]);
    assert_eq!(numbers(lines.next()), [0, 0, 0]);
    for text in [": good\n", "all good\n", "the option `maxpieces` is `x`", "/no/such/directory"] {
        assert!(errors.contains(text), "{text}: {errors}");
    }
    std::fs::remove_file(made.path().join("international/KvK.wdl")).expect("the file is there");
    let errors = run(&program, &[made.path()], &[], 50).stderr;
    let errors = String::from_utf8_lossy(&errors);
    assert!(errors.starts_with("left out: ") && errors.contains("KvK.wdl"), "{errors}");
}
