//! Signatures: one digest of the values of a whole set of tables, for quick comparison of sets.

use peatee_probe::Tables;
use peatee_table::{Metric, slices};

use crate::directory::hex;
use crate::error::Error;
use crate::metrics::has_table;
use crate::read::{table, values_digest};

/// The source of the digest of a table's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestSource {
    /// The header of the table, which `verify` compares with the values.
    Header,
    /// All values, with their captures resolved.
    Values,
}

/// Returns the signature of the tables of one metric of 2 to `pieces` pieces. It is a digest of the
/// values themselves, so it does not depend on their compression.
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
