//! The variants of draughts as a family of games for which tables are made.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use peatee_probe::Tables;
use peatee_rules::draw::RULE_CODES;
use peatee_rules::{Draughts, with_kernel};
use peatee_table::digest::ValuesDigest;
use peatee_table::{Metric, Slice, slices};

use super::cost::SpeedClass;
use super::job::job;
use super::job_space;
use super::make::Worker;
use crate::error::Error;
use crate::jobs::family::{Family, TableSink};
use crate::jobs::files::directory::TableDirectory;
use crate::jobs::job::Job;
use crate::jobs::settings::Settings;
use crate::progress::Progress;
use crate::progress::watch::Watch;
use crate::solver::draughts::metrics::{has_main_road, has_table, rule_sets};
use crate::solver::values::WdlArray;
use crate::solver::values::capture_mask::CaptureMask;
use crate::spill::spill_vec::Backing;
use crate::tables::indexed::Indexed;
use crate::tables::positions::positions;
use crate::tables::read::cells::{values_digest, whole_cells};
use crate::tables::write::{WdlCoding, wdl_table_bytes};
use crate::verify::draughts::verify_tables;
use crate::verify::verdict::{Extent, Findings, Mistake, Verdict};
use peatee_table::format::CaptureCells;

impl Indexed for Draughts {
    fn positions(&self, slice: Slice) -> u64 {
        positions(self, slice)
    }
}

impl Family for Draughts {
    const PIECES_MIN: u8 = 2;
    const RULES_NEED_DTW: bool = true;
    const INTERRUPTED: &'static str = "saving what is solved; interrupt again to stop without saving";
    const MEASURED_PIECES: RangeInclusive<u8> = 2..=5;

    fn slice_named(&self, name: &str) -> Result<Slice, Error> {
        Ok(Slice::parse(self, name)?)
    }

    fn slices(&self, pieces: u8) -> Vec<Slice> {
        slices(self, pieces)
    }

    fn has_table(&self, slice: Slice, metric: Metric) -> bool {
        has_table(self, slice, metric)
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
        let of_slice = |&slice: &Slice| tables.metrics(slice).into_iter().map(move |metric| (slice, metric));
        let wanted: Vec<_> = slices.iter().flat_map(of_slice).collect();
        verify_tables(tables, &wanted, extent, watch, |verdict| {
            let Verdict { slice, metric, positions, compared, wrong, examples } = verdict;
            let words = |Mistake { fen, stored, expected }: &Mistake| {
                format!("{fen}: the table says {stored}, its moves say {expected}")
            };
            let (name, captures) = (format!("{slice}.{metric}"), Some(positions - compared));
            each(Findings {
                name,
                tables: 1,
                positions,
                captures,
                wrong,
                examples: examples.iter().map(words).collect(),
            })
        })
    }

    fn recode(
        directory: &TableDirectory<Draughts>,
        slices: &[Slice],
        coding: WdlCoding,
        each: &mut TableSink<'_, Slice>,
    ) -> Result<(), Error> {
        let game = directory.game();
        for &slice in slices {
            let Some(table) = directory.table(slice, Metric::Wdl)? else { continue };
            let header = table.header().clone();
            let wdl = WdlArray::new(header.positions as usize, whole_cells(game, slice, &table, &Backing::Memory)?);
            let left_out = (header.captures == CaptureCells::LeftOut)
                .then(|| with_kernel!(game, kernel => CaptureMask::of(kernel, slice)));
            let bytes = wdl_table_bytes(game, slice, header, &wdl, left_out.as_ref(), (coding, &Backing::Memory))
                .map_err(Error::at(table.path()))?;
            // Windows replaces no file that is open.
            drop(table);
            each(slice, &bytes)?;
        }
        Ok(())
    }

    fn default_metrics(&self) -> Vec<Metric> {
        Metric::DEFAULT.to_vec()
    }

    fn made_metrics(&self, requested: &[Metric]) -> Result<Vec<Metric>, Error> {
        requested.iter().try_for_each(|&metric| self.check_read(metric))?;
        Ok(requested.to_vec())
    }

    fn check_read(&self, metric: Metric) -> Result<(), Error> {
        let is_known = match metric {
            Metric::Wdl | Metric::Dtw | Metric::Dtc => true,
            Metric::CanMate => false,
            Metric::Dtr(set) | Metric::RuleWdl(set) | Metric::RuleDtw(set) => {
                RULE_CODES.iter().any(|code| std::ptr::eq(*code, set.rules().code))
            }
        };
        if is_known { Ok(()) } else { Err(Error::OnlyOfChess { metric }) }
    }

    fn warnings(&self, metrics: &[Metric]) -> Vec<String> {
        let sets: BTreeSet<_> = metrics.iter().filter_map(|metric| metric.rule_set()).collect();
        let foreign = sets.into_iter().filter_map(|set| set.rules().foreign_to(self.variant()));
        foreign.map(|code| code.to_string()).collect()
    }

    fn job_slices(&self, pieces: u8) -> Vec<Slice> {
        let mut all = slices(self, pieces);
        all.retain(|slice| *slice <= slice.opposite(self));
        all
    }

    fn job(&self, slice: Slice, metrics: &[Metric]) -> Job {
        job(self, slice, metrics)
    }

    fn kept_bytes(&self, slice: Slice, metrics: &[Metric]) -> u64 {
        job_space::kept_bytes(positions(self, slice), metrics)
    }

    fn speed_class(slice: Slice) -> usize {
        SpeedClass::of(slice) as usize
    }

    fn work(
        directory: &TableDirectory,
        jobs: &[Job],
        settings: &Settings,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        progress.start(jobs.len(), jobs.iter().map(|job| job.positions).sum());
        let game = directory.game().clone();
        if let Some(set) = rule_sets(&settings.metrics).find(|set| !has_main_road(&game, &set.rules())) {
            return Err(Error::OtherMainRoad { code: set.rules().code.id, variant: game.variant().id });
        }
        with_kernel!(game, kernel => Worker::new(kernel, directory, jobs, settings, progress).work_together())
    }
}
