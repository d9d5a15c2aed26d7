//! Writing tables: cells into blocks, blocks into a file that appears whole or not at all.

mod fill;
mod runs;

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use peatee_rules::Variant;
use peatee_table::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_table::format::{BLOCK_POSITIONS, BlockEncoder, CaptureCells, Cell, Counts, Header, MAX_SHORT_PLIES};
use peatee_table::{Metric, TableBuilder};
use rayon::prelude::*;

use self::fill::{Free, filled_distances, wdl_runs, write_runs};
use self::runs::{Costs, Lengths, cheapest_ends, repeated_ends};
use crate::capture_mask::CaptureMask;
use crate::solver::values::{CELLS_PER_BYTE, WdlArray};
use crate::solver::wdl_cells::CELLS_PER_WORD;
use crate::solver::{Entries, Known, Solution, Values};

/// The zstd level. 19 gives files a tenth smaller and takes more time than solving does; 7 gives
/// DTW tables of international draughts that are 2 % larger.
const ZSTD_LEVEL: i32 = 8;

/// The bytes of the table of one metric of a solved slice. With a mask the values of the positions
/// in it are left out; DTR tables keep them all the same. The same solution gives the same bytes on
/// any machine and number of threads.
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
    // WDL tables drop the distances.
    let values = match &solution.values {
        Values::Plies(values) if metric == Metric::Wdl => &Values::Wdl(WdlArray::of(values)),
        values => values,
    };
    let counts = counts(values);
    let longest = counts.longest_win_plies.max(counts.longest_loss_plies);
    let cell = match metric {
        Metric::Wdl => Cell::Wdl,
        Metric::Dtw | Metric::Dtc | Metric::Dtr(_) if longest <= MAX_SHORT_PLIES => Cell::Short,
        Metric::Dtw | Metric::Dtc | Metric::Dtr(_) => Cell::Long,
    };
    let captures = if left_out.is_some() { CaptureCells::LeftOut } else { CaptureCells::Stored };
    let mut builder = TableBuilder::new(Header {
        positions: values.len() as u64,
        counts,
        values_digest: values_digest(values),
        ..Header::new(variant, solution.slice, metric, cell, captures)
    });
    encoded_blocks(values, cell, left_out)?.iter().for_each(|stored| builder.push(stored));
    Ok(builder.finish())
}

fn encoded_blocks(values: &Values, cell: Cell, left_out: Option<&CaptureMask>) -> io::Result<Vec<Vec<u8>>> {
    let positions = values.len();
    let blocks = positions.div_ceil(BLOCK_POSITIONS as usize);
    let numbers = |block: usize| {
        let first = block * BLOCK_POSITIONS as usize;
        first..positions.min(first + BLOCK_POSITIONS as usize)
    };
    let free =
        |numbers: &Range<usize>| Free::new(left_out.map_or(&[], |mask| mask.bytes_from(numbers.start)), numbers.len());
    let lengths = match values {
        Values::Wdl(wdl) if left_out.is_some() => {
            let add_block = |mut lengths: Lengths, block: usize| {
                let numbers = numbers(block);
                let runs = wdl_runs(&wdl_words(wdl, &numbers), free(&numbers));
                lengths.add(&runs, &repeated_ends(&runs));
                lengths
            };
            let blocks = (0..blocks).into_par_iter();
            blocks.fold(Lengths::default, add_block).reduce(Lengths::default, |a, b| a.with(&b))
        }
        // Without free cells there is nothing to choose.
        _ => Lengths::default(),
    };
    let costs = Costs::of(&lengths);
    let encode = |encoder: &mut io::Result<BlockEncoder>, block: usize| match encoder {
        Ok(encoder) => {
            let numbers = numbers(block);
            let free = free(&numbers);
            encoder.encode(cell, &cells(values, numbers, cell, free, &costs))
        }
        Err(e) => Err(io::Error::new(e.kind(), e.to_string())),
    };
    (0..blocks).into_par_iter().map_init(|| BlockEncoder::new(ZSTD_LEVEL), encode).collect()
}

/// The WDL cells of these positions, 32 to a word.
fn wdl_words(wdl: &WdlArray, numbers: &Range<usize>) -> Vec<u64> {
    numbers.clone().step_by(CELLS_PER_WORD).map(|first| wdl.cells_from(first)).collect()
}

/// The digest of values.
fn values_digest(values: &Values) -> ValuesDigest {
    let part_positions = PART_POSITIONS as usize;
    let parts: Vec<[u8; 32]> = match values {
        Values::Wdl(wdl) => wdl.bytes().par_chunks(part_positions / CELLS_PER_BYTE).map(digest::of_cells).collect(),
        Values::Plies(values) => {
            let of_part = |part: &[Known]| {
                let numbers: Vec<u16> = part.iter().map(|known| distance(known).to_le()).collect();
                digest::of_cells(bytemuck::cast_slice(&numbers))
            };
            values.par_chunks(part_positions).map(of_part).collect()
        }
    };
    digest::of_parts(&parts)
}

/// What stands for a distance in a cell: one more than the plies, 0 for a draw.
#[inline(always)]
fn distance(known: &Known) -> u16 {
    // Without branches, so that many are worked out at a time. A draw has all bits set.
    (known.plies() + 1) & (u16::MAX >> 1)
}

/// Writes the cells of one block, free ones filled.
fn cells(values: &Values, numbers: Range<usize>, cell: Cell, free: Free<'_>, costs: &Costs) -> Vec<u8> {
    let values = match values {
        Values::Plies(values) => &values[numbers],
        Values::Wdl(wdl) => {
            let mut cells = wdl_words(wdl, &numbers);
            let runs = wdl_runs(&cells, free);
            write_runs(&mut cells, &runs, &cheapest_ends(&runs, costs));
            let mut bytes: Vec<u8> = cells.iter().flat_map(|cells| cells.to_le_bytes()).collect();
            // Cells beyond the last position mean nothing; the last value goes on in them.
            bytes.truncate(cell.bytes_of(numbers.len() as u32));
            return bytes;
        }
    };
    match cell {
        Cell::Wdl | Cell::Short => filled_distances(free, |place| distance(&values[place]) as u8),
        Cell::Long => {
            filled_distances(free, |place| distance(&values[place])).iter().flat_map(|n| n.to_le_bytes()).collect()
        }
    }
}

fn counts(values: &Values) -> Counts {
    let values = match values {
        Values::Plies(values) => values,
        Values::Wdl(wdl) => {
            let [losses, draws, wins] = wdl.counts();
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
        // Without branches, so that many are counted at a time.
        let (mut draws, mut wins, mut longest) = (0u32, 0u32, [0u16; 2]);
        for &known in chunk {
            let (is_draw, is_won) = (known.is_draw(), known.is_won());
            draws += is_draw as u32;
            wins += is_won as u32;
            longest[0] = longest[0].max(if is_won { known.plies() } else { 0 });
            longest[1] = longest[1].max(if is_draw | is_won { 0 } else { known.plies() });
        }
        Counts {
            wins: wins as u64,
            draws: draws as u64,
            losses: (chunk.len() as u32 - draws - wins) as u64,
            longest_win_plies: longest[0] as u32,
            longest_loss_plies: longest[1] as u32,
        }
    };
    values.par_chunks(1 << 16).map(count_chunk).reduce(Counts::default, add)
}

/// Writes a file so that after a crash at any moment it is either there whole or not there: under
/// another name, synced, then renamed.
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
