//! Creates headers of chess tables. Counts and digest are computed from the values of all position
//! numbers and do not depend on the stored cells.

use peatee_probe::Tabled as _;
use peatee_probe::chess::Chess;
use peatee_table::Metric;
use peatee_table::digest::{self, PART_POSITIONS};
use peatee_table::format::{CaptureCells, Cell, Counts, Header};
use peatee_table::staircase::list_to_bytes;

use crate::parallel;
use crate::solver::chess::{Entry, NumberedStaircases, NumberedValues};
use crate::tables::write::counts::added;
use crate::tables::write::ordered_cells::{of_eight, two_bits_each};

/// Returns the header of a table, with counts and digest. The caller then sets the fields that
/// depend on how the cells are stored.
pub fn counted_header(of_slice: &NumberedValues, metric: Metric) -> Header {
    let NumberedValues { slice, entries, staircases } = of_slice;
    let identity = Chess.identity(*slice, metric);
    let counts = counts(entries);
    let counts = match metric {
        Metric::Wdl => Counts { longest_win_plies: 0, longest_loss_plies: 0, ..counts },
        Metric::RuleDtw(_) => with_later_stairs(counts, of_slice),
        _ => counts,
    };
    let cell = match metric {
        Metric::Wdl => Cell::Wdl,
        _ => Cell::Short,
    };
    let values_digest = match metric {
        Metric::Wdl => digest::of_parts(&digests(entries, outcomes)),
        Metric::RuleDtw(_) => {
            let list = list_to_bytes(&staircases.shapes);
            digest::of_parts_and_list(&digests(&staircases.cells, numbers_of_shapes), &list)
        }
        _ => digest::of_parts(&digests(entries, distances)),
    };
    Header {
        positions: entries.len() as u64,
        counts,
        values_digest,
        ..Header::new(identity, cell, CaptureCells::Bound)
    }
}

fn digests<T: Sync>(values: &[T], cells: fn(&[T]) -> Vec<u8>) -> Vec<[u8; 32]> {
    parallel::map(values.chunks(PART_POSITIONS as usize), &|part| digest::of_cells(&cells(part)))
}

/// Returns the numbers of shapes for the digest, two bytes each.
fn numbers_of_shapes(part: &[u16]) -> Vec<u8> {
    part.iter().flat_map(|cell| cell.to_le_bytes()).collect()
}

/// Returns the counts with the longest win and loss of all stairs. `counts` has those of the first
/// stairs.
fn with_later_stairs(mut counts: Counts, of_slice: &NumberedValues) -> Counts {
    let NumberedStaircases { shapes, cells, .. } = &of_slice.staircases;
    let growth = |&[half_growth, _]: &[u8; 2]| 2 * u32::from(half_growth);
    let growths: Vec<u32> = shapes.iter().map(|shape| shape.steps.iter().map(growth).sum()).collect();
    for (entry, &cell) in of_slice.entries.iter().zip(cells).filter(|&(_, &cell)| cell > 0) {
        let plies = u32::from(entry.value().plies()) + growths[usize::from(cell) - 1];
        let longest = if entry.is_won() { &mut counts.longest_win_plies } else { &mut counts.longest_loss_plies };
        *longest = (*longest).max(plies);
    }
    counts
}

/// Returns the WDL cells of positions for the digest, two bits each. `part` has the values of the
/// positions.
fn outcomes(part: &[Entry]) -> Vec<u8> {
    let (eights, rest) = part.as_chunks::<8>();
    let mut last = [Entry::LOST; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut cells = Vec::with_capacity(part.len() / 4 + 2);
    for eight in eights.iter().chain([&last]) {
        cells.extend(two_bits_each(of_eight(eight, Entry::wdl_cell)).to_le_bytes());
    }
    cells.truncate(Cell::Wdl.bytes_of(part.len() as u32));
    cells
}

/// Returns the distance cells of positions for the digest, two bytes each. `part` has the values of
/// the positions.
fn distances(part: &[Entry]) -> Vec<u8> {
    let mut cells = vec![[0; 2]; part.len()];
    cells.iter_mut().zip(part).for_each(|(cell, entry)| *cell = entry.distance_cell().to_le_bytes());
    cells.into_flattened()
}

fn counts(entries: &[Entry]) -> Counts {
    let of_part = |part: &[Entry]| {
        // There are no branches, and the sums have as many bits as the entries, so that many
        // entries are counted at a time.
        let (mut draws, mut wins, mut longest) = (0u16, 0u16, [0i16; 2]);
        for entry in part {
            let (is_won, cell) = (u16::from(entry.is_won()), entry.distance_cell());
            draws += u16::from(entry.is_draw());
            wins += is_won;
            longest[0] = longest[0].max((cell & is_won.wrapping_neg()) as i16);
            longest[1] = longest[1].max((cell & is_won.wrapping_sub(1)) as i16);
        }
        let [longest_win_plies, longest_loss_plies] = longest.map(|cell| (cell as u32).saturating_sub(1));
        Counts {
            wins: wins.into(),
            draws: draws.into(),
            losses: (part.len() as u16 - draws - wins).into(),
            longest_win_plies,
            longest_loss_plies,
        }
    };
    parallel::map(entries.chunks(1 << 15), &of_part).into_iter().fold(Counts::default(), added)
}
