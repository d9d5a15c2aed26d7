//! `peatee-gen generate` and `verify` with chess, as users run them.

use std::path::Path;

use peatee_chess::{Index, Slice};
use peatee_generator::TableFiles;
use peatee_generator::capture_mask::CaptureMask;
use peatee_generator::chess::solver::Solver;
use peatee_generator::solver::{Known, Values};
use peatee_generator::writer::{WdlCoding, table_bytes_in_order};
use peatee_probe::chess::dtz;
use peatee_table::format::TableIdentity;
use peatee_table::{Manifest, Metric};

use super::generate_into;
use crate::common::program::{fail, run, succeed};

const VERIFY: &[&str] = &["verify", "--variant", "chess"];
const GENERATE: &[&str] = &["generate", "--variant", "chess", "--pieces", "3"];

#[test]
fn tables_are_made_verified_kept_and_repaired() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    succeed(GENERATE, root.path());
    assert_eq!(succeed(VERIFY, root.path()), "20 tables, 735736 values, 0 wrong\n");
    let said = succeed(&[VERIFY, &["--slice", "KRvK"]].concat(), root.path());
    assert_eq!(said, "2 tables, 43918 values, 0 wrong\n");
    let file = root.path().join("chess").join("KRvK.dtr-FIDE-50");
    let whole = std::fs::read(&file).expect("readable");
    // Found whole, then missing, then damaged: made again with the same bytes.
    let said = |output: std::process::Output| String::from_utf8(output.stderr).expect("text");
    assert!(said(run(GENERATE, root.path())).contains("0 made (0 positions"));
    std::fs::remove_file(&file).expect("removable");
    assert!(fail(VERIFY, root.path(), 3).contains("KRvK.dtr-FIDE-50"));
    assert!(said(run(GENERATE, root.path())).contains("KRvK.dtr-FIDE-50 was missing or damaged"));
    assert_eq!(std::fs::read(&file).expect("readable"), whole);
    let mut damaged = whole.clone();
    *damaged.last_mut().expect("not empty") ^= 1;
    std::fs::write(&file, damaged).expect("writable");
    assert!(fail(VERIFY, root.path(), 5).contains("KRvK.dtr-FIDE-50"));
    succeed(GENERATE, root.path());
    succeed(VERIFY, root.path());
}

/// Writes a table of KRvK in which the value of a number is another one.
fn put_wrong(root: &Path, number: u64, value: Known, metric: Metric) {
    let mut solved = Solver::default().solve(Slice::parse("KRvK").expect("a slice"));
    let of_slice = solved.remove(0);
    let mut values = of_slice.values;
    values[number as usize] = value;
    let identity = TableIdentity::of_chess("KRvK".to_owned(), metric);
    let free = CaptureMask::new(of_slice.no_position);
    let bytes = table_bytes_in_order(identity, &Values::Plies(values), &free, WdlCoding::Blocks).expect("a table");
    let mut files = TableFiles::open(root, Manifest::of_chess()).expect("it can be opened");
    files.put("KRvK", metric, &bytes).expect("writable");
}

#[test]
fn wrong_values_are_found() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), 3);
    let index = Index::new(Slice::parse("KRvK").expect("a slice"));
    let number = (20_000..).find(|&number| index.board(number).is_some()).expect("a position");
    for (metric, value) in [(dtz(), Known::won(33)), (dtz(), Known::won(1)), (Metric::Wdl, Known::DRAW)] {
        put_wrong(root.path(), number, value, metric);
        let output = run(VERIFY, root.path());
        let said = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("KRvK: ") && said.contains("its moves say win, DTZ"), "{said}");
        // Only one table is wrong at a time.
        put_wrong(root.path(), 0, Known::DRAW, metric);
    }
    // No position has the number 0, so that all is right again.
    assert!(index.board(0).is_none());
    succeed(VERIFY, root.path());
}

#[test]
fn wrong_arguments_are_answered() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    fn generate<'a>(more: &[&'a str]) -> Vec<&'a str> {
        [&["generate", "--variant"], more].concat()
    }
    for (arguments, code, reason) in [
        (generate(&["chess", "--pieces", "5"]), 2, "3 to 4 men"),
        (generate(&["chess", "--pieces", "3", "--metric", "dtw"]), 2, "wdl and dtr-FIDE-50"),
        (generate(&["chess", "--pieces", "3", "--metric", "dtr-WCDF"]), 2, "wdl and dtr-FIDE-50"),
        (generate(&["chess", "--pieces", "4", "--memory", "1M"]), 4, "allow more"),
        (generate(&["english", "--pieces", "2", "--metric", "dtr-FIDE-50"]), 2, "only chess"),
        (generate(&["chest", "--pieces", "2"]), 2, "chest"),
        (VERIFY.to_vec(), 3, "generate --variant chess"),
    ] {
        let said = fail(&arguments, root.path(), code);
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
    generate_into(root.path(), 3);
    for (more, code, reason) in [
        (["--slice", "KKvK"], 2, "not a slice of chess"),
        (["--slice", "KQvKR"], 3, "no wdl table of KQvKR"),
        (["--sample", "100"], 2, "verified in full"),
    ] {
        let said = fail(&[VERIFY, &more].concat(), root.path(), code);
        assert!(said.contains(reason), "{said}");
    }
}
