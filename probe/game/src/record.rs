//! A record of a game: tags, moves as text with their places, result.

use crate::place::Place;
use crate::printable::shortened;
use crate::score::Score;
use crate::side::Side;
use crate::termination;

/// Maximum number of stored faults of a record.
pub const FAULTS_MAX: usize = 8;

/// Maximum memory of one game in bytes. The longest possible chess game, with a clock and a mark
/// for each move, takes less.
pub const RECORD_BYTES_MAX: usize = 4 << 20;

/// One game of a text. In games that were not read from a text, every line and column is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Number of the game in its text, from 1.
    pub number: usize,
    /// Line and column where the game begins.
    pub place: Place,
    /// Tags, in order.
    pub tags: Vec<Tag>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Moves of the main line. Moves of variations are not stored.
    pub moves: Vec<RecordedMove>,
    /// Result after the moves; `None` if there is no result.
    pub result: Option<WrittenResult>,
    /// Ignored or mended faults of the record, at most [`FAULTS_MAX`].
    pub faults: Vec<RecordFault>,
    /// True when the game takes more memory than [`RECORD_BYTES_MAX`]. The rest of its text is
    /// dropped, so the game cannot be replayed.
    pub is_cut: bool,
}

/// A tag, `[Name "value"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Name of the tag.
    pub name: String,
    /// Value of the tag, without quotes and escapes.
    pub value: String,
    /// Line and column of the tag.
    pub place: Place,
}

/// A move as it is written in a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordedMove {
    /// Text of the move without its number and marks, as [`Notation`](crate::Notation) returns it.
    pub text: String,
    /// Line and column of the move.
    pub place: Place,
    /// Byte offset in the text at which the move and its marks end. A byte order mark is not
    /// counted. 0 in games that were not read from a text.
    pub end: usize,
    /// True when the number before the move has several points, as in `1...`: a move of the side
    /// that moves second.
    pub is_second: bool,
    /// Marks as numeric annotation glyphs: `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub nags: Vec<u16>,
    /// Comments after the move, with clock tags (`[%clk 0:00:07]`).
    pub comments: Vec<String>,
}

/// A result as the record writes it, with its line and column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenResult {
    /// Text of the result, such as `2-0`.
    pub text: String,
    /// Line and column of the result in the text.
    pub place: Place,
}

/// A fault of a record that the reader ignored or mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordFault {
    /// Line and column of the fault.
    pub place: Place,
    /// Beginning of the faulty text.
    pub text: String,
    /// Move that was read instead of the text, because later moves show that it was meant; `None`
    /// when the text was ignored.
    pub read_as: Option<String>,
}

/// Number of moves that prove where a game began. If so many first moves of a record are legal from
/// the start position, the game began there, and the tag `SetUp` is ignored.
pub const PLIES_OF_START: usize = 6;

impl RecordFault {
    /// Creates the fault of a tag that the reader ignored.
    pub fn of_tag(tag: &Tag) -> RecordFault {
        RecordFault::ignored(tag.place, &format!("[{} \"{}\"]", tag.name, tag.value))
    }

    /// Creates the fault of a text that the reader ignored.
    pub fn ignored(place: Place, text: &str) -> RecordFault {
        RecordFault { place, text: shortened(text), read_as: None }
    }
}

impl Record {
    /// Returns the first tag with a name, in upper or lower case; `None` if the record has no such
    /// tag.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Sets the value of a tag. Adds the tag if there is none with this name.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.to_owned(),
            None => self.tags.push(Tag { name: name.to_owned(), value: value.to_owned(), place: Place::default() }),
        }
    }

    /// Adds a fault, unless the record already has [`FAULTS_MAX`] faults.
    pub fn add_fault(&mut self, fault: RecordFault) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(fault);
        }
    }

    /// Returns the score of the game by the result after the moves. If this is missing or `*`, uses
    /// the tag `Result`. `first` is the side whose points come first in a result. Returns `None` if
    /// there is no result or its meaning is unknown.
    pub fn score_by(&self, first: Side) -> Option<Score> {
        let written = self.written_score(first);
        let stated = || self.stated_score(first);
        match &self.result {
            Some(result) if result.text != "*" => written,
            _ => stated().or(written),
        }
    }

    /// Returns the score by the tag `Result` if it contradicts the result after the moves;
    /// otherwise `None`. `first` is the side whose points come first in a result. The result `*`
    /// contradicts nothing.
    pub fn contradicting_tag_by(&self, first: Side) -> Option<Score> {
        let written = self.written_score(first).filter(|&score| score != Score::Open)?;
        self.stated_score(first).filter(|&stated| stated != Score::Open && stated != written)
    }

    fn written_score(&self, first: Side) -> Option<Score> {
        self.result.as_ref().and_then(|result| Score::parse(&result.text, first))
    }

    fn stated_score(&self, first: Side) -> Option<Score> {
        self.tag("Result").filter(|tag| !tag.value.trim().is_empty()).and_then(|tag| Score::parse(&tag.value, first))
    }

    /// Returns the tag `FEN` and the position text in it, without brackets and quotes. `None` when
    /// the tag is missing or has no such text, for example `?`.
    pub fn fen(&self) -> Option<(&Tag, &str)> {
        let tag = self.tag("FEN")?;
        let text = tag.value.trim_matches(|sign: char| sign.is_whitespace() || "[]\"'".contains(sign));
        let text = text.strip_prefix("FEN").unwrap_or(text).trim_start_matches([' ', '"']);
        text.contains(|sign: char| sign.is_ascii_alphanumeric()).then_some((tag, text))
    }

    /// Returns the tag `SetUp` if its value is 1 and the record has no tag `FEN`; otherwise `None`.
    pub fn set_up_without_fen(&self) -> Option<&Tag> {
        self.tag("SetUp").filter(|tag| tag.value.trim() == "1" && self.tag("FEN").is_none())
    }

    /// Returns true when the tag `Termination` says that a side ran out of time: `time forfeit`,
    /// `Kask won on time`. Names of the players in the tag are ignored.
    pub fn is_by_time(&self) -> bool {
        let names = ["White", "Black"].into_iter().filter_map(|side| self.tag(side));
        let names = names.map(|tag| tag.value.as_str());
        self.tag("Termination").is_some_and(|tag| termination::is_by_time(&tag.value, names))
    }
}
