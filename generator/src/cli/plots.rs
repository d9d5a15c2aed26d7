//! The pictures of `stats --plots`.

use std::path::Path;

use peatee_generator::plots::{Outcomes, distances, heat_map, histogram};
use peatee_generator::stats::{SliceStats, default_metric};
use peatee_generator::writer::write_whole;
use peatee_generator::{Error, Stop, Watched, positions};
use peatee_probe::Tables;
use peatee_table::{Metric, Slice};

use super::progress::ReadingBar;

/// Draws the slices into a directory, which is made; `rows` are their counts.
pub fn draw(
    tables: &Tables,
    slices: &[Slice],
    rows: &[SliceStats],
    metric: Option<Metric>,
    directory: &Path,
    stop: Stop,
) -> Result<(), Error> {
    std::fs::create_dir_all(directory).map_err(Error::at(directory))?;
    let variant = tables.game().variant().id;
    let write = |name: &str, svg: &str| {
        let path = directory.join(name);
        write_whole(&path, svg.as_bytes()).map_err(Error::at(&path))
    };
    let bar = ReadingBar::new(stop);
    let metric_of = |slice: Slice| metric.unwrap_or_else(|| default_metric(tables, slice));
    let with_distances = || slices.iter().copied().filter(|&slice| metric_of(slice) != Metric::Wdl);
    let watched = Watched::start(&bar, with_distances().map(|slice| positions(tables.game(), slice)).sum());
    for slice in with_distances() {
        let metric = metric_of(slice);
        if let Some(svg) = histogram(variant, &distances(tables, slice, metric, &watched)?) {
            write(&format!("{}.{}.svg", slice.name(), metric.name()), &svg)?;
        }
    }
    let outcomes = slices.iter().zip(rows);
    let outcomes: Vec<Outcomes> =
        outcomes.map(|(&slice, row)| Outcomes { slice, positions: [row.wins, row.draws, row.losses] }).collect();
    heat_map(variant, &outcomes).map_or(Ok(()), |svg| write("outcomes.svg", &svg))
}
