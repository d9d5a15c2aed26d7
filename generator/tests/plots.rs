//! Checks that the bars of `stats --plots` match the positions in number and height.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;

use crate::common::program::{fail, succeed};
use crate::common::svg::{numbers, share, shares};
use crate::common::{generate_metrics_into, make};
use peatee_generator::explore::stats::slice_stats;
use peatee_probe::{Metric, RuleSet, Slice, Tables, Wdl};
use peatee_rules::draw::DrawRules;
use peatee_table::index::SliceIndex;

#[test]
fn bars_are_as_high_as_the_logarithm_of_their_positions() {
    let made = make("english", 3);
    let directory = made.root.path().join("plots");
    let plots = directory.to_str().expect("plain names");
    let text = succeed(&["stats", "--variant", "english", "--plots", plots], made.root.path());
    assert_eq!(text, succeed(&["stats", "--variant", "english"], made.root.path()));
    let game = made.tables.game();
    for info in made.tables.slices() {
        let svg = std::fs::read_to_string(directory.join(format!("{}.dtw.svg", info.slice))).expect("it is drawn");
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        let mut counts = [BTreeMap::<u32, u64>::new(), BTreeMap::new()];
        for number in 0..info.positions {
            let setup = peatee_rules::with_kernel!(game, kernel => {
                SliceIndex::new(kernel, info.slice).unrank(number).convert()
            });
            let position = peatee_rules::Position { setup, side: info.slice.side };
            let value = made.tables.probe(&position).expect("a table");
            if let Some(plies) = value.plies {
                *counts[usize::from(value.wdl == Wdl::Loss)].entry(plies).or_default() += 1;
            }
        }
        let most = counts.iter().flat_map(BTreeMap::values).max().copied().expect("a slice has decided positions");
        let highest = ["blue", "vermilion"].map(|hue| numbers(&svg, hue, "height"));
        let unit = highest.iter().flatten().fold(0.0, |a: f64, &b| a.max(b)) / (2.0 * most as f64).ln();
        for (counts, heights) in counts.iter().zip(&highest) {
            assert_eq!(heights.len(), counts.len(), "{}", info.slice);
            for (positions, height) in counts.values().zip(heights) {
                let wanted = unit * (2.0 * *positions as f64).ln();
                assert!((height - wanted).abs() <= 2.0, "{}: {height} for {positions}, not {wanted}", info.slice);
            }
        }
    }
}

#[test]
fn the_heat_map_has_the_share_of_every_slice() {
    let made = make("english", 3);
    let directory = made.root.path().join("plots");
    let plots = directory.to_str().expect("plain names");
    succeed(&["stats", "--variant", "english", "--metric", "wdl", "--plots", plots], made.root.path());
    let files: Vec<_> =
        std::fs::read_dir(&directory).expect("readable").map(|f| f.expect("an entry").file_name()).collect();
    let files = BTreeSet::from_iter(files);
    assert_eq!(files, BTreeSet::from(["growth.svg", "outcomes.svg"].map(Into::into)), "WDL has no distances");
    let svg = std::fs::read_to_string(directory.join("outcomes.svg")).expect("it is drawn");
    let mut wanted = Vec::new();
    for info in made.tables.slices() {
        let slice = Slice::parse(made.tables.game(), &info.slice.name()).expect("a slice");
        let stats = slice_stats(&made.tables, slice).expect("a table");
        wanted.extend([stats.wins, stats.draws, stats.losses].map(|count| share(count, stats.positions)));
    }
    wanted.sort_unstable();
    assert_eq!(shares(&svg), wanted);
}

/// Compares the picture of growth with positions counted one by one and with the lengths of the
/// files.
#[test]
fn growth_has_the_positions_and_bytes_of_each_number_of_pieces() {
    let made = make("english", 4);
    let directory = made.root.path().join("plots");
    succeed(&["stats", "--variant", "english", "--plots", directory.to_str().expect("plain")], made.root.path());
    let svg = std::fs::read_to_string(directory.join("growth.svg")).expect("it is drawn");
    let mut counts = [BTreeMap::<u32, u64>::new(), BTreeMap::new()];
    for info in made.tables.slices() {
        let pieces = u32::from(info.slice.material.pieces());
        let stats = slice_stats(&made.tables, info.slice).expect("a table");
        *counts[0].entry(pieces).or_default() += stats.wins + stats.draws + stats.losses;
        for metric in ["wdl", "dtw"] {
            let file = made.root.path().join("english").join(format!("{}.{metric}", info.slice));
            *counts[1].entry(pieces).or_default() += std::fs::metadata(file).expect("a file").len();
        }
    }
    let most = counts.iter().flat_map(BTreeMap::values).max().copied().expect("slices");
    let heights = ["blue", "orange"].map(|hue| numbers(&svg, hue, "height"));
    let unit = heights.iter().flatten().fold(0.0, |a: f64, &b| a.max(b)) / (2.0 * most as f64).ln();
    for (counts, heights) in counts.iter().zip(&heights) {
        assert_eq!((counts.len(), heights.len()), (3, 3));
        for (count, height) in counts.values().zip(heights) {
            let wanted = unit * (2.0 * *count as f64).ln();
            assert!((height - wanted).abs() <= 2.0, "{height} for {count}, not {wanted}");
        }
    }
    assert!(
        counts[0].values().all(|positions| svg.replace(',', "").contains(&format!(">{positions}</text>"))),
        "{svg}"
    );
    // The request was for fewer pieces.
    let few = made.root.path().join("few");
    let asked = ["stats", "--variant", "english", "--pieces", "2", "--plots", few.to_str().expect("plain")];
    succeed(&asked, made.root.path());
    let svg = std::fs::read_to_string(few.join("growth.svg")).expect("it is drawn");
    assert_eq!(numbers(&svg, "blue", "height").len(), 1);
}

#[test]
fn a_report_draws_what_statistics_draw() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    let rules = DrawRules::named("WCDF").expect("a code");
    let metrics = [&Metric::DEFAULT[..], &[Metric::Dtr(RuleSet::new(&rules))]].concat();
    generate_metrics_into(root.path(), "english", 3, &metrics);
    let slices = Tables::open(root.path().join("english")).expect("tables just made").slices().len();
    let [plots, page] = ["plots", "page"].map(|name| root.path().join(name));
    let [asked, paged] = [&plots, &page].map(|path| path.to_str().expect("plain"));
    succeed(&["stats", "--variant", "english", "--plots", asked], root.path());
    succeed(&["report", "--variant", "english", "--rules", "WCDF", "--page", paged], root.path());
    let read = |directory: &Path| -> BTreeMap<OsString, Vec<u8>> {
        let files = std::fs::read_dir(directory).expect("readable").map(|file| file.expect("an entry"));
        files.map(|file| (file.file_name(), std::fs::read(file.path()).expect("a file"))).collect()
    };
    let (drawn, of_report) = (read(&plots), read(&page.join("english")));
    assert_eq!(drawn.len(), slices + 2);
    assert!(drawn == of_report, "{:?} {:?}", drawn.keys(), of_report.keys());
    let text = std::fs::read_to_string(page.join("english-WCDF.md")).expect("a page");
    for picture in ["english-WCDF.svg", "english/outcomes.svg", "english/growth.svg"] {
        assert!(text.contains(&format!("]({picture})")) && page.join(picture).exists(), "{picture}");
    }
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let made = make("english", 2);
    let file = made.root.path().join("file");
    std::fs::write(&file, "").expect("writable");
    let said = fail(&["stats", "--variant", "english", "--plots", file.to_str().expect("plain")], made.root.path(), 5);
    assert!(said.contains("file"), "{said}");
}
