//! `peatee probe`.

use std::process::ExitCode;

use super::output::{ValueOut, answer_each};
use super::{PositionArgs, TableArgs};
use crate::errors::Error;
use crate::query;

/// Say what positions are worth to the side to move, and in how many plies the game ends.
///
/// In `jsonl` a position gives `{"fen","wdl":"win|draw|loss","dtw_plies":N|null}`; one that cannot be answered gives
/// `{"fen","error"}`, does not stop the run, and makes the exit code 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    tables: TableArgs,
}

/// Runs the command.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let collection = args.tables.open()?;
    let tables = query::tables(&collection, &args.positions.variant)?;
    answer_each(&args.positions, |fen| {
        let position = tables.game().parse_fen(fen)?;
        Ok(ValueOut::from(tables.probe(&position)?))
    })
}
