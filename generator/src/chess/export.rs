//! All positions of a slice of chess with their values, as lines for programs.

use peatee_chess::Slice;
use peatee_probe::chess::Tables;
use peatee_table::Metric;

use super::values::{has_distances, in_blocks};
use crate::error::Error;
use crate::export::ExportFormat;
use crate::value_columns::distance_column;
use crate::watch::Watched;

/// Hands the lines of all legal positions of a slice to `out`, in the order of their numbers:
/// number, FEN, win, draw or loss, and the plies where there is a table of them.
///
/// # Errors
/// When a table is missing or damaged, `out` fails, or the work is to stop.
pub fn export(
    tables: &Tables,
    slice: Slice,
    metric: Metric,
    format: ExportFormat,
    watched: &Watched,
    out: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    let has_distances = has_distances(tables, slice, metric)?;
    let distance = distance_column(metric).filter(|_| has_distances);
    out(&format.header(distance))?;
    in_blocks(
        tables,
        slice,
        metric,
        watched,
        |block| {
            let rows = block.into_iter().map(|of| (of.number, of.position.fen(), of.value));
            format.lines(rows.collect(), distance)
        },
        |lines| out(&lines),
    )
}
