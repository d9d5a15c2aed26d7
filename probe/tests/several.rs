//! Tests tables of one variant in several directories that are opened as one set.

use std::fs;
use std::path::{Path, PathBuf};

use peatee_probe::{OpenError, OpenOptions, ProbeError, Tables};
use tempfile::TempDir;

const WHOLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/v4/english");

/// Copies the tables, except the files for which `is_left_out` returns true.
fn copy_without(root: &TempDir, name: &str, is_left_out: impl Fn(&str) -> bool) -> PathBuf {
    let folder = root.path().join(name);
    fs::create_dir(&folder).expect("there is room for temporary files");
    for entry in fs::read_dir(WHOLE).expect("the tables are there") {
        let entry = entry.expect("a file");
        let name = entry.file_name().into_string().expect("names are UTF-8");
        if !is_left_out(&name) {
            fs::copy(entry.path(), folder.join(&name)).expect("there is room for temporary files");
        }
    }
    folder
}

fn open(directories: &[&Path]) -> Result<Tables, OpenError> {
    OpenOptions::new().open_several(directories, |_, _| true)
}

#[test]
fn what_one_directory_lacks_another_has() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let of_two = |name: &str| name.split('.').next().is_some_and(|slice| slice.len() == 3);
    let three = copy_without(&root, "three", of_two);
    let two = copy_without(&root, "two", |name| name.contains('v') && !of_two(name));
    let alone = Tables::open(&three).expect("a part of a set opens");
    assert!(alone.faults().count() > 0);
    let whole = Tables::open(WHOLE).expect("the tables open");
    for order in [[&*three, &*two], [&*two, &*three]] {
        let tables = open(&order).expect("the directories open");
        assert_eq!(tables.faults().count(), 0);
        assert_eq!(tables.slices(), whole.slices());
        for line in include_str!("data/v4/answers.tsv").lines().filter(|line| !line.starts_with('#')) {
            let fen = line.split('\t').next().expect("a FEN");
            let position = tables.game().parse_fen(fen).expect("a FEN");
            assert_eq!(
                tables.probe(&position).expect("an answer"),
                whole.probe(&position).expect("an answer"),
                "{fen}"
            );
        }
    }
}

#[test]
fn a_damaged_file_gives_way_to_a_sound_one_and_else_is_named() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let damaged = copy_without(&root, "damaged", |_| false);
    fs::write(damaged.join("KvK.wdl"), b"no table").expect("the copy can be changed");
    let tables = open(&[&damaged, Path::new(WHOLE)]).expect("the directories open");
    assert_eq!(tables.faults().count(), 0);
    let twice = open(&[&damaged, &damaged]).expect("the directory opens");
    let position = twice.game().parse_fen("W:WK1:BK32").expect("a FEN");
    let error = twice.probe_wdl(&position).expect_err("the table is damaged");
    assert!(matches!(&error, ProbeError::File { path, .. } if path.starts_with(&damaged)), "{error}");
}

#[test]
fn directories_of_nothing_and_of_several_variants_are_refused() {
    let none = open(&[]).expect_err("there is no directory");
    assert_eq!(none.to_string(), "no directory of tables was named; name at least one");
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let empty = open(&[Path::new(WHOLE), root.path()]).expect_err("the second directory is empty");
    assert!(empty.to_string().contains(&root.path().display().to_string()), "{empty}");
    // The rules digest of the other variant, from test data of the crate that computes it.
    let other = "italian";
    let rows = include_str!("../table/tests/data/identities.tsv");
    let digest =
        rows.lines().find_map(|row| row.strip_prefix(other)?.split('\t').nth(1)).expect("a row of the variant");
    let manifest = fs::read_to_string(Path::new(WHOLE).join("manifest.json")).expect("a manifest");
    let begin = manifest.find("\"tables\"").expect("tables are listed");
    let head = manifest[..begin].replace("english", other);
    let old = head.split('"').find(|word| word.len() == 64).expect("a digest").to_owned();
    let text = format!("{}\"tables\": {{}}\n}}\n", head.replace(&old, digest));
    fs::write(root.path().join("manifest.json"), text).expect("there is room for temporary files");
    let error = open(&[Path::new(WHOLE), root.path()]).expect_err("the variants differ");
    assert!(matches!(error, OpenError::OtherVariant { found: "italian", expected: "english", .. }), "{error}");
}
