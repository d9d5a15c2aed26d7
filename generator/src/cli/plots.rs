//! The pictures of `stats --plots` and `report --page`.

use std::path::Path;

use peatee_chess as chess;
use peatee_generator::chess::{SliceStats, distances as chess_distances};
use peatee_generator::plots::{CHESS, DRAUGHTS, Extent, Outcomes, distances, extents, growth, heat_map, histogram};
use peatee_generator::stats::default_metric;
use peatee_generator::writer::write_whole;
use peatee_generator::{Error, Stop, Watched, positions};
use peatee_probe::{SliceInfo, Tables, chess as chess_probe};
use peatee_table::format::CHESS as CHESS_ID;
use peatee_table::{Metric, Slice};

use super::progress::ReadingBar;

/// The file of outcomes by material.
pub const OUTCOMES: &str = "outcomes.svg";
/// The file of positions and bytes by pieces.
pub const GROWTH: &str = "growth.svg";

/// A slice and its won, drawn and lost positions.
pub type Counted = (Slice, [u64; 3]);

/// Draws slices of draughts into a directory, which is created.
pub fn draw(
    tables: &Tables,
    counted: &[Counted],
    metric: Option<Metric>,
    directory: &Path,
    stop: Stop,
) -> Result<(), Error> {
    let pictures = Pictures::into(directory)?;
    let variant = tables.game().variant().id;
    let bar = ReadingBar::new(stop);
    let metric_of = |slice: Slice| metric.unwrap_or_else(|| default_metric(tables, slice));
    let slices = || counted.iter().map(|(slice, _)| *slice);
    let with_distances = || slices().filter(|&slice| metric_of(slice) != Metric::Wdl);
    let watched = Watched::start(&bar, with_distances().map(|slice| positions(tables.game(), slice)).sum());
    for slice in with_distances() {
        let found = distances(tables, slice, metric_of(slice), &watched)?;
        pictures.write(&format!("{}.{}.svg", found.slice, found.metric), histogram(variant, &found))?;
    }
    let outcome = |(slice, positions): &Counted| Outcomes {
        own: slice.material.letters(slice.side),
        other: slice.material.letters(slice.side.other()),
        positions: positions.to_vec(),
    };
    let outcomes: Vec<Outcomes> = counted.iter().map(outcome).collect();
    pictures.write(OUTCOMES, heat_map(variant, &DRAUGHTS, &outcomes))?;
    let drawn = tables.slices().into_iter().filter(|info| slices().any(|slice| slice == info.slice));
    let sizes = drawn
        .map(|info| (info.slice.material.pieces().into(), Extent { positions: info.positions, bytes: info.bytes }));
    pictures.write(GROWTH, growth(variant, &extents(sizes)))
}

/// Draws slices of chess into a directory, which is created. The growth plot counts position
/// numbers, as files do.
pub fn draw_chess(
    tables: &chess_probe::Tables,
    counted: &[SliceStats],
    metric: Metric,
    directory: &Path,
    stop: Stop,
) -> Result<(), Error> {
    let pictures = Pictures::into(directory)?;
    let infos: Vec<_> = tables.slices().into_iter().collect();
    let drawn = || infos.iter().filter(|info| counted.iter().any(|of| of.slice == info.slice.name()));
    let bar = ReadingBar::new(stop);
    let watched = Watched::start(&bar, drawn().map(|info| info.positions).sum());
    for info in drawn() {
        if let Some(found) = chess_distances(tables, info.slice, metric, &watched)? {
            pictures.write(&format!("{}.{}.svg", found.slice, found.metric), histogram(CHESS_ID, &found))?;
        }
    }
    let outcome = |of: &SliceStats| {
        let (own, other) = of.slice.split_once('v')?;
        let counts = of.counts;
        let positions = vec![counts.wins, counts.cursed_wins, counts.draws, counts.blessed_losses, counts.losses];
        Some(Outcomes { own: own.to_owned(), other: other.to_owned(), positions })
    };
    let outcomes: Vec<Outcomes> = counted.iter().filter_map(outcome).collect();
    pictures.write(OUTCOMES, heat_map(CHESS_ID, &CHESS, &outcomes))?;
    let size = |info: &SliceInfo<chess::Slice>| {
        let slice: chess::Slice = info.slice;
        (slice.men(), Extent { positions: info.positions, bytes: info.bytes })
    };
    pictures.write(GROWTH, growth(CHESS_ID, &extents(drawn().map(size))))
}

struct Pictures<'a>(&'a Path);

impl<'a> Pictures<'a> {
    fn into(directory: &'a Path) -> Result<Self, Error> {
        std::fs::create_dir_all(directory).map_err(Error::at(directory))?;
        Ok(Pictures(directory))
    }

    fn write(&self, name: &str, svg: Option<String>) -> Result<(), Error> {
        let path = self.0.join(name);
        svg.map_or(Ok(()), |svg| write_whole(&path, svg.as_bytes()).map_err(Error::at(&path)))
    }
}
