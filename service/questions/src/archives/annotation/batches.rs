//! Annotation of the chunks of files, many at a time and in their order.

use rayon::prelude::*;

use super::annotator::{AnnotatedChunk, Annotator};
use crate::archives::game_files::{Chunk, Chunks, GameNumbers, ReadGames, UnreadFile};
use crate::errors::Error;

/// Chunks (parts of files) that are annotated in batches by all threads. While a batch is
/// annotated, the next one is read.
pub struct AnnotatedBatches {
    chunks: Chunks,
    /// Number of chunks of a batch for each thread.
    chunks_of_thread: usize,
    numbers: GameNumbers,
    /// The chunks of the next batch; `None` before the first.
    read: Option<Vec<Result<Chunk, UnreadFile>>>,
}

impl AnnotatedBatches {
    pub fn new(chunks: Chunks, chunks_of_thread: usize) -> AnnotatedBatches {
        AnnotatedBatches { chunks, chunks_of_thread, numbers: GameNumbers::default(), read: None }
    }

    /// Annotates the next batch on the threads of the current pool. The batch is empty at the end
    /// of the files.
    ///
    /// # Errors
    /// The errors of [`Annotator::check`].
    pub fn next(&mut self, annotator: &Annotator<'_>) -> Result<Vec<AnnotatedChunk>, Error> {
        let batch = self.read.take().unwrap_or_else(|| self.next_chunks());
        let numbered = self.numbered(batch);
        let (annotated, next) = rayon::join(
            || numbered.into_par_iter().map(|read| annotator.annotated(read)).collect(),
            || self.next_chunks(),
        );
        self.read = Some(next);
        annotated
    }

    fn next_chunks(&mut self) -> Vec<Result<Chunk, UnreadFile>> {
        let wanted = self.chunks_of_thread * rayon::current_num_threads();
        self.chunks.by_ref().take(wanted).collect()
    }

    /// Reads the games of each chunk of a batch, and sets the number of each chunk's first game.
    fn numbered(&mut self, batch: Vec<Result<Chunk, UnreadFile>>) -> Vec<Result<(Chunk, ReadGames), UnreadFile>> {
        let with_games = |chunk: Chunk| {
            let games = ReadGames::of(&chunk);
            (chunk, games)
        };
        let mut batch: Vec<_> = batch.into_par_iter().map(|read| read.map(with_games)).collect();
        for (chunk, games) in batch.iter_mut().flatten() {
            self.numbers.begin(chunk);
            self.numbers.add(games.count);
        }
        batch
    }
}
