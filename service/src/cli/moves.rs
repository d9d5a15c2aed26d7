//! `peatee moves`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use serde::Serialize;

use super::chess;
use super::output::MoveOut;
use super::question::{PositionValueOut, Question, QuestionArgs};
use crate::answer::words;
use crate::ask::faults::Partial;
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

#[derive(Debug, Serialize)]
struct MovesAnswer {
    #[serde(flatten)]
    value: PositionValueOut,
    moves: Vec<MoveOut>,
}

impl Partial for MovesAnswer {
    fn lacks_table(&self) -> bool {
        self.value.lacks_table()
    }
}

impl Display for MovesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        self.moves.iter().try_for_each(|mv| write!(f, "\n  {mv}"))?;
        let legend = words::legend(self.moves.iter().filter_map(MoveOut::outcome));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Runs the command.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    if args.question.is_of_chess() {
        return chess::moves(&args.question);
    }
    args.question.answer_each(|question| {
        let value = PositionValueOut::probe(question)?;
        let Question { tables, position, rules, .. } = question;
        let game = tables.game();
        let moves = match rules {
            None => {
                let moves = tables.moves(position)?;
                let texts = game.move_texts(moves.iter().map(|rated| &rated.mv));
                moves
                    .iter()
                    .zip(texts)
                    .map(|(mv, text)| MoveOut::new(tables, text, mv))
                    .collect::<Result<_, Error>>()?
            }
            Some(asked) => {
                let moves = tables.rule_moves(position, &asked.rules, &asked.counters(position)?)?;
                let texts = game.move_texts(moves.iter().map(|rated| &rated.mv));
                moves.iter().zip(texts).map(|(mv, text)| MoveOut::under_rules(game, text, &asked.rules, mv)).collect()
            }
        };
        Ok(MovesAnswer { value, moves })
    })
}
