//! The command `mine`, for any family of games.

mod args;
mod family;
mod search;

use std::process::ExitCode;

use peatee_generator::Error;
use peatee_generator::explore::mine::{Request, mine as search_tables};
use peatee_table::Metric;

pub use self::args::MineArgs;
use self::args::{Kind, SideArg};
use self::family::Mined;
use super::interrupt::{STOPPING, stop_on_signal};
use super::progress::ReadingBar;
use peatee_probe::with_game;

pub fn mine(args: &MineArgs) -> Result<ExitCode, Error> {
    let options = args.kind.options();
    options.threads.start();
    with_game!(&options.set.played.variant, game => mine_game(game, &args.kind))
}

fn mine_game<F: Mined>(game: &F, kind: &Kind) -> Result<ExitCode, Error> {
    let options = kind.options();
    game.check_options(kind, options)?;
    let metric = options.metric.metric;
    if metric != Some(Metric::Wdl) {
        metric.map_or(Ok(()), |metric| game.check_read(metric))?;
    }
    let search = kind.search(game)?;
    if matches!(options.side, Some(SideArg::Black)) && game.has_one_side() {
        return Err(Error::OneSideToMove { variant: game.id() });
    }
    let selection = options.set.selection(game);
    let tables = selection.open()?;
    let has_values = |slice| tables.metrics(slice).iter().any(|&metric| metric != Metric::CanMate);
    let is_read = |slice| metric.is_none_or(|metric| game.has_table(slice, metric));
    let mut slices = selection.slices(&tables);
    slices.retain(|&slice| !options.slices.names.is_empty() || has_values(slice) && is_read(slice));
    let slices = options.slices.among(&tables, slices, metric.unwrap_or(Metric::Wdl))?;
    let (filter, write) = (F::filter(options), F::writer(options.format));
    let lines_max = options.limit;
    let request =
        Request { tables: &tables, slices, metric, filter: filter.as_ref(), search: search.as_ref(), lines_max, write };
    let mut out = options.out.open()?;
    let bar = ReadingBar::new(stop_on_signal(STOPPING));
    let summary = search_tables(&request, &bar, &mut |line| out.write(line))?;
    out.finish()?;
    drop(bar);
    eprintln!("{}", serde_json::to_string(&summary).expect("counts hold nothing that JSON cannot"));
    Ok(ExitCode::SUCCESS)
}
