//! Writes WDL tables as blocks or as pages. Free cells are filled so that the runs of equal cells
//! take few bits.

use std::io;
use std::ops::Range;

use peatee_table::format::pages::{CHUNK_POSITIONS, Effort, PageCoder, PageTableBuilder, Run as PageRun};
use peatee_table::format::{BLOCK_POSITIONS, Cell, Header};

use super::blocks;
use super::blocks::{evenly_spread, parts};
use super::fill::{Free, wdl_runs, write_runs};
use super::runs::{Costs, Lengths, Run, cheapest_ends, repeated_ends};
use crate::parallel;
use crate::solver::values::WdlArray;
use crate::solver::values::capture_mask::CaptureMask;
use crate::solver::values::wdl_cells::CELLS_PER_WORD;

/// Number of consecutive positions whose free cells (cells that may have any content) are filled
/// together if the table is coded as pages; see `WdlCoding`.
const PART_POSITIONS: usize = 1 << 18;
/// Maximum number of ranges of positions, evenly spread over the table, from which the costs of run
/// lengths and the codes are derived.
const SAMPLE_PARTS: usize = 256;
/// Approximate maximal number of runs (of equal cells) on which a code is trained. More runs would
/// take longer and gain nothing.
const SAMPLE_RUNS: usize = 1 << 20;

/// The coding of the WDL tables of a set. Tables of distances are always coded as blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WdlCoding {
    /// Pages for fast probes. A page consists of small blocks, and a probe reads a cell without
    /// decompressing a whole block. In draughts, blocks can be read from both ends. In chess, the
    /// pages and their blocks are short, and blocks can be read from one end only.
    #[default]
    Pages,
    /// Long pages whose blocks can be read from one end only. Compared with `WdlCoding::Pages`,
    /// files are a fifteenth smaller, in chess a sixth, and a random probe of draughts takes up to
    /// 1.7 times as long. Small tables get whichever coding gives the smallest file.
    SmallPages,
    /// Pages whose code is chosen with less search. Files are a twentieth to a tenth larger.
    QuickPages,
    Blocks,
}

/// Maximum number of positions of small tables, which are coded in several ways to keep the
/// smallest file. Decompressed, such a table takes up to 256 KiB.
const SMALL_TABLE_POSITIONS: u64 = 1 << 20;

/// The values of a WDL table, and the positions whose cells may have any content (free cells).
#[derive(Debug, Clone, Copy)]
pub struct WdlSource<'a> {
    pub wdl: &'a WdlArray,
    pub left_out: Option<&'a CaptureMask>,
}

impl WdlSource<'_> {
    pub fn blocks(&self, header: Header) -> io::Result<Vec<u8>> {
        let costs = self.costs(parts(self.wdl.positions(), BLOCK_POSITIONS as usize).collect());
        blocks::table_bytes(header, &|numbers| {
            let mut cells = self.words(&numbers);
            let runs = wdl_runs(&cells, Free::of(self.left_out, &numbers));
            write_runs(&mut cells, &runs, &cheapest_ends(&runs, &costs));
            let mut bytes: Vec<u8> = cells.iter().flat_map(|cells| cells.to_le_bytes()).collect();
            // The cells behind the last position have no meaning and continue the last run.
            bytes.truncate(Cell::Wdl.bytes_of(numbers.len() as u32));
            bytes
        })
    }

    pub fn pages(&self, header: Header, effort: Effort) -> io::Result<Vec<u8>> {
        let sample = evenly_spread(parts(self.wdl.positions(), PART_POSITIONS).collect(), SAMPLE_PARTS);
        let costs = self.costs(sample.clone());
        let chunks: Vec<Range<usize>> = parts(self.wdl.positions(), CHUNK_POSITIONS as usize).collect();
        if let [chunk] = &chunks[..] {
            let runs = self.chunk_runs(chunk, &costs);
            let sample = [&runs[..]];
            let coder = PageCoder::train(&sample, true, effort.for_runs(&sample, true));
            let mut builder = PageTableBuilder::new(header, &coder)?;
            builder.push(&coder.encode(&runs));
            return Ok(builder.finish());
        }
        let all_parts = self.wdl.positions().div_ceil(PART_POSITIONS);
        let of_parts = parallel::map(&sample, &|part| self.part_runs(part, &costs));
        let total: usize = of_parts.iter().map(|part| part.runs.len()).sum();
        let wanted = sample.len() * SAMPLE_RUNS / total.max(SAMPLE_RUNS);
        let of_parts = evenly_spread(of_parts, wanted.max(1));
        let training: Vec<&[PageRun]> = of_parts.iter().map(|part| &part.runs[..]).collect();
        let coder = PageCoder::train(&training, false, effort.for_runs(&training, false));
        let mut builder = PageTableBuilder::new(header, &coder)?;
        let runs_of = |chunk: &Range<usize>| match of_parts.len() == all_parts {
            true => joined(&of_parts[chunk.start / PART_POSITIONS..chunk.end.div_ceil(PART_POSITIONS)]),
            false => self.chunk_runs(chunk, &costs),
        };
        // Only some chunks are encoded at a time, so that the blocks of all chunks are not in
        // memory at once.
        for some in chunks.chunks(CHUNKS_AT_ONCE) {
            let encode = |chunk: &Range<usize>| coder.encode(&runs_of(chunk));
            parallel::map(some, &encode).iter().for_each(|blocks| builder.push(blocks));
        }
        Ok(builder.finish())
    }

    /// Returns the bytes of the table in the coding that takes the fewest bytes, if the table is
    /// small; otherwise returns `pages`. `pages` holds the bytes of the table coded as pages. The
    /// other codings are pages with the smallest code, and blocks.
    pub fn or_smaller(&self, pages: Vec<u8>, header: Header) -> io::Result<Vec<u8>> {
        let mut best = pages;
        if header.positions <= SMALL_TABLE_POSITIONS {
            for other in [self.pages(header.clone(), Effort::LEAST)?, self.blocks(header)?] {
                best = if other.len() < best.len() { other } else { best };
            }
        }
        Ok(best)
    }

    /// Returns the costs of run lengths, derived from the runs of equal cells in the position
    /// ranges `of`.
    fn costs(&self, of: Vec<Range<usize>>) -> Costs {
        // If there are no free cells, the ends of runs cannot be chosen, and the costs do not
        // matter.
        if self.left_out.is_none() {
            return Costs::of(&Lengths::default());
        }
        let of_part = |numbers: Range<usize>| {
            let mut lengths = Lengths::default();
            let runs = self.runs(&numbers);
            lengths.add(&runs, &repeated_ends(&runs));
            lengths
        };
        let lengths = parallel::map(of, &of_part).into_iter();
        Costs::of(&lengths.fold(Lengths::default(), |a, b| a.with(&b)))
    }

    /// Returns the runs of equal cells in a range of positions. The free cells of each part of the
    /// range are filled by themselves.
    fn chunk_runs(&self, chunk: &Range<usize>, costs: &Costs) -> Vec<PageRun> {
        let part = |part: Range<usize>| self.part_runs(&(chunk.start + part.start..chunk.start + part.end), costs);
        joined(&parts(chunk.len(), PART_POSITIONS).map(part).collect::<Vec<_>>())
    }

    /// Returns the runs of equal cells in a range of positions whose free cells are filled
    /// together.
    fn part_runs(&self, numbers: &Range<usize>, costs: &Costs) -> PartRuns {
        let runs = self.runs(numbers);
        let (mut start, end) = (0, numbers.len() as u32);
        let page_run = |(run, of_run): (&Run, u32)| {
            let positions = of_run.min(end) - start;
            start = of_run;
            PageRun { value: run.value, positions }
        };
        let bound: Vec<PageRun> = runs.iter().zip(cheapest_ends(&runs, costs)).map(page_run).collect();
        match bound.is_empty() {
            true => PartRuns { runs: vec![PageRun { value: 0, positions: end }], is_free: true },
            false => PartRuns { runs: bound, is_free: false },
        }
    }

    /// Returns the runs of equal cells of these positions, with the ends that are possible for
    /// each.
    pub fn runs(&self, numbers: &Range<usize>) -> Vec<Run> {
        wdl_runs(&self.words(numbers), Free::of(self.left_out, numbers))
    }

    /// Returns the cells of these positions, 32 per word.
    fn words(&self, numbers: &Range<usize>) -> Vec<u64> {
        numbers.clone().step_by(CELLS_PER_WORD).map(|first| self.wdl.cells_from(first)).collect()
    }
}

const CHUNKS_AT_ONCE: usize = 64;

/// Runs of equal cells in a part of a table.
struct PartRuns {
    runs: Vec<PageRun>,
    /// True when all cells of the part are free, so that the runs may have any value.
    is_free: bool,
}

/// Returns the runs of consecutive parts. Runs of the same value that meet at the border of two
/// parts are joined. Parts whose cells are all free continue the run before them.
fn joined(parts: &[PartRuns]) -> Vec<PageRun> {
    let mut joined: Vec<PageRun> = Vec::with_capacity(parts.iter().map(|part| part.runs.len()).sum());
    for PartRuns { runs, is_free } in parts {
        let Some((first, others)) = runs.split_first() else { continue };
        match joined.last_mut() {
            Some(last) if *is_free || last.value == first.value => last.positions += first.positions,
            _ => joined.push(*first),
        }
        joined.extend_from_slice(others);
    }
    joined
}
