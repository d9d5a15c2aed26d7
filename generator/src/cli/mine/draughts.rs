use std::process::ExitCode;

use peatee_generator::explore::mine::{Balance, Cursed, Filter, Fortress, Quiet, Readings, Search, WriteFound};
use peatee_generator::tables::read::cells::missing;
use peatee_generator::{Error, Family, has_table};
use peatee_probe::Tables;
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Side, Variant};
use peatee_table::{Metric, Slice};

use super::args::{BalanceArg, FormatArg, Kind, MineOptions, MinedRules, QuietArg, SideArg, keep_named};
use crate::cli::selection::Selection;
use crate::cli::shared::warn_of_code;

pub fn mine(kind: &Kind, variant: &'static Variant) -> Result<ExitCode, Error> {
    let options = kind.options();
    let game = Draughts::new(variant);
    options.metric.map_or(Ok(()), |metric| game.check_read(metric))?;
    let search = match kind.shared_search()? {
        Some(search) => search,
        None => search(kind, variant)?,
    };
    if matches!(options.side, Some(SideArg::Black)) && variant.mirror.is_some() {
        return Err(Error::OneSideToMove { variant: variant.id });
    }
    let selection = options.set.selection(&game);
    let tables = selection.open()?;
    let slices = slices(options, &selection, &tables)?;
    let write: WriteFound<Tables> = match options.format {
        FormatArg::Jsonl => |found, tables| Ok(found.json(tables)),
        FormatArg::Pdn => |found, tables| found.pdn(tables),
    };
    options.search(&tables, slices, &filter(options), search.as_ref(), write)
}

/// Returns the search of a kind that only draughts has.
fn search(kind: &Kind, variant: &'static Variant) -> Result<Box<dyn Search<Tables>>, Error> {
    let warned = |rules: &DrawRules| {
        warn_of_code(variant, rules);
        *rules
    };
    Ok(match kind {
        Kind::Cursed { rules: MinedRules::Draughts(rules), .. } => Box::new(Cursed { rules: warned(rules) }),
        Kind::Cursed { rules, .. } => {
            let instead = format!("take a code of the game, which `peatee variants {}` lists", variant.id);
            return Err(Error::OtherRules { rules: rules.name(), variant: variant.id, instead });
        }
        Kind::Readings { rules, other, .. } => Box::new(Readings { rules: warned(rules), other: warned(other) }),
        Kind::Fortress { ahead, .. } => Box::new(Fortress { pieces_ahead_min: *ahead }),
        Kind::Longest { .. } | Kind::OnlyMove { .. } | Kind::Zugzwang { .. } => {
            unreachable!("every game has these kinds")
        }
    })
}

/// Returns the named slices, or all that have a table of the metric.
fn slices(options: &MineOptions, selection: &Selection<Draughts>, tables: &Tables) -> Result<Vec<Slice>, Error> {
    let mut slices = selection.slices(tables);
    if options.slices.is_empty() {
        slices.retain(|&slice| options.metric.is_none_or(|metric| has_table(tables.game(), slice, metric)));
        return Ok(slices);
    }
    let named = options.slices.iter().map(|name| Slice::parse(tables.game(), name)).collect::<Result<Vec<_>, _>>()?;
    let metric = options.metric.unwrap_or(Metric::Wdl);
    keep_named(&mut slices, &named, |none| missing(tables, none, metric))?;
    Ok(slices)
}

fn filter(options: &MineOptions) -> Filter {
    Filter {
        men_max: options.men,
        side: options.side.map(|side| match side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        }),
        winner: options.winner(),
        balance: options.winner_pieces.map(|balance| match balance {
            BalanceArg::Equal => Balance::Equal,
            BalanceArg::Behind => Balance::Behind,
        }),
        quiet: options.no_capture.map(|sides| match sides {
            QuietArg::Mover => Quiet::Mover,
            QuietArg::Both => Quiet::Both,
        }),
    }
}
