//! A game of a PGN text.

use cozy_chess::Color;

use super::error::{PgnError, PgnFault};
use super::place::Place;
use crate::cited::cited;
use crate::position::Position;

/// Values of the tag `Variant` that mean chess, in lower case. Other values mean other games.
const STANDARD: [&str; 5] = ["standard", "chess", "normal", "from position", ""];

/// A tag, `[Name "value"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnTag {
    /// Name of the tag.
    pub name: String,
    /// The value, without quotes and escapes.
    pub value: String,
    /// Place of the tag.
    pub place: Place,
}

/// A move as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PgnMove {
    /// The move in SAN, without number and marks.
    pub san: String,
    /// Place of the move.
    pub place: Place,
    /// Marks as numeric annotation glyphs: `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub nags: Vec<u8>,
    /// Comments behind the move, with clock tags (`[%clk 0:00:07]`).
    pub comments: Vec<String>,
}

/// Result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// White wins: `1-0`.
    WhiteWins,
    /// Black wins: `0-1`.
    BlackWins,
    /// Draw: `1/2-1/2`.
    Draw,
    /// Open or unknown: `*`.
    Open,
}

impl Score {
    /// Parses a result; `None` when the text is not one.
    pub fn parse(text: &str) -> Option<Score> {
        Some(match text {
            "1-0" => Score::WhiteWins,
            "0-1" => Score::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" => Score::Draw,
            "*" => Score::Open,
            _ => return None,
        })
    }

    /// Returns the result for a winner, or for a draw if there is none.
    pub fn of_winner(winner: Option<Color>) -> Score {
        match winner {
            Some(Color::White) => Score::WhiteWins,
            Some(Color::Black) => Score::BlackWins,
            None => Score::Draw,
        }
    }

    /// Returns the result as PGN writes it.
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
    /// Number of the game in its text, from 1.
    pub number: usize,
    /// Place where the game begins.
    pub place: Place,
    /// Tags, in order.
    pub tags: Vec<PgnTag>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Moves of the main line.
    pub moves: Vec<PgnMove>,
    /// Result behind the moves, if there is one.
    pub score: Option<Score>,
}

impl PgnGame {
    /// Returns the first tag with a name, in any case.
    pub fn tag(&self, name: &str) -> Option<&PgnTag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Returns the result behind the moves, otherwise the one in the tag `Result`. `*` behind the
    /// moves leaves the result to the tag.
    pub fn result(&self) -> Option<Score> {
        let stated = || self.tag("Result").and_then(|tag| Score::parse(tag.value.trim()));
        self.score.filter(|&score| score != Score::Open).or_else(stated).or(self.score)
    }

    /// Returns true when the tag `Termination` tells that the time of a side ran out: `time
    /// forfeit`.
    pub fn is_by_time(&self) -> bool {
        let is_of_time = |word: &str| ["time", "timeout"].iter().any(|known| word.eq_ignore_ascii_case(known));
        let says_time = |text: &str| text.split(|sign: char| !sign.is_alphabetic()).any(is_of_time);
        self.tag("Termination").is_some_and(|tag| says_time(&tag.value))
    }

    /// Returns the position from which the moves are played.
    ///
    /// # Errors
    /// An error when the tags name another game, or a position that cannot be read.
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
