//! Pictures that `stats --plots` and `report --page` draw.

use std::path::Path;

use peatee_generator::explore::families::Explored;
use peatee_generator::explore::plots::{Kind, Outcomes, SetSize, distances, extents, growth, heat_map, histogram};
use peatee_generator::tables::write::write_whole;
use peatee_generator::{Error, Stop, Watched};
use peatee_probe::any::Tables;
use peatee_table::Metric;

use super::progress::ReadingBar;

/// File name of the picture that shows the shares of wins, draws and losses for each material.
pub const OUTCOMES: &str = "outcomes.svg";
pub const GROWTH: &str = "growth.svg";

pub type Counted<S> = (S, Vec<u64>);

/// Draws the pictures of slices into a directory, creating it if necessary. In the picture of
/// growth, position numbers without a legal position count as positions too, because the table
/// files have a cell for each number.
pub fn draw<F: Explored>(
    tables: &Tables<F>,
    (counted, kinds): (&[Counted<F::Slice>], &[Kind]),
    metric: Option<Metric>,
    directory: &Path,
    stop: Stop,
) -> Result<(), Error> {
    let (pictures, game) = (Pictures::into(directory)?, tables.game());
    let slices = || counted.iter().map(|(slice, _)| *slice);
    let mut with_distances = Vec::new();
    for slice in slices() {
        let metric = F::read_metric(tables, slice, metric)?;
        with_distances.extend(Some((slice, metric)).filter(|_| metric != Metric::Wdl));
    }
    let bar = ReadingBar::new(stop);
    let watched = Watched::start(&bar, with_distances.iter().map(|&(slice, _)| game.positions(slice)).sum());
    for (slice, metric) in with_distances {
        let found = distances(tables, slice, metric, &watched)?;
        pictures.write(&format!("{}.{}.svg", found.slice, found.metric), histogram(game.id(), &found))?;
    }
    let outcome = |(slice, positions): &Counted<F::Slice>| {
        let name = slice.to_string();
        let (own, other) = name.split_once('v')?;
        Some(Outcomes { own: own.to_owned(), other: other.to_owned(), positions: positions.clone() })
    };
    let outcomes: Vec<Outcomes> = counted.iter().filter_map(outcome).collect();
    pictures.write(OUTCOMES, heat_map(game.id(), kinds, &outcomes))?;
    let drawn = tables.slices().into_iter().filter(|info| slices().any(|slice| slice == info.slice));
    let sizes = drawn.map(|info| (F::pieces(info.slice), SetSize { positions: info.positions, bytes: info.bytes }));
    pictures.write(GROWTH, growth(game.id(), &extents(sizes)))
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
