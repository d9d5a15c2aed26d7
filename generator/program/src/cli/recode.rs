use peatee_probe::with_game;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::{Error, Family, TableDirectory, recode as recode_all};

use super::interrupt::stop_on_signal;
use super::progress::ReadingBar;
use super::shared::{PlayedArg, TablesArg, WdlCodingArg, print};

#[derive(Debug, Args)]
pub struct RecodeArgs {
    #[command(flatten)]
    played: PlayedArg,
    #[command(flatten)]
    tables: TablesArg,
    /// Coding of WDL tables.
    #[arg(long, value_name = "CODING", value_enum, default_value_t)]
    wdl_coding: WdlCodingArg,
}

pub fn recode(args: &RecodeArgs) -> Result<ExitCode, Error> {
    with_game!(&args.played.variant, game => recode_game(game, args))
}

fn recode_game(game: &impl Family, args: &RecodeArgs) -> Result<ExitCode, Error> {
    let directory = TableDirectory::open_alone(&args.tables.tables, game)?;
    let bar = ReadingBar::new(stop_on_signal("stopping after this table; the command can be given again"));
    let recoded = recode_all(&directory, args.wdl_coding.into(), &bar)?;
    drop(bar);
    print(&format!("{recoded}\n"))?;
    Ok(ExitCode::SUCCESS)
}
