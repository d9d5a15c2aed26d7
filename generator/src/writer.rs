//! Writing tables: cells into blocks, blocks into a file that appears whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use peatee_probe::Metric;
use peatee_probe::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_probe::format::{
    BLOCK_ENTRY_BYTES, BLOCK_POSITIONS, BlockEncoder, BlockEntry, CaptureCells, Cell, Counts, HEADER_BYTES, Header,
    MAX_SHORT_PLIES, block_checksum, block_list_checksum, rules_digest,
};
use peatee_rules::Variant;
use rayon::prelude::*;

use crate::capture_mask::CaptureMask;
use crate::solver::retrograde::Solution;
use crate::solver::values::{SIGNS_PER_BYTE, cell_of};
use crate::solver::{Entries, Known, Values};

/// The zstd level. 19 gives files a tenth smaller and takes more time than solving does.
const ZSTD_LEVEL: i32 = 9;

/// The bytes of the table of one metric of a solved slice. With a mask the values of the positions in it are left out;
/// DTR tables keep them all the same. The same solution gives the same bytes on any machine and number of threads.
///
/// # Errors
/// When compression fails.
pub fn table_bytes(
    variant: &Variant,
    solution: &Solution,
    metric: Metric,
    left_out: Option<&CaptureMask>,
) -> io::Result<Vec<u8>> {
    let left_out = left_out.filter(|_| !matches!(metric, Metric::Dtr(_)));
    let counts = counts(&solution.values);
    let longest = counts.longest_win_plies.max(counts.longest_loss_plies);
    let cell = match metric {
        Metric::Wdl => Cell::Wdl,
        Metric::Dtw | Metric::Dtc | Metric::Dtr(_) if longest <= MAX_SHORT_PLIES => Cell::Short,
        Metric::Dtw | Metric::Dtc | Metric::Dtr(_) => Cell::Long,
    };
    let mut header = Header {
        metric,
        cell,
        captures: if left_out.is_some() { CaptureCells::LeftOut } else { CaptureCells::Stored },
        variant: variant.id.to_owned(),
        rules_digest: rules_digest(variant, metric),
        slice: solution.slice.name(),
        positions: solution.values.len() as u64,
        block_positions: BLOCK_POSITIONS,
        counts: match metric {
            Metric::Wdl => Counts { longest_win_plies: 0, longest_loss_plies: 0, ..counts },
            Metric::Dtw | Metric::Dtc | Metric::Dtr(_) => counts,
        },
        values_digest: values_digest(&solution.values, metric),
        file_bytes: 0,
        block_list_crc: 0,
    };
    let stored = encoded_blocks(&solution.values, cell, left_out)?;
    let mut list = Vec::with_capacity(stored.len() * BLOCK_ENTRY_BYTES);
    for (number, bytes) in stored.iter().enumerate() {
        let crc = block_checksum(&header, number as u64, bytes);
        list.extend(BlockEntry { stored_bytes: bytes.len() as u32, crc }.to_bytes());
    }
    header.block_list_crc = block_list_checksum(&header, &list);
    header.file_bytes = (HEADER_BYTES + list.len() + stored.iter().map(Vec::len).sum::<usize>()) as u64;
    let mut file = Vec::with_capacity(header.file_bytes as usize);
    file.extend(header.to_bytes());
    file.extend(list);
    stored.iter().for_each(|bytes| file.extend(bytes));
    Ok(file)
}

fn encoded_blocks(values: &Values, cell: Cell, left_out: Option<&CaptureMask>) -> io::Result<Vec<Vec<u8>>> {
    let positions = values.len();
    let blocks = positions.div_ceil(BLOCK_POSITIONS as usize);
    let encode = |encoder: &mut io::Result<BlockEncoder>, block: usize| match encoder {
        Ok(encoder) => {
            let first = block * BLOCK_POSITIONS as usize;
            let end = positions.min(first + BLOCK_POSITIONS as usize);
            let is_free = |place: usize| left_out.is_some_and(|mask| mask.has((first + place) as u64));
            encoder.encode(cell, &cells(values, first..end, cell, is_free))
        }
        Err(e) => Err(io::Error::new(e.kind(), e.to_string())),
    };
    (0..blocks).into_par_iter().map_init(|| BlockEncoder::new(ZSTD_LEVEL), encode).collect()
}

/// The digest of values, of which WDL tables keep the signs alone.
fn values_digest(values: &Values, metric: Metric) -> ValuesDigest {
    let together = PART_POSITIONS as usize;
    let parts: Vec<[u8; 32]> = match values {
        Values::Signs(signs) => signs.bytes().par_chunks(together / SIGNS_PER_BYTE).map(digest::of_cells).collect(),
        Values::Plies(values) => {
            let number = |&known: &Known| if metric == Metric::Wdl { cell_of(known) as u32 } else { distance(known) };
            values.par_chunks(together).map(|part| digest::of_part(metric, part.iter().map(number))).collect()
        }
    };
    digest::of_parts(&parts)
}

/// What stands for a distance in a cell.
fn distance(known: Known) -> u32 {
    if known.is_draw() { 0 } else { known.plies() as u32 + 1 }
}

/// Writes the cells of one block; those that are free take what makes the runs easy to write.
fn cells(values: &Values, numbers: Range<usize>, cell: Cell, is_free: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut numbers: Vec<u16> = match values {
        Values::Plies(values) if cell == Cell::Wdl => {
            values[numbers].iter().map(|&known| cell_of(known) as u16).collect()
        }
        Values::Plies(values) => values[numbers].iter().map(|&known| distance(known) as u16).collect(),
        Values::Signs(signs) => numbers.map(|number| signs.cell(number) as u16).collect(),
    };
    fill_free(&mut numbers, is_free, cell == Cell::Wdl);
    // Cells beyond the last position mean nothing; the last value goes on in them.
    let four_to_a_byte = |four: &[u16]| (0..4).fold(0, |byte, i| byte | (four[i.min(four.len() - 1)] as u8) << (2 * i));
    match cell {
        Cell::Wdl => numbers.chunks(4).map(four_to_a_byte).collect(),
        Cell::Short => numbers.iter().map(|&number| number as u8).collect(),
        Cell::Long => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
    }
}

/// Gives free places the number of the run before or behind them, so that there are as few runs as can be. A run goes on
/// for as long as it can, or where `may_repeat` for as long as the run before the last, if it can have that length:
/// rows of positions that differ in one piece look alike.
fn fill_free(numbers: &mut [u16], is_free: impl Fn(usize) -> bool, may_repeat: bool) {
    let Some(first) = (0..numbers.len()).find(|&place| !is_free(place)) else { return numbers.fill(0) };
    let mut run = numbers[first];
    // Where the run begins, and where it ends if it is as short as can be.
    let (mut start, mut shortest_end) = (0, first + 1);
    let mut lengths = [0; 2];
    for place in first + 1..numbers.len() {
        if is_free(place) {
            continue;
        }
        let number = numbers[place];
        if number != run {
            let repeated = start + lengths[1];
            let end = if may_repeat && (shortest_end..=place).contains(&repeated) { repeated } else { place };
            numbers[start..end].fill(run);
            lengths = [end - start, lengths[0]];
            (run, start) = (number, end);
        }
        shortest_end = place + 1;
    }
    numbers[start..].fill(run);
}

fn counts(values: &Values) -> Counts {
    let values = match values {
        Values::Plies(values) => values,
        Values::Signs(signs) => {
            let [losses, draws, wins] = signs.counts();
            return Counts { wins, draws, losses, ..Counts::default() };
        }
    };
    let add = |a: Counts, b: Counts| Counts {
        wins: a.wins + b.wins,
        draws: a.draws + b.draws,
        losses: a.losses + b.losses,
        longest_win_plies: a.longest_win_plies.max(b.longest_win_plies),
        longest_loss_plies: a.longest_loss_plies.max(b.longest_loss_plies),
    };
    let count_chunk = |chunk: &[Known]| {
        let mut counts = Counts::default();
        for &known in chunk {
            let plies = known.plies() as u32;
            if known.is_draw() {
                counts.draws += 1;
            } else if known.is_won() {
                counts.wins += 1;
                counts.longest_win_plies = counts.longest_win_plies.max(plies);
            } else {
                counts.losses += 1;
                counts.longest_loss_plies = counts.longest_loss_plies.max(plies);
            }
        }
        counts
    };
    values.par_chunks(1 << 16).map(count_chunk).reduce(Counts::default, add)
}

/// Writes a file so that after a crash at any moment it is either there whole or not there: under another name, synced,
/// then renamed.
///
/// # Errors
/// When writing fails; the half-written file is removed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = path.with_file_name(format!("{}{UNFINISHED}", path.file_name().unwrap_or_default().display()));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| std::fs::rename(&unfinished, path));
    if renamed.is_err() {
        // Best effort: the disk may be full or gone; the next run removes what is left.
        let _ = std::fs::remove_file(&unfinished);
    }
    renamed?;
    match path.parent() {
        // The rename itself is only safe once the directory is on disk.
        Some(parent) if cfg!(unix) => File::open(parent)?.sync_all(),
        _ => Ok(()),
    }
}

/// The ending of files that are being written.
pub const UNFINISHED: &str = ".unfinished";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_places_take_a_neighbours_number() {
        let filled = |numbers: &[u16], free: &[usize], may_repeat| {
            let mut numbers = numbers.to_vec();
            fill_free(&mut numbers, |place| free.contains(&place), may_repeat);
            numbers
        };
        assert_eq!(filled(&[7, 1, 9, 9, 2, 1], &[0, 2, 3], false), [1, 1, 1, 1, 2, 1]);
        assert_eq!(filled(&[1, 2], &[0, 1], true), [0, 0]);
        assert!(filled(&[], &[], true).is_empty());
        // The third run could be 1 to 3 long and takes the length of the first.
        assert_eq!(filled(&[1, 1, 2, 1, 5, 5, 2], &[4, 5], true), [1, 1, 2, 1, 1, 2, 2]);
        assert_eq!(filled(&[1, 1, 2, 1, 5, 5, 2], &[4, 5], false), [1, 1, 2, 1, 1, 1, 2]);
    }

    #[test]
    fn what_is_not_free_stays() {
        let mut state = 5u64;
        let mut next = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) % limit
        };
        for _ in 0..200 {
            let length = next(300) as usize;
            let numbers: Vec<u16> = (0..length).map(|_| next(3) as u16).collect();
            let free: Vec<bool> = (0..length).map(|_| next(3) > 0).collect();
            for may_repeat in [false, true] {
                let mut filled = numbers.clone();
                fill_free(&mut filled, |place| free[place], may_repeat);
                assert!((0..length).all(|place| free[place] || filled[place] == numbers[place]));
            }
        }
    }
}
