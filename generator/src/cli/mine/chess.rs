use std::process::ExitCode;

use peatee_chess::Slice;
use peatee_generator::explore::mine::Search;
use peatee_generator::explore::mine::chess::{CursedByClock, OfWinner};
use peatee_generator::tables::read::chess::missing;
use peatee_generator::{Error, Family};
use peatee_probe::Game;
use peatee_probe::chess::{Chess, Tables};
use peatee_table::{Metric, RuleSet};

use super::args::{FormatArg, Kind, MineOptions, MinedRules, SideArg, keep_named};

pub fn mine(kind: &Kind) -> Result<ExitCode, Error> {
    let options = kind.options();
    check(kind, options)?;
    let search = match kind.shared_search()? {
        Some(search) => search,
        None => search(kind)?,
    };
    let tables = options.set.tables.open(&Chess)?;
    tables.faults().for_each(|fault| eprintln!("peatee-gen: {fault}"));
    let slices = slices(options, &tables)?;
    let filter = OfWinner(options.winner());
    options.search(&tables, slices, &filter, search.as_ref(), |found, tables| Ok(found.json(tables)))
}

/// Rejects options that chess does not have.
fn check(kind: &Kind, options: &MineOptions) -> Result<(), Error> {
    let for_draughts = [
        (
            matches!(kind, Kind::Readings { .. }),
            "mine readings",
            "compare `mine cursed --rules FIDE-50` with `mine cursed --rules FIDE-75`",
        ),
        (
            matches!(kind, Kind::Fortress { .. }),
            "mine fortress",
            "`export --slice` writes all positions of a slice, draws too",
        ),
        (options.format == FormatArg::Pdn, "--format pdn", "leave it out: lines have the position as FEN"),
        (options.men.is_some(), "--men", "limit all men with --pieces, or name slices with --slice"),
        (options.winner_pieces.is_some(), "--winner-pieces", "name slices with --slice"),
        (options.no_capture.is_some(), "--no-capture", "leave it out: a capture of chess need not be made"),
    ];
    if let Some((_, option, instead)) = for_draughts.into_iter().find(|(is_asked, ..)| *is_asked) {
        return Err(Error::ChessMine { asked: option.to_owned(), instead });
    }
    if matches!(options.side, Some(SideArg::Black)) {
        return Err(Error::OneSideToMove { variant: Chess.id() });
    }
    match options.metric {
        None | Some(Metric::Wdl) => Ok(()),
        Some(metric) => Chess.check_read(metric),
    }
}

/// Returns the search of a kind that chess implements separately.
fn search(kind: &Kind) -> Result<Box<dyn Search<Tables>>, Error> {
    match kind {
        Kind::Cursed { rules: MinedRules::Chess(rules), options } => {
            let dtz = Metric::Dtr(RuleSet::new(rules));
            match options.metric {
                Some(metric) if metric != dtz => Err(Error::CursedMetric { metric, rules: rules.code.id, wanted: dtz }),
                _ => Ok(Box::new(CursedByClock { rules: *rules })),
            }
        }
        Kind::Cursed { rules, .. } => {
            let instead = "take FIDE-50, the 50-move rule, or FIDE-75".to_owned();
            Err(Error::OtherRules { rules: rules.name(), variant: Chess.id(), instead })
        }
        _ => unreachable!("the kinds of draughts were refused, and the others are of all games"),
    }
}

/// Returns the named slices, or all that have a WDL table.
fn slices(options: &MineOptions, tables: &Tables) -> Result<Vec<Slice>, Error> {
    let named = options.slices.iter().map(|name| Slice::parse(name)).collect::<Result<Vec<_>, _>>()?;
    let most = options.set.pieces.map_or(u32::MAX, u32::from);
    let infos = tables.slices().into_iter().filter(|info| info.slice.men() <= most);
    let listed = infos.filter(|info| info.metrics.iter().chain(&info.unusable).any(|&metric| metric == Metric::Wdl));
    let mut slices: Vec<Slice> = listed.map(|info| info.slice).collect();
    let metric = options.metric.unwrap_or(Metric::Wdl);
    keep_named(&mut slices, &named, |none| missing(tables.directory(), none, metric))?;
    Ok(slices)
}
