//! Verifies can-mate tables, which say which sides can still mate, with the moves of the library.
//!
//! A cell may say that a side cannot mate. It is right if the side has not mated and no move leads
//! to a position from which the side can mate. A cell may also say that a side can mate. A move to
//! a position from which the side can mate does not prove this, because positions might lead to
//! each other in a cycle and never to a mate. Each such cell is therefore traced to a mate, or to a
//! position of other material, which is verified separately.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{Tables, sides_at_end};
use peatee_probe::internals::Table;
use peatee_table::Metric;
use peatee_table::digest;
use peatee_table::format::Counts;

use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::verify::verdict::{ComparedPart, EXAMPLES, Extent, Findings, STRETCH, check_header, describe_mistake};

/// Verifies the tables of a slice and its opposite (the other side to move). If `extent` is a
/// sample, compares cells with the cells of the positions one ply later, but does not search for
/// chains of moves to a mate.
pub fn verify_can_mate(
    tables: &Tables,
    slices: &[Slice],
    extent: Extent,
    stretches_of: impl Fn(&Slice) -> Vec<(u64, u64)>,
    watched: &Watched,
) -> Result<Vec<Findings>, Error> {
    let pair = Pair::new(tables, slices);
    let mut all = Vec::new();
    for slice in slices {
        let of_stretch = |&(first, count): &(u64, u64)| {
            let found = pair.compare(*slice, first..first + count)?;
            watched.advance(count)?;
            Ok(found)
        };
        let found = parallel::try_map(&stretches_of(slice), &of_stretch)?;
        let findings = Findings::of_parts(slice.name(), 1, found.iter().map(|part| &part.compared));
        if findings.wrong == 0 && extent == Extent::All {
            pair.check_header(*slice, &found)?;
        }
        all.push(findings);
    }
    if extent == Extent::All && all.iter().all(|findings| findings.wrong == 0) {
        pair.trace()?;
        for (slice, findings) in slices.iter().zip(&mut all) {
            pair.untraced(*slice, findings)?;
        }
    }
    Ok(all)
}

/// Tables that say which sides can mate, for a slice and its opposite (the other side to move).
/// Also holds, for each position, the sides for which a chain of moves to a mate has been found.
struct Pair<'a> {
    tables: &'a Tables,
    indexes: HashMap<Slice, Index>,
    /// Sides for which a chain of moves to a mate has been found, for each slice and position
    /// number. Bit 0 stands for the side to move, bit 1 for the other side.
    traced: HashMap<Slice, Vec<AtomicU8>>,
}

#[derive(Default)]
struct MatePart {
    compared: ComparedPart,
    /// Number of cells in which only the side to move can mate, and number of cells in which only
    /// the other side can mate.
    counts: [u64; 2],
    digest: [u8; 32],
}

impl<'a> Pair<'a> {
    fn new(tables: &'a Tables, slices: &[Slice]) -> Pair<'a> {
        let indexes: HashMap<Slice, Index> = slices.iter().map(|&slice| (slice, Index::new(slice))).collect();
        let none = |index: &Index| (0..index.numbers()).map(|_| AtomicU8::new(0)).collect();
        let traced = indexes.iter().map(|(&slice, index)| (slice, none(index))).collect();
        Pair { tables, indexes, traced }
    }

    /// Compares the cell of each position in `numbers` with the cells of the positions one ply
    /// later.
    fn compare(&self, slice: Slice, numbers: Range<u64>) -> Result<MatePart, Error> {
        let table = self.tables.need(slice, Metric::CanMate)?;
        let mut found = MatePart::default();
        let mut cells = vec![0; numbers.clone().count()];
        for (place, number) in numbers.enumerate() {
            let Some(position) = self.indexes[&slice].position(number) else { continue };
            let stored = cell(table, number)?;
            let mut expected = sides_at_end(&position);
            for mv in position.moves() {
                expected |= exchanged(self.tables.mating_sides(&position.after(mv))?);
            }
            found.compared.positions += 1;
            cells[place] = stored;
            found.counts[0] += u64::from(stored == 1);
            found.counts[1] += u64::from(stored == 2);
            if stored != expected {
                let example = || describe_mistake(&position.fen(), in_words(stored), in_words(expected));
                found.compared.add_wrong(example);
            }
        }
        found.digest = digest::of_part(Metric::CanMate, cells.into_iter());
        Ok(found)
    }

    /// Finds the sides that can mate in each position. A side can mate if it has mated, if it can
    /// mate after a move to other material, or if another move leads to a position from which it is
    /// already known to mate. Repeats this until no further side is found.
    fn trace(&self) -> Result<(), Error> {
        loop {
            let is_new = AtomicBool::new(false);
            for (slice, index) in &self.indexes {
                let table = self.tables.need(*slice, Metric::CanMate)?;
                let traced = &self.traced[slice];
                let trace = |(first, traced): (usize, &[AtomicU8])| {
                    for (number, traced) in (first as u64 * STRETCH..).zip(traced) {
                        let Some(position) = index.position(number) else { continue };
                        let before = traced.load(Relaxed);
                        if u32::from(before) == cell(table, number)? {
                            continue;
                        }
                        let found = self.sides_by_moves(&position)?;
                        if found & !before != 0 {
                            traced.fetch_or(found, Relaxed);
                            is_new.store(true, Relaxed);
                        }
                    }
                    Ok(())
                };
                parallel::try_map(traced.chunks(STRETCH as usize).enumerate(), &trace)?;
            }
            if !is_new.into_inner() {
                return Ok(());
            }
        }
    }

    /// Returns the sides that have mated in a position, and those that can mate after one of its
    /// moves according to what [`Pair::trace`] has found so far.
    fn sides_by_moves(&self, position: &Position) -> Result<u8, Error> {
        let mut found = sides_at_end(position) as u8;
        for mv in position.moves() {
            let after = position.after(mv);
            let setup = after.setup();
            let sides = match setup.slice().ok().and_then(|slice| self.traced.get(&slice).zip(self.indexes.get(&slice)))
            {
                // A pawn may be captured en passant. No table holds such a position.
                Some(_) if after.can_capture_en_passant() => self.sides_by_moves(&after)?,
                Some((traced, index)) => traced[index.number(&setup) as usize].load(Relaxed),
                None => self.tables.mating_sides(&after)? as u8,
            };
            found |= exchanged(sides.into()) as u8;
        }
        Ok(found)
    }

    /// Adds positions to the wrong ones if the cell of the table differs from the sides that
    /// [`Pair::trace`] has found.
    fn untraced(&self, slice: Slice, findings: &mut Findings) -> Result<(), Error> {
        let table = self.tables.need(slice, Metric::CanMate)?;
        for (number, traced) in (0..).zip(&self.traced[&slice]) {
            let Some(position) = self.indexes[&slice].position(number) else { continue };
            let (stored, expected) = (cell(table, number)?, traced.load(Relaxed).into());
            if stored != expected {
                findings.wrong += 1;
                if findings.examples.len() < EXAMPLES {
                    findings.examples.push(describe_mistake(&position.fen(), in_words(stored), in_words(expected)));
                }
            }
        }
        Ok(())
    }

    /// Compares the counts and the digest in the header of a table with those of its verified
    /// cells.
    fn check_header(&self, slice: Slice, found: &[MatePart]) -> Result<(), Error> {
        let table = self.tables.need(slice, Metric::CanMate)?;
        let [wins, losses] = [0, 1].map(|place| found.iter().map(|part| part.counts[place]).sum());
        let draws = self.indexes[&slice].numbers() - wins - losses;
        let digests: Vec<[u8; 32]> = found.iter().map(|part| part.digest).collect();
        check_header(table, Counts { wins, draws, losses, ..Counts::default() }, digest::of_parts(&digests))
    }
}

/// Swaps the bits of the two sides.
fn exchanged(sides: u32) -> u32 {
    sides >> 1 | (sides & 1) << 1
}

/// Returns the sides that can mate according to the table: bit 0 for the side to move, bit 1 for
/// the other side.
fn cell(table: &Table, number: u64) -> Result<u32, Error> {
    table.cell(number).map_err(|error| Error::File { path: table.path().to_owned(), error })
}

fn in_words(sides: u32) -> &'static str {
    match sides {
        0 => "nobody can mate",
        1 => "the side to move can mate",
        2 => "the other side can mate",
        3 => "both sides can mate",
        _ => "nothing",
    }
}
