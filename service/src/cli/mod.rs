//! The commands: arguments, input, and answers as text and JSON.

pub mod adjudicate;
pub mod annotate;
pub mod answers;
pub mod bulk;
mod byte_bar;
mod chess;
mod draughts;
mod fen_args;
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

pub use fen_args::FenArgs;

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
