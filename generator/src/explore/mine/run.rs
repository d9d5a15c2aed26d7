//! The search itself, which reads all slices once.

use peatee_probe::any::Tables;
use peatee_table::{Metric, Value, Wdl};

use super::filter::PositionFilter;
use super::found::FoundPosition;
use super::search::{ExaminedPosition, Finding, Order, Search};
use super::tally::{SliceTally, Summary, Tally};
use super::top::{Ranked, Top};
use crate::error::Error;
use crate::explore::families::{BlockSize, Explored, SliceBlocks, WantedPosition};
use crate::explore::named_slices::named_slices;
use crate::progress::watch::{Watch, Watched};
use crate::tables::read::cells::in_order;

/// Function that formats a found position: [`FoundPosition::json`], or another format of the game.
pub type WriteFound<F> = fn(&FoundPosition<'_, F>, &Tables<F>) -> Result<Vec<u8>, Error>;

pub struct Request<'a, F: Explored> {
    pub tables: &'a Tables<F>,
    pub slices: Vec<F::Slice>,
    /// Metric in which values are read. `None` chooses the default distance of the game, or WDL in
    /// slices without a table of that distance.
    pub metric: Option<Metric>,
    pub filter: &'a dyn PositionFilter<F>,
    pub search: &'a dyn Search<F>,
    /// Maximum number of lines, if positions are listed as they are found. Positions that are found
    /// beyond this number are counted but not listed.
    pub lines_max: u64,
    pub write: WriteFound<F>,
}

impl<F: Explored> std::fmt::Debug for Request<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request").field("search", &self.search.name()).field("slices", &self.slices).finish()
    }
}

/// Returns the slices to search, of those given that have tables: those with these names, or all
/// that have values in the metric if there are no names.
///
/// # Errors
/// A name is not that of a slice, or a named slice has no tables.
pub fn mined_slices<F: Explored>(
    tables: &Tables<F>,
    mut slices: Vec<F::Slice>,
    names: &[String],
    metric: Option<Metric>,
) -> Result<Vec<F::Slice>, Error> {
    let has_values = |slice| tables.metrics(slice).iter().any(|&metric| metric != Metric::CanMate);
    let is_read = |slice| metric.is_none_or(|metric| tables.game().has_table(slice, metric));
    slices.retain(|&slice| !names.is_empty() || has_values(slice) && is_read(slice));
    named_slices(tables, slices, names, metric.unwrap_or(Metric::Wdl))
}

/// Searches slices for positions. Calls `out` with the text of each position to list (a line, or a
/// game in PDN), and returns the counts. The texts and counts do not depend on the number of
/// threads. To save memory, only some blocks of tables are read at a time.
///
/// # Errors
/// A table is missing or damaged, `out` fails, or the work must stop.
pub fn mine<F: Explored>(
    request: &Request<F>,
    watch: &dyn Watch,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<Summary, Error> {
    let Request { tables, search, filter, .. } = request;
    let slices = request.slices.iter().copied();
    let slices: Vec<F::Slice> = slices.filter(|&slice| filter.takes_slice(slice) && search.may_be_in(slice)).collect();
    let watched = Watched::start(watch, slices.iter().map(|&slice| tables.game().positions(slice)).sum());
    let mut summary = Summary { kind: search.name(), variant: tables.game().id(), ..Summary::default() };
    let mut longest = search.order().top();
    for (slice_index, &slice) in slices.iter().enumerate() {
        let name = slice.to_string();
        watched.slice(&name);
        let of_slice = SliceSearch::new(request, slice, slice_index)?;
        of_slice.check_distances()?;
        let blocks = F::open(tables, slice, of_slice.metric)?;
        let mut tally = Tally::default();
        in_order(blocks.blocks(), &|block| of_slice.block(&blocks, block), |found| {
            tally.join(&found.tally);
            for line in found.lines.iter().take((request.lines_max - summary.listed) as usize) {
                out(line)?;
                summary.listed += 1;
            }
            longest.join(found.longest);
            watched.advance(found.numbers)
        })?;
        summary.total.join(&tally);
        if let Order::LongestFirst { is_per_slice: true, .. } = search.order() {
            summary.listed += write_longest(request, &slices, &mut longest, &tally, out)?;
        }
        summary.slices.push(SliceTally { slice: name, metric: of_slice.metric.name(), tally });
    }
    summary.listed += write_longest(request, &slices, &mut longest, &summary.total, out)?;
    summary.not_listed = summary.total.found - summary.listed;
    Ok(summary)
}

/// Writes the positions in the list `longest`, and empties the list. `tally` has the counts of all
/// slices whose positions the list may contain. Returns the number of positions that were written.
fn write_longest<F: Explored>(
    request: &Request<F>,
    slices: &[F::Slice],
    longest: &mut Top,
    tally: &Tally,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<u64, Error> {
    let Order::LongestFirst { count, at_most_count, .. } = request.search.order() else { return Ok(0) };
    let lines = count.max(at_most_count.min(tally.longest_positions));
    let mut listed = 0;
    for ranked in longest.take().into_iter().take(lines as usize) {
        let of_slice = SliceSearch::new(request, slices[ranked.slice()], ranked.slice())?;
        let position = request.tables.game().position(of_slice.slice, ranked.number());
        if let Some(finding) = request.search.examine(&of_slice.examined(&position, ranked.value().wdl))? {
            out(&of_slice.line(ranked.number(), &position, ranked.value(), &finding)?)?;
            listed += 1;
        }
    }
    Ok(listed)
}

struct SliceSearch<'a, F: Explored> {
    request: &'a Request<'a, F>,
    slice: F::Slice,
    /// Index of the slice in the list of slices to search.
    slice_index: usize,
    metric: Metric,
}

struct BlockFindings {
    tally: Tally,
    /// Number of position numbers in the block, including numbers without a legal position.
    numbers: u64,
    lines: Vec<Vec<u8>>,
    /// The positions with the most plies; empty if the search lists all found positions in the
    /// order of their numbers.
    longest: Top,
}

impl<'a, F: Explored> SliceSearch<'a, F> {
    fn new(request: &'a Request<'a, F>, slice: F::Slice, slice_index: usize) -> Result<Self, Error> {
        let metric = match request.search.metric().or(request.metric) {
            Some(metric) => metric,
            None => F::read_metric(request.tables, slice, None)?,
        };
        Ok(SliceSearch { request, slice, slice_index, metric })
    }

    /// Returns an error if the search needs distances but the metric has none.
    fn check_distances(&self) -> Result<(), Error> {
        let Request { tables, search, metric, .. } = self.request;
        match metric {
            _ if self.metric != Metric::Wdl || !search.needs_distances() => Ok(()),
            Some(metric) => Err(Error::NoDistances { metric: *metric }),
            None => Err(tables.missing(self.slice, F::default_distance()).into()),
        }
    }

    fn examined<'p>(&self, position: &'p F::Position, wdl: Wdl) -> ExaminedPosition<'p, F>
    where
        'a: 'p,
    {
        ExaminedPosition { tables: self.request.tables, slice: self.slice, position, metric: self.metric, wdl }
    }

    fn line(&self, number: u64, position: &F::Position, value: Value, finding: &Finding) -> Result<Vec<u8>, Error> {
        let Finding { name, detail } = finding;
        let found = FoundPosition { slice: self.slice, number, position, metric: self.metric, value, name, detail };
        (self.request.write)(&found, self.request.tables)
    }

    fn is_wanted(&self, wdl: Wdl) -> bool {
        self.request.search.wants(wdl) && self.request.filter.takes_wdl(self.slice, wdl)
    }

    fn block(&self, blocks: &F::Blocks<'_>, block: u64) -> Result<BlockFindings, Error> {
        let order = self.request.search.order();
        let mut found = BlockFindings { tally: Tally::default(), numbers: 0, lines: Vec::new(), longest: order.top() };
        let size = match order {
            Order::AsFound => self.lines(blocks, block, &mut found)?,
            Order::LongestFirst { .. } => self.longest(blocks, block, &mut found)?,
        };
        found.tally.positions = size.positions;
        found.numbers = size.numbers;
        Ok(found)
    }

    fn lines(&self, blocks: &F::Blocks<'_>, block: u64, found: &mut BlockFindings) -> Result<BlockSize, Error> {
        let Request { tables, filter, search, lines_max, .. } = self.request;
        blocks.wanted_positions(block, &|wdl| self.is_wanted(wdl), &mut |wanted| {
            let &WantedPosition { number, position, wdl, value } = wanted;
            if !filter.takes_position(tables.game(), position) {
                return Ok(());
            }
            let Some(finding) = search.examine(&self.examined(position, wdl))? else { return Ok(()) };
            let value = value()?;
            found.tally.add(finding.name, value.plies);
            if (found.lines.len() as u64) < *lines_max {
                found.lines.push(self.line(number, position, value, &finding)?);
            }
            Ok(())
        })
    }

    /// Adds to `found` those positions of a block that have the most plies. Positions are generated
    /// only if the filter must examine them; otherwise their values are enough.
    fn longest(&self, blocks: &F::Blocks<'_>, block: u64, found: &mut BlockFindings) -> Result<BlockSize, Error> {
        let Request { tables, filter, search, .. } = self.request;
        let mut add = |number, value: Value| {
            if value.plies.is_some() || !search.needs_distances() {
                found.tally.add(value.wdl.name(), value.plies);
                found.longest.add(Ranked::new(self.slice_index, number, value));
            }
        };
        let is_wanted = |wdl| self.is_wanted(wdl);
        if !filter.looks_at_positions() {
            return blocks.wanted_values(block, &is_wanted, &mut add);
        }
        blocks.wanted_positions(block, &is_wanted, &mut |wanted| {
            if filter.takes_position(tables.game(), wanted.position) {
                add(wanted.number, (wanted.value)()?);
            }
            Ok(())
        })
    }
}
