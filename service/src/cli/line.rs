//! `peatee line`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::RatedMove;
use peatee_rules::notation::MoveNumber;
use serde::Serialize;

use super::chess_line;
use super::line_out::RuleLineOut;
use super::output::MoveOut;
use super::question::{PositionValueOut, Question, QuestionArgs};
use crate::answer::words;
use crate::ask::faults::Partial;
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
/// moves`. A winner plays the shortest win, and plays to set the count back only where the count
/// endangers that win. `end` is then never `repetition`. It may be `drawn-by-rule`,
/// `draw-claimable` (a side that does not win can claim a draw, and claims it) or `not-known`
/// (`"lacking"` says what the tables lack to know the best move). `"draws"` lists in words the
/// draws that stop the line.
///
/// With `--variant chess` the line is best play under the 50-move rule with the half-move clock of
/// the FEN. A position gives `{"fen","wdl","dtz_plies","rule_value","moves":[{"san","uci","fen",
/// "wdl","dtz_plies","rule_value"}],"end"}`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    question: QuestionArgs,

    /// The most plies to show.
    #[arg(long, value_name = "N", default_value_t = 200)]
    plies_max: u32,
}

#[derive(Debug, Serialize)]
struct LineAnswer {
    #[serde(flatten)]
    value: PositionValueOut,
    moves: Vec<MoveOut>,
    end: &'static str,
    /// The number of the first move.
    #[serde(skip)]
    number: MoveNumber,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lacking: Option<String>,
}

impl Partial for LineAnswer {
    fn lacks_table(&self) -> bool {
        self.value.lacks_table() || self.lacking.is_some()
    }
}

impl Display for LineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        let mut number = self.number;
        for mv in &self.moves {
            write!(f, "\n  {:>6} {mv}", number.to_string())?;
            number = number.next();
        }
        write!(f, "\n  {}", words::line_end(self.end, "--plies-max"))?;
        self.draws.iter().flatten().chain(&self.lacking).try_for_each(|text| write!(f, "\n         {text}"))?;
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
        return chess_line::line(&args.question, args.plies_max);
    }
    args.question.answer_each(|question| {
        let value = PositionValueOut::probe(question)?;
        let Question { tables, position, rules, .. } = question;
        let game = tables.game();
        let number = MoveNumber::in_position(game, position, 0);
        let Some(asked) = rules else {
            let (moves, end) = plain_line(question, args.plies_max)?;
            return Ok(LineAnswer { value, moves, end, draws: None, lacking: None, number });
        };
        let line = tables.rule_line(&asked.record(game, position)?, args.plies_max)?;
        let RuleLineOut { moves, end, draws, lacking } = RuleLineOut::new(game, position, &asked.rules, &line);
        Ok(LineAnswer { value, moves, end, draws: Some(draws), lacking, number })
    })
}

/// The moves of a line without draw rules, and why it ends.
fn plain_line(question: &Question, plies_max: u32) -> Result<(Vec<MoveOut>, &'static str), Error> {
    let Question { tables, position, .. } = question;
    let line = tables.line(position, plies_max)?;
    let befores = std::iter::once(position).chain(line.moves.iter().map(|mv| &mv.position));
    let text = |before: &_, mv: &RatedMove| tables.game().move_text(before, &mv.mv);
    let moves = befores.zip(&line.moves).map(|(before, mv)| MoveOut::new(tables, text(before, mv), mv));
    Ok((moves.collect::<Result<_, Error>>()?, line.end.name()))
}
