//! Counts of the positions of many slices, for any family of games.

use peatee_chess::Slice as ChessSlice;
use peatee_probe::any::Tables;
use peatee_probe::chess::{Chess, Tables as ChessTables};
use peatee_probe::{Draughts, Tables as DraughtsTables};
use peatee_table::{Metric, Slice};
use serde::Serialize;

use super::chess::{OutcomeStats, stats};
use super::{SliceStats, slice_stats_by};
use crate::error::Error;
use crate::explore::families::Explored;
use crate::explore::families::draughts::default_metric;
use crate::explore::named_slices::named_slices;
use crate::jobs::family::Family as _;
use crate::progress::watch::{Watch, Watched};
use crate::solver::chess::metrics::default_distance;
use crate::tables::indexed::Indexed as _;

pub trait Counted: Explored {
    /// Numbers of positions of one slice, which are written as one row.
    type Row: Serialize;

    /// Returns the slices whose positions are to be counted: those with these names, or all if
    /// there are no names. `slices` are all slices that have tables.
    ///
    /// # Errors
    /// A named slice has no table.
    fn chosen(
        tables: &Tables<Self>,
        slices: Vec<Self::Slice>,
        names: &[String],
        metric: Option<Metric>,
    ) -> Result<Vec<Self::Slice>, Error>;

    /// Counts the positions of each slice, and calls `each` with the slice and its row.
    ///
    /// # Errors
    /// A table is missing or damaged, or the work must stop.
    fn each_row(
        tables: &Tables<Self>,
        slices: &[Self::Slice],
        metric: Option<Metric>,
        watch: &dyn Watch,
        each: &mut dyn FnMut(Self::Slice, Self::Row) -> Result<(), Error>,
    ) -> Result<(), Error>;
}

impl Counted for Draughts {
    type Row = SliceStats;

    fn chosen(
        tables: &DraughtsTables,
        mut slices: Vec<Slice>,
        names: &[String],
        metric: Option<Metric>,
    ) -> Result<Vec<Slice>, Error> {
        // In some metrics, only some slices have tables.
        let is_counted = |slice| metric.is_none_or(|metric| tables.game().has_table(slice, metric));
        slices.retain(|&slice| !tables.metrics(slice).is_empty() && is_counted(slice));
        named_slices(tables, slices, names, metric.unwrap_or(Metric::Wdl))
    }

    fn each_row(
        tables: &DraughtsTables,
        slices: &[Slice],
        metric: Option<Metric>,
        watch: &dyn Watch,
        each: &mut dyn FnMut(Slice, SliceStats) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let watched = Watched::start(watch, slices.iter().map(|&slice| tables.game().positions(slice)).sum());
        slices.iter().try_for_each(|&slice| {
            watched.slice(&slice.name());
            let metric = metric.unwrap_or_else(|| default_metric(tables, slice));
            each(slice, slice_stats_by(tables, slice, metric, &watched)?)
        })
    }
}

/// Both slices of a set are counted together.
impl Counted for Chess {
    type Row = OutcomeStats;

    fn chosen(
        tables: &ChessTables,
        slices: Vec<ChessSlice>,
        names: &[String],
        _metric: Option<Metric>,
    ) -> Result<Vec<ChessSlice>, Error> {
        let named = names.iter().map(|name| ChessSlice::parse(name)).collect::<Result<Vec<_>, _>>()?;
        let named: Vec<ChessSlice> = named.into_iter().map(ChessSlice::set).collect();
        let mut sets: Vec<ChessSlice> = Vec::new();
        for slice in slices {
            let is_new = tables.metrics(slice).contains(&Metric::Wdl) && !sets.contains(&slice.set());
            sets.extend(Some(slice.set()).filter(|_| is_new));
        }
        if let Some(&missing) = named.iter().find(|set| !sets.contains(set)) {
            tables.need(missing, Metric::Wdl)?;
        }
        sets.retain(|set| named.is_empty() || named.contains(set));
        Ok(sets)
    }

    fn each_row(
        tables: &ChessTables,
        sets: &[ChessSlice],
        metric: Option<Metric>,
        watch: &dyn Watch,
        each: &mut dyn FnMut(ChessSlice, OutcomeStats) -> Result<(), Error>,
    ) -> Result<(), Error> {
        stats(tables, sets, metric.unwrap_or_else(default_distance), watch, each)
    }
}
