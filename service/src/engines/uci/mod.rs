//! `peatee uci`: a chess engine for programs that speak UCI.

mod answer;
mod go;
mod mate;
mod material;
mod options;
mod play;
mod position;
mod session;

use std::process::ExitCode;

use super::engine::{Beyond, converse, pv_plies_range};
use crate::ask::tables::TableArgs;
use crate::errors::Error;
use options::Options;
use session::UciSession;

/// Play chess as an engine over standard input and output, in the protocol UCI.
///
/// Programs with a board start this command and send it positions. It plays every position that the
/// tables hold perfectly under the 50-move rule with the running half-move clock: no win slips, a
/// loss takes as long as it can to the next capture, pawn move or mate, and a win that the rule
/// makes a draw of is said to be cursed. With tables of DTM it says in how many moves it is mate,
/// and mates in the fewest, where no claim of a draw can come before. It answers at once, so limits
/// on time and depth are always kept. Beyond the tables it says so in an `info string`, and plays a
/// legal move, unless `--beyond` says otherwise: one that mates or that the tables say wins or
/// draws, else one of which they say nothing, else any; of equals one that keeps most material.
///
/// The options are the values of the UCI options until the program sets others; `MultiPV` and
/// `UCI_ShowWDL` are there besides. A line that is wrong is answered by an `info string`, and the
/// session goes on. Each `go` is answered by one `bestmove`, which is `(none)` where there is none
/// to play.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    tables: TableArgs,

    /// Maximal length in plies of the line of best play in `info`.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = pv_plies_range())]
    pv_plies: u32,

    /// The answer where the tables do not say which move is best.
    #[arg(long, value_enum, default_value_t = Beyond::Move)]
    beyond: Beyond,
}

/// Runs the command.
///
/// # Errors
/// Input or output fails.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let Args { tables, pv_plies, beyond } = args;
    let options = Options { tables, pv_plies, multi_pv: 1, shows_wdl: false, beyond };
    converse(&mut UciSession::new(options))?;
    Ok(ExitCode::SUCCESS)
}
