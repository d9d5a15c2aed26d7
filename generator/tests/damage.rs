//! Tests how commands react to damaged, missing and unexpected files among tables.

use std::path::{Path, PathBuf};

use crate::common::program::{fail, run, succeed};
use crate::common::{game, generate_into, generate_metrics_into};
use peatee_generator::TableDirectory;
use peatee_generator::solver::draughts::Solution;
use peatee_generator::solver::values::Values;
use peatee_generator::solver::values::known::Known;
use peatee_generator::spill::spill_vec::Backing;
use peatee_generator::tables::read::cells::each_cell;
use peatee_generator::tables::write::{WdlCoding, table_bytes};
use peatee_probe::Tables;
use peatee_table::{Metric, Slice, Wdl};
use tempfile::TempDir;

/// Makes English tables of two pieces. Returns the root directory and the folder of the tables.
fn english_two() -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_into(root.path(), "english", 2);
    let directory = root.path().join("english");
    (root, directory)
}

#[cfg(unix)]
fn put_pipe(path: &Path) {
    // Usually the pipe replaces an existing file.
    let _ = std::fs::remove_file(path);
    assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
}

/// Checks that commands refuse pipes. No process writes to these pipes, so reading one would never
/// end.
#[test]
#[cfg(unix)]
fn pipes_in_place_of_files_are_not_waited_for() {
    let (root, directory) = english_two();
    put_pipe(&directory.join("KvK.dtw"));
    let said = fail(&["verify", "--variant", "english"], root.path(), 5);
    assert!(said.contains("KvK.dtw") && said.contains("pipe"), "{said}");
    put_pipe(&directory.join("KMvK.partial"));
    put_pipe(&directory.join("KvM.wdl.unfinished"));
    put_pipe(&directory.join(".lock"));
    succeed(&["generate", "--variant", "english", "--pieces", "2"], root.path());
    succeed(&["verify", "--variant", "english"], root.path());
    put_pipe(&directory.join("manifest.json"));
    for command in [&["verify"][..], &["stats"], &["signature"], &["generate", "--pieces", "2"]] {
        let said = fail(&[command, &["--variant", "english"]].concat(), root.path(), 5);
        assert!(said.contains("manifest.json") && said.contains("pipe"), "{said}");
    }
}

fn damage_header(path: &Path) {
    let mut bytes = std::fs::read(path).expect("readable");
    bytes[40] ^= 1;
    std::fs::write(path, bytes).expect("writable");
}

/// Checks that a sparse file of a terabyte is not read. Reading it would take an hour.
#[test]
fn a_file_of_another_length_is_not_read() {
    let (root, directory) = english_two();
    let hole = std::fs::File::options().write(true).open(directory.join("KvM.dtw")).expect("writable");
    hole.set_len(1 << 40).expect("file systems have holes");
    assert!(fail(&["verify", "--variant", "english"], root.path(), 5).contains("KvM.dtw"));
    succeed(&["generate", "--variant", "english", "--pieces", "2"], root.path());
    succeed(&["verify", "--variant", "english"], root.path());
}

#[test]
fn verify_names_every_file_that_is_damaged_or_missing() {
    let (root, directory) = english_two();
    damage_header(&directory.join("KvK.dtw"));
    damage_header(&directory.join("MvM.wdl"));
    std::fs::remove_file(directory.join("KvM.wdl")).expect("removable");
    let said = fail(&["verify", "--variant", "english"], root.path(), 5);
    for name in ["KvK.dtw", "KvM.wdl", "MvM.wdl"] {
        assert!(said.contains(name), "{name} is not in: {said}");
    }
    assert_eq!(said.lines().count(), 3, "{said}");
}

#[test]
fn what_is_whole_is_counted_and_the_rest_is_named() {
    let (root, directory) = english_two();
    let stats = ["stats", "--variant", "english"];
    let whole = succeed(&stats, root.path());
    std::fs::remove_file(directory.join("KvM.wdl")).expect("removable");
    std::fs::remove_file(directory.join("KvM.dtw")).expect("removable");
    let output = run(&stats, root.path());
    let (found, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("KvM.wdl") && said.contains("KvM.dtw"), "{said}");
    let rest: Vec<&str> = whole.lines().filter(|line| !line.starts_with("KvM")).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), rest);
    // A damaged table must not be treated as one that was never made.
    let (root, directory) = english_two();
    damage_header(&directory.join("KvK.dtw"));
    let said = fail(&stats, root.path(), 5);
    assert!(said.contains("KvK.dtw"), "{said}");
}

const METRICS: [Metric; 3] = [Metric::Wdl, Metric::Dtw, Metric::Dtc];

/// Rewrites a table in which the value of one won position is changed. Header, checksums and
/// manifest match the new table.
fn change_a_value(root: &Path, slice: &str, metric: Metric) {
    let game = game("english");
    let tables = Tables::open(root.join("english")).expect("they open");
    let slice = Slice::parse(&game, slice).expect("a slice");
    let (mut winners, mut cells) = (Vec::new(), Vec::new());
    each_cell(&tables, slice, Metric::Wdl, |_, cell| winners.push(Wdl::of_cell(cell))).expect("sound");
    each_cell(&tables, slice, metric, |_, cell| cells.push(cell)).expect("sound");
    let place = winners.iter().position(|&wdl| wdl == Wdl::Win).expect("there are wins");
    let known = |(number, (wdl, cell)): (usize, (&Wdl, &u32))| {
        let plies = if metric == Metric::Wdl { 1 } else { cell.saturating_sub(1) as u16 };
        match wdl {
            Wdl::Win if number == place && metric == Metric::Wdl => Known::DRAW,
            Wdl::Win if number == place => Known::won(plies + 2),
            Wdl::Win => Known::won(plies),
            Wdl::Loss if metric == Metric::Wdl => Known::lost(0),
            Wdl::Loss => Known::lost(plies),
            Wdl::Draw => Known::DRAW,
        }
    };
    let values = winners.iter().zip(&cells).enumerate().map(known).collect();
    let solution = Solution { slice, values: Values::Plies(values) };
    let bytes =
        table_bytes(&game, &solution, metric, None, (WdlCoding::default(), &Backing::Memory)).expect("it compresses");
    TableDirectory::open(root, &game).expect("nobody else is there").put(slice, metric, &bytes).expect("writable");
}

/// Returns the lines of the `signature` command, such as `HEX  english 2-2 dtw`.
fn signatures(root: &Path, more: &[&str]) -> Vec<(String, String)> {
    let said = succeed(&[&["signature", "--variant", "english"], more].concat(), root);
    let words = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    words.map(|words| (words[3].to_owned(), words[0].to_owned())).collect()
}

#[test]
fn a_signature_covers_the_values_of_its_metric_and_of_no_other() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), "english", 2, &METRICS);
    let whole = signatures(root.path(), &[]);
    let names: Vec<&str> = whole.iter().map(|(metric, _)| metric.as_str()).collect();
    assert_eq!(names, ["wdl", "dtw", "dtc"]);
    assert_eq!(signatures(root.path(), &["--from-values"]), whole);
    assert_eq!(signatures(root.path(), &["--metric", "dtc,wdl"]), [whole[2].clone(), whole[0].clone()]);
    for (changed, metric) in METRICS.into_iter().enumerate() {
        for slice in ["KvK", "KvM", "MvM"] {
            let root = tempfile::tempdir().expect("there is room for temporary files");
            generate_metrics_into(root.path(), "english", 2, &METRICS);
            change_a_value(root.path(), slice, metric);
            for (number, signature) in signatures(root.path(), &[]).into_iter().enumerate() {
                assert_eq!(signature != whole[number], number == changed, "{slice} {metric}: {signature:?}");
            }
        }
    }
}

#[test]
fn damaged_and_missing_files_have_no_signature() {
    let (root, directory) = english_two();
    let path = directory.join("MvM.wdl");
    let bytes = std::fs::read(&path).expect("readable");
    let sign = |more: &[&str], code| fail(&[&["signature", "--variant", "english"], more].concat(), root.path(), code);
    for bit in [0, 8 * 60, 8 * 250, 8 * bytes.len() - 1] {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, bytes).expect("writable");
        assert!(sign(&[], 5).contains("MvM.wdl"), "bit {bit}");
    }
    std::fs::remove_file(&path).expect("removable");
    assert!(sign(&[], 3).contains("MvM.wdl"));
    std::fs::write(&path, bytes).expect("writable");
    assert!(sign(&["--metric", "dtc"], 3).contains("no dtc table"));
    // A signature must cover all existing tables, and not only a part that looks complete.
    let larger = sign(&["--pieces", "3"], 3);
    assert!(larger.contains("no wdl table of"), "{larger}");
}

/// Checks the counts that `stats` makes from DTC tables. The winners must be those of the other
/// tables, and no conversion may be further away than the end of the game.
#[test]
fn distances_to_conversions_are_counted() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    generate_metrics_into(root.path(), "english", 2, &METRICS);
    let stats = |more: &[&str]| -> Vec<serde_json::Value> {
        let said = succeed(&[&["stats", "--variant", "english", "--format", "json"], more].concat(), root.path());
        serde_json::from_str(&said).expect("JSON")
    };
    let (by_end, by_conversion) = (stats(&[]), stats(&["--metric", "dtc"]));
    let plies = |row: &serde_json::Value, field: &str| row[field]["plies"].as_u64().unwrap_or(0);
    let mut sooner = 0;
    for (end, conversion) in by_end.iter().zip(&by_conversion) {
        for field in ["slice", "positions", "wins", "draws", "losses"] {
            assert_eq!(end[field], conversion[field], "{end}");
        }
        let is_same = end["values_digest"] == conversion["values_digest"];
        assert!(!is_same || end["slice"] == "KvK", "{end}");
        for field in ["longest_win", "longest_loss"] {
            assert_eq!(end[field].is_null(), conversion[field].is_null(), "{end}");
            assert!(plies(conversion, field) <= plies(end, field), "{end}");
            sooner += (plies(conversion, field) < plies(end, field)) as u32;
        }
    }
    assert!(sooner > 0 && by_end.len() == by_conversion.len());
    let named = |metric: &str, code| fail(&["stats", "--variant", "english", "--metric", metric], root.path(), code);
    assert!(named("dtr-WCDF", 3).contains("dtr-WCDF table"));
    assert!(named("dtx", 2).contains("dtc"));
}
