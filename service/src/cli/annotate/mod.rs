//! `peatee annotate`.

mod annotator;
mod moves;
mod parquet;
mod sums;
mod table;

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use peatee_probe::any::AnyTables;
use peatee_probe::chess::Chess;
use peatee_probe::{Collection, Game as _, with_tables};
use peatee_rules::draw::rules_help;
use rayon::prelude::*;

use self::annotator::{AnnotatedChunk, AnnotatedFormat, Annotator, Fault};
use self::moves::MoveRow;
use self::parquet::ParquetFile;
use self::sums::AnnotationSums;
use self::table::{csv, csv_names};
use crate::answer::encoding::{self, NamedEncoding};
use crate::answer::output::Output;
use crate::answer::verdicts::JudgeOptions;
use crate::ask::faults;
use crate::ask::games;
use crate::ask::tables::TableArgs;
use crate::cli::game_files::{Chunk, Chunks, GameNumbers, ReadGames, UnreadFile};
use crate::errors::Error;

/// Number of chunks (parts of a file) per thread that are read and annotated together.
const CHUNKS_OF_THREAD: usize = 8;

/// Annotate games by the tables: mark the errors, give values and best moves.
///
/// Each move whose position is in the tables gets its value under the draw code with the counts
/// that run. A mark says what the move did to the result of best play: `?` loses half a point, `??`
/// a whole point, `!` is the only one of several legal moves that keeps it. Repetitions do not
/// count.
///
/// In `pdn` (also for PGN) the records stay as they were written; a mark (`$2`, `$4`, `$1`) and a
/// comment with value and best move follow the move. In `csv`, `jsonl` and `parquet` each move that
/// starts in the tables is a row; values are those of the side that moves.
///
/// Games are read one part at a time, so that archives of any size take the same memory, and all
/// cores are used. A game that cannot be read, or has an illegal or unclear move, is reported and
/// stops nothing; the exit code is then 1. At the end come the sums: how often each slice came up,
/// and how often the value was kept.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games in PDN or PGN, folders of such files, or `-` for standard input. Files may be
    /// compressed with gzip or Zstandard.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    tables: TableArgs,

    /// The game that is played, whatever the tags of the games say. Without it: the game that the
    /// tags name; chess for PGN; else international, or the one game in which all moves are legal.
    /// `peatee variants` lists the games.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,

    /// The draw rules: a code, followed by the readings that differ from its defaults, or `none`.
    /// Without it: the first code that `peatee variants` lists for the game.
    #[arg(long, value_name = "CODE", long_help = rules_long_help())]
    rules: Option<String>,

    /// The encoding of the files, such as `windows-1251` or `cp437`. Without it: UTF-8, or else the
    /// one that the bytes show.
    #[arg(long, value_name = "NAME", value_parser = encoding::parse)]
    encoding: Option<NamedEncoding>,

    /// Format of the output.
    #[arg(long, value_enum, default_value_t = AnnotatedFormat::Pdn)]
    format: AnnotatedFormat,

    /// Write the sums by slice, player, rating and year to this file: as JSON or CSV if its name
    /// ends in `.json` or `.csv`, else as Markdown. Without it those of the slices go to standard
    /// error.
    #[arg(long, value_name = "FILE")]
    sums: Option<PathBuf>,

    /// Write the games that cannot be read to this file, as CSV, instead of to standard error.
    #[arg(long, value_name = "FILE")]
    faults: Option<PathBuf>,

    /// Number of threads; 0 uses every processor. The output is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

fn rules_long_help() -> String {
    let asked = "The draw rules: a code, followed by the readings that differ from its defaults, such as \
                 `FMJD-64+together`, or `none`. Without it: the first code that `peatee variants` lists for the game";
    format!("{asked}\n\n{}", rules_help())
}

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
    let mut chunks = Chunks::new(&args.inputs, args.encoding, is_chess)?;
    let mut out = AnnotateOut::new(args, &collection)?;
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

impl Args {
    fn judge_options<'a>(&'a self, collection: &'a Collection) -> JudgeOptions<'a> {
        let rules = self.rules.as_deref().unwrap_or_default();
        JudgeOptions { rules, values_moves: true, ..JudgeOptions::of_games(collection) }
    }

    /// Returns what the values depend on besides the games, as metadata of a Parquet file.
    fn provenance(&self, collection: &Collection) -> [(&'static str, String); 4] {
        let asked = |option: &Option<String>| option.clone().unwrap_or_else(|| "of each game".to_owned());
        let manifest = |any: &AnyTables| with_tables!(any, tables => format!("{} {}", tables.game().id(), tables.manifest_digest()));
        let manifests: Vec<String> = collection.games().iter().map(manifest).collect();
        [
            ("peatee.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("peatee.variant", asked(&self.variant)),
            ("peatee.rules", asked(&self.rules)),
            ("peatee.manifests", manifests.join(", ")),
        ]
    }
}

struct AnnotateOut {
    out: Output,
    parquet: Option<ParquetFile>,
    /// Path and open file for the list of faults.
    faults: Option<(PathBuf, File)>,
    sums: AnnotationSums,
    exit_code: u8,
}

impl AnnotateOut {
    fn new(args: &Args, collection: &Collection) -> Result<AnnotateOut, Error> {
        let mut out = Output::new();
        if args.format == AnnotatedFormat::Csv {
            out.text(&csv_names::<MoveRow>())?;
        }
        let created = |path: &PathBuf| {
            let mut file = File::create(path).map_err(|error| cannot_write(path, error))?;
            file.write_all(csv_names::<Fault>().as_bytes()).map_err(|error| cannot_write(path, error))?;
            Ok::<_, Error>((path.clone(), file))
        };
        let parquet = (args.format == AnnotatedFormat::Parquet).then(|| ParquetFile::new(args.provenance(collection)));
        let parquet = parquet.transpose()?;
        let faults = args.faults.as_ref().map(created).transpose()?;
        Ok(AnnotateOut { out, parquet, faults, sums: AnnotationSums::default(), exit_code: 0 })
    }

    fn write(&mut self, chunk: AnnotatedChunk) -> Result<(), Error> {
        let AnnotatedChunk { text, rows, faults, sums, exit_code, .. } = chunk;
        self.out.text(&text)?;
        if let Some(file) = &mut self.parquet {
            file.add(rows)?;
        }
        match &mut self.faults {
            Some((path, file)) => file.write_all(csv(faults).as_bytes()).map_err(|error| cannot_write(path, error))?,
            None => faults.iter().for_each(|fault| crate::stderr::write_line(format_args!("peatee: {fault}"))),
        }
        self.exit_code = self.exit_code.max(exit_code);
        self.sums.merge(sums);
        Ok(())
    }

    fn finish(mut self, sums: Option<&Path>) -> Result<ExitCode, Error> {
        self.out.flush()?;
        self.parquet.take().map_or(Ok(()), ParquetFile::finish)?;
        match sums {
            Some(path) => self.sums.write(path).map_err(|error| cannot_write(path, error))?,
            None => crate::stderr::write_line(self.sums.slices().trim_end()),
        }
        crate::stderr::write_line(format_args!("peatee: {}", self.sums.totals()));
        Ok(ExitCode::from(self.exit_code))
    }
}

fn cannot_write(path: &Path, error: std::io::Error) -> Error {
    Error::Io { what: format!("cannot write {}", path.display()), error }
}
