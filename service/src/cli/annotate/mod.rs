//! `peatee annotate`.

mod annotator;
mod args;
mod finished;
mod folder;
mod games_writer;
mod move_row;
mod moves;
mod output;
mod parquet;
mod positions;
mod provenance;
mod sink;
mod sums;
mod table;

use std::process::ExitCode;

use peatee_probe::Game as _;
use peatee_probe::chess::Chess;
use rayon::prelude::*;

use self::annotator::{AnnotatedFormat, Annotator};
pub use self::args::Args;
use self::output::AnnotateOut;
use self::parquet::ParquetFile;
use crate::ask::{faults, games};
use crate::cli::game_files::{Chunk, Chunks, FileContent, GameNumbers, ReadGames, UnreadFile, game_files};
use crate::errors::Error;

/// Number of chunks (parts of a file) per thread that are read and annotated together.
const CHUNKS_OF_THREAD: usize = 8;

/// Runs the command.
///
/// # Errors
/// Wrong arguments, the tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    super::start_threads(args.threads);
    let asked = args.variant.as_deref().map(games::game).transpose()?;
    let is_chess = args.variant.as_deref().map(|id| Chess::named(id).is_some());
    let collection = args.tables.open(args.variant.as_deref())?;
    if let Some(game) = asked {
        args.tables.of_game(&collection, game.id())?;
    }
    let annotator = Annotator { options: args.judge_options(&collection), asked, format: args.format };
    annotator.check()?;
    faults::report(&collection);
    if args.format == AnnotatedFormat::Parquet {
        ParquetFile::check()?;
    }
    let content = if args.fens { FileContent::Positions } else { FileContent::Games };
    let (mut out, files) = AnnotateOut::new(args, game_files(&args.inputs, content)?, &collection)?;
    let mut chunks = Chunks::new(files, content, args.encoding, is_chess);
    let mut numbers = GameNumbers::default();
    let mut batch = next_batch(&mut chunks);
    while !batch.is_empty() {
        let numbered = numbered(&mut numbers, batch);
        let (annotated, next) = rayon::join(
            || numbered.into_par_iter().map(|read| annotator.annotated(read)).collect::<Result<Vec<_>, Error>>(),
            || next_batch(&mut chunks),
        );
        let annotated = annotated?;
        chunks.bar.suspend(|| annotated.into_iter().try_for_each(|chunk| out.write(chunk)))?;
        batch = next;
    }
    chunks.bar.finish_and_clear();
    out.finish(args.sums.as_deref())
}

fn next_batch(chunks: &mut Chunks) -> Vec<Result<Chunk, UnreadFile>> {
    chunks.take(CHUNKS_OF_THREAD * rayon::current_num_threads()).collect()
}

/// Reads the games of each chunk of a batch, and sets the number of each chunk's first game.
fn numbered(
    numbers: &mut GameNumbers,
    batch: Vec<Result<Chunk, UnreadFile>>,
) -> Vec<Result<(Chunk, ReadGames), UnreadFile>> {
    let with_games = |chunk: Chunk| {
        let games = ReadGames::of(&chunk);
        (chunk, games)
    };
    let mut batch: Vec<_> = batch.into_par_iter().map(|read| read.map(with_games)).collect();
    for (chunk, games) in batch.iter_mut().flatten() {
        numbers.begin(chunk);
        numbers.add(games.count);
    }
    batch
}
