//! Memory, disk space and time for chess sets.

use peatee_chess::{Index, Slice, sets};
use peatee_table::Metric;

use crate::jobs::job::Job;
use crate::solver::chess::{memory_bytes, solved_bytes};

/// Returns the job for the tables of these metrics of a set.
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

/// Returns the bytes that the values of a solved slice take while they are kept for later sets.
pub fn kept_bytes(slice: Slice, metrics: &[Metric]) -> u64 {
    metrics.iter().map(|&metric| solved_bytes(slice, metric)).max().unwrap_or(0)
}

/// Returns the number of passes over a set: one for each rule, and one for the sides that can mate.
fn passes(metrics: &[Metric]) -> usize {
    metrics.iter().filter(|metric| **metric != Metric::Wdl).count().max(1)
}

/// Returns the number of position numbers of both slices of a set.
pub fn positions(set: Slice) -> u64 {
    set.both().into_iter().map(|slice| Index::new(slice).numbers()).sum()
}

/// Returns the bits per position number of a table, measured on all sets of four men. Of the two
/// tables of distances of a set, one takes nearly all the bits.
fn bits_per_number(metric: Metric) -> f64 {
    match metric {
        Metric::Wdl => 0.05,
        Metric::CanMate => 0.01,
        Metric::Dtw => 0.45,
        Metric::Dtc => 0.27,
        Metric::Dtr(_) => 0.17,
    }
}

/// CPU-seconds per position number for both metrics, measured on all sets of five men, on cores of
/// 2.5 GHz.
const SECONDS_PER_NUMBER: f64 = 40e-9;

/// Returns the sets of 3 to `men` men. Two kings alone have no table. The dependencies of a set
/// directly precede it, so that few sets must be read back: sets with most pawns come first.
pub fn in_order(men: u32) -> Vec<Slice> {
    let mut in_order = Vec::new();
    for of_men in sets(men).chunk_by(|one, other| one.men() == other.men()) {
        of_men.iter().rev().for_each(|&set| put_after_next(set, &mut in_order));
    }
    in_order
}

/// Returns a set, preceded by all sets that its moves lead to.
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
