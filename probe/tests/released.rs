//! Tables of every released version of the format are read for ever, with the answers of their day.
//!
//! `tests/data/vN` holds a directory of tables as version N wrote it, and `answers.tsv`: positions
//! with their WDL, DTW and DTC. A new version adds a directory; those that are there never change.

use std::path::{Path, PathBuf};

use peatee_probe::Tables;

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
