//! How many positions of a slice of chess are won and lost in how many plies.

use peatee_chess::Slice;
use peatee_probe::chess::{Chess, Tables};
use peatee_table::{Metric, Wdl};

use super::values::{has_distances, in_blocks};
use crate::error::Error;
use crate::plots::Distances;
use crate::watch::Watched;

/// Counts the legal positions of a slice by their distance, each once for all its mirror images.
/// None where there is no table of distances.
///
/// # Errors
/// When a table is missing or damaged, or the work is to stop.
pub fn distances(tables: &Tables, slice: Slice, metric: Metric, watched: &Watched) -> Result<Option<Distances>, Error> {
    if !has_distances(tables, slice, metric)? {
        return Ok(None);
    }
    let mut counted = Distances::new(slice.name(), Chess::metric_name(metric).to_lowercase());
    in_blocks(
        tables,
        slice,
        metric,
        watched,
        |block| block.into_iter().map(|of| of.value).collect::<Vec<_>>(),
        |values| {
            for value in values {
                let Some(plies) = value.plies else { continue };
                counted.add(value.wdl == Wdl::Win, plies);
            }
            Ok(())
        },
    )?;
    Ok(Some(counted))
}
