//! An estimate of the time that making tables takes.
//!
//! Rates lie in the middle of what was measured on two cores of 2.5 GHz that were shared with other machines and up to
//! twice as fast at one time as at another; so the estimate for a set of tables is within a factor of two there.

use peatee_rules::variant::Quiet;
use peatee_rules::{Kernel, Kind, Side, Word};
use peatee_table::{Metric, Slice};

/// CPU nanoseconds per position.
struct Rates {
    /// WDL by the set-based solver: where kings step, where they slide, and where there are none.
    stepping: f64,
    sliding: f64,
    kingless: f64,
    /// As many times as much where kings alone are on the board, all squares being open to all pieces.
    kings_only_factor: f64,
    /// As many times as much with more pieces than five: there is more to capture.
    many_pieces_factor: f64,
    /// Distances to the end beside that; to conversions beside that.
    dtw: f64,
    dtc: f64,
    /// By the retrograde solver.
    retrograde: f64,
    /// Distances under a set of draw rules.
    dtr: f64,
}

const RATES: Rates = Rates {
    stepping: 40.0,
    sliding: 50.0,
    kingless: 250.0,
    kings_only_factor: 2.0,
    many_pieces_factor: 1.4,
    dtw: 75.0,
    dtc: 50.0,
    retrograde: 450.0,
    dtr: 1200.0,
};

/// CPU-seconds to make the tables of these metrics for a slice and its opposite, which have so many positions together.
pub fn cpu_seconds<W: Word>(
    kernel: &Kernel<W>,
    slice: Slice,
    positions: u64,
    metrics: &[Metric],
    by_sets: bool,
) -> f64 {
    let kings = slice.material.counts.iter().map(|counts| counts[Kind::King as usize]).sum::<u8>();
    let slides = matches!(kernel.quiet_rule(Side::White, Kind::King), Some((Quiet::Slide, _)));
    let wdl = match kings {
        _ if !by_sets => RATES.retrograde,
        0 => RATES.kingless,
        _ => {
            let rate = if slides { RATES.sliding } else { RATES.stepping };
            let of_kings = if kings == slice.material.pieces() { RATES.kings_only_factor } else { 1.0 };
            rate * of_kings * if slice.material.pieces() > 5 { RATES.many_pieces_factor } else { 1.0 }
        }
    };
    let of_metric = |metric: &Metric| match metric {
        Metric::Wdl => 0.0,
        Metric::Dtw => RATES.dtw,
        Metric::Dtc => RATES.dtc,
        Metric::Dtr(_) => RATES.dtr,
    };
    positions as f64 * (wdl + metrics.iter().map(of_metric).sum::<f64>()) * 1e-9
}
