//! Tests that tables of every released version of the format can be read and give their old
//! answers.
//!
//! `tests/data/vN` holds a directory of tables as version N wrote it, and `answers.tsv`: positions
//! with their WDL, DTW and DTC. A new version adds a directory. Existing directories never change.
//! `tests/data/order` has a table of version 4 in a stored order of its own. `tests/data/two-ended`
//! has tables of two-ended blocks.

use std::path::{Path, PathBuf};

use peatee_probe::{Metric, OpenOptions, Slice, Tables, Wdl};

fn releases() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let entries = std::fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path());
    let mut releases: Vec<PathBuf> =
        entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with('v')).collect();
    releases.sort();
    releases
}

#[test]
fn tables_of_every_release_answer_as_they_did() {
    let releases = releases();
    assert!(releases[0].ends_with("v4"), "the oldest release is version 4: {releases:?}");
    for release in releases {
        let tables = Tables::open(release.join("english")).and_then(Tables::whole).unwrap();
        let answers = std::fs::read_to_string(release.join("answers.tsv")).unwrap();
        let rows: Vec<Vec<&str>> =
            answers.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect()).collect();
        assert!(rows.len() > 400);
        for row in rows {
            let [fen, wdl, dtw, dtc] = row[..] else { panic!("{row:?}") };
            let position = tables.game().parse_fen(fen).unwrap();
            let value = tables.probe(&position).unwrap();
            let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| plies.to_string());
            let found = (value.wdl.name(), plies(value.plies), plies(tables.probe_dtc(&position).unwrap()));
            assert_eq!(found, (wdl, dtw.to_owned(), dtc.to_owned()), "{}: {fen}", release.display());
            assert_eq!(tables.probe_wdl(&position).unwrap(), value.wdl, "{fen}");
        }
    }
}

#[test]
fn tables_of_two_ended_blocks_answer_as_those_of_other_pages() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let tables = Tables::open(data.join("two-ended/english")).and_then(Tables::whole).unwrap();
    let answers = std::fs::read_to_string(data.join("v4-pages/answers.tsv")).unwrap();
    let rows: Vec<&str> = answers.lines().filter(|line| !line.starts_with('#')).collect();
    let positions: Vec<_> =
        rows.iter().map(|row| tables.game().parse_fen(row.split('\t').next().unwrap()).unwrap()).collect();
    let many: Vec<Wdl> = tables.probe_wdl_many(&positions).map(Result::unwrap).collect();
    for ((row, position), many) in rows.iter().zip(&positions).zip(many) {
        let wdl = row.split('\t').nth(1).unwrap();
        assert_eq!((tables.probe_wdl(position).unwrap().name(), many.name()), (wdl, wdl), "{row}");
    }
}

#[test]
fn a_table_in_an_order_of_its_own_answers_as_it_did() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    // Captures lead to positions of the tables of three pieces.
    let directories = [data.join("order/english"), data.join("v4-pages/english")];
    let tables = OpenOptions::new().open_several(&directories, |_, metric| metric == Metric::Wdl).unwrap();
    let slice = Slice::parse(tables.game(), "MMvMM").unwrap();
    assert!(!tables.table(slice, Metric::Wdl).unwrap().header().group_order.is_table_order());
    let answers = std::fs::read_to_string(data.join("order/answers.tsv")).unwrap();
    let rows: Vec<(&str, &str)> =
        answers.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap()).collect();
    assert_eq!(rows.len(), 420);
    let positions: Vec<_> = rows.iter().map(|(fen, _)| tables.game().parse_fen(fen).unwrap()).collect();
    assert!(positions.iter().any(|position| tables.game().must_capture(position)));
    // Probes so often that the cells are expanded.
    for _ in 0..20 {
        let many: Vec<Wdl> = tables.probe_wdl_many(&positions).map(Result::unwrap).collect();
        for ((position, many), (fen, wdl)) in positions.iter().zip(many).zip(&rows) {
            assert_eq!(tables.probe_wdl(position).unwrap().name(), *wdl, "{fen}");
            assert_eq!(many.name(), *wdl, "{fen}");
        }
    }
    assert!(positions.iter().all(|position| tables.probe_wdl_in_memory(position).is_some()));
}
