use peatee_probe::with_game;
use std::process::ExitCode;

use clap::Args;
use peatee_generator::tables::write::blocks::Packing;
use peatee_generator::{Error, Family, TableDirectory, TableForm, recode as recode_all};

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
    #[arg(
        long,
        value_name = "CODING",
        value_enum,
        default_value_t,
        default_value_if("archive", "true", "small-pages")
    )]
    wdl_coding: WdlCodingArg,
    /// Make files as small as possible, for storing and sending: distances in blocks of 1,048,576
    /// positions, WDL tables as small pages. A probe that decodes such a block takes milliseconds.
    #[arg(long)]
    archive: bool,
}

pub fn recode(args: &RecodeArgs) -> Result<ExitCode, Error> {
    with_game!(&args.played.variant, game => recode_game(game, args))
}

fn recode_game(game: &impl Family, args: &RecodeArgs) -> Result<ExitCode, Error> {
    let directory = TableDirectory::open_alone(&args.tables.tables, game)?;
    let bar = ReadingBar::new(stop_on_signal("stopping after this table; the command can be given again"));
    let packing = if args.archive { Packing::Archive } else { Packing::Probes };
    let form = TableForm { wdl_coding: args.wdl_coding.into(), packing };
    let recoded = recode_all(&directory, form, &bar)?;
    drop(bar);
    print(&format!("{recoded}\n"))?;
    Ok(ExitCode::SUCCESS)
}
