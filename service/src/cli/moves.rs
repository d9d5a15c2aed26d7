//! `peatee moves`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use serde::Serialize;

use super::output::{MoveOut, ValueOut, answer_each};
use super::under_rules::{RuleArgs, RuleValueOut};
use super::{PositionArgs, TableArgs};
use crate::errors::Error;
use crate::query;

/// List all legal moves of positions, best first, each with its value for the player who makes it.
///
/// In `jsonl` a position gives `{"fen","wdl","dtw_plies","moves":[{"move","fen","wdl","dtw_plies"}]}`, where the `fen`
/// of a move is the position after it and plies count from before it. With `--rules` the best under these rules come
/// first, a position has the further fields of `peatee probe`, and a move
/// `"rule_value","needed_plies","resets_count","counters"`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    tables: TableArgs,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    value: ValueOut,
    #[serde(flatten)]
    rule_value: Option<RuleValueOut>,
    moves: Vec<MoveOut>,
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if let Some(value) = &self.rule_value {
            write!(f, "; under the rules {value}")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, "\n  {mv}"))
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
        let value = tables.probe(&position)?.into();
        let Some(asked) = &asked else {
            let moves = tables.moves(&position)?.iter().map(|mv| MoveOut::new(game, &position, mv)).collect();
            return Ok(Answer { value, rule_value: None, moves });
        };
        let counters = asked.counters(&position)?;
        let rule_value = Some(tables.rule_value(&position, &asked.rules, &counters)?.into());
        let moves = tables.rule_moves(&position, &asked.rules, &counters)?;
        let moves = moves.iter().map(|mv| MoveOut::under_rules(game, &position, &asked.rules, mv)).collect();
        Ok(Answer { value, rule_value, moves })
    })
}
