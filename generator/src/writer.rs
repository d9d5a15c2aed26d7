//! Writing tables: cells into blocks, blocks into a file that appears whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use peatee_probe::Metric;
use peatee_probe::format::{
    BLOCK_ENTRY_BYTES, BLOCK_POSITIONS, BlockEncoder, BlockEntry, Cell, Counts, HEADER_BYTES, Header, MAX_SHORT_PLIES,
    block_checksum, rules_digest,
};
use peatee_rules::Variant;
use rayon::prelude::*;

use crate::solver::retrograde::Solution;
use crate::solver::values::cell_of;
use crate::solver::{Entries, Known, Values};

/// The zstd level. 19 gives files a tenth smaller and takes more time than solving does.
const ZSTD_LEVEL: i32 = 9;

/// The bytes of the table of one metric of a solved slice. The same solution gives the same bytes on any machine and
/// number of threads.
///
/// # Errors
/// When compression fails.
pub fn table_bytes(variant: &Variant, solution: &Solution, metric: Metric) -> io::Result<Vec<u8>> {
    let counts = counts(&solution.values);
    let longest = counts.longest_win_plies.max(counts.longest_loss_plies);
    let cell = match metric {
        Metric::Wdl => Cell::Wdl,
        Metric::Dtw | Metric::Dtr(_) if longest <= MAX_SHORT_PLIES => Cell::Short,
        Metric::Dtw | Metric::Dtr(_) => Cell::Long,
    };
    let mut header = Header {
        metric,
        cell,
        variant: variant.id.to_owned(),
        rules_digest: rules_digest(variant, metric),
        slice: solution.slice.name(),
        positions: solution.values.len() as u64,
        block_positions: BLOCK_POSITIONS,
        counts: match metric {
            Metric::Wdl => Counts { longest_win_plies: 0, longest_loss_plies: 0, ..counts },
            Metric::Dtw | Metric::Dtr(_) => counts,
        },
        file_bytes: 0,
        block_list_crc: 0,
    };
    let stored = encoded_blocks(&solution.values, cell)?;
    let mut list = Vec::with_capacity(stored.len() * BLOCK_ENTRY_BYTES);
    for (number, bytes) in stored.iter().enumerate() {
        let crc = block_checksum(&header, number as u64, bytes);
        list.extend(BlockEntry { stored_bytes: bytes.len() as u32, crc }.to_bytes());
    }
    header.block_list_crc = crc32fast::hash(&list);
    header.file_bytes = (HEADER_BYTES + list.len() + stored.iter().map(Vec::len).sum::<usize>()) as u64;
    let mut file = Vec::with_capacity(header.file_bytes as usize);
    file.extend(header.to_bytes());
    file.extend(list);
    stored.iter().for_each(|bytes| file.extend(bytes));
    Ok(file)
}

fn encoded_blocks(values: &Values, cell: Cell) -> io::Result<Vec<Vec<u8>>> {
    let encode = |encoder: &mut io::Result<BlockEncoder>, cells: &[u8]| match encoder {
        Ok(encoder) => encoder.encode(cells),
        Err(e) => Err(io::Error::new(e.kind(), e.to_string())),
    };
    let new_encoder = || BlockEncoder::new(ZSTD_LEVEL);
    match values {
        Values::Plies(values) => {
            let blocks = values.par_chunks(BLOCK_POSITIONS as usize);
            blocks.map_init(new_encoder, |encoder, values| encode(encoder, &cells(values, cell))).collect()
        }
        Values::Signs(signs) => {
            let blocks = signs.cells().par_chunks(Cell::Wdl.bytes_of(BLOCK_POSITIONS));
            blocks.map_init(new_encoder, |encoder, cells| encode(encoder, cells)).collect()
        }
    }
}

/// Writes the cells of one block.
fn cells(values: &[Known], cell: Cell) -> Vec<u8> {
    let four_to_a_byte =
        |four: &[Known]| four.iter().enumerate().fold(0, |byte, (i, &known)| byte | cell_of(known) << (2 * i));
    let distance = |known: &Known| if known.is_draw() { 0 } else { known.plies() + 1 };
    match cell {
        Cell::Wdl => values.chunks(4).map(four_to_a_byte).collect(),
        Cell::Short => values.iter().map(|known| distance(known) as u8).collect(),
        Cell::Long => values.iter().flat_map(|known| distance(known).to_le_bytes()).collect(),
    }
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
