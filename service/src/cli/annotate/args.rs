//! Arguments of the command.

use std::path::PathBuf;

use peatee_probe::Collection;
use peatee_rows::Provenance;
use peatee_rules::draw::rules_help;

use super::finished::Settings;
use super::format::AnnotatedFormat;
use crate::answer::encoding::{self, NamedEncoding};
use crate::answer::verdicts::JudgeOptions;
use crate::archives::annotation::provenance;
use crate::ask::tables::TableArgs;

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
///
/// With `--out`, each file has an output of its own, and a run that was stopped goes on where the
/// same command is given again.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of games in PDN or PGN, folders of such files, or `-` for standard input. Files may be
    /// compressed with gzip or Zstandard.
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,

    #[command(flatten)]
    pub tables: TableArgs,

    /// The game that is played, whatever the tags of the games say. Without it: the game that the
    /// tags name; chess for PGN; else international, or the one game in which all moves are legal.
    /// `peatee variants` lists the games.
    #[arg(long, value_name = "ID")]
    pub variant: Option<String>,

    /// The draw rules: a code, followed by the readings that differ from its defaults, or `none`.
    /// Without it: the first code that `peatee variants` lists for the game.
    #[arg(long, value_name = "CODE", long_help = rules_long_help())]
    pub rules: Option<String>,

    /// The encoding of the files, such as `windows-1251` or `cp437`. Without it: UTF-8, or else the
    /// one that the bytes show.
    #[arg(long, value_name = "NAME", value_parser = encoding::parse)]
    pub encoding: Option<NamedEncoding>,

    /// Format of the output.
    #[arg(long, value_enum, default_value_t = AnnotatedFormat::Pdn)]
    pub format: AnnotatedFormat,

    /// The files hold positions as FENs, one per line, instead of games. Each position gets the
    /// columns of a move that do not depend on the move played, and the best move; in `pdn` a
    /// comment after it. In folders, files `.fen` and `.txt` are read.
    #[arg(long)]
    pub fens: bool,

    /// Write an output for each file into this folder, under the name of the file, instead of to
    /// standard output. Given again, the command skips the files whose outputs are complete; sums
    /// and faults count them in.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Write the sums by slice, player, rating and year to this file: as JSON or CSV if its name
    /// ends in `.json` or `.csv`, as a picture of the slices if in `.svg`, else as Markdown.
    /// Without it those of the slices go to standard error.
    #[arg(long, value_name = "FILE")]
    pub sums: Option<PathBuf>,

    /// Write the games that cannot be read to this file, as CSV, instead of to standard error.
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,

    /// Number of threads; 0 uses every processor. The output is the same for any number.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

fn rules_long_help() -> String {
    let asked = "The draw rules: a code, followed by the readings that differ from its defaults, such as \
                 `FMJD-64+together`, or `none`. Without it: the first code that `peatee variants` lists for the game";
    format!("{asked}\n\n{}", rules_help())
}

impl Args {
    pub fn judge_options<'a>(&'a self, collection: &'a Collection) -> JudgeOptions<'a> {
        let rules = self.rules.as_deref().unwrap_or_default();
        JudgeOptions { rules, values_moves: true, ..JudgeOptions::of_games(collection) }
    }

    pub fn provenance(&self, collection: &Collection) -> Provenance {
        provenance(self.variant.as_deref(), self.rules.as_deref(), collection)
    }

    /// Returns everything on which the outputs depend besides the games.
    pub fn settings(&self, provenance: &Provenance) -> Settings {
        let format = format!("{:?}", self.format).to_lowercase();
        let encoding = self.encoding.map_or_else(|| "guessed".to_owned(), |encoding| format!("{encoding:?}"));
        let options = [("--format", format), ("--encoding", encoding), ("--fens", self.fens.to_string())];
        let provenance = provenance.pairs().map(|(key, value)| (key.to_owned(), value.to_owned()));
        provenance.chain(options.map(|(key, value)| (key.to_owned(), value))).collect()
    }
}
