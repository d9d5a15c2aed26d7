//! Signatures: one digest of the values of a whole set of tables, for quick comparison of sets.

use peatee_probe::any::Tables;
use peatee_table::Metric;

use crate::error::Error;
use crate::jobs::family::Family;
use crate::units::hex;

/// The source of the digest of a table's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestSource {
    /// The header of the table, which `verify` compares with the values.
    Header,
    /// All values, with their captures resolved.
    Values,
}

/// Returns the signature of the tables of one metric up to `pieces` pieces. It is a digest of the
/// values themselves, so it does not depend on their compression.
///
/// # Errors
/// When a table is missing or damaged.
pub fn signature<F: Family>(
    tables: &Tables<F>,
    pieces: u8,
    metric: Metric,
    source: DigestSource,
) -> Result<String, Error> {
    let game = tables.game();
    let mut hasher = blake3::Hasher::new();
    hasher.update(game.id().as_bytes());
    for slice in game.slices(pieces).into_iter().filter(|&slice| game.has_table(slice, metric)) {
        let table = tables.need(slice, metric)?;
        let digest = match source {
            DigestSource::Header => table.header().values_digest,
            DigestSource::Values => F::values_digest(tables, slice, metric)?,
        };
        hasher.update(slice.to_string().as_bytes());
        hasher.update(metric.name().as_bytes());
        hasher.update(&digest);
    }
    Ok(hex(hasher.finalize().as_bytes()))
}
