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

use super::engine::{Beyond, Draws, converse, pv_plies_range};
use crate::ask::tables::TableArgs;
use crate::errors::Error;
use options::Options;
use session::UciSession;

/// Play chess as an engine over standard input and output, in the protocol UCI.
///
/// Programs with a board start this command and send it positions. It plays every position of the
/// tables perfectly under the 50-move rule with the running half-move clock: it keeps every win,
/// delays the next capture, pawn move or mate of a loss as long as possible, and reports a win as
/// cursed if the rule makes it a draw. With tables of DTM it reports the moves to mate, and mates
/// in the fewest if no claim of a draw can come before. It answers at once, so limits on time and
/// depth are always kept. Of drawn moves it plays the one that is hardest to answer. Beyond the
/// tables it says so in an `info string`, and plays a legal move, unless `--beyond` says otherwise:
/// one that mates, wins or draws by the tables, else one whose value is unknown, else any. Among
/// equal moves it prefers one that keeps the most material.
///
/// The options are the values of the UCI options until the program sets others. `MultiPV` and
/// `UCI_ShowWDL` are UCI options too. A wrong line is answered by an `info string`, and the session
/// continues. Each `go` is answered by one `bestmove`, which is `(none)` if there is no move to
/// play.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    tables: TableArgs,

    /// Maximum length in plies of the line of best play in `info`.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = pv_plies_range())]
    pv_plies: u32,

    /// The answer if the tables do not show the best move.
    #[arg(long, value_enum, default_value_t = Beyond::Move)]
    beyond: Beyond,

    /// The choice among drawn moves.
    #[arg(long, value_enum, default_value_t = Draws::Hard)]
    draws: Draws,
}

pub fn run(args: Args) -> Result<ExitCode, Error> {
    let Args { tables, pv_plies, beyond, draws } = args;
    let options = Options { tables, pv_plies, multi_pv: 1, shows_wdl: false, beyond, draws };
    converse(&mut UciSession::new(options))?;
    Ok(ExitCode::SUCCESS)
}
