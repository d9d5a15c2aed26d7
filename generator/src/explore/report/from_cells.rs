//! Faster reports on slices in which captures reset the count. The values of positions with
//! captures are not computed.
//!
//! WDL tables omit the cells of positions with a capture. Computing their values takes nearly all
//! the time of a report. But a position with a capture needs at most one ply of the count. A
//! position that needs more plies therefore has no capture. Its stored cell is valid and shows the
//! winner.
//!
//! The headers hold the numbers of wins and losses twice: without the rules, and under the rules as
//! if the count allowed any number of plies. The difference is the number of wins that cannot come
//! in time with any number of plies, including those of positions with captures. Positions with
//! captures are therefore searched at most for the first example of such a win.

use peatee_probe::Tables;
use peatee_probe::internals::Resolved;
use peatee_rules::draw::DrawRules;
use peatee_rules::with_kernel;
use peatee_table::format::{CaptureCells, Counts};
use peatee_table::index::SliceIndex;
use peatee_table::{Metric, Slice, Wdl};

use super::gathered::Gathered;
use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::solver::draughts::SolverKind;
use crate::solver::draughts::rule_strategy::{RuleStrategy, strategy_for};
use crate::tables::read::cells::{TableReader, in_order};

/// Number of blocks that each thread searches for an example before the results of all threads are
/// examined.
const BLOCKS_PER_THREAD: u64 = 4;

/// Figures for the report from one block of the slice.
#[derive(Default)]
struct BlockFigures {
    gathered: Gathered,
    /// Numbers of losses and of wins that need more plies than the count allows.
    late: [u64; 2],
}

/// Gathers the numbers for the report on a slice from its stored cells. The draw count allows
/// `limit` plies when its counter is at zero. Returns `None` if the stored cells are not enough;
/// then the values of all positions must be computed.
///
/// # Errors
/// A table is damaged, or the work must stop.
pub fn gather_from_cells(
    tables: &Tables,
    rules: &DrawRules,
    slice: Slice,
    (metric, limit): (Metric, u32),
    watched: &Watched,
) -> Result<Option<Gathered>, Error> {
    let is_set_back = matches!(strategy_for(rules, slice, SolverKind::Bitboards), RuleStrategy::Resets(_));
    // The lists of tight positions, which need at least `limit - 1` plies, state the winner. Stored
    // cells show the winner only if at least 2 plies are needed.
    if !is_set_back || limit < 3 {
        return Ok(None);
    }
    let [wdl, ruled] = [Metric::Wdl, metric].map(|metric| TableReader::new(tables, slice, metric));
    let cells = SliceCells { tables, slice, wdl: wdl?, ruled: ruled?, limit };
    let mut all = BlockFigures::default();
    in_order(cells.blocks(), &|block| cells.part(block), |part: BlockFigures| {
        all.gathered.append(part.gathered);
        (0..2).for_each(|sign| all.late[sign] += part.late[sign]);
        // The positions are counted as read only when it is certain that they need not be read
        // again.
        watched.advance(0)
    })?;
    let BlockFigures { mut gathered, late } = all;
    let of_sign = |counts: Counts| [counts.losses, counts.wins];
    let (decided, ruled) = (of_sign(cells.wdl.header().counts), of_sign(cells.ruled.header().counts));
    for sign in 0..2 {
        let Some(in_time) = ruled[sign].checked_sub(late[sign]) else { return Ok(None) };
        let Some(too_late) = decided[sign].checked_sub(in_time) else { return Ok(None) };
        let is_longest_known = in_time == 0 || gathered.longest[sign].is_some();
        if !is_longest_known || too_late < gathered.too_late[sign] {
            return Ok(None);
        }
        let captures = too_late - gathered.too_late[sign];
        (gathered.decided[sign], gathered.too_late[sign]) = (decided[sign], too_late);
        if captures > 0 {
            let before = gathered.first_too_late[sign].map_or(u64::MAX, |(number, _)| number);
            let wanted = if sign == 1 { Wdl::Win } else { Wdl::Loss };
            if let Some(number) = cells.first_never(wanted, before, watched)? {
                gathered.first_too_late[sign] = Some((number, None));
            }
        }
    }
    watched.advance(2 * cells.wdl.header().positions)?;
    Ok(Some(gathered))
}

/// The WDL table of a slice and its table under draw rules (`ruled`). Both are read block by block.
struct SliceCells<'a> {
    tables: &'a Tables,
    slice: Slice,
    wdl: TableReader<'a>,
    ruled: TableReader<'a>,
    limit: u32,
}

impl SliceCells<'_> {
    fn blocks(&self) -> u64 {
        self.wdl.header().blocks()
    }

    fn part(&self, block: u64) -> Result<BlockFigures, Error> {
        let SliceCells { ref wdl, ref ruled, limit, slice, .. } = *self;
        let (signs, plies) = (wdl.stored_cells(block)?, ruled.cells(block, Resolved::All)?);
        let (of_wdl, of_ruled) = (wdl.header(), ruled.header());
        let first = block * of_wdl.block_positions as u64;
        let mut part = BlockFigures::default();
        with_kernel!(self.tables.game(), kernel => {
            let index = SliceIndex::new(kernel, slice);
            let mut cursor = index.cursor();
            for place in 0..of_wdl.positions_in_block(block) as usize {
                let needed = of_ruled.cell.read(&plies, place).checked_sub(1);
                // If a position needs less than two plies, it may have a capture, and then its WDL
                // cell is meaningless.
                if needed.is_some_and(|plies| plies < 2) {
                    continue;
                }
                let (number, sign) = (first + place as u64, Wdl::of_cell(of_wdl.cell.read(&signs, place)));
                if sign == Wdl::Draw {
                    continue;
                }
                let may_be_left_out = needed.is_none() && of_wdl.captures != CaptureCells::Stored;
                if may_be_left_out && kernel.has_capture(cursor.seek(number), slice.side) {
                    continue;
                }
                part.late[(sign == Wdl::Win) as usize] += needed.is_some_and(|plies| plies > limit) as u64;
                part.gathered.add(number, sign, needed, limit);
            }
        });
        Ok(part)
    }

    /// Returns the number of the first position that has the value `wanted` without draw rules, but
    /// is a draw under them with every value of the counter. Positions with captures are examined
    /// too. Returns `None` if no position with a number below `before` is such a draw.
    fn first_never(&self, wanted: Wdl, before: u64, watched: &Watched) -> Result<Option<u64>, Error> {
        let (of_wdl, of_ruled) = (self.wdl.header(), self.ruled.header());
        let block_positions = of_wdl.block_positions as u64;
        let in_block = |&block: &u64| {
            let (signs, plies) = (self.wdl.cells(block, Resolved::All)?, self.ruled.cells(block, Resolved::All)?);
            let is_it = |&place: &usize| {
                of_ruled.cell.read(&plies, place) == 0 && Wdl::of_cell(of_wdl.cell.read(&signs, place)) == wanted
            };
            let place = (0..of_wdl.positions_in_block(block) as usize).find(is_it);
            Ok(place.map(|place| block * block_positions + place as u64))
        };
        let blocks: Vec<u64> = (0..self.blocks()).take_while(|block| block * block_positions < before).collect();
        for some in blocks.chunks(BLOCKS_PER_THREAD as usize * rayon::current_num_threads()) {
            let found = parallel::try_map(some, &in_block)?;
            watched.advance(0)?;
            if let Some(number) = found.into_iter().flatten().next() {
                return Ok(Some(number).filter(|&number| number < before));
            }
        }
        Ok(None)
    }
}
