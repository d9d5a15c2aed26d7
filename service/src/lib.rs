//! `peatee`: exact answers about endings of draughts and chess, on the command line and over gRPC.
//!
//! This crate reads requests, probes tables with `peatee-probe`, and writes answers. Chess has
//! forms of requests and answers of its own; all variants of draughts share theirs. The crate is a
//! library so that fuzz targets can call its functions; other programs should not use it.
#![deny(unsafe_code)]
// `eprintln!` panics if standard error cannot be written; `stderr::write_line` does not.
#![deny(clippy::print_stderr)]

mod answer;
mod ask;
mod cli;
mod engines;
#[doc(hidden)]
pub mod internals;
mod serve;
mod stderr;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use peatee_arguments::{arguments, without_devices};
use peatee_questions::{archives, errors};

use errors::Error;
use serve::config::OptionPlaces;

/// Exact answers about endgames of draughts, checkers and chess: who wins, in how many plies, by
/// which moves.
///
/// Answers come from tables on disk. To begin, run `peatee-gen demo`, which makes small tables and
/// shows what they hold; `peatee-gen generate` makes larger ones.
///
/// Exit codes: 0 everything was answered; 1 a position or game could not be answered, or the moves
/// or the result of a game are against the rules; 2 wrong arguments; 3 tables missing; 4 not enough
/// memory; 5 input or output failed or a file is damaged; 6 a verdict on a game of chess that is
/// not decided; 7 an internal error.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Probe(cli::probe::Args),
    Moves(cli::moves::Args),
    Line(cli::line::Args),
    SolveProblem(cli::solve_problem::Args),
    Adjudicate(cli::adjudicate::Args),
    Annotate(cli::annotate::Args),
    Fetch(cli::fetch::Args),
    Perft(cli::perft::Args),
    Variants(cli::variants::Args),
    Hub(engines::hub::Args),
    Dxp(engines::dxp::Args),
    Uci(engines::uci::Args),
    Serve(Box<serve::Args>),
}

/// Parses the command line. Options of the server can also come from the environment and from a
/// file. The returned [`OptionPlaces`] contains the source of each option.
fn parse() -> Result<(Cli, OptionPlaces), Error> {
    let (matches, places) = serve::config::parse(&without_devices(Cli::command()), &arguments())?;
    Ok((Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()), places))
}

fn run(cli: Cli) -> Result<ExitCode, Error> {
    match cli.command {
        Command::Probe(args) => cli::probe::run(&args),
        Command::Moves(args) => cli::moves::run(&args),
        Command::Line(args) => cli::line::run(&args),
        Command::SolveProblem(args) => cli::solve_problem::run(&args),
        Command::Adjudicate(args) => cli::adjudicate::run(&args),
        Command::Annotate(args) => cli::annotate::run(&args),
        Command::Fetch(args) => cli::fetch::run(&args),
        Command::Perft(args) => cli::perft::run(&args),
        Command::Variants(args) => cli::variants::run(&args),
        Command::Hub(args) => engines::hub::run(args),
        Command::Dxp(args) => engines::dxp::run(&args),
        Command::Uci(args) => engines::uci::run(args),
        Command::Serve(args) => serve::run(&args),
    }
}

pub fn main() -> ExitCode {
    let done = parse().and_then(|(cli, places)| run(cli).map_err(|error| places.explain(error)));
    match done {
        Ok(code) => code,
        Err(error) if answer::output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            stderr::write_line(format_args!("peatee: {}", error.text()));
            ExitCode::from(error.policy().exit_code)
        }
    }
}
