//! Checks that `export` for chess writes every legal position once, with the value of a probe.

use std::collections::HashSet;

use peatee_chess::{Position, Slice};
use peatee_probe::Wdl;
use peatee_probe::chess::Tables;

use super::{copy_three_men_into, dtz};
use crate::common::program::{fail, succeed};
use crate::common::rows;

const PUBLISHED: &str = include_str!("../data/chess-3-4.tsv");

#[test]
fn lines_of_pawns_and_rooks_are_as_many_as_was_published() {
    check_lines(&["KPvK", "KRvK"]);
}

#[test]
#[ignore = "8 CPU-seconds; scripts/check --full runs it"]
fn lines_of_three_men_are_as_many_as_was_published_in_full() {
    check_lines(&["KPvK", "KRvK", "KNvK", "KBvK", "KQvK"]);
}

/// Compares the counts of wins, draws and losses, and the longest distances, of exported lines with
/// published numbers.
fn check_lines(sets: &[&str]) {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let tables = Tables::open(root.path().join("chess")).expect("tables just made");
    for row in rows(PUBLISHED) {
        let set = Slice::parse(row[0]).expect("a slice");
        if !sets.contains(&row[0]) {
            continue;
        }
        for (slice, columns) in [(set, 1..8), (set.opposite(), 8..15)] {
            let name = slice.name();
            let export = ["export", "--variant", "chess", "--slice", &name];
            let text = succeed(&export, root.path());
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            assert_eq!(reader.headers().expect("names"), vec!["number", "fen", "wdl", "dtz_plies"]);
            let (mut counts, mut longest) = ([0u64; 3], [None::<u32>; 3]);
            let (mut fens, mut last) = (HashSet::new(), None);
            let records: Vec<_> = reader.records().map(|record| record.expect("the columns are whole")).collect();
            for record in &records {
                let number: u64 = record[0].parse().expect("a number");
                assert!(last < Some(number), "{name} {number}");
                last = Some(number);
                let position = Position::parse_fen(&record[1]).expect("a legal position");
                assert_eq!(position.setup().slice().expect("few men"), slice);
                assert!(fens.insert(record[1].to_owned()), "{} stands twice", &record[1]);
                let value = tables.value_in(&position, dtz()).expect("a table");
                let plies = value.plies.map_or(String::new(), |plies| plies.to_string());
                assert_eq!((&record[2], &record[3]), (value.wdl.name(), &*plies), "{}", &record[1]);
                let place = [Wdl::Win, Wdl::Draw, Wdl::Loss].iter().position(|&wdl| wdl == value.wdl);
                let place = place.expect("one of the three");
                counts[place] += 1;
                longest[place] = longest[place].max(value.plies);
            }
            // No win of three men is cursed.
            let published: Vec<&str> = row[columns].to_vec();
            let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| plies.to_string());
            let found = [counts[0], 0, counts[1], 0, counts[2]].map(|count| count.to_string());
            let found: Vec<String> = found.into_iter().chain([plies(longest[0]), plies(longest[2])]).collect();
            assert_eq!(found, published, "{name}");
            // JSON lines must have the same values, also with one thread.
            let json = succeed(&[&export[..], &["--format", "jsonl", "--threads", "1"]].concat(), root.path());
            assert_eq!(json.lines().count(), records.len());
            for (line, record) in json.lines().zip(&records) {
                let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let plies = line["dtz_plies"].as_u64().map_or(String::new(), |plies| plies.to_string());
                let texts = [&line["fen"], &line["wdl"]].map(|text| text.as_str().expect("a text"));
                let found = [&*line["number"].to_string(), texts[0], texts[1], &*plies];
                assert_eq!(found, [&record[0], &record[1], &record[2], &record[3]]);
            }
        }
    }
}

#[test]
fn what_cannot_be_exported_is_said() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let export = ["export", "--variant", "chess", "--slice"];
    let said = fail(&[&export[..], &["KRRvK"]].concat(), root.path(), 3);
    assert!(said.contains("there is no wdl table of KRRvK"), "{said}");
    let said = fail(&[&export[..], &["KRvK", "--metric", "can-mate"]].concat(), root.path(), 2);
    assert!(said.contains("dtw or dtc, not can-mate"), "{said}");
    let said = fail(&[&export[..], &["KXvK"]].concat(), root.path(), 2);
    assert!(said.contains("KXvK"), "{said}");
    // Without tables of distances, lines must have no distance.
    for file in ["KRvK", "KvKR"] {
        let _ = std::fs::remove_file(root.path().join("chess").join(format!("{file}.dtr-FIDE-50")));
    }
    let text = succeed(&[&export[..], &["KRvK"]].concat(), root.path());
    assert!(text.starts_with("number,fen,wdl\n"), "{}", &text[..60]);
}
