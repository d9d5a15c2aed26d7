//! Checks that recoded tables have the same values and signatures, however they are read.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::common::{game, generate_metrics_into, mapped};
use peatee_generator::tables::write::WdlCoding;
use peatee_generator::{NoProgress, Settings, TableDirectory, TableForm, recode};
use peatee_probe::internals::{Table, open_storage};
use peatee_probe::{OpenOptions, StorageKind, Tables};
use peatee_rules::{Position, with_kernel};
use peatee_table::format::FileCoding;
use peatee_table::index::SliceIndex;
use peatee_table::{FileError, Metric};

fn run(arguments: &[&str]) -> (bool, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_peatee-gen")).args(arguments).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Returns the content of all tables of a directory, by file name.
fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("readable").path());
    let tables = entries.filter(|path| path.extension().is_some_and(|extension| extension != "json"));
    let named = |path: std::path::PathBuf| (path.file_name().expect("a name").to_string_lossy().into_owned(), path);
    tables.map(named).map(|(name, path)| (name, std::fs::read(path).expect("readable"))).collect()
}

/// Checks that cells that are read one by one equal those of decoded blocks.
fn check_single_cells(path: &Path) {
    let table = Table::open(path, open_storage(path, StorageKind::PREAD).expect("readable"), 1 << 20).expect("sound");
    let check = |number: u64, cell| {
        if number.is_multiple_of(101) || number + 1 == table.header().positions {
            assert_eq!(table.cell(number).expect("sound"), cell, "{} {number}", path.display());
        }
    };
    table.each_cell(check).expect("sound");
}

#[test]
fn recoding_keeps_every_value_and_gives_back_the_old_bytes() {
    let root = tempfile::tempdir().expect("room");
    let root_name = root.path().to_str().expect("plain names");
    for (variant, pieces) in [("english", "3"), ("international", "3"), ("konane", "4"), ("chess", "3")] {
        let of_variant = ["--variant", variant, "--tables", root_name];
        let with = |arguments: &[&str]| -> Vec<String> {
            arguments.iter().chain(&of_variant).map(|&argument| argument.to_owned()).collect()
        };
        let run = |arguments: &[&str]| {
            let arguments = with(arguments);
            let (is_done, said, errors) = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(is_done, "{arguments:?}: {errors}");
            said
        };
        run(&["generate", "--metric", "wdl", "--pieces", pieces, "--wdl-coding", "blocks"]);
        let directory = root.path().join(variant);
        let signature = run(&["signature", "--metric", "wdl", "--pieces", pieces]);
        let blocks = files(&directory);
        for coding in ["small-pages", "pages", "quick-pages"] {
            assert!(run(&["recode", "--wdl-coding", coding]).contains("written anew"));
            assert_eq!(run(&["signature", "--metric", "wdl", "--pieces", pieces]), signature);
            assert!(run(&["verify"]).contains(" 0 wrong"));
            assert!(run(&["recode", "--wdl-coding", coding]).starts_with("0 tables written anew"));
            let recoded = files(&directory);
            let pages = recoded.iter().filter(|(_, bytes)| bytes[12] == 1).count();
            // Small tables may stay in blocks if pages are not smaller.
            let may_be_blocks = coding == "small-pages" || coding == "pages" && variant == "chess";
            assert!(pages == recoded.len() || may_be_blocks, "{variant} {coding}: {pages}");
            recoded.keys().for_each(|name| check_single_cells(&directory.join(name)));
            if coding == "small-pages" {
                let bytes = |of: &BTreeMap<String, Vec<u8>>| of.values().map(Vec::len).sum::<usize>();
                // Small tables get the smaller coding. Larger tables may become up to a tenth
                // larger.
                assert!(10 * bytes(&recoded) <= 11 * bytes(&blocks), "{variant}");
                assert!(pages > 0 || bytes(&recoded) <= bytes(&blocks), "{variant}");
            }
        }
        run(&["recode", "--wdl-coding", "blocks"]);
        assert!(files(&directory) == blocks, "{variant}");
    }
}

#[test]
fn an_archive_keeps_every_value_and_gives_back_the_old_bytes() {
    let root = tempfile::tempdir().expect("room");
    let root_name = root.path().to_str().expect("plain names");
    let games = [
        ("russian", "wdl,dtw,dtc,dtr-FMJD-64-Russian", "dtr-FMJD-64-Russian"),
        ("frisian", "wdl,dtw,wdl-Frisian,dtw-Frisian", "wdl-Frisian"),
        ("chess", "wdl,dtw,dtw-FIDE-50,dtr-FIDE-50,can-mate", "dtr-FIDE-50"),
    ];
    for (variant, metrics, compared) in games {
        let run = |arguments: &[&str]| {
            let (is_done, said, errors) = run(&[arguments, &["--variant", variant, "--tables", root_name]].concat());
            assert!(is_done, "{arguments:?}: {errors}");
            said
        };
        let pieces = if variant == "frisian" { "2" } else { "3" };
        run(&["generate", "--metric", metrics, "--pieces", pieces]);
        let (directory, signature) = (root.path().join(variant), ["signature", "--from-values", "--metric", compared]);
        let (for_probes, signed) = (files(&directory), run(&signature));
        assert!(run(&["recode"]).starts_with("0 tables written anew"));
        run(&["recode", "--archive"]);
        let archived = files(&directory);
        assert!(run(&["recode", "--archive"]).starts_with("0 tables written anew"));
        assert_eq!(run(&signature), signed);
        assert!(run(&["verify"]).contains(" 0 wrong"), "{variant}");
        let bytes = |of: &BTreeMap<String, Vec<u8>>| of.values().map(Vec::len).sum::<usize>();
        assert!(bytes(&archived) < bytes(&for_probes), "{variant}");
        run(&["recode"]);
        assert!(files(&directory) == for_probes, "{variant}");
    }
}

/// Reads every position in four ways: as a single cell, in a pass over all cells, by a probe
/// without memory for expanded blocks, and by a probe with such memory.
#[test]
#[ignore = "14 CPU-seconds; scripts/check --full runs it"]
fn every_position_reads_the_same_in_every_tier_in_full() {
    for (variant, pieces) in [("english", 4), ("russian", 3), ("frisian", 3), ("konane", 4)] {
        let root = tempfile::tempdir().expect("room");
        generate_metrics_into(root.path(), variant, pieces, &[Metric::Wdl]);
        let tables = Tables::open(root.path().join(variant)).expect("tables just made open");
        let game = tables.game().clone();
        let directory = tables.directory().to_owned();
        let mut expected = Vec::new();
        for slice in peatee_table::slices(&game, pieces) {
            with_kernel!(game, kernel => {
                let index = SliceIndex::new(kernel, slice);
                for number in (0..index.size()).step_by(if index.size() > 10_000 { 29 } else { 1 }) {
                    let position = Position { setup: index.unrank(number).convert(), side: slice.side };
                    expected.push((position, tables.probe_wdl(&position).expect("a table")));
                }
            });
        }
        drop(tables);
        let to_write = TableDirectory::open(root.path(), &game).expect("nobody else is at work");
        let form = TableForm { wdl_coding: WdlCoding::QuickPages, ..TableForm::default() };
        let recoded = recode(&to_write, form, &NoProgress).expect("all tables are sound");
        assert!(recoded.changed > 0);
        let positions: Vec<Position> = expected.iter().map(|&(position, _)| position).collect();
        for storage in [StorageKind::PREAD, mapped()] {
            for memory_bytes in [0, 1 << 30] {
                let options = OpenOptions::new().memory_bytes(memory_bytes).storage(storage);
                let tables = options.open(&directory).expect("tables that open");
                let many = tables.probe_wdl_many(&positions);
                for ((position, wdl), many) in expected.iter().zip(many) {
                    assert_eq!(many.expect("a table"), *wdl, "{variant} {position:?}");
                    assert_eq!(tables.probe_wdl(position).expect("a table"), *wdl, "{variant} {position:?}");
                }
                let stats = tables.stats();
                assert_eq!(stats.budget_bytes, memory_bytes);
                assert!(stats.expanded_bytes + stats.cached_bytes <= memory_bytes);
                let is_mapped = storage != StorageKind::PREAD;
                assert_eq!((stats.cache_hits, stats.cache_misses) == (0, 0), is_mapped, "{stats:?}");
                // Blocks that are read often are expanded.
                assert_eq!(stats.expanded_bytes > 0, memory_bytes > 0, "{stats:?}");
            }
        }
        for (name, bytes) in files(&directory) {
            let path = directory.join(&name);
            for storage in [StorageKind::PREAD, mapped()] {
                let table = Table::open(&path, open_storage(&path, storage).expect("readable"), 0).expect("sound");
                assert!(matches!(table.header().coding, FileCoding::Pages(_)), "{name}");
                let mut cells = 0;
                table
                    .each_cell(|number, cell| {
                        cells += 1;
                        assert_eq!(table.cell(number).expect("sound"), cell, "{name} {number}");
                    })
                    .expect("sound");
                assert_eq!(cells, table.header().positions);
            }
            // Every way of reading must refuse a damaged page, and the error must name it.
            let mut damaged = bytes.clone();
            *damaged.last_mut().expect("not empty") ^= 1;
            let table = Table::open(&path, Box::new(damaged), 0).expect("the header is sound");
            let last = table.header().positions - 1;
            let error = table.cell(last).expect_err("the last page is damaged");
            assert!(matches!(error, FileError::Page { .. }), "{name}: {error}");
            assert!(table.decode(table.header().blocks() - 1).is_err(), "{name}");
        }
    }
}

#[test]
fn a_damaged_table_stops_recoding_and_is_named() {
    let root = tempfile::tempdir().expect("room");
    generate_metrics_into(root.path(), "english", 2, &[Metric::Wdl]);
    let path = root.path().join("english/KvK.wdl");
    let mut bytes = std::fs::read(&path).expect("readable");
    *bytes.last_mut().expect("not empty") ^= 1;
    std::fs::write(&path, &bytes).expect("writable");
    let root_name = root.path().to_str().expect("plain names");
    let recode = ["recode", "--variant", "english", "--tables", root_name, "--wdl-coding", "quick-pages"];
    let (is_done, _, said) = run(&recode);
    assert!(!is_done && said.contains("KvK.wdl") && said.contains("damaged"), "{said}");
    assert_eq!(std::fs::read(&path).expect("readable"), bytes);
}

#[test]
fn a_damaged_list_of_run_patterns_stops_recoding_and_is_named() {
    let root = tempfile::tempdir().expect("room");
    let metric = Metric::named("wdl-Frisian").expect("a metric");
    generate_metrics_into(root.path(), "frisian", 3, &[Metric::Wdl, metric]);
    let path = root.path().join("frisian").join("KMvK.wdl-Frisian");
    let mut bytes = std::fs::read(&path).expect("readable");
    *bytes.last_mut().expect("not empty") ^= 1;
    std::fs::write(&path, &bytes).expect("writable");
    let root_name = root.path().to_str().expect("plain names");
    let (is_done, _, said) = run(&["recode", "--variant", "frisian", "--tables", root_name, "--archive"]);
    assert!(!is_done && said.contains("KMvK.wdl-Frisian") && said.contains("list"), "{said}");
    assert_eq!(std::fs::read(&path).expect("readable"), bytes);
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let made = |threads: usize| {
        let root = tempfile::tempdir().expect("room");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let directory = TableDirectory::open(root.path(), &game("international")).expect("a directory");
            let settings = Settings::new(vec![Metric::Wdl], 1 << 30);
            peatee_generator::generate(&directory, 3, &settings, &NoProgress).expect("made");
        });
        files(&root.path().join("international"))
    };
    assert!(made(1) == made(3));
}
