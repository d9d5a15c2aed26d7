//! The identity of a table, and the digest of the rules on which its values depend.

use peatee_rules::Variant;

use crate::slice::Slice;
use crate::value::Metric;

/// Variant, slice, metric and rules of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableIdentity {
    /// Id of the variant.
    pub variant: String,
    /// Name of the slice.
    pub slice: String,
    /// The metric.
    pub metric: Metric,
    /// Digest of the rules.
    pub rules_digest: [u8; 32],
}

impl TableIdentity {
    /// Creates the identity of a table of draughts.
    pub fn new(variant: &Variant, slice: Slice, metric: Metric) -> TableIdentity {
        let rules_digest = rules_digest(variant, metric);
        TableIdentity { variant: variant.id.to_owned(), slice: slice.name(), metric, rules_digest }
    }

    /// Creates the identity of a table of chess. `slice` is the name of the slice.
    pub fn of_chess(slice: String, metric: Metric) -> TableIdentity {
        let rules_digest = chess_rules_digest(metric);
        TableIdentity { variant: CHESS.to_owned(), slice, metric, rules_digest }
    }

    /// Describes the table, for messages.
    pub fn describe(&self) -> String {
        format!("the {} table of {} {}", self.metric, self.variant, self.slice)
    }
}

/// Id of chess, used like the id of a variant.
pub const CHESS: &str = "chess";

/// Encoding of the rules of chess: a table with one column, number 64, of value 1.
const CHESS_IDENTITY: [u8; 4] = [64, 1, 0, 1];

/// [`rules_digest`] of chess.
pub fn chess_rules_digest(metric: Metric) -> [u8; 32] {
    digest_of(CHESS_IDENTITY.to_vec(), metric)
}

/// Number of the column with the draw rules, behind the columns of the variant.
const DRAW_RULES_COLUMN: u8 = 128;

/// Returns the digest of the rules on which the values of a table depend: the rules of the variant,
/// and the draw rules if the metric depends on them.
pub fn rules_digest(variant: &Variant, metric: Metric) -> [u8; 32] {
    digest_of(variant.identity(), metric)
}

fn digest_of(mut identity: Vec<u8>, metric: Metric) -> [u8; 32] {
    if let Metric::Dtr(set) = metric {
        let rules = set.rules().identity();
        identity.push(DRAW_RULES_COLUMN);
        identity.extend((rules.len() as u16).to_le_bytes());
        identity.extend(rules);
    }
    *blake3::hash(&identity).as_bytes()
}
