//! The identity of a table (game, slice, metric and rules), and the digest of the rules.

use crate::value::Metric;

/// Identity of a table: its game, slice, metric and rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableIdentity {
    /// Id of the game.
    pub variant: String,
    /// Name of the slice.
    pub slice: String,
    /// Metric of the table, such as DTW.
    pub metric: Metric,
    /// Digest of the rules on which the values of the table depend.
    pub rules_digest: [u8; 32],
}

impl TableIdentity {
    /// Creates the identity of a table. `variant` is the id of the game; `rules` are the bytes that
    /// describe its rules.
    pub fn new(variant: &str, rules: Vec<u8>, slice: String, metric: Metric) -> TableIdentity {
        TableIdentity { variant: variant.to_owned(), slice, metric, rules_digest: rules_digest(rules, metric) }
    }

    /// Describes the table, for messages.
    pub fn describe(&self) -> String {
        format!("the {} table of {} {}", self.metric, self.variant, self.slice)
    }
}

/// First byte of the field with the draw rules, in the bytes from which the rules digest is
/// computed. The fields before it hold the rules of the game; their first bytes are smaller.
const DRAW_RULES_COLUMN: u8 = 128;

/// Byte that marks the limit on moves in a row with one king, after the draw rules.
const KING_MOVES_COLUMN: u8 = 129;

/// Returns the digest of the rules on which the values of a table depend: the rules of the game,
/// and the draw rules if the metric depends on them.
pub fn rules_digest(mut rules: Vec<u8>, metric: Metric) -> [u8; 32] {
    let mut put = |column: u8, value: Vec<u8>| {
        rules.push(column);
        rules.extend((value.len() as u16).to_le_bytes());
        rules.extend(value);
    };
    if let Some(set) = metric.rule_set() {
        put(DRAW_RULES_COLUMN, set.rules().identity());
    }
    // Other metrics do not depend on this limit, which is no count.
    if let Metric::RuleWdl(set) | Metric::RuleDtw(set) = metric
        && let Some(limit) = set.rules().code.king_moves
    {
        // The second byte came with a later rule code. It is left out where it would be 0.
        let only_move = limit.allows_only_move.then_some(1);
        put(KING_MOVES_COLUMN, std::iter::once(limit.most_moves).chain(only_move).collect());
    }
    *blake3::hash(&rules).as_bytes()
}
