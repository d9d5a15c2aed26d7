//! `peatee moves`.

use std::process::ExitCode;

use peatee_probe::with_tables;

use super::answers::Answers;
use super::question::QuestionArgs;
use crate::errors::Error;

/// List all legal moves of positions, best first, each with its value for the player who makes it.
///
/// In `jsonl` a position gives
/// `{"fen","wdl","dtw_plies","moves":[{"move","fen","wdl","dtw_plies"}]}`, where the `fen` of a
/// move is the position after the move, and its plies count from before the move. Where the game
/// has DTC tables the position also has `dtc_plies`, and so has each move unless `--rules` is
/// given; see `peatee probe`. With `--rules` the best moves under these rules come first, a
/// position has the further fields of `peatee probe`, and a move has
/// `"rule_value","needed_plies","resets_count","counters"`.
///
/// With `--variant chess` a position gives what `peatee probe` gives.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    question: QuestionArgs,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let (asked, collection) = args.question.open()?;
    with_tables!(args.question.tables(&collection)?, tables => {
        args.question.answer_each(&collection, tables, |fen| Answers::moves(tables, fen, asked.as_ref()))
    })
}
