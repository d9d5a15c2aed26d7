//! `peatee probe`.

use std::process::ExitCode;

use super::question::QuestionArgs;
use crate::errors::Error;

/// Say what positions are worth to the side to move, and in how many plies the game ends.
///
/// In `jsonl` a position gives `{"fen","wdl":"win|draw|loss","dtw_plies":N|null}`; one that cannot
/// be answered gives `{"fen","error"}`, does not stop the run, and makes the exit code 1. Where the
/// game has DTC tables there is `"dtc_plies":N|null` too: plies to the next conversion (a capture,
/// a move of any piece but a king, or the end of the game), the winner hurrying and the loser
/// delaying; null for a draw, and for a slice without a DTC table. With `--rules` these fields
/// follow: `"rule_value":"win|maybe-win|cursed-win|draw|blessed-loss|maybe-loss|loss"`, and of the
/// count that decides it `"article"`, `"used_plies"`, `"left_plies"` (null when none does) and
/// `"needed_plies"`, what the winner needs of it; `"draw"` is `drawn` or `claimable` where that
/// count makes a draw of the position already, else null; `"lacking"` names the table without which
/// the value (`maybe-...`) or the needed plies are not known, else null. Counts that another
/// program wrote behind a FEN (`:H12:F40`, `:+1+0`) are not taken over; where they would matter,
/// `"note"` says so.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    question: QuestionArgs,
}

/// Runs the command.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    args.question.worth_of_each()
}
