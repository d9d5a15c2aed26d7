//! `peatee annotate`.

mod args;
mod finished;
mod folder;
mod format;
mod games_writer;
mod output;
mod sink;
mod sums_file;
mod table;

use std::process::ExitCode;

use peatee_probe::Game as _;
use peatee_probe::chess::Chess;

pub use self::args::Args;
use self::output::AnnotateOut;
use crate::archives::annotation::{AnnotatedBatches, Annotator};
use crate::archives::game_files::{Chunks, FileContent, game_files};
use crate::ask::{faults, games};
use crate::cli::byte_bar::byte_bar;
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
    let annotator = Annotator { options: args.judge_options(&collection), asked, output: args.format.output() };
    annotator.check()?;
    faults::report(&collection);
    args.format.check()?;
    let content = if args.fens { FileContent::Positions } else { FileContent::Games };
    let (mut out, files) = AnnotateOut::new(args, game_files(&args.inputs, content)?, &collection)?;
    let bar = byte_bar(0);
    let chunks = Chunks::new(files, content, args.encoding, is_chess, bar.clone());
    let mut batches = AnnotatedBatches::new(chunks, CHUNKS_OF_THREAD);
    loop {
        let annotated = batches.next(&annotator)?;
        if annotated.is_empty() {
            break;
        }
        bar.suspend(|| annotated.into_iter().try_for_each(|chunk| out.write(chunk)))?;
    }
    bar.finish_and_clear();
    out.finish(args.sums.as_deref())
}
