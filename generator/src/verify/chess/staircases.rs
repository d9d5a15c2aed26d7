//! Verifies tables of staircases, which tell how the plies to mate depend on the half-move clock.
//!
//! A staircase is right if it equals the one that follows from the staircases after the moves. This
//! is the defining equation of the plies to mate for every number of plies that a draw rule leaves.
//! The probe library (its reader, with DTM and DTZ, and its equation) and the moves are all that
//! this shares with the solver. The staircases of a table without cells are computed by the same
//! equation when they are read, so only the digest checks them.

use std::ops::Range;

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::Tables;
use peatee_rules::draw::DrawRules;
use peatee_table::Metric;
use peatee_table::digest::{self, PART_POSITIONS, ValuesDigest};
use peatee_table::format::Counts;
use peatee_table::staircase::{Stair, StaircaseShape, list_to_bytes};
use rustc_hash::FxHashMap;

use super::values::{DERIVED_ONE_IN, is_derived};
use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::verify::verdict::{ComparedPart, Extent, Findings, check_header, describe_mistake};

/// Verifies the tables of some slices of a set (a slice and its opposite). If `extent` is all
/// positions, also verifies the counts and digests in the headers.
pub fn verify_staircases(
    tables: &Tables,
    metric: Metric,
    slices: &[Slice],
    extent: Extent,
    stretches_of: impl Fn(&Slice) -> Vec<(u64, u64)>,
    watched: &Watched,
) -> Result<Vec<Findings>, Error> {
    let held = match extent {
        Extent::All => HeldStairs::of_set(tables, metric, slices[0].set(), watched)?,
        Extent::Sample { .. } => HeldStairs::of_tables(tables, metric),
    };
    let mut all = Vec::new();
    for &slice in slices {
        let index = Index::new(slice);
        let is_derived = is_derived(tables, slice, metric)?;
        let of_stretch = |&(first, count): &(u64, u64)| {
            let found = held.compare(&index, first..first + count, is_derived)?;
            watched.advance(count)?;
            Ok(found)
        };
        let found = parallel::try_map(&stretches_of(&slice), &of_stretch)?;
        let findings = Findings::of_parts(slice.name(), 1, found.iter());
        if findings.wrong == 0 && extent == Extent::All {
            held.check_header(slice)?;
        }
        all.push(findings);
    }
    Ok(all)
}

/// Computes the digest of a table of staircases from all its values.
///
/// # Errors
/// When the table, or one that its values depend on, is missing or damaged.
pub fn staircases_digest(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    watched: &Watched,
) -> Result<ValuesDigest, Error> {
    let held = HeldStairs::of_set(tables, metric, slice.set(), watched)?;
    Ok(held.summary(held.slice(slice).expect("a slice of the set")).1)
}

/// Source of staircases: memory, or tables.
struct HeldStairs<'a> {
    tables: &'a Tables,
    metric: Metric,
    rules: DrawRules,
    of_set: Vec<StairsOfSlice>,
}

struct StairsOfSlice {
    index: Index,
    /// All staircases of the slice, each once.
    list: Vec<Vec<Stair>>,
    /// Index in the list for each position number; that of no stairs for a draw and for a number
    /// without a position.
    numbers: Vec<u32>,
}

const TOGETHER: u64 = 1 << 12;

impl<'a> HeldStairs<'a> {
    fn of_tables(tables: &'a Tables, metric: Metric) -> Self {
        let rules = metric.rule_set().expect("a metric under a draw rule").rules();
        HeldStairs { tables, metric, rules, of_set: Vec::new() }
    }

    /// Creates a source with the staircases of a set (a slice and its opposite) in memory.
    fn of_set(tables: &'a Tables, metric: Metric, set: Slice, watched: &Watched) -> Result<Self, Error> {
        let mut held = HeldStairs::of_tables(tables, metric);
        let mut slices = set.both();
        slices.iter().try_for_each(|&slice| tables.need(slice, metric).map(drop))?;
        // The staircases of a table without cells follow from those of the other table.
        slices.sort_by_key(|&slice| is_derived(tables, slice, metric).unwrap_or(false));
        for slice in slices {
            let found = match is_derived(tables, slice, metric)? {
                true => held.each(slice, watched, |position| held.by_moves(position))?,
                false => held.each(slice, watched, |position| Ok(tables.stairs(position, &held.rules)?))?,
            };
            held.of_set.push(found);
        }
        Ok(held)
    }

    fn slice(&self, slice: Slice) -> Option<&StairsOfSlice> {
        self.of_set.iter().find(|of_slice| of_slice.index.slice() == slice)
    }

    fn each(
        &self,
        slice: Slice,
        watched: &Watched,
        ask: impl Fn(&Position) -> Result<Vec<Stair>, Error> + Sync,
    ) -> Result<StairsOfSlice, Error> {
        let index = Index::new(slice);
        let of_chunk = |chunk: u64| {
            let (mut known, mut numbers) = (FxHashMap::default(), Vec::new());
            for number in chunk * TOGETHER..index.numbers().min((chunk + 1) * TOGETHER) {
                let stairs = index.position(number).map_or(Ok(Vec::new()), |position| ask(&position))?;
                let next = known.len() as u32;
                numbers.push(*known.entry(stairs).or_insert(next));
            }
            // The call reports no progress, but it fails when the work must stop.
            watched.advance(0)?;
            Ok::<_, Error>((known, numbers))
        };
        let chunks = parallel::try_map(0..index.numbers().div_ceil(TOGETHER), &of_chunk)?;
        let (mut known, mut all) = (FxHashMap::default(), Vec::new());
        for (of_chunk, numbers) in chunks {
            let mut in_all = vec![0; of_chunk.len()];
            for (stairs, number) in of_chunk {
                let next = known.len() as u32;
                in_all[number as usize] = *known.entry(stairs).or_insert(next);
            }
            all.extend(numbers.into_iter().map(|number| in_all[number as usize]));
        }
        let mut list = vec![Vec::new(); known.len()];
        known.into_iter().for_each(|(stairs, number): (_, u32)| list[number as usize] = stairs);
        Ok(StairsOfSlice { index, list, numbers: all })
    }

    fn of(&self, position: &Position) -> Result<Vec<Stair>, Error> {
        let setup = position.setup();
        let held =
            setup.slice().ok().filter(|_| !position.can_capture_en_passant()).and_then(|slice| self.slice(slice));
        match held {
            Some(held) => Ok(held.list[held.numbers[held.index.number(&setup) as usize] as usize].clone()),
            None => Ok(self.tables.stairs(position, &self.rules)?),
        }
    }

    fn by_moves(&self, position: &Position) -> Result<Vec<Stair>, Error> {
        self.tables.stairs_by_moves(position, &self.rules, &|after| self.of(after))
    }

    /// Compares the stairs of the positions in `numbers` with those that follow from their moves.
    /// If the table has no cells, compares those that the probe library derives, for some of them.
    fn compare(&self, index: &Index, numbers: Range<u64>, is_derived: bool) -> Result<ComparedPart, Error> {
        let mut found = ComparedPart::default();
        for number in numbers {
            let Some(position) = index.position(number) else { continue };
            found.positions += 1;
            let is_probed = !self.of_set.is_empty() && number.is_multiple_of(DERIVED_ONE_IN);
            if is_derived && !is_probed && !self.of_set.is_empty() {
                continue;
            }
            let stored = if is_derived { self.tables.stairs(&position, &self.rules)? } else { self.of(&position)? };
            let expected = self.by_moves(&position)?;
            if stored != expected {
                let text = |stairs: &[Stair]| if stairs.is_empty() { "draw".to_owned() } else { stairs_text(stairs) };
                found.add_wrong(|| describe_mistake(&position.fen(), &text(&stored), &text(&expected)));
            }
        }
        Ok(found)
    }

    /// Returns the counts and the digest of the header of a table.
    fn summary(&self, held: &StairsOfSlice) -> (Counts, ValuesDigest) {
        let mut counts = Counts { draws: held.index.numbers(), ..Counts::default() };
        let mut of_list = vec![0; held.list.len()];
        for &number in &held.numbers {
            of_list[number as usize] += 1;
        }
        for (stairs, count) in held.list.iter().zip(of_list) {
            let Some(last) = stairs.last() else { continue };
            let (sum, longest) = match last.plies % 2 {
                1 => (&mut counts.wins, &mut counts.longest_win_plies),
                _ => (&mut counts.losses, &mut counts.longest_loss_plies),
            };
            *sum += count;
            *longest = (*longest).max(last.plies);
            counts.draws -= count;
        }
        // Stairs that no shape can tell have none of the digests of tables.
        let shapes: Vec<StaircaseShape> =
            held.list.iter().map(|stairs| StaircaseShape::of(stairs).unwrap_or_default()).collect();
        let mut list: Vec<StaircaseShape> = shapes.iter().filter(|shape| !shape.steps.is_empty()).cloned().collect();
        list.sort_unstable();
        list.dedup();
        let number = |shape| list.binary_search(shape).map_or(0, |place| place as u32 + 1);
        let numbers: Vec<u32> = shapes.iter().map(number).collect();
        let of_part = |part: &[u32]| digest::of_part(self.metric, part.iter().map(|&stairs| numbers[stairs as usize]));
        let parts = parallel::map(held.numbers.chunks(PART_POSITIONS as usize), &of_part);
        (counts, digest::of_parts_and_list(&parts, &list_to_bytes(&list)))
    }

    fn check_header(&self, slice: Slice) -> Result<(), Error> {
        let table = self.tables.need(slice, self.metric)?;
        let (counts, digest) = self.summary(self.slice(slice).expect("a slice of the set"));
        check_header(table, counts, digest)
    }
}

/// Formats stairs as `51:47,53:45`: the plies to mate, and the plies that the count must have left.
pub fn stairs_text(stairs: &[Stair]) -> String {
    let text = |stair: &Stair| format!("{}:{}", stair.plies, stair.needed_plies);
    stairs.iter().map(text).collect::<Vec<_>>().join(",")
}
