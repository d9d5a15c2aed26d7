//! `peatee line`.

use std::process::ExitCode;

use peatee_probe::with_tables;

use super::answers::Answers;
use super::question::QuestionArgs;
use crate::errors::Error;

/// Show a line of best play by both sides: the winner hurries, the loser delays.
///
/// Moves are numbered as players number them: `1...` is the first move of the side that moves
/// second in a game.
///
/// In `jsonl` a position gives
/// `{"fen","wdl","dtw_plies","moves":[{"move","fen","wdl","dtw_plies"}],"end"}`, where `end` is
/// `game-over`, `repetition` (a drawn line came back to an earlier position) or `cut` (the line has
/// as many plies as were asked for). Where the game has DTC tables the position also has
/// `dtc_plies`, and so has each move unless `--rules` is given; see `peatee probe`.
///
/// With `--rules` the line is best play under these rules, and has the further fields of `peatee
/// moves`. The winner wins as fast as the counts allow, and the loser delays the end, also by moves
/// that bring a count nearer to its limit. Of drawn moves the line has the one that is hardest to
/// answer. `end` is then never `repetition`. It may be `drawn-by-rule`, `draw-claimable` (a side
/// that does not win can claim a draw, and claims it) or `not-known` (`"lacking"` names the missing
/// table that would show the best move). `"draws"` lists in words the draws that stop the line.
///
/// With `--variant chess` the line is best play under the 50-move rule with the half-move clock of
/// the FEN. A position gives `{"fen","wdl","dtz_plies","rule_value","moves":[{"san","uci","fen",
/// "wdl","dtz_plies","rule_value"}],"end"}`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    question: QuestionArgs,

    /// Maximum number of plies to show.
    #[arg(long, value_name = "N", default_value_t = 200)]
    plies_max: u32,
}

pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let (asked, collection) = args.question.open()?;
    with_tables!(args.question.tables(&collection)?, tables => {
        let line = |fen: &str| Answers::line(tables, fen, asked.as_ref(), args.plies_max);
        args.question.answer_each(&collection, tables, line)
    })
}
