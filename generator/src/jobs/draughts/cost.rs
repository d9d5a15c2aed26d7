//! Estimates of the processor time that making tables takes.
//!
//! The rates are medians of measurements on two processors of 2.5 GHz. The processors were shared
//! with other work, and their speed varied by a factor of two. On such processors, an estimate for
//! a set of tables is right within a factor of two. `calibrate` measures another machine and
//! corrects the estimates.

use peatee_rules::{Bitboard, Kernel, Kind};
use peatee_table::run_pattern::RunStates;
use peatee_table::{Metric, Slice};

use crate::solver::draughts::SolverKind;
use crate::solver::draughts::metrics::has_men;
use crate::solver::draughts::rule_strategy::{RuleStrategy, strategy_for};

/// Speed classes of slices by the pieces on the board: no kings, only kings, or men and kings. The
/// slices of different classes are solved by different methods, or at different speeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeedClass {
    Kingless,
    KingsAlone,
    Mixed,
}

impl SpeedClass {
    pub fn of(slice: Slice) -> SpeedClass {
        let kings = slice.material.counts.iter().map(|counts| counts[Kind::King as usize]).sum::<u8>();
        match kings {
            0 => SpeedClass::Kingless,
            _ if kings == slice.material.pieces() => SpeedClass::KingsAlone,
            _ => SpeedClass::Mixed,
        }
    }
}

/// Measured processor times, in nanoseconds per position of a slice.
///
/// * Time to find WDL values: `kingless` without kings, else `stepping` or `sliding`, depending on
///   how the kings move.
/// * Additional times for tables of distances: `dtw`, `dtc`, `resets` and `dtr`.
struct Rates {
    stepping: f64,
    sliding: f64,
    kingless: f64,
    kings_only_factor: f64,
    /// Factor by which the time is multiplied for slices with more than five pieces, in which
    /// captures are more frequent.
    many_pieces_factor: f64,
    dtw: f64,
    dtc: f64,
    /// Time to find WDL and DTW together by the plain solver, which processes one position at a
    /// time.
    plain: f64,
    /// Additional time to find distances under draw rules, if the solver that finds the WDL values
    /// finds these distances too.
    resets: f64,
    /// Additional time for the plain solver, which processes one position at a time, to find
    /// distances under draw rules. Also the additional time to find requirements (the plies that a
    /// win needs of each draw count).
    dtr: f64,
    /// Additional time to find the values for one state of the king runs. The state says which king
    /// each side has moved in a row, and how often.
    run_state: f64,
}

const RATES: Rates = Rates {
    stepping: 40.0,
    sliding: 50.0,
    kingless: 250.0,
    kings_only_factor: 2.0,
    many_pieces_factor: 1.4,
    dtw: 75.0,
    dtc: 50.0,
    plain: 450.0,
    resets: 90.0,
    dtr: 1200.0,
    run_state: 200.0,
};

/// Returns the processor seconds that it takes to make the tables of a slice and its opposite in
/// these metrics. The two slices together have `positions` positions.
pub fn cpu_seconds<W: Bitboard>(
    kernel: &Kernel<W>,
    slice: Slice,
    positions: u64,
    metrics: &[Metric],
    method: SolverKind,
) -> f64 {
    let class = SpeedClass::of(slice);
    let wdl = match class {
        _ if method == SolverKind::Plain => RATES.plain,
        SpeedClass::Kingless => RATES.kingless,
        SpeedClass::KingsAlone | SpeedClass::Mixed => {
            let rate = if kernel.kings_slide() { RATES.sliding } else { RATES.stepping };
            let of_kings = if class == SpeedClass::KingsAlone { RATES.kings_only_factor } else { 1.0 };
            rate * of_kings * if slice.material.pieces() > 5 { RATES.many_pieces_factor } else { 1.0 }
        }
    };
    let of_metric = |metric: &Metric| match metric {
        Metric::Wdl => 0.0,
        Metric::Dtw => RATES.dtw,
        Metric::Dtc => RATES.dtc,
        Metric::Dtr(set) => match strategy_for(&set.rules(), slice, method) {
            RuleStrategy::Nothing => 0.0,
            RuleStrategy::Resets(_) => RATES.resets,
            RuleStrategy::Distances(_) | RuleStrategy::Requirements => RATES.dtr,
        },
        // The results are found together with the distances.
        Metric::RuleWdl(set) if !has_men(slice) || metrics.contains(&Metric::RuleDtw(*set)) => 0.0,
        Metric::RuleWdl(_) | Metric::RuleDtw(_) => {
            RunStates::of(slice, *metric).map_or(0.0, |states| RATES.run_state * states.count() as f64)
        }
        // Only chess has such tables.
        Metric::CanMate => 0.0,
    };
    positions as f64 * (wdl + metrics.iter().map(of_metric).sum::<f64>()) * 1e-9
}
