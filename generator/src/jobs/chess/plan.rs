//! Memory, disk space and time that chess sets take. A set is a slice and its opposite.

use peatee_chess::{Index, Slice, sets};
use peatee_table::Metric;

use crate::jobs::job::Job;
use crate::solver::chess::{memory_bytes, solved_bytes};

pub fn job(set: Slice, metrics: &[Metric]) -> Job<Slice> {
    let positions = positions(set);
    let memory_bytes = metrics.iter().map(|&metric| memory_bytes(set, metric)).max().unwrap_or(0);
    let bits: f64 = metrics.iter().map(|metric| bits_per_number(*metric)).sum();
    Job {
        slice: set,
        opposite: set.opposite(),
        metrics: metrics.to_vec(),
        positions,
        memory_bytes,
        fast_memory_bytes: memory_bytes,
        kept_bytes: 0,
        values_disk_bytes: 0,
        disk_bytes: (positions as f64 * bits / 8.0) as u64,
        cpu_seconds: passes(metrics) as f64 * positions as f64 * SECONDS_PER_NUMBER,
        needs: set.next_sets().into_iter().filter(|next| next.men() > 2).flat_map(Slice::both).collect(),
    }
}

/// Returns the number of bytes that the values of a solved slice take in memory while later sets
/// may need them.
pub fn kept_bytes(slice: Slice, metrics: &[Metric]) -> u64 {
    metrics.iter().map(|&metric| solved_bytes(slice, metric)).max().unwrap_or(0)
}

/// Returns the number of times that a set is solved: once for each distance and once for can-mate
/// (the sides that can still mate), but at least once.
fn passes(metrics: &[Metric]) -> usize {
    metrics.iter().filter(|metric| **metric != Metric::Wdl).count().max(1)
}

pub fn positions(set: Slice) -> u64 {
    set.both().into_iter().map(|slice| Index::new(slice).numbers()).sum()
}

/// Returns the average number of bits per position number that a table takes, measured on all sets
/// of four men. In a metric of distances, one of the two tables of a set takes nearly all the bits.
fn bits_per_number(metric: Metric) -> f64 {
    match metric {
        Metric::Wdl | Metric::RuleWdl(_) => 0.05,
        Metric::CanMate => 0.01,
        Metric::Dtw => 0.45,
        Metric::RuleDtw(_) => 0.56,
        Metric::Dtc => 0.27,
        Metric::Dtr(_) => 0.17,
    }
}

/// Processor seconds per position number that it takes to solve a set once. Measured on all sets of
/// five men, on processors of 2.5 GHz.
const SECONDS_PER_NUMBER: f64 = 40e-9;

/// Returns the sets of 3 to `men` men; two kings alone have no table. The sets to which captures
/// and promotions lead from a set come directly before it, so that few sets must be read from disk
/// again. Sets with the most pawns come first.
pub fn in_order(men: u32) -> Vec<Slice> {
    let mut in_order = Vec::new();
    for of_men in sets(men).chunk_by(|one, other| one.men() == other.men()) {
        of_men.iter().rev().for_each(|&set| put_after_next(set, &mut in_order));
    }
    in_order
}

/// Returns all sets to which captures and promotions lead from `set`, directly or by further moves,
/// each set once. The last set is `set` itself.
pub fn after_all_next(set: Slice) -> Vec<Slice> {
    let mut in_order = Vec::new();
    put_after_next(set.set(), &mut in_order);
    in_order
}

fn put_after_next(set: Slice, in_order: &mut Vec<Slice>) {
    if set.men() > 2 && !in_order.contains(&set) {
        set.next_sets().into_iter().for_each(|next| put_after_next(next, in_order));
        in_order.push(set);
    }
}
