//! One pass over the slices.

use peatee_probe::Tables;
use peatee_rules::Position;
use peatee_table::{Metric, Slice, Value};

use super::filter::Filter;
use super::found::FoundPosition;
use super::search::{Finding, Order, Search, Seen};
use super::tally::{SliceTally, Summary, Tally};
use super::top::{Ranked, Top};
use crate::error::Error;
use crate::positions::positions;
use crate::read::{in_order, missing};
use crate::slice_values::{BlockValues, SliceValues};
use crate::stats::{default_metric, position_of};
use crate::watch::{Watch, Watched};

/// How a position is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFormat {
    /// A JSON object in a line.
    Json,
    /// A game in PDN with the solution as its moves.
    Pdn,
}

/// What is searched for, and where.
#[derive(Clone)]
pub struct Request<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// The slices, in the order of the list.
    pub slices: Vec<Slice>,
    /// The metric of the values. `None`: DTW, or WDL where a slice has no DTW table.
    pub metric: Option<Metric>,
    /// Which positions.
    pub filter: Filter,
    /// The kind of position.
    pub search: &'a dyn Search,
    /// The most lines of a list in the order of tables; the others are counted.
    pub lines_max: u64,
    /// How positions are written.
    pub format: LineFormat,
}

impl std::fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request").field("search", &self.search.name()).field("slices", &self.slices).finish()
    }
}

/// Hands a line, or a game, for each position that is found to `out`. Lines and counts are the same
/// for any number of threads. In memory are a few blocks of the tables and what was found in them;
/// of a list that is sorted, as many positions as it has lines.
///
/// # Errors
/// When a table is missing or damaged, `out` fails, or the work is to stop.
pub fn mine(
    request: &Request,
    watch: &dyn Watch,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<Summary, Error> {
    let Request { tables, search, filter, .. } = request;
    let game = tables.game();
    let slices = request.slices.iter().copied();
    let slices: Vec<Slice> =
        slices.filter(|&slice| filter.takes_slice(slice) && search.may_be_in(game, slice)).collect();
    let watched = Watched::start(watch, slices.iter().map(|&slice| positions(game, slice)).sum());
    let mut summary = Summary { kind: search.name(), variant: game.variant().id, ..Summary::default() };
    let mut longest = search.order().top();
    for (place, &slice) in slices.iter().enumerate() {
        watched.slice(&slice.name());
        let of_slice = OfSlice::new(request, slice, place);
        of_slice.check_distances()?;
        let values = SliceValues::new(tables, slice, of_slice.metric)?;
        let mut tally = Tally::default();
        in_order(values.blocks(), &|block| of_slice.block(&values, block), |found| {
            tally.join(&found.tally);
            for line in found.lines.iter().take((request.lines_max - summary.listed) as usize) {
                out(line)?;
                summary.listed += 1;
            }
            longest.join(found.longest);
            watched.advance(found.tally.positions)
        })?;
        summary.total.join(&tally);
        if let Order::LongestFirst { is_per_slice: true, .. } = search.order() {
            summary.listed += write_longest(request, &slices, &mut longest, &tally, out)?;
        }
        summary.slices.push(SliceTally { slice: slice.name(), metric: of_slice.metric.name(), tally });
    }
    summary.listed += write_longest(request, &slices, &mut longest, &summary.total, out)?;
    summary.not_listed = summary.total.found - summary.listed;
    Ok(summary)
}

/// Writes the lines of the longest, all of which are counted in `tally`, and empties the list. Says
/// how many they are.
fn write_longest(
    request: &Request,
    slices: &[Slice],
    longest: &mut Top,
    tally: &Tally,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<u64, Error> {
    let Order::LongestFirst { count, at_most_count, .. } = request.search.order() else { return Ok(0) };
    let lines = count.max(at_most_count.min(tally.longest_positions));
    let mut listed = 0;
    for ranked in longest.take().into_iter().take(lines as usize) {
        let of_slice = OfSlice::new(request, slices[ranked.slice()], ranked.slice());
        let position = position_of(request.tables, of_slice.slice, ranked.number());
        if let Some(finding) = request.search.look(&of_slice.seen(&position, ranked.value()))? {
            out(&of_slice.line(ranked.number(), ranked.value(), &finding)?)?;
            listed += 1;
        }
    }
    Ok(listed)
}

/// One slice and how it is searched.
struct OfSlice<'a> {
    request: &'a Request<'a>,
    slice: Slice,
    /// Its place in the run.
    place: usize,
    metric: Metric,
}

/// What was found in one block.
struct Found {
    tally: Tally,
    /// The first lines, in the order of tables.
    lines: Vec<Vec<u8>>,
    /// The longest, where these are listed.
    longest: Top,
}

impl<'a> OfSlice<'a> {
    fn new(request: &'a Request<'a>, slice: Slice, place: usize) -> Self {
        let metric = request.metric.unwrap_or_else(|| default_metric(request.tables, slice));
        OfSlice { request, slice, place, metric }
    }

    /// An error where the search needs distances and the metric has none.
    fn check_distances(&self) -> Result<(), Error> {
        let Request { tables, search, metric, .. } = self.request;
        match metric {
            _ if self.metric != Metric::Wdl || !search.needs_distances() => Ok(()),
            Some(metric) => Err(Error::NoDistances { metric: *metric }),
            None => Err(missing(tables, self.slice, Metric::Dtw)),
        }
    }

    fn seen<'p>(&self, position: &'p Position, value: Value) -> Seen<'p>
    where
        'a: 'p,
    {
        Seen { tables: self.request.tables, slice: self.slice, position, value }
    }

    fn line(&self, number: u64, value: Value, finding: &Finding) -> Result<Vec<u8>, Error> {
        let Finding { name, detail } = finding;
        let found = FoundPosition { slice: self.slice, number, metric: self.metric, value, name, detail };
        match self.request.format {
            LineFormat::Json => Ok(found.json(self.request.tables)),
            LineFormat::Pdn => found.pdn(self.request.tables),
        }
    }

    fn is_wanted(&self, value: Value) -> bool {
        self.request.search.wants(value) && self.request.filter.takes_value(self.slice, value)
    }

    /// Searches a block.
    fn block(&self, values: &SliceValues, block: u64) -> Result<Found, Error> {
        let block = values.block(block)?;
        let order = self.request.search.order();
        let mut found = Found { tally: Tally::default(), lines: Vec::new(), longest: order.top() };
        found.tally.positions = block.values.len() as u64;
        match order {
            Order::OfTables => self.lines(values, &block, &mut found)?,
            Order::LongestFirst { .. } => self.longest(values, &block, &mut found)?,
        }
        Ok(found)
    }

    /// Looks at each position that is wanted.
    fn lines(&self, values: &SliceValues, block: &BlockValues, found: &mut Found) -> Result<(), Error> {
        let Request { tables, filter, search, lines_max, .. } = self.request;
        let is_wanted = |value| self.is_wanted(value);
        values.each_position(block, is_wanted, |number, position, value| {
            if !filter.takes_position(tables.game(), position) {
                return Ok(());
            }
            let Some(finding) = search.look(&self.seen(position, value))? else { return Ok(()) };
            found.tally.add(finding.name, value.plies);
            if (found.lines.len() as u64) < *lines_max {
                found.lines.push(self.line(number, value, &finding)?);
            }
            Ok(())
        })
    }

    /// Keeps the longest. Positions are worked out only where the filter asks for them, and of
    /// those that are listed.
    fn longest(&self, values: &SliceValues, block: &BlockValues, found: &mut Found) -> Result<(), Error> {
        let Request { tables, filter, .. } = self.request;
        let mut add = |number, value: Value| {
            found.tally.add(value.wdl.name(), value.plies);
            found.longest.add(Ranked::new(self.place, number, value));
        };
        if filter.quiet.is_none() {
            let all = block.numbers.clone().zip(&block.values);
            all.filter(|&(_, &value)| self.is_wanted(value)).for_each(|(number, &value)| add(number, value));
            return Ok(());
        }
        let is_wanted = |value| self.is_wanted(value);
        values.each_position(block, is_wanted, |number, position, value| {
            if filter.takes_position(tables.game(), position) {
                add(number, value);
            }
            Ok(())
        })
    }
}
