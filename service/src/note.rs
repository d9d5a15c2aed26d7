//! Notes: what stands beside an answer, in English and as a key for texts in other languages.

/// The keys of all notes.
pub const KEYS: &[&str] = &[
    "counts",
    "counts-king",
    "counts-king-tables",
    "counts-taken",
    "king-moves-taken",
    "king-moves",
    "other-tags",
    "unknown-tags",
    "unnamed",
    "two-results",
    "both-lose",
    "no-tags",
    "letters",
    "fits",
    "foreign-rules",
    "other-rules",
    "no-tables",
    "too-many-pieces",
    "missing-table",
    "missing-tables",
    "damaged-table",
    "too-many-men",
    "castling-rights",
    "illegal-king-in-check",
    "illegal-own-piece",
    "illegal-captures-king",
    "illegal-no-such-piece",
    "illegal-moves-not-so",
    "illegal-blocked",
    "illegal-nothing-to-capture",
    "illegal-promotion-missing",
    "illegal-no-promotion",
    "illegal-wrong-promotion",
    "illegal-no-right-to-castle",
    "illegal-castling-blocked",
    "illegal-castling-out-of-check",
    "illegal-castling-through",
    "unclear-letters",
    "method-material",
    "method-tables",
    "method-all-positions",
    "undecided",
];

/// A note: in English, and as a key with what stands in the places of its text in the catalogues of
/// the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The key, without `note.`.
    pub key: &'static str,
    /// What stands in the places. In `game` and `tagged` it is the id of a variant, in `games` ids,
    /// in `piece` the name of a piece of chess.
    pub places: Vec<(&'static str, String)>,
    /// The note in English.
    pub text: String,
}

impl Note {
    /// A note.
    pub fn new<const N: usize>(key: &'static str, places: [(&'static str, &str); N], text: String) -> Self {
        debug_assert!(KEYS.contains(&key), "a test looks for the texts of the keys that are listed");
        Note { key, places: places.map(|(name, value)| (name, value.to_owned())).into(), text }
    }
}

/// The English texts of notes.
pub fn texts(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| note.text.clone()).collect()
}
