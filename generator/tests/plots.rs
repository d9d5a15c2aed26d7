//! `stats --plots`: bars are as many and as high as the positions that they stand for.

use std::collections::BTreeMap;

use crate::common::make;
use crate::common::program::{fail, succeed};
use peatee_generator::stats::slice_stats;
use peatee_probe::{Slice, Wdl};
use peatee_table::index::SliceIndex;

/// The values of an attribute of the rectangles with this fill.
fn numbers(svg: &str, fill: &str, attribute: &str) -> Vec<f64> {
    let rectangles = svg.split("<rect ").skip(1).map(|rest| rest.split("/>").next().expect("it ends"));
    let filled = rectangles.filter(|rest| rest.contains(&format!("fill=\"{fill}\"")));
    let value = |rest: &str| {
        let (_, after) = rest
            .split_once(&format!(" {attribute}=\""))
            .or_else(|| rest.split_once(&format!("{attribute}=\"")).filter(|(before, _)| before.is_empty()))?;
        after.split('"').next()?.parse().ok()
    };
    filled.map(|rest| value(rest).expect("a number")).collect()
}

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
        let highest = [("#0000FF"), ("#FF0000")].map(|fill| numbers(&svg, fill, "height"));
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
    assert_eq!(files, ["outcomes.svg"], "WDL has no distances");
    let svg = std::fs::read_to_string(directory.join("outcomes.svg")).expect("it is drawn");
    let mut found: Vec<&str> = svg
        .split("<text ")
        .skip(1)
        .filter_map(|rest| rest.split_once('>')?.1.split("</text>").next().map(str::trim))
        .filter(|text| text.ends_with(|c: char| c.is_ascii_digit()))
        .collect();
    found.sort_unstable();
    let mut wanted = Vec::new();
    for info in made.tables.slices() {
        let slice = Slice::parse(made.tables.game(), &info.slice.name()).expect("a slice");
        let stats = slice_stats(&made.tables, slice).expect("a table");
        for count in [stats.wins, stats.draws, stats.losses] {
            // Tenths of a percent, rounded.
            let tenths = (2000 * count + stats.positions) / (2 * stats.positions);
            wanted.push(match tenths {
                0 if count > 0 => "&lt;0.1".to_owned(),
                1000 if count < stats.positions => "&gt;99.9".to_owned(),
                tenths if tenths % 10 == 0 => (tenths / 10).to_string(),
                tenths => format!("{}.{}", tenths / 10, tenths % 10),
            });
        }
    }
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let made = make("english", 2);
    let file = made.root.path().join("file");
    std::fs::write(&file, "").expect("writable");
    let said = fail(&["stats", "--variant", "english", "--plots", file.to_str().expect("plain")], made.root.path(), 5);
    assert!(said.contains("file"), "{said}");
}
