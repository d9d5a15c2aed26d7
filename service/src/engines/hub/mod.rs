//! `peatee hub`: an engine for programs that speak the Hub protocol, version 2.

mod answer;
mod line;
mod parameters;
mod session;

use std::process::ExitCode;

use super::engine::{Beyond, Draws, converse, pv_plies_range};
use super::hub_names::{RULES_DEFAULT, variant_named};
use crate::ask::tables::TableArgs;
use crate::errors::Error;
use parameters::Parameters;
use session::HubSession;

/// Play as an engine over standard input and output, in the Hub protocol, version 2.
///
/// Programs with a board, such as Hub, start this command and send it positions. It plays every
/// position of the tables perfectly under the draw rules: it wins in the fewest plies, loses in the
/// most, and reports a win as cursed if the draw rules make it a draw. Of drawn moves it plays the
/// one that is hardest to answer. It answers at once, so limits on time and depth are always kept.
/// The options are the values of the parameters until the program sets others.
///
/// A wrong line is answered by an `error`, and the session continues. Each `go` is answered by one
/// `done`, which names no move if there is none to play.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    tables: TableArgs,

    /// The game that is played: a name of the protocol (`normal`, `killer`, `bt`, `frisian`,
    /// `losing`) or an id that `peatee variants` lists.
    #[arg(long, value_name = "ID", default_value = "normal")]
    variant: String,

    /// The draw rules: a code with its readings as for `peatee probe`, `none`, or `default` for the
    /// first of the codes that were written for the game.
    #[arg(long, value_name = "CODE", default_value = RULES_DEFAULT)]
    rules: String,

    /// The answer if the tables do not show the best move.
    #[arg(long, value_enum, default_value_t = Beyond::Move)]
    beyond: Beyond,

    /// The choice among drawn moves.
    #[arg(long, value_enum, default_value_t = Draws::Hard)]
    draws: Draws,

    /// Maximum length in plies of the line of best play in `info`.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = pv_plies_range())]
    pv_plies: u32,
}

pub fn run(args: Args) -> Result<ExitCode, Error> {
    let wrong = |field, reason| Error::Argument { field, reason };
    let variant = variant_named(&args.variant).map_err(|reason| wrong("--variant", reason))?;
    let Args { tables, rules, beyond, draws, pv_plies, .. } = args;
    let mut parameters = Parameters { variant, tables, rules: RULES_DEFAULT.to_owned(), beyond, draws, pv_plies };
    parameters.set("rules", &rules).map_err(|reason| wrong("--rules", reason))?;

    converse(&mut HubSession::new(parameters))?;
    Ok(ExitCode::SUCCESS)
}
