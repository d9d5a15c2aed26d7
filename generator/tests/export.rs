//! Checks that `export` writes every position of a slice once, with the value of a probe.

use crate::common::program::{fail, run, succeed};
use crate::common::{generate_metrics_into, make};
use peatee_probe::{Metric, Slice, Tables, Wdl};

/// Names of slices with their published numbers of positions in English draughts.
const SLICES: [(&str, u64); 3] = [("MvM", 760), ("KvKM", 26_040), ("KMvM", 22_800)];

#[test]
fn lines_are_the_positions_with_their_probed_values() {
    let made = make("english", 3);
    let game = made.tables.game();
    for (name, positions) in SLICES {
        let export = ["export", "--variant", "english", "--slice", name];
        let text = succeed(&export, made.root.path());
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        assert_eq!(reader.headers().expect("names"), vec!["number", "fen", "wdl", "dtw_plies"]);
        let mut fens = std::collections::HashSet::new();
        for (number, row) in reader.records().enumerate() {
            let row = row.expect("the columns are whole");
            assert_eq!(row[0], number.to_string());
            let position = game.parse_fen(&row[1]).expect("a legal position");
            assert_eq!(Slice::of(game, &position).name(), name);
            let value = made.tables.probe(&position).expect("a table");
            let plies = value.plies.map_or(String::new(), |plies| plies.to_string());
            assert_eq!((&row[2], &row[3]), (value.wdl.name(), &*plies), "{}", &row[1]);
            assert!(fens.insert(row[1].to_owned()), "{} stands twice", &row[1]);
        }
        assert_eq!(fens.len() as u64, positions, "{name}");
        // JSON lines must have the same values.
        let lines = succeed(&[&export[..], &["--format", "jsonl"]].concat(), made.root.path());
        for (line, row) in lines.lines().zip(csv::Reader::from_reader(text.as_bytes()).records()) {
            let (line, row) = (serde_json::from_str::<serde_json::Value>(line).expect("JSON"), row.expect("a row"));
            let plies = line["dtw_plies"].as_u64().map_or(String::new(), |plies| plies.to_string());
            let fields = [line["number"].to_string(), line["fen"].as_str().unwrap_or_default().to_owned()];
            assert_eq!(
                [&*fields[0], &*fields[1], line["wdl"].as_str().unwrap_or_default(), &*plies],
                [&row[0], &row[1], &row[2], &row[3]]
            );
        }
        assert_eq!(lines.lines().count() as u64, positions);
    }
}

#[test]
fn the_output_does_not_depend_on_threads_or_on_where_it_goes() {
    let made = make("international", 3);
    let file = made.root.path().join("out.csv");
    let export = |more: &[&str]| {
        succeed(&[&["export", "--variant", "international", "--slice", "KMvK"], more].concat(), made.root.path())
    };
    let (one, four) = (export(&["--threads", "1"]), export(&["--threads", "4"]));
    assert!(one.lines().count() > 100_000, "several blocks, so that they could come in a wrong order");
    assert!(one == four, "threads change the output");
    assert_eq!(export(&["--out", file.to_str().expect("plain names")]), "");
    assert!(std::fs::read_to_string(&file).expect("the file is there") == one, "the file has other lines");
    let beside =
        std::fs::read_to_string(made.root.path().join("out.csv-metadata.json")).expect("it is beside the file");
    let beside: serde_json::Value = serde_json::from_str(&beside).expect("JSON");
    assert_eq!(beside["url"], "out.csv");
    let notes = &beside["notes"][0];
    assert_eq!((&notes["peatee.slice"], &notes["peatee.metric"]), (&"KMvK".into(), &"dtw".into()));
    let wdl = export(&["--metric", "wdl"]);
    assert!(wdl.starts_with("number,fen,wdl\n0,"), "{}", &wdl[..100]);
}

#[test]
fn distances_that_do_not_tell_who_wins_come_with_the_winner() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let dtr = Metric::named("dtr-WCDF").expect("a code of English draughts");
    generate_metrics_into(root.path(), "english", 2, &[Metric::Wdl, Metric::Dtw, Metric::Dtc, dtr]);
    let tables = Tables::open(root.path().join("english")).expect("tables just made");
    let arguments = ["export", "--variant", "english", "--slice", "MvM", "--metric", "dtc"];
    let text = succeed(&arguments, root.path());
    let mut losses = 0;
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.expect("a row");
        let position = tables.game().parse_fen(&row[1]).expect("a legal position");
        let (wdl, dtc) = (tables.probe_wdl(&position).expect("WDL"), tables.probe_dtc(&position).expect("DTC"));
        assert_eq!((&row[2], &row[3]), (wdl.name(), &*dtc.map_or(String::new(), |plies| plies.to_string())));
        losses += u64::from(wdl == Wdl::Loss);
    }
    assert!(losses > 0, "there are losses to be told from wins");
    let text = succeed(&[&arguments[..6], &["dtr-WCDF"]].concat(), root.path());
    assert!(text.starts_with("number,fen,wdl,dtr_plies\n"), "{}", &text[..60]);
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_build_without_parquet_says_so() {
    let made = make("english", 2);
    let export = ["export", "--variant", "english", "--slice", "KvK", "--format", "parquet"];
    assert!(fail(&export, made.root.path(), 2).contains("--features parquet"));
}

#[test]
#[cfg(feature = "parquet")]
fn parquet_has_the_rows_of_csv_and_says_where_they_come_from() {
    use peatee_rows::parquet::file::reader::{FileReader as _, SerializedFileReader};
    use peatee_rows::parquet::record::Field;
    let made = make("english", 3);
    let file = made.root.path().join("out.parquet");
    let export = ["export", "--variant", "english", "--slice", "KvKM"];
    for metric in ["dtw", "wdl"] {
        let export = [&export[..], &["--metric", metric]].concat();
        let text = succeed(&export, made.root.path());
        let to = ["--format", "parquet", "--out", file.to_str().expect("plain names")];
        succeed(&[&export[..], &to].concat(), made.root.path());
        let reader = SerializedFileReader::try_from(file.as_path()).expect("a Parquet file");
        let mut found = reader.get_row_iter(None).expect("rows");
        let mut csv = csv::Reader::from_reader(text.as_bytes());
        let names = csv.headers().expect("names").clone();
        for row in csv.records() {
            let (row, found) = (row.expect("a row"), found.next().expect("a row").expect("a row"));
            let columns = found.get_column_iter().map(|(name, value)| {
                let value = match value {
                    Field::Null => String::new(),
                    Field::Str(text) => text.clone(),
                    number => number.to_string(),
                };
                (name.clone(), value)
            });
            let wanted = names.iter().zip(&row).map(|(name, value)| (name.to_owned(), value.to_owned()));
            assert_eq!(columns.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
        }
        assert!(found.next().is_none());
        let metadata = reader.metadata().file_metadata().key_value_metadata().expect("metadata");
        let value = |key: &str| metadata.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
        assert_eq!(value("peatee.metric").as_deref(), Some(metric));
        assert_eq!(value("peatee.rules").as_deref(), Some("none"));
        let stats = ["stats", "--variant", "english", "--slice", "KvKM", "--metric", metric, "--format", "json"];
        let digest = value("peatee.values_digests").expect("digests");
        let digest = digest.strip_prefix(&format!("{metric} ")).expect("the metric");
        assert!(succeed(&stats, made.root.path()).contains(&format!("\"{digest}\"")), "{digest}");
    }
}

#[test]
fn what_cannot_be_exported_is_named() {
    let made = make("english", 2);
    let root = made.root.path();
    let export = |slice| ["export", "--variant", "english", "--slice", slice];
    let said = fail(&export("KKvK"), root, 3);
    assert!(said.contains("wdl table of KKvK"), "{said}");
    assert!(fail(&export("MKvK"), root, 2).contains("kings are written first"));
    let said = fail(&[&export("KvK")[..], &["--metric", "dtc"]].concat(), root, 3);
    assert!(said.contains("dtc table of KvK"), "{said}");
    // If the run fails, an existing file must stay unchanged, and no half-written file may be left.
    let file = root.join("kept.csv");
    std::fs::write(&file, "old").expect("writable");
    let to = file.to_str().expect("plain names");
    fail(&[&export("KKvK")[..], &["--out", to]].concat(), root, 3);
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), "old");
    let left: Vec<_> =
        std::fs::read_dir(root).expect("readable").map(|entry| entry.expect("an entry").file_name()).collect();
    assert_eq!(left.len(), 2, "the tables and the file: {left:?}");
    let said = fail(&[&export("KvK")[..], &["--out", root.to_str().expect("plain names")]].concat(), root, 5);
    assert!(said.contains("not a regular file"), "{said}");
    // A table with a damaged block must give an error that names it, and no output file.
    let table = root.join("english/KvK.dtw");
    let mut bytes = std::fs::read(&table).expect("readable");
    let last = bytes.len() - 1;
    bytes[last] ^= 0x55;
    std::fs::write(&table, bytes).expect("writable");
    let output = run(&[&export("KvK")[..], &["--out", root.join("new.csv").to_str().expect("plain")]].concat(), root);
    assert_eq!(output.status.code(), Some(5));
    assert!(String::from_utf8_lossy(&output.stderr).contains("KvK.dtw"));
    assert!(!root.join("new.csv").exists());
}
