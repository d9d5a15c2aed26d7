//! Estimates of the length of table files, from measured numbers of bits per position.
//!
//! How well a table compresses depends on how kings move and on the difference in pieces. If one
//! side has two pieces more, nearly every position is won if kings make single steps, but most
//! positions are drawn if kings slide.

use peatee_rules::{Bitboard, Kernel, Side};
use peatee_table::format::{BLOCK_ENTRY_BYTES, BLOCK_POSITIONS, HEADER_BYTES};
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice};

/// Kind of move of the kings; for sliding kings, also the size of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kings {
    Step,
    SlideOnSmallBoard,
    SlideOnLargeBoard,
}

/// Measured bits per position of the tables of some slices, for each metric.
struct Density {
    kings: Kings,
    pieces_max: u8,
    /// Largest difference between the numbers of pieces of the two sides in the slices to which
    /// these bits per position apply.
    difference_max: u8,
    wdl: f64,
    dtw: f64,
    dtc: f64,
    dtr: f64,
}

const ANY: u8 = u8::MAX;

/// Measured bits per position. The first element that fits the kings, the number of pieces and the
/// piece difference of a slice applies to the slice.
///
/// The bits were measured on tables of English draughts (up to five pieces), Brazilian and
/// international draughts (up to four or five), and compared with tables of six pieces. DTR was
/// measured only in Brazilian draughts.
const DENSITIES: &[Density] = &[
    Density { kings: Kings::Step, pieces_max: 3, difference_max: ANY, wdl: 0.03, dtw: 1.95, dtc: 0.5, dtr: 2.0 },
    Density { kings: Kings::Step, pieces_max: ANY, difference_max: 0, wdl: 0.4, dtw: 1.2, dtc: 0.68, dtr: 1.2 },
    Density { kings: Kings::Step, pieces_max: ANY, difference_max: 1, wdl: 0.1, dtw: 2.9, dtc: 0.6, dtr: 2.9 },
    Density { kings: Kings::Step, pieces_max: ANY, difference_max: ANY, wdl: 0.002, dtw: 1.4, dtc: 0.09, dtr: 1.4 },
    Density {
        kings: Kings::SlideOnSmallBoard,
        pieces_max: ANY,
        difference_max: 1,
        wdl: 0.17,
        dtw: 0.7,
        dtc: 0.36,
        dtr: 0.8,
    },
    Density {
        kings: Kings::SlideOnSmallBoard,
        pieces_max: ANY,
        difference_max: ANY,
        wdl: 0.17,
        dtw: 1.4,
        dtc: 0.7,
        dtr: 0.9,
    },
    Density {
        kings: Kings::SlideOnLargeBoard,
        pieces_max: 4,
        difference_max: ANY,
        wdl: 0.13,
        dtw: 0.5,
        dtc: 0.26,
        dtr: 0.6,
    },
    Density {
        kings: Kings::SlideOnLargeBoard,
        pieces_max: ANY,
        difference_max: ANY,
        wdl: 0.12,
        dtw: 0.7,
        dtc: 0.3,
        dtr: 0.8,
    },
];

const SMALLEST_BLOCK_BYTES: f64 = 24.0;

/// Estimates the total length in bytes of the tables of a slice in these metrics. The slice has
/// `positions` positions.
pub fn table_bytes<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, positions: u64, metrics: &[Metric]) -> u64 {
    let kings = match (kernel.kings_slide(), kernel.squares) {
        (false, _) => Kings::Step,
        (true, ..=32) => Kings::SlideOnSmallBoard,
        (true, _) => Kings::SlideOnLargeBoard,
    };
    let [white, black] = Side::BOTH.map(|side| slice.material.of_side(side));
    let fits = |row: &&Density| {
        row.kings == kings && white + black <= row.pieces_max && white.abs_diff(black) <= row.difference_max
    };
    let row = DENSITIES.iter().find(fits).expect("the last row of each kind fits all");
    let blocks = positions.div_ceil(BLOCK_POSITIONS as u64);
    let of_metric = |metric: &Metric| {
        let bits = match metric {
            Metric::Wdl => row.wdl,
            Metric::Dtw => row.dtw,
            Metric::Dtc => row.dtc,
            Metric::Dtr(_) | Metric::RuleWdl(_) => row.dtr,
            Metric::RuleDtw(_) => row.dtr * RunStates::cells_per_position(slice, *metric) as f64,
            // Only chess has such tables.
            Metric::CanMate => 0.0,
        };
        let data_bytes = (positions as f64 * bits / 8.0).max(SMALLEST_BLOCK_BYTES) as u64;
        HEADER_BYTES as u64 + blocks * BLOCK_ENTRY_BYTES as u64 + data_bytes
    };
    metrics.iter().map(of_metric).sum()
}
