//! `peatee probe`.

use std::fmt::{self, Display};
use std::process::ExitCode;

use serde::Serialize;

use super::output::{ValueOut, answer_each};
use super::under_rules::{RuleArgs, RuleValueOut};
use super::{PositionArgs, TableArgs};
use crate::errors::Error;
use crate::query;

/// Say what positions are worth to the side to move, and in how many plies the game ends.
///
/// In `jsonl` a position gives `{"fen","wdl":"win|draw|loss","dtw_plies":N|null}`; one that cannot be answered gives
/// `{"fen","error"}`, does not stop the run, and makes the exit code 1. With `--rules` these fields follow:
/// `"rule_value":"win|cursed-win|draw|blessed-loss|loss"`, and of the count that decides it `"article"`, `"used_plies"`,
/// `"left_plies"` (null when none does) and `"needed_plies"`, what the winner needs of it.
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
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        self.rule_value.as_ref().map_or(Ok(()), |value| write!(f, "; under the rules {value}"))
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
    answer_each(&args.positions, |fen| {
        let position = tables.game().parse_fen(fen)?;
        let rule_value = asked.as_ref().map(|asked| -> Result<_, Error> {
            Ok(tables.rule_value(&position, &asked.rules, &asked.counters(&position)?)?.into())
        });
        Ok(Answer { value: tables.probe(&position)?.into(), rule_value: rule_value.transpose()? })
    })
}
