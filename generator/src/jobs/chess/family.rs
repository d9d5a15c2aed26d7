//! Chess as a family of games for which tables are made.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use peatee_chess::{Index, Slice, sets};
use peatee_probe::chess::{Chess, Tables};
use peatee_table::Metric;
use peatee_table::digest::ValuesDigest;

use super::generate::{checked_metrics, default_metrics, make};
use super::plan::{after_all_next, in_order, job, kept_bytes};
use crate::error::Error;
use crate::jobs::family::{Family, TableSink};
use crate::jobs::files::directory::TableDirectory;
use crate::jobs::job::Job;
use crate::jobs::settings::Settings;
use crate::progress::Progress;
use crate::progress::watch::Watch;
use crate::solver::chess::Solver;
use crate::solver::chess::metrics::distance;
use crate::solver::chess::read::read_who_wins;
use crate::tables::indexed::Indexed;
use crate::tables::write::{WdlCoding, chess_table_bytes};
use crate::verify::chess::values_digest::values_digest;
use crate::verify::chess::verify;
use crate::verify::verdict::{Extent, Findings};

const MEN_PLANNED_MAX: u32 = 6;
const MEN_MADE_MAX: u32 = 5;

impl Indexed for Chess {
    fn positions(&self, slice: Slice) -> u64 {
        Index::new(slice).numbers()
    }
}

impl Family for Chess {
    const PIECES_MIN: u8 = 3;
    const RULES_NEED_DTW: bool = false;
    const INTERRUPTED: &'static str = "finishing the set that is being made; interrupt again to stop at once";
    const MEASURED_PIECES: RangeInclusive<u8> = 4..=4;

    fn slice_named(&self, name: &str) -> Result<Slice, Error> {
        Ok(Slice::parse(name)?)
    }

    fn slices(&self, men: u8) -> Vec<Slice> {
        sets(men.into()).into_iter().flat_map(Slice::both).filter(|slice| slice.men() > 2).collect()
    }

    fn has_table(&self, _slice: Slice, _metric: Metric) -> bool {
        true
    }

    fn values_digest(tables: &Tables, slice: Slice, metric: Metric) -> Result<ValuesDigest, Error> {
        values_digest(tables, slice, metric)
    }

    fn verify(
        tables: &Tables,
        slices: &[Slice],
        extent: Extent,
        watch: &dyn Watch,
        each: &mut dyn FnMut(Findings) -> Result<(), Error>,
    ) -> Result<(), Error> {
        verify(tables, slices, extent, watch, each)
    }

    fn recode(
        directory: &TableDirectory<Chess>,
        slices: &[Slice],
        coding: WdlCoding,
        each: &mut TableSink<'_, Slice>,
    ) -> Result<(), Error> {
        let path = directory.path();
        let missing = |set: Slice| Error::MissingDependency {
            slice: "recoding".to_owned(),
            missing: set.name(),
            metric: Metric::Wdl,
            directory: path.to_owned(),
        };
        let mut solver = Solver::reading(usize::MAX, |set| match read_who_wins(path, set)? {
            None if set.men() > 2 => Err(missing(set)),
            read => Ok(read),
        });
        for set in slices.iter().map(|slice| slice.set()).collect::<BTreeSet<_>>() {
            for of_slice in solver.who_wins(set)?.iter().filter(|of_slice| slices.contains(&of_slice.slice)) {
                each(of_slice.slice, &chess_table_bytes(of_slice, Metric::Wdl, coding).map_err(Error::at(path))?)?;
            }
        }
        Ok(())
    }

    fn default_metrics(&self) -> Vec<Metric> {
        default_metrics()
    }

    fn made_metrics(&self, requested: &[Metric]) -> Result<Vec<Metric>, Error> {
        checked_metrics(requested)
    }

    fn check_read(&self, metric: Metric) -> Result<(), Error> {
        distance(metric).map(drop).ok_or(Error::NoChessDistance { metric })
    }

    fn check_planned(&self, men: u32) -> Result<(), Error> {
        check_men(men, MEN_PLANNED_MAX)
    }

    fn check_made(&self, men: u32) -> Result<(), Error> {
        check_men(men, MEN_MADE_MAX)
    }

    fn job_slices(&self, men: u8) -> Vec<Slice> {
        in_order(men.into())
    }

    fn job_slices_for(&self, slice: Slice) -> Vec<Slice> {
        after_all_next(slice)
    }

    fn job(&self, slice: Slice, metrics: &[Metric]) -> Job<Slice> {
        job(slice.set(), metrics)
    }

    fn kept_bytes(&self, slice: Slice, metrics: &[Metric]) -> u64 {
        kept_bytes(slice, metrics)
    }

    fn work(
        directory: &TableDirectory<Chess>,
        jobs: &[Job<Slice>],
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        make(directory, jobs, settings, progress)
    }
}

fn check_men(men: u32, most: u32) -> Result<(), Error> {
    if men > most { Err(Error::ChessMen { asked: men, most }) } else { Ok(()) }
}
