use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::directory::damaged_files;
use peatee_generator::signature::{DigestSource, signature as digest};
use peatee_generator::stats::{Longest, SliceStats, default_metric, slice_stats_by};
use peatee_generator::{Error, Stop, Watched, has_table, positions, read};
use peatee_probe::{OpenError, TableFault, Tables};
use peatee_rules::Variant;
use peatee_table::{ManifestEntry, Metric, Slice, slices};

use super::interrupt::stop_on_signal;
use super::plots::{Counted, draw};
use super::progress::ReadingBar;
use super::shared::{PlayedArg, TablesArg, VariantArg, parse_any_metric, parse_metric, parse_pieces, print};

/// The tables that a command works on.
#[derive(Debug, Args)]
pub struct WhichArgs {
    #[command(flatten)]
    variant: VariantArg,
    #[command(flatten)]
    tables: TablesArg,
    /// Only tables of at most this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pieces: Option<u8>,
}

impl WhichArgs {
    pub fn of(variant: &'static Variant, tables: TablesArg, pieces: Option<u8>) -> Self {
        WhichArgs { variant: VariantArg { variant }, tables, pieces }
    }

    /// Opens the variant's tables, and names unusable tables on standard error.
    pub fn open(&self) -> Result<Tables, Error> {
        let tables = self.open_quietly()?;
        self.faults(&tables).for_each(|fault| eprintln!("peatee-gen: {fault}"));
        Ok(tables)
    }

    /// Opens the variant's tables for a command that itself names unusable tables.
    pub fn open_quietly(&self) -> Result<Tables, Error> {
        self.tables.open(self.variant.variant)
    }

    pub fn variant(&self) -> &'static Variant {
        self.variant.variant
    }

    /// Returns the directory that holds the folder of the variant.
    pub fn root(&self) -> &Path {
        &self.tables.tables
    }

    /// Compares all requested files with the manifest, names the files that differ, and opens the
    /// variant's tables.
    pub fn open_undamaged(&self) -> Result<Tables, Error> {
        let tables = self.open_quietly()?;
        let slice = |entry: &ManifestEntry| Slice::parse(tables.game(), &entry.slice);
        let is_asked_for = |entry: &ManifestEntry| slice(entry).is_ok_and(|slice| self.is_asked_for(slice));
        let mut damaged = damaged_files(tables.directory(), is_asked_for)?;
        // The exit code is that of damage even if files are missing as well.
        damaged.sort_by_key(Error::exit_code);
        let Some(last) = damaged.pop() else { return Ok(tables) };
        damaged.iter().for_each(|error| eprintln!("peatee-gen: {error}"));
        Err(last)
    }

    fn faults<'a>(&'a self, tables: &'a Tables) -> impl Iterator<Item = &'a TableFault> {
        tables.faults().filter(|fault| self.is_asked_for(fault.slice))
    }

    /// Returns the exit code of a command that has read all usable tables.
    pub fn outcome(&self, tables: &Tables) -> ExitCode {
        let codes = self.faults(tables).map(|fault| Error::from(OpenError::from(fault.clone())).exit_code());
        codes.max().map_or(ExitCode::SUCCESS, ExitCode::from)
    }

    pub fn is_asked_for(&self, slice: Slice) -> bool {
        self.pieces.is_none_or(|most| slice.material.pieces() <= most)
    }

    pub fn pieces(&self) -> Option<u8> {
        self.pieces
    }

    /// Returns the requested slices, small ones first.
    pub fn slices(&self, tables: &Tables) -> Vec<Slice> {
        let mut slices: Vec<Slice> = tables.slices().into_iter().map(|info| info.slice).collect();
        slices.retain(|&slice| self.is_asked_for(slice));
        slices
    }
}

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub played: PlayedArg,
    #[command(flatten)]
    pub tables: TablesArg,
    /// Only tables of at most this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pub pieces: Option<u8>,
    /// Only this slice, such as KKMvK, in chess its set; may be given more than once. Without it
    /// the counts have the signature of all slices.
    #[arg(long = "slice", value_name = "SLICE")]
    pub slices: Vec<String>,
    /// Count from the tables of this metric, which also gives the longest distances. Without it:
    /// DTW, or WDL where there are no DTW tables; of chess, DTZ.
    #[arg(long, value_parser = parse_any_metric)]
    pub metric: Option<Metric>,
    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    pub format: StatsFormat,
    /// Draw pictures into this directory, as SVG: `SLICE.METRIC.svg`, how many positions are won
    /// and lost in how many plies, of each slice with distances; `outcomes.svg`, the shares of
    /// wins, draws and losses by material; `growth.svg`, positions and bytes by pieces.
    #[arg(long, value_name = "DIR")]
    pub plots: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
    /// Counts and digests separated by tabs, with the signature of all.
    Tsv,
}

/// Counts the positions of tables of draughts.
pub fn stats_of_draughts(args: &StatsArgs, which: &WhichArgs) -> Result<ExitCode, Error> {
    let tables = which.open()?;
    let mut usable = which.slices(&tables);
    usable.retain(|&slice| !tables.metrics(slice).is_empty() && is_counted(&tables, slice, args.metric));
    let usable = named(&tables, &args.slices, usable, args.metric.unwrap_or(Metric::Wdl))?;
    let stop = stop_on_signal(STOPPING);
    let rows = rows(&tables, &usable, args.metric, stop.clone())?;
    if let Some(directory) = &args.plots {
        let counted = usable.iter().zip(&rows);
        let counted: Vec<Counted> = counted.map(|(&slice, row)| (slice, [row.wins, row.draws, row.losses])).collect();
        draw(&tables, &counted, args.metric, directory, stop)?;
    }
    let mut out = String::new();
    match args.format {
        StatsFormat::Json => out = to_json(&rows),
        StatsFormat::Tsv => {
            let pieces = which.pieces.unwrap_or(tables.most_pieces() as u8);
            let id = which.variant.variant.id;
            let has_dtw = tables.has_listed(Metric::Dtw);
            let metric = args.metric.unwrap_or(if has_dtw { Metric::Dtw } else { Metric::Wdl });
            if args.slices.is_empty() {
                let signature = digest(&tables, pieces, metric, DigestSource::Header)?;
                let _ = writeln!(out, "# {id}, 2 to {pieces} pieces, {metric}. Signature: {signature}");
            } else {
                let _ = writeln!(out, "# {id}, {metric}");
            }
            let _ = writeln!(out, "# slice\tpositions\twins\tdraws\tlosses\tdigest of the values");
            for SliceStats { slice, positions, wins, draws, losses, values_digest, .. } in &rows {
                let _ = writeln!(out, "{slice}\t{positions}\t{wins}\t{draws}\t{losses}\t{values_digest}");
            }
        }
        StatsFormat::Text => {
            let _ = writeln!(
                out,
                "{:<12} {:>14} {:>14} {:>14} {:>14}  longest win; longest loss (plies x positions, first)",
                "slice", "positions", "wins", "draws", "losses"
            );
            for row in &rows {
                let longest = |longest: &Option<Longest>| {
                    longest.as_ref().map_or("none".to_owned(), |l| format!("{}x{} {}", l.plies, l.positions, l.fen))
                };
                let (win, loss) = (longest(&row.longest_win), longest(&row.longest_loss));
                let _ = writeln!(
                    out,
                    "{:<12} {:>14} {:>14} {:>14} {:>14}  {win}; {loss}",
                    row.slice, row.positions, row.wins, row.draws, row.losses
                );
            }
        }
    }
    print(&out)?;
    Ok(which.outcome(&tables))
}

/// Returns the `slices` listed in `names`, or all if there are no names.
///
/// # Errors
/// When a name is no slice, or a named slice has no table of `metric`, that is, it is not among
/// `slices`.
pub fn named(tables: &Tables, names: &[String], mut slices: Vec<Slice>, metric: Metric) -> Result<Vec<Slice>, Error> {
    let named = names.iter().map(|name| Slice::parse(tables.game(), name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(&missing) = named.iter().find(|slice| !slices.contains(slice)) {
        return Err(read::missing(tables, missing, metric));
    }
    slices.retain(|slice| named.is_empty() || named.contains(slice));
    Ok(slices)
}

fn rows(tables: &Tables, slices: &[Slice], metric: Option<Metric>, stop: Stop) -> Result<Vec<SliceStats>, Error> {
    let bar = ReadingBar::new(stop);
    let watched = Watched::start(&bar, slices.iter().map(|&slice| positions(tables.game(), slice)).sum());
    let row = |&slice: &Slice| {
        watched.slice(&slice.name());
        let metric = metric.unwrap_or_else(|| default_metric(tables, slice));
        slice_stats_by(tables, slice, metric, &watched)
    };
    slices.iter().map(row).collect()
}

/// Message at the first interrupt.
pub const STOPPING: &str = "stopping; interrupt again to stop at once";

/// True when a slice is counted by the requested metric: some metrics have tables of only some
/// slices.
fn is_counted(tables: &Tables, slice: Slice, metric: Option<Metric>) -> bool {
    metric.is_none_or(|metric| has_table(tables.game(), slice, metric))
}

#[derive(Debug, Args)]
pub struct SignatureArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// The metrics to sign, one signature for each. Without it: all metrics that have tables.
    #[arg(long = "metric", value_delimiter = ',', value_parser = parse_metric)]
    metrics: Vec<Metric>,
    /// Read all values instead of their digests in the headers. Takes about as long as making the
    /// tables.
    #[arg(long)]
    from_values: bool,
}

pub fn signature(args: &SignatureArgs) -> Result<ExitCode, Error> {
    let tables = args.which.open_undamaged()?;
    let pieces = args.which.pieces.unwrap_or(tables.most_pieces() as u8);
    let source = if args.from_values { DigestSource::Values } else { DigestSource::Header };
    let metrics = if args.metrics.is_empty() { tables.listed_metrics().collect() } else { args.metrics.clone() };
    for &metric in &metrics {
        if args.metrics.is_empty() && is_brought_along(&tables, pieces, metric, &metrics) {
            eprintln!("peatee-gen: {metric} is not signed: only slices that values under draw rules need have a table");
            continue;
        }
        let signature = digest(&tables, pieces, metric, source)?;
        print(&format!("{signature}  {} 2-{pieces} {metric}\n", args.which.variant.variant.id))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// True when tables of this metric exist only because tables under draw rules depend on them.
fn is_brought_along(tables: &Tables, pieces: u8, metric: Metric, listed: &[Metric]) -> bool {
    let has_rules = listed.iter().any(|listed| matches!(listed, Metric::Dtr(_)));
    let is_missing = |&slice: &Slice| tables.table(slice, metric).is_none();
    metric == Metric::Dtw && has_rules && slices(tables.game(), pieces).iter().any(is_missing)
}

pub fn to_json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("statistics hold nothing that JSON cannot");
    text.push('\n');
    text
}
