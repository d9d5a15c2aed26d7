//! Notes: remarks on a verdict in English, with a key by which programs find a translation.

/// The keys of all notes.
pub const NOTE_KEYS: &[&str] = &[
    "counts",
    "counts-king",
    "counts-taken",
    "king-moves-taken",
    "king-moves",
    "other-tags",
    "unknown-tags",
    "unnamed",
    "two-results",
    "passed-over",
    "read-as",
    "drawn-opening",
    "fen-side",
    "encoding",
    "only-game",
    "game-of-text",
    "several-games",
    "no-game-fits",
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
    "method-blocked",
    "method-tables",
    "method-all-positions",
    "undecided",
];

/// A note in English, with the key and the arguments that a translation needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Key of the note in the catalogues of translated texts, without the prefix `note.`.
    pub key: &'static str,
    /// Arguments of the text, each with its name. The arguments `game` and `tagged` are ids of
    /// variants, `games` is a list of ids, and `piece` is the name of a chess piece.
    pub places: Vec<(&'static str, String)>,
    /// Text of the note in English.
    pub text: String,
}

impl Note {
    /// Creates a note.
    pub fn new<const N: usize>(key: &'static str, places: [(&'static str, &str); N], text: String) -> Note {
        debug_assert!(NOTE_KEYS.contains(&key), "a test looks for the texts of the keys that are listed");
        Note { key, places: places.map(|(name, value)| (name, value.to_owned())).into(), text }
    }
}
