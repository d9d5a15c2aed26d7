//! `peatee line`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::LineEnd;
use serde::Serialize;

use super::output::{MoveOut, ValueOut, answer_each};
use super::under_rules::{RuleArgs, RuleValueOut, line_out};
use super::{PositionArgs, TableArgs};
use crate::errors::Error;
use crate::query;

/// Show a line of best play by both sides: the winner hurries, the loser delays.
///
/// In `jsonl` a position gives `{"fen","wdl","dtw_plies","moves":[{"move","fen","wdl","dtw_plies"}],"end"}`, where
/// `end` is `game-over`, `repetition` (a drawn line came back to an earlier position) or `cut` (as long as asked for).
/// With `--rules` play is the best under these rules, with the further fields of `peatee moves`; `end` may then be
/// `drawn-by-rule`, and is never `repetition`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    tables: TableArgs,

    /// The most plies to show.
    #[arg(long, value_name = "N", default_value_t = 200)]
    plies_max: u32,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    value: ValueOut,
    #[serde(flatten)]
    rule_value: Option<RuleValueOut>,
    moves: Vec<MoveOut>,
    end: &'static str,
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if let Some(value) = &self.rule_value {
            write!(f, "; under the rules {value}")?;
        }
        for (i, mv) in self.moves.iter().enumerate() {
            write!(f, "\n  {:>3} {mv}", i + 1)?;
        }
        write!(f, "\n      {}", self.end)
    }
}

/// Runs the command.
///
/// # Errors
/// The tables cannot be opened, or input or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let asked = args.rules.read(&args.positions)?;
    let collection = args.tables.open()?;
    let tables = query::tables(&collection, &args.positions.variant)?;
    let game = tables.game();
    answer_each(&args.positions, |fen| {
        let position = game.parse_fen(fen)?;
        if let Some(asked) = &asked {
            let value = tables.probe(&position)?.into();
            let rule_value = Some(tables.rule_value(&position, &asked.rules, &asked.counters(&position)?)?.into());
            let line = tables.rule_line(&asked.record(game, &position)?, args.plies_max)?;
            let (moves, end) = line_out(game, &position, &asked.rules, &line);
            return Ok(Answer { value, rule_value, moves, end });
        }
        let line = tables.line(&position, args.plies_max)?;
        let befores = std::iter::once(&position).chain(line.moves.iter().map(|mv| &mv.position));
        let moves = befores.zip(&line.moves).map(|(before, mv)| MoveOut::new(game, before, mv)).collect();
        let end = match line.end {
            LineEnd::GameOver => "game-over",
            LineEnd::Repetition => "repetition",
            LineEnd::Cut => "cut",
        };
        Ok(Answer { value: line.value.into(), rule_value: None, moves, end })
    })
}
