//! The commands: arguments, input, and answers as text and JSON.

pub mod adjudicate;
pub mod annotate;
pub mod answers;
pub mod bulk;
mod byte_bar;
mod chess;
mod draughts;
pub mod fetch;
mod games_out;
pub mod input;
pub mod line;
pub mod moves;
mod moves_out;
pub mod output;
pub mod perft;
pub mod picture;
pub mod probe;
pub mod question;
pub mod rule_args;
pub mod solve_problem;
pub mod under_rules;
pub mod variants;
mod whole_file;

use crate::ask::games::DEFAULT_VARIANT;

/// Arguments that name positions and the game that is played.
#[derive(Debug, clap::Args)]
pub struct FenArgs {
    /// Positions as PDN FEN, for example `W:WK12,K40,50:BK11`. Without any, or with `-`, positions
    /// are read from standard input, one per line; empty lines and lines that start with `#` are
    /// skipped.
    #[arg(value_name = "FEN")]
    pub fens: Vec<String>,

    /// The game that is played; `peatee variants` lists the games.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT)]
    pub variant: String,
}

impl FenArgs {
    /// Returns true when the positions come from the arguments, not from standard input.
    pub fn has_arguments(&self) -> bool {
        !self.fens.is_empty() && self.fens != ["-"]
    }
}

/// Arguments that name positions, the game that is played, and the format of the answers.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    #[command(flatten)]
    pub source: FenArgs,

    /// Format of the answers: `text` for people, `jsonl` for programs (one JSON object for each
    /// position).
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON object per line.
    Jsonl,
}

/// Sets the number of threads that a command uses; 0 uses every processor.
pub fn start_threads(threads: usize) {
    if threads > 0 {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build_global().expect("threads are set up only once");
    }
}
