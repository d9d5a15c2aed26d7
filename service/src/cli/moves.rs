//! `peatee moves`.

use std::process::ExitCode;

use peatee_probe::with_tables;

use super::answers::Answers;
use super::question::QuestionArgs;
use crate::ask::budget::CHANCES_DEPTH_MAX;
use crate::errors::Error;

/// List all legal moves of positions, best first, each with its value for the player who makes it.
///
/// In `jsonl` a position gives
/// `{"fen","wdl","dtw_plies","moves":[{"move","fen","wdl","dtw_plies"}]}`, where the `fen` of a
/// move is the position after the move, and its plies count from before the move. Where the game
/// has DTC tables the position also has `dtc_plies`, and so has each move unless `--rules` is
/// given; see `peatee probe`. With `--rules` the best moves under these rules come first, a
/// position has the further fields of `peatee probe`, and a move has
/// `"rule_value","needed_plies","rule_plies","rule_plies_at_least","resets_count","counters"`.
///
/// With `--chances` the drawn moves that are hardest to answer come first. A move that draws or
/// loses has `"replies"`, the number of replies of the opponent, `"replies_that_draw"` (or, after a
/// lost move, `"replies_that_win"`), the number of those that are right, and `"chance"`, the
/// probability that an opponent who replies at random errs. It is a chance against errors: an
/// opponent who makes none draws.
///
/// With `--variant chess` a position gives what `peatee probe` gives.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    question: QuestionArgs,

    /// Show the chances that the opponent errs within DEPTH replies (1, unless it is given).
    #[arg(
        long,
        value_name = "DEPTH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(CHANCES_DEPTH_MAX)),
    )]
    chances: Option<u32>,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let (asked, collection) = args.question.open()?;
    with_tables!(args.question.tables(&collection)?, tables => {
        let depth = args.chances.unwrap_or(0);
        args.question.answer_each(&collection, tables, |fen| Answers::moves(tables, fen, asked.as_ref(), depth))
    })
}
