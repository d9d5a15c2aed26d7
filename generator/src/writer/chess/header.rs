//! What headers of tables of chess count: the values of all numbers, whatever cells hold.

use peatee_table::Metric;
use peatee_table::digest::{self, PART_POSITIONS};
use peatee_table::format::{CaptureCells, Cell, Counts, Header, TableIdentity};
use rayon::prelude::*;

use crate::chess::solver::{Entry, NumberedValues};
use crate::solver::values::{cell_of, distance_cell_of};
use crate::writer::counts::added;

/// The header of a table, its cells not yet written.
pub fn counted_header(of_slice: &NumberedValues, metric: Metric) -> Header {
    let NumberedValues { slice, entries } = of_slice;
    let identity = TableIdentity::of_chess(slice.name(), metric);
    let counts = counts(entries);
    let is_wdl = metric == Metric::Wdl;
    let counts = match is_wdl {
        true => Counts { longest_win_plies: 0, longest_loss_plies: 0, ..counts },
        false => counts,
    };
    let cell = if is_wdl { Cell::Wdl } else { Cell::Short };
    let number = |entry: &Entry| match is_wdl {
        true => cell_of(entry.value()).into(),
        false => distance_cell_of(entry.value()).into(),
    };
    let of_part = |part: &[Entry]| digest::of_part(metric, part.iter().map(number));
    let digests: Vec<[u8; 32]> = entries.par_chunks(PART_POSITIONS as usize).map(of_part).collect();
    Header {
        positions: entries.len() as u64,
        counts,
        values_digest: digest::of_parts(&digests),
        ..Header::of(identity, cell, CaptureCells::Bound)
    }
}

fn counts(entries: &[Entry]) -> Counts {
    let of_part = |part: &[Entry]| {
        let mut counts = Counts::default();
        for known in part.iter().map(|entry| entry.value()) {
            let plies = u32::from(known.plies());
            match (known.is_draw(), known.is_won()) {
                (true, _) => counts.draws += 1,
                (_, true) => {
                    counts.wins += 1;
                    counts.longest_win_plies = counts.longest_win_plies.max(plies);
                }
                _ => {
                    counts.losses += 1;
                    counts.longest_loss_plies = counts.longest_loss_plies.max(plies);
                }
            }
        }
        counts
    };
    entries.par_chunks(1 << 16).map(of_part).reduce(Counts::default, added)
}
