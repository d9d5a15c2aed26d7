//! Checks that bars and shares of `stats --plots` for chess match published counts.

use std::collections::{BTreeMap, BTreeSet};

use peatee_chess::Slice;

use super::copy_three_men_into;
use crate::common::program::succeed;
use crate::common::rows;
use crate::common::svg::{numbers, share, shares};

const PUBLISHED: &str = include_str!("../data/chess-3-4.tsv");

#[test]
fn pictures_show_the_published_counts() {
    let root = tempfile::tempdir().expect("there is room for temporary files");
    copy_three_men_into(root.path());
    let directory = root.path().join("plots");
    let stats = ["stats", "--variant", "chess"];
    let with_plots = [&stats[..], &["--plots", directory.to_str().expect("plain names")]].concat();
    assert_eq!(succeed(&with_plots, root.path()), succeed(&stats, root.path()));
    let read = |name: &str| std::fs::read_to_string(directory.join(name)).expect("it is drawn");

    // One panel for each outcome: wins, cursed wins, draws, blessed losses, losses.
    let mut wanted = Vec::new();
    let mut drawn = BTreeSet::from(["growth.svg", "outcomes.svg"].map(str::to_owned));
    for row in rows(PUBLISHED) {
        let set = Slice::parse(row[0]).expect("a slice");
        if set.men() > 3 {
            continue;
        }
        for (slice, columns) in [(set, 1..6), (set.opposite(), 8..13)] {
            let counts: Vec<u64> = row[columns].iter().map(|count| count.parse().expect("a count")).collect();
            wanted.extend(counts.iter().map(|&count| share(count, counts.iter().sum())));
            if counts[2] < counts.iter().sum() {
                drawn.insert(format!("{}.dtz.svg", slice.name()));
            }
        }
    }
    wanted.sort_unstable();
    assert_eq!(shares(&read("outcomes.svg")), wanted);
    let files = std::fs::read_dir(&directory).expect("readable").map(|file| file.expect("an entry").file_name());
    assert_eq!(files.map(|name| name.into_string().expect("plain names")).collect::<BTreeSet<_>>(), drawn);

    // There must be one bar for each distance. Its height must be the logarithm of the number of
    // lines with this distance in `export`.
    for name in ["KRvK", "KvKP"] {
        let lines = succeed(&["export", "--variant", "chess", "--slice", name], root.path());
        let mut counts = [BTreeMap::<u32, u64>::new(), BTreeMap::new()];
        for record in csv::Reader::from_reader(lines.as_bytes()).records() {
            let record = record.expect("a row");
            if let Ok(plies) = record[3].parse() {
                *counts[usize::from(&record[2] == "loss")].entry(plies).or_default() += 1;
            }
        }
        let svg = read(&format!("{name}.dtz.svg"));
        let heights = ["blue", "vermilion"].map(|hue| numbers(&svg, hue, "height"));
        let most = counts.iter().flat_map(BTreeMap::values).max().copied().expect("decided positions");
        let unit = heights.iter().flatten().fold(0.0, |a: f64, &b| a.max(b)) / (2.0 * most as f64).ln();
        for (counts, heights) in counts.iter().zip(&heights) {
            assert_eq!(heights.len(), counts.len(), "{name}");
            for (positions, height) in counts.values().zip(heights) {
                let wanted = unit * (2.0 * *positions as f64).ln();
                assert!((height - wanted).abs() <= 2.0, "{name}: {height} for {positions}, not {wanted}");
            }
        }
    }
    assert_eq!(numbers(&read("growth.svg"), "blue", "height").len(), 1);
}
