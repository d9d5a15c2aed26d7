//! A game as PGN holds it.

use cozy_chess::Color;

use super::error::{PgnError, PgnFault};
use super::place::Place;
use crate::cited::cited;
use crate::position::Position;

/// Names of chess in the tag `Variant`, in small letters. Other values name other games.
const STANDARD: [&str; 5] = ["standard", "chess", "normal", "from position", ""];

/// A tag, `[Name "value"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnTag {
    /// The name.
    pub name: String,
    /// The value, without quotes and escapes.
    pub value: String,
    /// Where it stands.
    pub place: Place,
}

/// A move as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnMove {
    /// The move, in SAN, without number and marks.
    pub san: String,
    /// Where it stands.
    pub place: Place,
    /// Its marks as numeric annotation glyphs: `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub nags: Vec<u8>,
    /// The comments behind it, clock tags (`[%clk 0:00:07]`) among them.
    pub comments: Vec<String>,
}

/// A result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: open or not known.
    Open,
}

impl Score {
    /// What a text says; `None` where it is no result.
    pub fn parse(text: &str) -> Option<Score> {
        Some(match text {
            "1-0" => Score::WhiteWins,
            "0-1" => Score::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" => Score::Draw,
            "*" => Score::Open,
            _ => return None,
        })
    }

    /// The result of a game that a side has won, or that is drawn.
    pub fn of_winner(winner: Option<Color>) -> Score {
        match winner {
            Some(Color::White) => Score::WhiteWins,
            Some(Color::Black) => Score::BlackWins,
            None => Score::Draw,
        }
    }

    /// As PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Score::WhiteWins => "1-0",
            Score::BlackWins => "0-1",
            Score::Draw => "1/2-1/2",
            Score::Open => "*",
        }
    }
}

/// One game of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnGame {
    /// Which game of its text this is, from 1.
    pub number: usize,
    /// Where it begins.
    pub place: Place,
    /// The tags, in their order.
    pub tags: Vec<PgnTag>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// The result behind the moves, if there is one.
    pub score: Option<Score>,
}

impl PgnGame {
    /// The first tag of a name.
    pub fn tag(&self, name: &str) -> Option<&PgnTag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The result: behind the moves, or else of the tag `Result`. A `*` behind the moves leaves it
    /// to the tag.
    pub fn result(&self) -> Option<Score> {
        let stated = || self.tag("Result").and_then(|tag| Score::parse(tag.value.trim()));
        self.score.filter(|&score| score != Score::Open).or_else(stated).or(self.score)
    }

    /// Whether the tag `Termination` says that the time of a side was over: `time forfeit`.
    pub fn is_by_time(&self) -> bool {
        let is_of_time = |word: &str| ["time", "timeout"].iter().any(|known| word.eq_ignore_ascii_case(known));
        let says_time = |text: &str| text.split(|sign: char| !sign.is_alphabetic()).any(is_of_time);
        self.tag("Termination").is_some_and(|tag| says_time(&tag.value))
    }

    /// The position from which the moves are played.
    ///
    /// # Errors
    /// The tags name another game, or a position that cannot be read.
    pub fn start(&self) -> Result<Position, PgnError> {
        let fault = |place, fault| PgnError { game: self.number, place, fault };
        if let Some(tag) = self.tag("Variant")
            && !STANDARD.contains(&tag.value.trim().to_lowercase().as_str())
        {
            return Err(fault(tag.place, PgnFault::Variant { variant: cited(&tag.value) }));
        }
        match (self.tag("FEN"), self.tag("SetUp")) {
            (Some(tag), _) => Position::parse_fen(&tag.value).map_err(|error| fault(tag.place, error.into())),
            (None, Some(tag)) if tag.value.trim() == "1" => Err(fault(tag.place, PgnFault::SetUpWithoutFen)),
            (None, _) => Ok(Position::start()),
        }
    }
}
