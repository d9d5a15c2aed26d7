//! Chunks of game files, and the numbers of the games in them.

use std::sync::Arc;

use peatee_game::{Record, TextStart};
use peatee_probe::chess::Chess;
use peatee_rules::Draughts;

use super::content::{FileContent, position_records};
use crate::answer::fitting::SampleText;
use crate::answer::record_family::RecordFamily;

/// Maximum length in bytes of a chunk whose games are kept in memory after they are counted. Games
/// take up to thirty times as much memory as their text. The games of a longer chunk are read
/// again.
const KEPT_BYTES_MAX: usize = 1 << 20;

/// Consecutive whole games or positions of a file, as text.
#[derive(Debug)]
pub struct Chunk {
    /// Name of the file; `-` is standard input.
    pub file: Arc<str>,
    pub content: FileContent,
    /// True when the chunk is the first one of its file.
    pub is_first: bool,
    pub is_chess: bool,
    /// Numbers of the chunk's first game and first line in the file. The reader sets the number of
    /// the game to 1; `GameNumbers::begin` sets the right one.
    pub start: TextStart,
    pub text: String,
    /// First chunk of the file; empty unless it has games of draughts.
    pub first_of_file: Arc<SampleText<'static>>,
}

/// Counter that numbers the games of a file across its chunks.
#[derive(Debug, Default)]
pub struct GameNumbers {
    /// Number of games in the earlier chunks of the current file.
    games: usize,
}

impl GameNumbers {
    /// Sets the number of the chunk's first game, from the numbers of games in the earlier chunks.
    pub fn begin(&mut self, chunk: &mut Chunk) {
        self.games = if chunk.is_first { 0 } else { self.games };
        chunk.start.number = self.games + 1;
    }

    /// Adds the number of games in the current chunk, before the next chunk begins.
    pub fn add(&mut self, games: usize) {
        self.games += games;
    }
}

/// Number of games in a chunk. Unless the chunk is long, also the games themselves.
#[derive(Debug)]
pub struct ReadGames {
    pub count: usize,
    /// The games, numbered from 1; empty for a long chunk.
    kept: Vec<Record>,
}

impl ReadGames {
    pub fn of(chunk: &Chunk) -> ReadGames {
        match (chunk.content, chunk.is_chess) {
            (FileContent::Positions, _) => ReadGames::keeping(position_records(&chunk.text, chunk.start)),
            (FileContent::Games, true) => ReadGames::read::<Chess>(chunk),
            (FileContent::Games, false) => ReadGames::read::<Draughts>(chunk),
        }
    }

    fn read<G: RecordFamily>(chunk: &Chunk) -> ReadGames {
        let records = G::records(&chunk.text, chunk.start);
        if chunk.text.len() > KEPT_BYTES_MAX {
            return ReadGames { count: records.count(), kept: Vec::new() };
        }
        ReadGames::keeping(records.map(Into::into))
    }

    fn keeping(records: impl Iterator<Item = Record>) -> ReadGames {
        let kept: Vec<Record> = records.collect();
        ReadGames { count: kept.len(), kept }
    }

    /// Returns the games with their numbers in the file. `chunk` must be the chunk from which the
    /// games were read.
    pub fn into_records<G: RecordFamily>(self, chunk: &Chunk) -> impl Iterator<Item = G::Record> {
        let first = chunk.start.number;
        let numbered = move |record: Record| Record { number: first - 1 + record.number, ..record }.into();
        let again = (self.kept.len() < self.count).then(|| G::records(&chunk.text, chunk.start));
        self.kept.into_iter().map(numbered).chain(again.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_the_same_numbers_whether_or_not_they_are_kept() {
        for words in [1, KEPT_BYTES_MAX / 4] {
            let text = format!("{{{}}} 1. e4 *\n1. d4 *\n", "word ".repeat(words));
            let start = TextStart { number: 1, line: 7 };
            let content = FileContent::Games;
            let first_of_file = Arc::default();
            let mut chunk =
                Chunk { file: "-".into(), content, is_first: false, is_chess: true, start, text, first_of_file };
            let games = ReadGames::of(&chunk);
            assert_eq!((games.count, games.kept.is_empty()), (2, words > 1));
            chunk.start.number = 5;
            let numbers = games.into_records::<Chess>(&chunk).map(|game| (game.number, game.place.line));
            assert_eq!(numbers.collect::<Vec<_>>(), [(5, 7), (6, 8)]);
        }
    }
}
