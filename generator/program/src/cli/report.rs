use peatee_probe::Game;
use peatee_probe::chess::Chess;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::explore::plots::DRAUGHTS;
use peatee_generator::explore::report::{add_depending, markdown, not_looked_at, report as make_report, svg, text};
use peatee_generator::explore::stats::{SliceStats, slice_stats_by};
use peatee_generator::tables::write::write_whole;
use peatee_generator::{Error, NoProgress, Watched};
use peatee_probe::Tables;
use peatee_rules::draw::DrawRules;
use peatee_rules::{Draughts, Variant};
use peatee_table::{Metric, Slice};

use super::interrupt::{STOPPING, stop_on_signal};
use super::plots::{Counted, GROWTH, OUTCOMES, draw};
use super::progress::ReadingBar;
use super::selection::Selection;
use super::shared::{TablesArg, parse_pieces, print, rules_long_help, to_json, warn_of_code};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// Tables for a terminal.
    Text,
    /// One JSON document.
    Json,
    /// The Markdown page.
    Markdown,
}

#[derive(Debug, Args)]
pub struct ReportArgs {
    /// The variant's id, see `peatee variants`.
    #[arg(long, value_parser = variant_with_report)]
    variant: &'static Variant,
    #[command(flatten)]
    tables: TablesArg,
    /// Only tables of at most this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pieces: Option<u8>,
    /// The rule code, such as FMJD-64, with the readings that are not its default:
    /// FMJD-64+together.
    #[arg(long, value_name = "CODE", value_parser = DrawRules::named, long_help = rules_long_help())]
    rules: DrawRules,
    /// Also count the won and lost positions whose plies to the end of the game depend on the plies
    /// left of the count. Needs tables of DTW, and takes longer.
    #[arg(long)]
    depending: bool,
    /// Format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: ReportFormat,
    /// Also write the page and its plot, VARIANT-RULES.md and .svg, to this directory, and to its
    /// folder VARIANT the pictures that `stats --plots` draws.
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
}

/// Parses the id of a variant of draughts. Refuses chess, because `stats` already counts the wins
/// and losses that the draw rules of chess turn into draws.
fn variant_with_report(id: &str) -> Result<&'static Variant, String> {
    match Chess::named(id) {
        Some(_) => Err("reports are of draughts; `peatee-gen stats --variant chess` counts cursed wins and blessed \
                        losses, and with `--metric dtw-FIDE-50` positions by stairs, and `peatee-gen mine cursed` \
                        lists such wins and losses"
            .to_owned()),
        None => Variant::named(id).map_err(|error| error.to_string()),
    }
}

pub fn report(args: &ReportArgs) -> Result<ExitCode, Error> {
    let game = Draughts::new(args.variant);
    let selection = Selection::new(&game, &args.tables, args.pieces);
    let tables = selection.open()?;
    let pieces = selection.pieces(&tables);
    warn_of_code(args.variant, &args.rules);
    let stop = stop_on_signal(STOPPING);
    let bar = ReadingBar::new(stop.clone());
    let mut found = make_report(&tables, &args.rules, pieces, &bar)?;
    drop(bar);
    if args.depending {
        add_depending(&tables, &args.rules, &mut found, &ReadingBar::new(stop.clone()))?;
    }
    let name = format!("{}-{}", found.variant, found.rules);
    if let Some(directory) = &args.page {
        std::fs::create_dir_all(directory).map_err(Error::at(directory))?;
        draw(&tables, (&outcomes(&tables, &selection)?, &DRAUGHTS), None, &directory.join(&found.variant), stop)?;
        let page = markdown(&found, &format!("{name}.svg")) + &pictures(&found.variant);
        for (ending, content) in [("svg", svg(&found)), ("md", page)] {
            let path = directory.join(format!("{name}.{ending}"));
            write_whole(&path, content.as_bytes()).map_err(Error::at(&path))?;
        }
    }
    print(&match args.format {
        ReportFormat::Text => text(&found),
        ReportFormat::Json => to_json(&found),
        ReportFormat::Markdown => markdown(&found, &format!("{name}.svg")),
    })?;
    let Some(text) = not_looked_at(&found) else { return Ok(ExitCode::SUCCESS) };
    let mut metrics: Vec<&str> = ["wdl", "dtw"].into_iter().chain(found.missing.iter().map(|t| &*t.metric)).collect();
    metrics.sort_by_key(|name| (name.starts_with("dtr"), *name != "wdl"));
    metrics.dedup();
    eprintln!(
        "peatee-gen: the report is incomplete: {text}; make the missing tables with `peatee-gen generate --variant {} \
         --pieces {pieces} --metric {} --tables {}`",
        found.variant,
        metrics.join(","),
        args.tables.tables.display()
    );
    Ok(ExitCode::from(MISSING))
}

fn outcomes(tables: &Tables, selection: &Selection<Draughts>) -> Result<Vec<Counted<Slice>>, Error> {
    let mut slices = selection.slices(tables);
    slices.retain(|&slice| tables.metrics(slice).contains(&Metric::Wdl));
    let watched = Watched::start(&NoProgress, 0);
    let counted = |slice| {
        let SliceStats { wins, draws, losses, .. } = slice_stats_by(tables, slice, Metric::Wdl, &watched)?;
        Ok((slice, vec![wins, draws, losses]))
    };
    slices.into_iter().map(counted).collect()
}

/// Returns the last part of the report page. It shows the pictures that are in the folder of the
/// variant.
fn pictures(variant: &str) -> String {
    format!(
        "\n## Pictures\n\nWithout the rules. Distances of each slice: [{variant}]({variant}).\n\n\
         ![wins, draws and losses by material]({variant}/{OUTCOMES})\n\n\
         ![positions and bytes by pieces]({variant}/{GROWTH})\n"
    )
}

const MISSING: u8 = 3;
