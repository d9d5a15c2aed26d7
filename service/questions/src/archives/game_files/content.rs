//! Texts that game files may hold: games, or positions.

use peatee_game::{Place, Record, Tag, TextStart};

/// Content of the files that arguments name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileContent {
    /// Games in PDN or PGN.
    Games,
    /// Positions as FENs, one per line. Empty lines and lines that begin with `#` are skipped.
    Positions,
}

impl FileContent {
    /// Extensions of the files that are read in a folder.
    pub const fn endings(self) -> [&'static str; 2] {
        match self {
            FileContent::Games => ["pdn", "pgn"],
            FileContent::Positions => ["fen", "txt"],
        }
    }

    /// Returns the reason why a part of a file is too long.
    pub const fn lacking(self) -> &'static str {
        match self {
            FileContent::Games => "no game with tags begins",
            FileContent::Positions => "no line ends",
        }
    }
}

/// Returns the positions of a text, with the number of line ends before each.
pub fn positions(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let lines = text.lines().map(str::trim).zip(0..).map(|(fen, line)| (line, fen));
    lines.filter(|(_, fen)| !fen.is_empty() && !fen.starts_with('#'))
}

/// Returns each position of a text as a record without moves, numbered from 1.
pub fn position_records(text: &str, start: TextStart) -> impl Iterator<Item = Record> {
    positions(text).zip(1..).map(move |((line, fen), number)| {
        let place = Place { line: start.line.saturating_add(line), column: 1 };
        let tag = Tag { name: "FEN".to_owned(), value: fen.to_owned(), place };
        Record { number, place, tags: vec![tag], ..Record::default() }
    })
}
