//! Signatures: one digest for the values of a whole set of tables, so that sets can be compared at
//! a glance.

use peatee_probe::Tables;
use peatee_table::{Metric, slices};

use crate::directory::hex;
use crate::error::Error;
use crate::metrics::has_table;
use crate::read::{table, values_digest};

/// Where the digest of the values of each table comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestSource {
    /// Its header. That it is true of the values is for `verify` to find.
    Header,
    /// The values, all of them read and their captures resolved.
    Values,
}

/// The signature of the tables of one metric of 2 to `pieces` pieces: a digest of the values
/// themselves, so that it does not depend on how they are compressed.
///
/// # Errors
/// When a table is missing or damaged.
pub fn signature(tables: &Tables, pieces: u8, metric: Metric, source: DigestSource) -> Result<String, Error> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(tables.game().variant().id.as_bytes());
    for slice in slices(tables.game(), pieces) {
        if !has_table(tables.game(), slice, metric) {
            continue;
        }
        let table = table(tables, slice, metric)?;
        let digest = match source {
            DigestSource::Header => table.header().values_digest,
            DigestSource::Values => values_digest(tables, slice, metric)?,
        };
        hasher.update(slice.name().as_bytes());
        hasher.update(metric.name().as_bytes());
        hasher.update(&digest);
    }
    Ok(hex(hasher.finalize().as_bytes()))
}
