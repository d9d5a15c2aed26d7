//! Verifies positions of a slice one by one, on all threads.

use peatee_probe::Tables;
use peatee_probe::internals::Table;
use peatee_rules::{Position, with_kernel};
use peatee_table::Slice;
use peatee_table::index::SliceIndex;

use crate::error::Error;
use crate::parallel;
use crate::progress::watch::Watched;
use crate::verify::verdict::{EXAMPLES, Mistake, Verdict};

/// Function that takes a position and its position number, and returns the mistake in the table at
/// this position; `None` if the stored value is right.
pub type Check<'a> = dyn Fn(&Position, u64) -> Result<Option<Mistake>, Error> + Sync + 'a;

/// Verifies the table of a slice: calls `check` with every position in `stretches`. A stretch is
/// the number of its first position and its number of positions.
///
/// # Errors
/// When `check` fails, or the work is to stop.
pub fn by_position(
    tables: &Tables,
    slice: Slice,
    table: &Table,
    stretches: &[(u64, u64)],
    watched: &Watched,
    check: &Check,
) -> Result<Verdict, Error> {
    let metric = table.header().metric;
    let positions = stretches.iter().map(|(_, count)| count).sum();
    let stretch = |&(start, count): &(u64, u64)| {
        let mut mistakes = Vec::new();
        watched.advance(count)?;
        with_kernel!(tables.game(), kernel => {
            let index = SliceIndex::new(kernel, slice);
            let mut cursor = index.cursor();
            for number in start..start + count {
                let position = Position { setup: cursor.seek(number).convert(), side: slice.side };
                mistakes.extend(check(&position, number)?);
            }
        });
        Ok(mistakes)
    };
    let parts = parallel::try_map(stretches, &stretch)?;
    let wrong = parts.iter().map(Vec::len).sum::<usize>() as u64;
    let examples = parts.into_iter().flatten().take(EXAMPLES).collect();
    Ok(Verdict { slice, metric, positions, compared: positions, wrong, examples })
}
