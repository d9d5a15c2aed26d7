//! `peatee probe`.

use std::process::ExitCode;

use super::question::QuestionArgs;
use crate::errors::Error;

/// Say whether the side to move wins, draws or loses, and in how many plies the game ends.
///
/// In `jsonl` a position gives `{"fen","wdl":"win|draw|loss","dtw_plies":N|null}`; a position that
/// cannot be answered gives `{"fen","error"}`, does not stop the run, and makes the exit code 1.
/// Where the game has DTC tables there is also `"dtc_plies":N|null`: plies to the next conversion
/// (a capture, a move of any piece but a king, or the end of the game) when the winner hurries and
/// the loser delays; null for a draw, and for a slice without a DTC table. With `--rules` these
/// fields follow: `"rule_value":"win|maybe-win|cursed-win|draw|blessed-loss|maybe-loss|loss"`, the
/// `"article"`, `"used_plies"` and `"left_plies"` of the count that decides the value (null when no
/// count does) and `"needed_plies"`, the plies of that count that the winner needs; `"draw"`, which
/// is `drawn` or `claimable` where that count already makes the position a draw, else null;
/// `"lacking"`, the table without which the value (`maybe-...`) or the needed plies are not known,
/// else null. Counts that another program wrote after a FEN (`:H12:F40`, `:+1+0`) are not taken
/// over; where they would matter, `"note"` says so.
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
