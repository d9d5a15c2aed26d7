//! Selection of slices by their names.

use peatee_probe::any::Tables;
use peatee_table::Metric;

use crate::error::Error;
use crate::jobs::family::Family;

/// Returns those of `slices` that have one of the names, or all if there are no names.
///
/// # Errors
/// A name is not that of a slice, or a named slice is not in `slices`, because it has no table of
/// `metric`.
pub fn named_slices<F: Family>(
    tables: &Tables<F>,
    mut slices: Vec<F::Slice>,
    names: &[String],
    metric: Metric,
) -> Result<Vec<F::Slice>, Error> {
    let named = names.iter().map(|name| tables.game().slice_named(name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(missing) = named.iter().find(|slice| !slices.contains(slice)) {
        return Err(tables.missing(missing, metric).into());
    }
    slices.retain(|slice| named.is_empty() || named.contains(slice));
    Ok(slices)
}
