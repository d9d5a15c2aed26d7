//! `peatee moves`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use serde::Serialize;

use super::output::{MoveOut, ValueOut, answer_each};
use super::{PositionArgs, TableArgs};
use crate::errors::Error;
use crate::query;

/// List all legal moves of positions, best first, each with its value for the player who makes it.
///
/// In `jsonl` a position gives `{"fen","wdl","dtw_plies","moves":[{"move","fen","wdl","dtw_plies"}]}`, where the `fen`
/// of a move is the position after it and plies count from before it.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    tables: TableArgs,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    value: ValueOut,
    moves: Vec<MoveOut>,
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        self.moves.iter().try_for_each(|mv| write!(f, "\n  {mv}"))
    }
}

/// Runs the command.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let collection = args.tables.open()?;
    let tables = query::tables(&collection, &args.positions.variant)?;
    let game = tables.game();
    answer_each(&args.positions, |fen| {
        let position = game.parse_fen(fen)?;
        let value = tables.probe(&position)?.into();
        let moves = tables.moves(&position)?;
        Ok(Answer { value, moves: moves.iter().map(|mv| MoveOut::new(game, &position, mv)).collect() })
    })
}
