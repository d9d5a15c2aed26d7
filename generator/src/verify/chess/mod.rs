//! Verifies tables of chess: compares every value with the values after the moves that the move
//! library lists. The verifier shares only the index and the reader with the solver.
//!
//! If every value agrees with the values after the moves of its position, all values are right:
//! each distance leads through shorter distances to a capture, a pawn move or mate.

pub mod can_mate;
pub mod staircases;
pub mod values;
pub mod values_digest;

use std::collections::BTreeSet;
use std::ops::Range;

use peatee_chess::{Index, Position, Slice};
use peatee_probe::chess::{Chess, Tables};
use peatee_probe::internals::Table;
use peatee_table::digest;
use peatee_table::format::Counts;
use peatee_table::{Metric, Value, Wdl};

use self::can_mate::verify_can_mate;
use self::staircases::verify_staircases;
use self::values::{DERIVED_ONE_IN, HeldValues, is_derived};
use super::stretches::stretches;
use super::verdict::{ComparedPart, Extent, Findings, check_header, describe_mistake};
use crate::error::Error;
use crate::parallel;
use crate::progress::watch::{Watch, Watched};
use crate::solver::chess::metrics::{distances, plies_under_rules};

/// Verifies positions of some slices. If `extent` is all positions, also verifies the counts and
/// digests in the headers.
///
/// # Errors
/// A required table is missing or damaged, a header contradicts its values, or the work must stop.
pub fn verify(
    tables: &Tables,
    slices: &[Slice],
    extent: Extent,
    watch: &dyn Watch,
    each: &mut dyn FnMut(Findings) -> Result<(), Error>,
) -> Result<(), Error> {
    let numbers = |slice: &Slice| Index::new(*slice).numbers();
    let all_numbers = slices.iter().map(numbers).sum();
    let stretches_of = |slice: &Slice| stretches(&slice.name(), numbers(slice), all_numbers, extent);
    let (mut of_values, mut of_mates) = (Vec::new(), Vec::new());
    for &slice in slices {
        let has_mates = tables.find(slice, Metric::CanMate)?.is_some();
        let has_values = tables.find(slice, Metric::Wdl)?.is_some();
        // A slice without any table is reported as an error of its missing table of values.
        of_values.extend((has_values || !has_mates).then_some(slice));
        of_mates.extend(has_mates.then_some(slice));
    }
    let of_stairs = with_staircases(tables, slices)?;
    let of_values = by_metrics(tables, &of_values)?;
    let slices_to_look_at = of_values.iter().flat_map(|(_, slices)| slices).chain(&of_mates);
    let slices_to_look_at = slices_to_look_at.chain(of_stairs.iter().flat_map(|(_, slices)| slices));
    let to_look_at = slices_to_look_at.flat_map(stretches_of).map(|(_, count)| count).sum();
    let watched = Watched::start(watch, to_look_at);
    for (metric, of_values) in &of_values {
        for mut of_set in by_set(of_values) {
            let set = of_set[0].set();
            watched.slice(&set.name());
            let values = match extent {
                Extent::All => HeldValues::of_set(tables, *metric, set, &watched)?,
                Extent::Sample { .. } => HeldValues::of_tables(tables, *metric),
            };
            // A slice whose table stores no distances gets them from the other slice of its set,
            // which must therefore be verified first.
            of_set.sort_by_key(|&slice| is_derived(tables, slice, *metric).unwrap_or(false));
            let mut is_right = true;
            for slice in of_set {
                // Headers are compared only if the values are right, because wrong values have
                // other counts.
                let with_headers = is_right && extent == Extent::All;
                let verdict = verify_slice(&values, slice, with_headers, &stretches_of(&slice), &watched)?;
                is_right &= verdict.wrong == 0;
                each(verdict)?;
            }
        }
    }
    for set in of_mates.iter().map(|slice| slice.set()).collect::<BTreeSet<_>>() {
        watched.slice(&set.name());
        // Tracing the cells of one slice needs both slices.
        let pair: Vec<Slice> =
            set.both().into_iter().filter(|slice| extent == Extent::All || of_mates.contains(slice)).collect();
        for verdict in verify_can_mate(tables, &pair, extent, stretches_of, &watched)? {
            each(verdict)?;
        }
    }
    verify_all_staircases(tables, &of_stairs, extent, stretches_of, &watched, each)
}

/// Returns the slices that have tables of plies to mate under a draw rule, for each such metric.
fn with_staircases(tables: &Tables, slices: &[Slice]) -> Result<Vec<(Metric, Vec<Slice>)>, Error> {
    let mut found = Vec::new();
    for metric in plies_under_rules() {
        let mut of_metric = Vec::new();
        for &slice in slices {
            of_metric.extend(tables.find(slice, metric)?.is_some().then_some(slice));
        }
        found.push((metric, of_metric));
    }
    Ok(found)
}

/// Verifies the tables of plies to mate under a draw rule.
fn verify_all_staircases(
    tables: &Tables,
    of_metrics: &[(Metric, Vec<Slice>)],
    extent: Extent,
    stretches_of: impl Fn(&Slice) -> Vec<(u64, u64)> + Copy,
    watched: &Watched,
    each: &mut dyn FnMut(Findings) -> Result<(), Error>,
) -> Result<(), Error> {
    for (metric, slices) in of_metrics {
        for of_set in by_set(slices) {
            watched.slice(&of_set[0].set().name());
            let found = verify_staircases(tables, *metric, &of_set, extent, stretches_of, watched)?;
            found.into_iter().try_for_each(&mut *each)?;
        }
    }
    Ok(())
}

/// Returns the slices of each set (a slice and its opposite) among `slices`.
fn by_set(slices: &[Slice]) -> Vec<Vec<Slice>> {
    let sets: BTreeSet<Slice> = slices.iter().map(|slice| slice.set()).collect();
    sets.into_iter().map(|set| slices.iter().copied().filter(|slice| slice.set() == set).collect()).collect()
}

/// Returns the slices to verify for each metric of distances. A slice without tables of distances
/// is listed for the first metric, so that its WDL is verified.
fn by_metrics(tables: &Tables, slices: &[Slice]) -> Result<Vec<(Metric, Vec<Slice>)>, Error> {
    let mut found = Vec::new();
    for metric in distances() {
        let mut of_metric = Vec::new();
        for &slice in slices {
            let of_slice = distances_of(tables, slice)?;
            let is_looked_at = of_slice.contains(&metric) || of_slice.is_empty() && metric == distances()[0];
            of_metric.extend(is_looked_at.then_some(slice));
        }
        found.push((metric, of_metric));
    }
    Ok(found)
}

/// Returns the metrics of distances for which a slice has a table.
fn distances_of(tables: &Tables, slice: Slice) -> Result<Vec<Metric>, Error> {
    let mut found = Vec::new();
    for metric in distances() {
        found.extend(tables.find(slice, metric)?.is_some().then_some(metric));
    }
    Ok(found)
}

#[derive(Default)]
struct ValuePart {
    compared: ComparedPart,
    wins: u64,
    losses: u64,
    longest_win_plies: u32,
    longest_loss_plies: u32,
    /// Digest of the WDL values of the range of positions, and digest of their distances.
    digests: [[u8; 32]; 2],
}

/// The tables of a slice, and the values that they are compared with.
struct SliceTables<'a> {
    values: &'a HeldValues<'a>,
    index: Index,
    /// True when the table stores no distances, so that they are derived from moves.
    is_derived: bool,
    wdl: &'a Table,
    distances: Option<&'a Table>,
}

fn verify_slice(
    values: &HeldValues,
    slice: Slice,
    with_headers: bool,
    stretches: &[(u64, u64)],
    watched: &Watched,
) -> Result<Findings, Error> {
    let (tables, metric) = (values.tables(), values.metric());
    let distances = tables.find(slice, metric)?;
    let (index, wdl) = (Index::new(slice), tables.need(slice, Metric::Wdl)?);
    let of_slice = SliceTables { values, index, is_derived: is_derived(tables, slice, metric)?, wdl, distances };
    let look = |&(first, count): &(u64, u64)| {
        let found = of_slice.part(first..first + count)?;
        watched.advance(count)?;
        Ok(found)
    };
    let found = parallel::try_map(stretches, &look)?;
    // WDL is the same for all distances, so it is counted only with the first metric of the slice.
    let is_first = distances_of(tables, slice)?.first().is_none_or(|first| *first == metric);
    let tables = u64::from(is_first) + u64::from(distances.is_some());
    let findings = Findings::of_parts(slice.name(), tables, found.iter().map(|part| &part.compared));
    if findings.wrong == 0 && with_headers {
        of_slice.check_headers(&found)?;
    }
    Ok(findings)
}

impl SliceTables<'_> {
    fn part(&self, numbers: Range<u64>) -> Result<ValuePart, Error> {
        let (mut found, metric) = (ValuePart::default(), self.values.metric());
        // Position numbers without a position count as draws.
        let mut cells = [vec![Wdl::Draw as u32; numbers.clone().count()], vec![0; numbers.clone().count()]];
        for (place, number) in numbers.enumerate() {
            let Some(position) = self.index.position(number) else { continue };
            let stored = self.stored(number, &position)?;
            let by_moves = self.values.by_moves(&position)?;
            let expected = Value { plies: by_moves.plies.filter(|_| self.distances.is_some()), ..by_moves };
            found.count(stored);
            cells[0][place] = stored.wdl as u32;
            cells[1][place] = stored.plies.map_or(0, |plies| plies + 1);
            if stored != expected {
                found.compared.add_wrong(|| {
                    let [stored, expected] = [stored, expected].map(|value| Chess::value_text(value, metric));
                    describe_mistake(&position.fen(), &stored, &expected)
                });
            }
        }
        let [wdl, plies] = cells;
        found.digests =
            [(Metric::Wdl, wdl), (metric, plies)].map(|(metric, cells)| digest::of_part(metric, cells.into_iter()));
        Ok(found)
    }

    /// Returns the value that the tables give for a position. If the table stores no distances,
    /// some of them are probed, to verify that the probe library derives them rightly. All other
    /// values come from `values`.
    fn stored(&self, number: u64, position: &Position) -> Result<Value, Error> {
        if self.is_derived && number.is_multiple_of(DERIVED_ONE_IN) {
            return Ok(self.values.tables().value_in(position, self.values.metric())?);
        }
        self.values.of(position)
    }

    fn check_headers(&self, found: &[ValuePart]) -> Result<(), Error> {
        let sum = |of_part: fn(&ValuePart) -> u64| found.iter().map(of_part).sum::<u64>();
        let most = |of_part: fn(&ValuePart) -> u32| found.iter().map(of_part).max().unwrap_or(0);
        let (wins, losses) = (sum(|part| part.wins), sum(|part| part.losses));
        let draws = self.index.numbers() - wins - losses;
        let counts = Counts { wins, draws, losses, ..Counts::default() };
        let with_plies = Counts {
            longest_win_plies: most(|part| part.longest_win_plies),
            longest_loss_plies: most(|part| part.longest_loss_plies),
            ..counts
        };
        for (table, counts, place) in [(Some(self.wdl), counts, 0), (self.distances, with_plies, 1)] {
            let Some(table) = table else { continue };
            let digests: Vec<[u8; 32]> = found.iter().map(|part| part.digests[place]).collect();
            check_header(table, counts, digest::of_parts(&digests))?;
        }
        Ok(())
    }
}

impl ValuePart {
    fn count(&mut self, value: Value) {
        self.compared.positions += 1;
        let plies = value.plies.unwrap_or(0);
        match value.wdl {
            Wdl::Win => {
                self.wins += 1;
                self.longest_win_plies = self.longest_win_plies.max(plies);
            }
            Wdl::Loss => {
                self.losses += 1;
                self.longest_loss_plies = self.longest_loss_plies.max(plies);
            }
            Wdl::Draw => (),
        }
    }
}
