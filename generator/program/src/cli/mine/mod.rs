//! The command `mine`, for any family of games.

mod args;
mod chosen;

use std::process::ExitCode;

use peatee_generator::Error;
use peatee_generator::explore::mine::{Mined, Request, WriteFound, mine as search_tables, mined_slices};

pub use self::args::MineArgs;
use self::args::{FormatArg, Kind};
use super::interrupt::{STOPPING, stop_on_signal};
use super::progress::ReadingBar;
use peatee_probe::with_game;

pub fn mine(args: &MineArgs) -> Result<ExitCode, Error> {
    let options = args.kind.options();
    options.threads.start();
    with_game!(&options.set.played.variant, game => mine_game(game, &args.kind))
}

fn mine_game<F: Mined>(game: &F, kind: &Kind) -> Result<ExitCode, Error> {
    let (options, kind) = (kind.options(), kind.search_kind());
    let write: WriteFound<F> = match options.format {
        FormatArg::Jsonl => |found, tables| Ok(found.json(tables)),
        FormatArg::Pdn => {
            let instead = "leave it out: lines have the position as FEN";
            F::pdn_writer().ok_or_else(|| Error::ChessMine { asked: "--format pdn".to_owned(), instead })?
        }
    };
    let (chosen, metric, lines_max) = (options.filter(), options.metric.metric, options.limit);
    let search = kind.search(game, &chosen, metric)?;
    kind.rules().filter_map(|rules| game.warning(rules)).for_each(|text| eprintln!("peatee-gen: warning: {text}"));
    let selection = options.set.selection(game);
    let tables = selection.open()?;
    let slices = mined_slices(&tables, selection.slices(&tables), &options.slices.names, metric)?;
    let (filter, search) = (F::filter(&chosen), search.as_ref());
    let request = Request { tables: &tables, slices, metric, filter: filter.as_ref(), search, lines_max, write };
    let mut out = options.out.open()?;
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    let summary = search_tables(&request, &bar, &mut |line| out.write(line))?;
    out.finish()?;
    drop(bar);
    eprintln!("{}", serde_json::to_string(&summary).expect("counts hold nothing that JSON cannot"));
    Ok(ExitCode::SUCCESS)
}
