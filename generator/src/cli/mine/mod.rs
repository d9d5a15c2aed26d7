mod args;
mod chess;
mod draughts;

use std::process::ExitCode;

use peatee_generator::Error;

pub use self::args::MineArgs;
use super::shared::Played;

pub fn mine(args: &MineArgs) -> Result<ExitCode, Error> {
    let options = args.kind.options();
    options.threads.start();
    match options.set.played.variant {
        Played::Draughts(variant) => draughts::mine(&args.kind, variant),
        Played::Chess => chess::mine(&args.kind),
    }
}
