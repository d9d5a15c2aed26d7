//! Tests files that are damaged, missing, unfinished, made under other rules, or wrong in one
//! value.

use std::path::{Path, PathBuf};

use super::{contents, temporary};
use crate::common::program::{fail, run, succeed};
use crate::common::{Random, game, generate_into};
use peatee_generator::TableDirectory;
use peatee_generator::explore::stats::{fen_of, position_of};
use peatee_probe::Tables;
use peatee_probe::internals::Table;
use peatee_table::format::BlockEncoder;
use peatee_table::{MANIFEST_NAME, Manifest, Metric, Slice, TableBuilder};
use tempfile::TempDir;

/// Makes English tables of two pieces. Returns the root directory and the folder of the tables.
fn english_two() -> (TempDir, PathBuf) {
    let root = temporary();
    generate_into(root.path(), "english", 2);
    let directory = root.path().join("english");
    (root, directory)
}

type Damage = fn(&Path);

#[test]
fn damaged_and_missing_files_are_made_again() {
    let (root, directory) = english_two();
    let whole = contents(&directory);
    let file = |name: &str| directory.join(name);
    let damage: [(&str, Damage); 4] = [
        ("KvK.dtw", |path| {
            let mut bytes = std::fs::read(path).expect("readable");
            let middle = bytes.len() - 20;
            bytes[middle] ^= 4;
            std::fs::write(path, bytes).expect("writable");
        }),
        ("KvM.wdl", |path| std::fs::write(path, b"nothing").expect("writable")),
        ("MvK.dtw", |path| std::fs::remove_file(path).expect("removable")),
        ("MvM.wdl", |path| {
            let bytes = std::fs::read(path).expect("readable");
            std::fs::write(path, &bytes[..bytes.len() - 1]).expect("writable");
        }),
    ];
    for (name, damage) in damage {
        damage(&file(name));
        let said = run(&["generate", "--variant", "english", "--pieces", "2"], root.path());
        let said = String::from_utf8(said.stderr).expect("text");
        assert!(said.contains(&format!("{name} was missing or damaged and has been made again")), "{said}");
        assert!(contents(&directory) == whole, "after damage to {name}");
    }
}

#[test]
fn what_an_interrupted_run_left_is_removed() {
    let (root, directory) = english_two();
    let whole = contents(&directory);
    for name in ["KvK.wdl.unfinished", "manifest.json.unfinished"] {
        std::fs::write(directory.join(name), b"half a file").expect("writable");
    }
    succeed(&["generate", "--variant", "english", "--pieces", "2"], root.path());
    assert!(contents(&directory) == whole);
}

#[test]
fn directories_of_other_rules_are_refused() {
    let (root, directory) = english_two();
    let generate = |variant| ["generate", "--variant", variant, "--pieces", "2"];
    let mut manifest = Manifest::read(&directory).expect("readable").expect("there");
    let digest = manifest.rules_digest.clone();
    manifest.rules_digest = "0".repeat(digest.len());
    std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).expect("writable");
    let said = fail(&generate("english"), root.path(), 2);
    assert!(said.contains("tables of english") && said.contains("other rules"), "{said}");

    manifest.rules_digest = digest;
    std::fs::write(directory.join(MANIFEST_NAME), manifest.to_text()).expect("writable");
    succeed(&generate("english"), root.path());
    std::fs::rename(&directory, root.path().join("russian")).expect("movable");
    let said = fail(&generate("russian"), root.path(), 2);
    assert!(said.contains("english") && said.contains("russian"), "{said}");
    std::fs::write(root.path().join("russian").join(MANIFEST_NAME), b"{").expect("writable");
    let said = fail(&generate("russian"), root.path(), 5);
    assert!(said.contains(MANIFEST_NAME), "{said}");
}

/// Returns the bytes of a table in which one cell is changed. Everything else is valid.
fn with_one_cell_changed(table: &Table, place: u64, change: impl Fn(u32) -> u32) -> Vec<u8> {
    let header = table.header();
    let mut encoder = BlockEncoder::new(3).expect("zstd works");
    let mut builder = TableBuilder::new(header.clone());
    for block in 0..header.blocks() {
        let mut cells = table.decode(block).expect("the table is sound");
        if block == place / header.block_positions as u64 {
            let place = (place % header.block_positions as u64) as usize;
            let changed = change(header.cell.read(&cells, place));
            assert!(header.cell.write(&mut cells, place, changed), "{changed} fits a cell");
        }
        builder.push(&encoder.encode(header.cell, &cells).expect("it compresses"));
    }
    builder.finish()
}

/// Changes the stored value of the first position of a slice that has no capture. Checksums and
/// manifest match the changed table.
fn flip(root: &Path, slice: &str, metric: Metric, change: impl Fn(u32) -> u32) -> String {
    let game = game("english");
    let slice = Slice::parse(&game, slice).expect("a slice");
    let tables = Tables::open(root.join("english")).expect("they open");
    let table = tables.table(slice, metric).expect("there");
    let is_quiet = |number: &u64| {
        let moves = game.moves(&position_of(&tables, slice, *number)).unwrap();
        moves.iter().all(|mv| mv.captured == 0)
    };
    let place = (0..table.header().positions).find(is_quiet).expect("most positions are quiet");
    let bytes = with_one_cell_changed(table, place, change);
    let directory = TableDirectory::open(root, &game).expect("nobody else is there");
    directory.put(slice, metric, &bytes).expect("writable");
    fen_of(&tables, slice, place)
}

/// Tests a header whose digest does not match the values of the table.
#[test]
fn a_signature_from_values_believes_no_header() {
    let (root, _) = english_two();
    let sign = |more: &[&str]| succeed(&[&["signature", "--variant", "english"], more].concat(), root.path());
    let whole = sign(&[]);
    assert_eq!(sign(&["--from-values"]), whole);
    flip(root.path(), "MvM", Metric::Dtw, |cell| cell + 2);
    assert_eq!(sign(&[]), whole);
    let found = sign(&["--from-values"]);
    let changed: Vec<bool> = found.lines().zip(whole.lines()).map(|(found, whole)| found != whole).collect();
    assert_eq!(changed, [false, true], "WDL and DTW: {found}");
}

#[test]
fn verify_finds_a_single_wrong_value() {
    const VERIFY: [&str; 3] = ["verify", "--variant", "english"];
    for (slice, metric) in [("KvK", Metric::Wdl), ("KvM", Metric::Dtw), ("MvM", Metric::Dtw), ("MvK", Metric::Wdl)] {
        let (root, _) = english_two();
        assert!(succeed(&VERIFY, root.path()).contains("8 tables, 6976 values, 0 wrong"));
        let change = |cell| if metric == Metric::Wdl { (cell + 1) % 3 } else { cell + 2 };
        let fen = flip(root.path(), slice, metric, change);
        let output = run(&VERIFY, root.path());
        let said = String::from_utf8(output.stdout).expect("it prints text");
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(&format!("{slice}.{metric}: ")), "{said}");
        assert!(said.contains(&format!("  {fen}: the table says ")), "{fen} is not in: {said}");
        assert!(!said.contains(" 0 wrong"), "{said}");
    }
}

#[test]
fn verify_names_a_file_with_a_flipped_bit() {
    let (root, directory) = english_two();
    let mut random = Random::new(77);
    for name in ["KvK.wdl", "MvK.dtw", "KvM.wdl"] {
        let path = directory.join(name);
        let whole = std::fs::read(&path).expect("readable");
        for _ in 0..10 {
            let mut bytes = whole.clone();
            let bit = random.below(8 * bytes.len());
            bytes[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, bytes).expect("writable");
            let said = fail(&["verify", "--variant", "english"], root.path(), 5);
            assert!(said.contains(name), "bit {bit} of {name}: {said}");
        }
        std::fs::write(&path, whole).expect("writable");
    }
    succeed(&["verify", "--variant", "english"], root.path());
}
