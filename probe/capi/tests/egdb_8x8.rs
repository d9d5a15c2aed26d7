//! Tests that a program written for the 8x8 driver works with the drop-in. It must get the values
//! of the library in both numberings and in both games.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Link, build, compiler, make, said};
use crate::egdb::{expected, numbers, placed, positions, run};
use peatee_probe::peatee_rules::Kind;
use peatee_probe::{Metric, Tables};

const FLAGS: [&str; 2] = ["-std=c++11", concat!("-I", env!("CARGO_MANIFEST_DIR"), "/egdb_8x8")];
const SOURCES: [&str; 2] = ["tests/clients/english.cpp", "egdb_8x8/egdb.cpp"];

#[test]
fn a_program_written_for_the_driver_gets_exact_values() {
    let Some(compiler) = compiler("CXX", "c++") else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let program = build(&compiler, &FLAGS, &SOURCES, Link::Shared, folder.path());
    for game in ["english", "italian"] {
        let made = make(game, 3, &[Metric::Wdl, Metric::Dtw, Metric::Dtc]);
        let tables = Tables::open(made.path().join(game)).expect("tables just made open");
        let positions = positions(&tables);
        // The first position has one piece too many for the tables. The second has a man on a
        // square where no man can stand.
        let without_answer = [placed(Kind::King, &[0, 10, 20, 31]), placed(Kind::Man, &[0, 20])];
        let all = [&positions[..], &without_answer].concat();
        let output = run(&program, &[made.path(), Path::new(game)], &all, 32);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{errors}");
        let answer = said(&output);
        let mut lines = answer.lines();
        let (mut values, mut far) = (BTreeSet::new(), 0);
        for position in &positions {
            let [wld, mtc, dtw] = expected(&tables, position);
            assert_eq!(numbers(lines.next()), [wld, wld, mtc, dtw], "{}", tables.game().fen(position));
            values.insert((wld, position.side));
            far += usize::from(mtc >= 10);
        }
        assert_eq!(values.len(), 6, "wins, losses and draws of both sides");
        assert!(far >= 5, "{far} positions are far from a conversion");
        assert_eq!(numbers(lines.next()), [-2, -2, -2, -2]);
        assert_eq!(numbers(lines.next()), [0, 0, 0, 0]);
        assert!(errors.contains("KvK wdl: ok\n") && errors.contains("/no/such/directory"), "{errors}");
    }
}
