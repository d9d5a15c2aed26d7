//! Chunks of files of games, and the numbers of the games in them.

use std::sync::Arc;

use peatee_game::{Record, TextStart};
use peatee_probe::chess::Chess;
use peatee_rules::Draughts;

use crate::answer::record_family::RecordFamily;

/// Maximal number of bytes of a chunk whose games are kept when they are counted: they take up to
/// thirty times as much memory as their text. The games of a longer chunk are read again.
const KEPT_BYTES_MAX: usize = 1 << 20;

/// Consecutive whole games of a file.
#[derive(Debug)]
pub struct Chunk {
    /// Name of the file; `-` is standard input.
    pub file: Arc<str>,
    /// True when the chunk is the first one of its file.
    pub is_first: bool,
    pub is_chess: bool,
    /// Number of the first game, which the reader leaves at 1, and of the first line.
    pub start: TextStart,
    pub text: String,
}

/// Numbers of games in the chunks of files.
#[derive(Debug, Default)]
pub struct GameNumbers {
    /// Number of games that have been counted of the current file.
    games: usize,
}

impl GameNumbers {
    /// Sets the number of the first game of a chunk, which comes after the counted games.
    pub fn begin(&mut self, chunk: &mut Chunk) {
        self.games = if chunk.is_first { 0 } else { self.games };
        chunk.start.number = self.games + 1;
    }

    /// Counts the games of the chunk that has begun.
    pub fn add(&mut self, games: usize) {
        self.games += games;
    }
}

/// The games of a chunk: counted, and read unless the chunk is long.
#[derive(Debug)]
pub struct ReadGames {
    pub count: usize,
    /// The games, numbered from 1; empty if the chunk is long.
    kept: Vec<Record>,
}

impl ReadGames {
    pub fn of(chunk: &Chunk) -> ReadGames {
        match chunk.is_chess {
            true => ReadGames::read::<Chess>(chunk),
            false => ReadGames::read::<Draughts>(chunk),
        }
    }

    fn read<G: RecordFamily>(chunk: &Chunk) -> ReadGames {
        let records = G::records(&chunk.text, chunk.start);
        if chunk.text.len() > KEPT_BYTES_MAX {
            return ReadGames { count: records.count(), kept: Vec::new() };
        }
        let kept: Vec<Record> = records.map(Into::into).collect();
        ReadGames { count: kept.len(), kept }
    }

    /// Returns the games of `chunk`, from which they were read, with their numbers in the file.
    pub fn into_records<G: RecordFamily>(self, chunk: &Chunk) -> impl Iterator<Item = G::Record> {
        let first = chunk.start.number;
        let numbered = move |record: Record| Record { number: first - 1 + record.number, ..record }.into();
        let again = (self.kept.len() < self.count).then(|| G::records(&chunk.text, chunk.start));
        self.kept.into_iter().map(numbered).chain(again.into_iter().flatten())
    }
}
