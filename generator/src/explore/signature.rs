//! Signatures: a digest of all values in a set of tables, by which sets can be compared quickly.

use std::collections::BTreeMap;

use peatee_probe::ProbeError;
use peatee_probe::any::Tables;
use peatee_table::Metric;

use crate::error::Error;
use crate::jobs::family::Family;
use crate::units::hex;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DigestSource {
    /// Takes the digest from the header of the table. The command `verify` checks that this digest
    /// fits the values.
    Header,
    /// Computes the digest from all values of the table, including values of captures that the
    /// table omits.
    Values,
}

/// Returns the signature (a digest of all values) of the tables in one metric with up to `pieces`
/// pieces. The signature does not depend on how the tables are compressed.
///
/// # Errors
/// A table is missing or damaged.
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

/// Returns the signature of each metric in the manifest. Metrics with missing tables are left out.
///
/// # Errors
/// A table is damaged.
pub fn signatures<F: Family>(tables: &Tables<F>) -> Result<BTreeMap<Metric, String>, Error> {
    let mut signatures = BTreeMap::new();
    for metric in tables.listed_metrics() {
        match signature(tables, tables.most_pieces() as u8, metric, DigestSource::Header) {
            Ok(signed) => drop(signatures.insert(metric, signed)),
            Err(Error::Probe(ProbeError::MissingTable { .. })) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(signatures)
}
