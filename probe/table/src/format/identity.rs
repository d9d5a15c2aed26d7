//! What a file is a table of, and the digest of the rules that its values depend on.

use peatee_rules::Variant;

use crate::slice::Slice;
use crate::value::Metric;

/// What a file is a table of.
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
    /// A table of draughts.
    pub fn new(variant: &Variant, slice: Slice, metric: Metric) -> TableIdentity {
        let rules_digest = rules_digest(variant, metric);
        TableIdentity { variant: variant.id.to_owned(), slice: slice.name(), metric, rules_digest }
    }

    /// A table of chess, of a slice with this name.
    pub fn of_chess(slice: String, metric: Metric) -> TableIdentity {
        let rules_digest = chess_rules_digest(metric);
        TableIdentity { variant: CHESS.to_owned(), slice, metric, rules_digest }
    }

    /// For messages.
    pub fn describe(&self) -> String {
        format!("the {} table of {} {}", self.metric, self.variant, self.slice)
    }
}

/// The id of chess, among those of the variants of draughts.
pub const CHESS: &str = "chess";

/// The encoding of the rules of chess: a table of one column, number 64, of value 1.
const CHESS_IDENTITY: [u8; 4] = [64, 1, 0, 1];

/// [`rules_digest`] of chess.
pub fn chess_rules_digest(metric: Metric) -> [u8; 32] {
    digest_of(CHESS_IDENTITY.to_vec(), metric)
}

/// The number of the column that holds the draw rules, behind the columns of the variant.
const DRAW_RULES_COLUMN: u8 = 128;

/// The digest of the rules that the values of a table depend on: the variant's, and the draw rules'
/// where the metric depends on them.
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
