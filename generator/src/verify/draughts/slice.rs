//! Verifies the WDL and the DTW table of one slice together.
//!
//! A comparison with the positions one ply later proves the DTW table. The WDL table must then
//! agree with it in every position. Without a DTW table, the comparison uses WDL tables.

use peatee_probe::Tables;
use peatee_probe::internals::Table;
use peatee_rules::{Bitboard, Kernel, Position};
use peatee_table::digest::{self, PART_POSITIONS};
use peatee_table::{Metric, Slice, Value};

use super::found::{VerifiedPart, WdlCells, Wrong};
use super::positions::{check_positions, check_wdl_cells};
use super::rows::{PLIES_MAX, Rows};
use super::stored::{LoadedTable, StoredTables};
use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::verify::verdict::{EXAMPLES, Extent, Mistake, Verdict, wrong_header};

pub struct SliceVerifier<'a, W> {
    tables: &'a Tables,
    extent: Extent,
    watched: &'a Watched<'a>,
    wdl: (StoredTables<'a, W>, Rows<W>),
    dtw: (StoredTables<'a, W>, Rows<W>),
}

impl<'a, W: Bitboard> SliceVerifier<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, tables: &'a Tables, extent: Extent, watched: &'a Watched<'a>) -> Self {
        let of = |metric| (StoredTables::new(kernel, tables, metric), Rows::default());
        SliceVerifier { tables, extent, watched, wdl: of(Metric::Wdl), dtw: of(Metric::Dtw) }
    }

    /// Verifies the WDL table, the DTW table, or both, of a slice at the positions in `stretches`
    /// (ranges of positions). `metrics` lists the tables to verify. `is_needed_later` returns true
    /// for slices whose tables stay in memory.
    ///
    /// # Errors
    /// When a required table is missing or damaged, a header contradicts the values of its table,
    /// or the work is to stop.
    pub fn slice(
        &mut self,
        slice: Slice,
        metrics: &[Metric],
        stretches: &[(u64, u64)],
        is_needed_later: impl Fn(Slice) -> bool,
    ) -> Result<Vec<Verdict>, Error> {
        let watched = self.watched;
        watched.slice(&slice.name());
        let has_distances = self.tables.table(slice, Metric::Dtw).is_some();
        let basis = if has_distances { Metric::Dtw } else { Metric::Wdl };
        let (stored, rows) = if has_distances { &mut self.dtw } else { &mut self.wdl };
        let is_whole = self.extent == Extent::All;
        stored.load_for(slice, is_whole, is_needed_later, watched)?;
        let stored = &*stored;
        let loaded = stored.loaded(slice);
        let check = SliceCheck { tables: self.tables, stored, loaded, slice, stretches, is_whole, watched };
        let mut verdicts = Vec::new();
        if metrics.contains(&basis) {
            let found = if is_whole && check.fits_rows() {
                let wrong = rows.wrong(check.stored, [slice, slice.opposite(self.tables.game())], watched)?;
                check.with_stored_captures(wrong)
            } else {
                check.each_stretch(&|first, count| check_positions(check.stored, slice, first, count))?
            };
            verdicts.push(check.verdict(basis, found, &|number| check.loaded.cell(number))?);
        }
        if has_distances && metrics.contains(&Metric::Wdl) {
            let wdl_cells = WdlCells::new(self.tables, slice)?;
            let found = check.each_stretch(&|first, count| check.check_wdl_cells(&wdl_cells, first, count))?;
            let cell = |number| match check.is_left_out(&wdl_cells, number) {
                true => check.value(number).wdl as u32,
                false => wdl_cells.cell(number),
            };
            verdicts.push(check.verdict(Metric::Wdl, found, &cell)?);
        }
        Ok(verdicts)
    }
}

/// Verification of the tables of one slice: the tables, and the positions to verify.
struct SliceCheck<'a, 'b, W> {
    tables: &'a Tables,
    stored: &'a StoredTables<'b, W>,
    loaded: &'a LoadedTable<W>,
    slice: Slice,
    stretches: &'a [(u64, u64)],
    is_whole: bool,
    watched: &'a Watched<'a>,
}

impl<W: Bitboard> SliceCheck<'_, '_, W> {
    /// Returns true when the slice can be verified row by row. For this, scores (16-bit numbers
    /// that stand for values) must be able to represent all distances of the slice and of the
    /// positions after its moves.
    fn fits_rows(&self) -> bool {
        let game = self.tables.game();
        let mut slices = self.slice.successors(game);
        slices.extend([self.slice, self.slice.opposite(game)]);
        let longest_plies = |slice: &Slice| {
            let table = self.tables.table(*slice, self.stored.metric());
            table.map_or(0, |table| table.header().counts.longest_plies())
        };
        slices.iter().all(|slice| longest_plies(slice) < PLIES_MAX)
    }

    #[inline(always)]
    fn value(&self, number: u64) -> Value {
        Value::of_cell(self.loaded.cell(number), self.stored.metric(), self.stored.kernel().goal)
    }

    fn is_left_out(&self, wdl_cells: &WdlCells, number: u64) -> bool {
        wdl_cells.leaves_captures_out && self.loaded.is_capture(number)
    }

    /// Calls `look` for each range of positions to verify, and adds up the results.
    fn each_stretch(&self, look: &(dyn Fn(u64, u64) -> VerifiedPart + Sync)) -> Result<VerifiedPart, Error> {
        let part = |&(first, count): &(u64, u64)| {
            self.watched.advance(count)?;
            Ok(look(first, count))
        };
        Ok(VerifiedPart::of(parallel::try_map(self.stretches, &part)?))
    }

    fn check_wdl_cells(&self, wdl_cells: &WdlCells, first: u64, count: u64) -> VerifiedPart {
        if !self.is_whole {
            return check_wdl_cells(self.stored, wdl_cells, self.slice, first, count);
        }
        let mut found = VerifiedPart::default();
        for number in (first..first + count).filter(|&number| !self.is_left_out(wdl_cells, number)) {
            found.compared += 1;
            let expected_cell = self.value(number).wdl as u32;
            if wdl_cells.cell(number) != expected_cell {
                found.wrong.push(Wrong { number, expected_cell });
            }
        }
        found
    }

    /// Returns the findings for all positions. Positions without a capture have been verified
    /// before; `wrong` holds those with wrong values. Positions with a capture are verified here,
    /// if the table stores their values.
    fn with_stored_captures(&self, wrong: Vec<Wrong>) -> VerifiedPart {
        let loaded = self.loaded;
        let captures = |&(first, count): &(u64, u64)| {
            let mut found = VerifiedPart::default();
            let mut cursor = loaded.index().cursor();
            let mut reader = self.stored.reader();
            for number in first..first + count {
                let is_capture = loaded.is_capture(number);
                found.compared += !(is_capture && loaded.leaves_captures_out()) as u64;
                if is_capture && !loaded.leaves_captures_out() {
                    let expected = reader.best_capture(cursor.seek(number), self.slice.side);
                    let expected_cell = expected.expect("it is a capture").cell(self.stored.metric());
                    if loaded.cell(number) != expected_cell {
                        found.wrong.push(Wrong { number, expected_cell });
                    }
                }
            }
            found
        };
        let mut found = VerifiedPart::of(parallel::map(self.stretches, &captures));
        found.wrong.extend(wrong);
        found.wrong.sort_unstable();
        found
    }

    /// Returns the verdict on one table. If the whole table was verified and has no wrong value,
    /// also compares its header. `cell` returns the cell of a position, even if the table leaves it
    /// out because of a capture.
    fn verdict(
        &self,
        metric: Metric,
        found: VerifiedPart,
        cell: &(dyn Fn(u64) -> u32 + Sync),
    ) -> Result<Verdict, Error> {
        let table = self.tables.table(self.slice, metric).expect("it has been loaded");
        if self.is_whole && found.wrong.is_empty() {
            self.check_header(table, metric, cell)?;
        }
        let goal = self.stored.kernel().goal;
        let index = self.loaded.index();
        let mistake = |wrong: &Wrong| {
            let position = Position { setup: index.unrank(wrong.number).convert(), side: self.slice.side };
            let value = |cell| Value::of_cell(cell, metric, goal);
            let (stored, expected) = (value(cell(wrong.number)), value(wrong.expected_cell));
            Mistake { fen: self.tables.game().fen(&position), stored, expected }
        };
        Ok(Verdict {
            slice: self.slice,
            metric,
            positions: self.stretches.iter().map(|&(_, count)| count).sum(),
            compared: found.compared,
            wrong: found.wrong.len() as u64,
            examples: found.wrong.iter().take(EXAMPLES).map(mistake).collect(),
        })
    }

    fn check_header(&self, table: &Table, metric: Metric, cell: &(dyn Fn(u64) -> u32 + Sync)) -> Result<(), Error> {
        let goal = self.stored.kernel().goal;
        let part = |&(first, count): &(u64, u64)| {
            let mut counts = [0u64; 3];
            let numbers: Vec<u32> = (first..first + count).map(cell).collect();
            numbers.iter().for_each(|&cell| counts[Value::of_cell(cell, metric, goal).wdl as usize] += 1);
            (counts, digest::of_part(metric, numbers.into_iter()))
        };
        debug_assert!(self.stretches.iter().all(|&(first, _)| first % PART_POSITIONS == 0), "a whole table");
        let (counts, hashes): (Vec<[u64; 3]>, Vec<[u8; 32]>) = parallel::map(self.stretches, &part).into_iter().unzip();
        let header = table.header();
        let counted: [u64; 3] = std::array::from_fn(|wdl| counts.iter().map(|part| part[wdl]).sum());
        if counted != [header.counts.losses, header.counts.draws, header.counts.wins] {
            return Err(wrong_header(table, "its counts of wins, draws and losses are not those of its values"));
        }
        if digest::of_parts(&hashes) != header.values_digest {
            return Err(wrong_header(table, "its digest is not that of its values"));
        }
        Ok(())
    }
}
