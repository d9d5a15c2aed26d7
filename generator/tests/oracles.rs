//! Compares tables with published numbers and with numbers that other programs found.

use std::collections::BTreeMap;

use crate::common::{Made, game, generate_metrics_into, make, number, rows, slice_name};
use peatee_generator::explore::signature::{DigestSource, signature};
use peatee_generator::explore::stats::{SliceStats, slice_stats};
use peatee_generator::positions;
use peatee_probe::Tables;
use peatee_rules::VARIANTS;
use peatee_table::format::Counts;
use peatee_table::{Metric, Slice, Wdl, slices};

const ENGLISH: &str = include_str!("data/english-slices.tsv");
const TOTALS: &str = include_str!("data/international-totals.tsv");
const LONGEST: &str = include_str!("data/international-longest.tsv");
/// Recorded results of a set of tables that was made once.
struct Set {
    variant: &'static str,
    /// Numbers of positions that others have counted, for 2, 3 and more pieces.
    positions: &'static [u64],
    /// Counts and digests of each slice. The last word of the first line is the signature.
    text: &'static str,
}

/// Numbers of positions on 32 squares with men that promote on the last row. From OEIS A055213,
/// without the positions in which one side has no pieces.
const OF_32_SQUARES: &[u64] = &[3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676, 34_243_113_624];

const SETS: [Set; 4] = [
    Set {
        variant: "international",
        positions: &[8_845, 806_300, 41_971_200, 1_570_600_750, 46_198_758_750],
        text: include_str!("data/international-6.tsv"),
    },
    Set { variant: "english", positions: OF_32_SQUARES, text: include_str!("data/english-7.tsv") },
    Set { variant: "russian", positions: OF_32_SQUARES, text: include_str!("data/russian-7.tsv") },
    Set { variant: "brazilian", positions: OF_32_SQUARES, text: include_str!("data/brazilian-7.tsv") },
];
/// Counts and digests of single slices, from sets that were not made completely.
const SINGLE_SLICES: [(&str, &str); 2] = [
    ("international", include_str!("data/international-7-slices.tsv")),
    ("english", include_str!("data/english-8-slices.tsv")),
];
const SIGNATURES: &str = include_str!("data/signatures.tsv");

fn stats_of(tables: &Tables, name: &str) -> SliceStats {
    let slice = Slice::parse(tables.game(), name).expect("the data names a slice");
    slice_stats(tables, slice).expect("the slice has a table")
}

#[test]
fn english_slices_of_two_to_four_pieces() {
    let made = make("english", 4);
    let expected = rows(ENGLISH);
    assert_eq!(expected.len(), made.tables.slices().len());
    for row in expected {
        let stats = stats_of(&made.tables, &slice_name(row[0]));
        let longest = |longest: &Option<peatee_generator::explore::stats::LongestDistance>| {
            longest.as_ref().map_or([0, 0], |longest| [longest.plies as u64, longest.positions])
        };
        let [win_plies, win_positions] = longest(&stats.longest_win);
        let [loss_plies, loss_positions] = longest(&stats.longest_loss);
        let found = [
            stats.positions,
            stats.wins,
            stats.draws,
            stats.losses,
            win_plies,
            win_positions,
            loss_plies,
            loss_positions,
        ];
        let wanted: Vec<u64> = (1..=8).map(|column| number(&row, column)).collect();
        assert_eq!(found.as_slice(), wanted, "{}", row[0]);
    }
}

/// Checks tables of international draughts against recorded totals, published longest wins, and
/// wins that the draw rules nearly make draws.
#[test]
#[ignore = "half a minute; scripts/check sets runs it"]
fn international_of_two_to_four_pieces() {
    let Made { tables, root: _root } = make("international", 4);
    international_totals(&tables);
    international_longest(&tables);
    international_tight(&tables);
}

fn international_totals(tables: &Tables) {
    for row in rows(TOTALS) {
        let pieces = number(&row, 0) as u8;
        let mut sums = [0u64; 5];
        for info in tables.slices().iter().filter(|info| info.slice.material.pieces() == pieces) {
            let stats = slice_stats(tables, info.slice).expect("the slice has a table");
            for (sum, part) in sums.iter_mut().zip([stats.positions, stats.wins, stats.draws, stats.losses]) {
                *sum += part;
            }
            sums[4] = sums[4].max(stats.longest_win.map_or(0, |longest| longest.plies as u64));
        }
        let wanted: Vec<u64> = (1..=5).map(|column| number(&row, column)).collect();
        assert_eq!(sums.as_slice(), wanted, "{pieces} pieces");
    }
}

fn international_longest(tables: &Tables) {
    for row in rows(LONGEST) {
        let plies = number(&row, 2) as u32;
        let position = tables.game().parse_fen(row[1]).expect("published positions are legal");
        let value = tables.probe(&position).expect("there is a table");
        assert_eq!((value.wdl, value.plies), (Wdl::Win, Some(plies)), "{}", row[1]);
        if row[0] != "David" {
            let longest = stats_of(tables, &slice_name(row[0])).longest_win.expect("the slice has wins");
            assert_eq!(longest.plies, plies, "{} is the longest of its slice", row[1]);
        }
    }
}

/// Checks wins of two kings and a man against a king that take nearly 32 plies, the limit of the
/// count. One ply more or less would change these values under the rules.
fn international_tight(tables: &Tables) {
    let wins = stats_of(tables, "KKMvK").longest_win.expect("there are wins");
    assert_eq!((wins.plies, wins.positions), (31, 5));
    let losses = stats_of(tables, "KvKKM").longest_loss.expect("there are losses");
    assert_eq!((losses.plies, losses.positions), (32, 1));
    let cases = [
        ("W:WK12,K40,50:BK11", Wdl::Win, 31),
        ("W:WK44:B1,K6,K11", Wdl::Loss, 32),
        ("B:WK40:B1,K11,K39", Wdl::Win, 31),
        ("B:WK40,K45,50:BK7", Wdl::Loss, 32),
    ];
    for (fen, wdl, plies) in cases {
        let value = tables.probe(&tables.game().parse_fen(fen).expect("legal")).expect("there is a table");
        assert_eq!((value.wdl, value.plies), (wdl, Some(plies)), "{fen}");
    }
}

/// Checks the recorded lists. They must have every slice once and the numbers of positions that
/// others have counted. Slices that are made here must match the lists.
#[test]
fn counts_of_large_sets() {
    for Set { variant, positions: counted, text } in SETS {
        let (game, recorded) = (game(variant), rows(text));
        for (pieces, &positions) in (2..).zip(counted) {
            let of_pieces = recorded.iter().filter(|row| row[0].len() == pieces + 1);
            assert_eq!(of_pieces.map(|row| number(row, 1)).sum::<u64>(), positions, "{variant}, {pieces} pieces");
        }
        let all = slices(&game, counted.len() as u8 + 1);
        let row_of = |slice: Slice| recorded.iter().find(|row| row[0] == slice.name()).expect("every slice is listed");
        assert_eq!(recorded.len(), all.len(), "{variant}");
        for slice in all {
            let [positions_of_slice, wins, draws, losses] = [1, 2, 3, 4].map(|column| number(row_of(slice), column));
            assert_eq!(positions_of_slice, positions(&game, slice), "{variant} {slice}");
            assert_eq!(wins + draws + losses, positions_of_slice, "{variant} {slice}");
        }
        let made = make(variant, 3);
        for info in made.tables.slices() {
            let header = made.tables.table(info.slice, Metric::Wdl).expect("there").header();
            let Counts { wins, draws, losses, .. } = header.counts;
            let digest = peatee_generator::units::hex(&header.values_digest);
            let found = [header.positions, wins, draws, losses].map(|count| count.to_string());
            let expected = &row_of(info.slice)[1..];
            assert_eq!(expected, [&found[0], &found[1], &found[2], &found[3], &digest], "{variant} {}", info.slice);
        }
    }
}

#[test]
fn counts_of_single_slices_add_up() {
    for (variant, text) in SINGLE_SLICES {
        let game = game(variant);
        for row in rows(text) {
            let slice = Slice::parse(&game, row[0]).expect("the data names a slice");
            let [positions_of_slice, wins, draws, losses] = [1, 2, 3, 4].map(|column| number(&row, column));
            assert_eq!(positions_of_slice, positions(&game, slice), "{variant} {slice}");
            assert_eq!(wins + draws + losses, positions_of_slice, "{variant} {slice}");
        }
    }
}

/// Checks that the signatures of WDL follow from the digests of the slices.
#[test]
fn signatures_follow_from_the_digests_of_the_slices() {
    let pinned = rows(SIGNATURES);
    for Set { variant, positions: counted, text } in SETS {
        let recorded: BTreeMap<&str, &str> = rows(text).into_iter().map(|row| (row[0], row[5])).collect();
        let of_all = text.lines().next().and_then(|line| line.rsplit(' ').next()).expect("the first line has it");
        let of_three = pinned.iter().find(|row| row[..3] == [variant, "3", "wdl"]).expect("it is pinned")[3];
        for (pieces, signature) in [(3, of_three), (counted.len() as u8 + 1, of_all)] {
            let mut hasher = blake3::Hasher::new();
            hasher.update(variant.as_bytes());
            for slice in slices(&game(variant), pieces) {
                let digest = recorded[slice.name().as_str()];
                let byte = |place| u8::from_str_radix(&digest[place..place + 2], 16).expect("hexadecimal");
                hasher.update(slice.name().as_bytes()).update(b"wdl");
                hasher.update(&(0..digest.len()).step_by(2).map(byte).collect::<Vec<u8>>());
            }
            assert_eq!(hasher.finalize().to_hex().as_str(), signature, "{variant}, {pieces} pieces");
        }
    }
}

/// Compares signatures with recorded ones, so that no change to the program alters a value
/// unnoticed. `scripts/check sets` compares the larger sets.
#[test]
#[ignore = "11 CPU-seconds; scripts/check --full runs it"]
fn signatures_of_three_pieces_in_full() {
    let expected = rows(SIGNATURES);
    let mut wrong = String::new();
    for variant in VARIANTS {
        let root = tempfile::tempdir().expect("there is room for temporary files");
        let metrics = [Metric::Wdl, Metric::Dtw, Metric::Dtc];
        generate_metrics_into(root.path(), variant.id, 3, &metrics);
        let tables = Tables::open(root.path().join(variant.id)).expect("they open");
        for metric in metrics {
            let found = signature(&tables, 3, metric, DigestSource::Header).expect("all tables are there");
            let row = expected.iter().find(|row| row[..3] == [variant.id, "3", &metric.name()]);
            if row.map(|row| row[3]) != Some(found.as_str()) {
                wrong += &format!("{}\t3\t{metric}\t{found}\n", variant.id);
            }
        }
    }
    assert_eq!(wrong, "", "the values of these sets are not those of tests/data/signatures.tsv");
}
