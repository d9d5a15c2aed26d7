//! `plan`, `verify`, `stats` and `signature`.

use std::fmt::Write;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use peatee_generator::stats::{Longest, SliceStats, signature as digest, slice_stats};
use peatee_generator::verify::{Extent, Verdict, verify_tables};
use peatee_generator::{Error, plan as make_plan, read};
use peatee_probe::{Metric, OpenOptions, Slice, Tables, Value};

use super::{Format, TablesArg, VariantArg, parse_metric, parse_pieces, print};

#[derive(Debug, Args)]
pub struct PlanArgs {
    #[command(flatten)]
    variant: VariantArg,
    /// Plan the tables of 2 to this many pieces.
    #[arg(long, value_parser = parse_pieces)]
    pieces: u8,
    /// The metrics to make.
    #[arg(long = "metric", value_delimiter = ',', value_parser = parse_metric, default_value = "wdl,dtw")]
    metrics: Vec<Metric>,
    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn plan(args: &PlanArgs) -> Result<ExitCode, Error> {
    let jobs = make_plan(&args.variant.game(), args.pieces, &args.metrics);
    let mut out = String::new();
    match args.format {
        Format::Json => out = to_json(&jobs),
        Format::Text => {
            let _ = writeln!(
                out,
                "{:<12} {:<12} {:>14} {:>14} {:>14} {:>14} {:>12}",
                "slice", "opposite", "positions", "memory, bytes", "kept, bytes", "disk, bytes", "CPU-seconds"
            );
            for job in &jobs {
                let (slice, opposite) = (job.slice.name(), job.opposite.name());
                let _ = writeln!(
                    out,
                    "{slice:<12} {opposite:<12} {:>14} {:>14} {:>14} {:>14} {:>12.1}",
                    job.positions, job.memory_bytes, job.kept_bytes, job.disk_bytes, job.cpu_seconds
                );
            }
            let positions: u64 = jobs.iter().map(|job| job.positions).sum();
            let memory = jobs.iter().map(|job| job.memory_bytes).max().unwrap_or(0);
            let most = jobs.iter().map(|job| job.memory_bytes + job.kept_bytes).max().unwrap_or(0);
            let disk: u64 = jobs.iter().map(|job| job.disk_bytes).sum();
            let _ = writeln!(
                out,
                "{:<25} {positions:>14} {memory:>14} {:>14} {disk:>14} {:>12.1}",
                format!("{} jobs; most memory", jobs.len()),
                "",
                jobs.iter().map(|job| job.cpu_seconds).sum::<f64>()
            );
            let _ = writeln!(
                out,
                "With --memory {most} or more no table is read back; with less than {memory} it does not start."
            );
        }
    }
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// Which tables are looked at.
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
    /// Opens the variant's tables.
    pub fn open(&self) -> Result<Tables, Error> {
        let directory = self.tables.tables.join(self.variant.variant.id);
        Ok(Tables::open(&directory, &OpenOptions::default())?)
    }

    /// The most pieces that were asked for.
    pub fn pieces(&self) -> Option<u8> {
        self.pieces
    }

    fn slices(&self, tables: &Tables) -> Vec<Slice> {
        let most = self.pieces.unwrap_or(u8::MAX);
        let mut slices: Vec<Slice> = tables.slices().into_iter().map(|info| info.slice).collect();
        slices.retain(|slice| slice.material.pieces() <= most);
        slices.sort_by_key(|slice| (slice.material.pieces(), slice.name()));
        slices
    }
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// Only the tables of this slice, as KKMvK; may be given more than once.
    #[arg(long = "slice", value_name = "SLICE")]
    slices: Vec<String>,
    /// Only about so many positions of all WDL and DTW tables together, chosen at random in stretches of 1024.
    #[arg(long, value_name = "POSITIONS")]
    sample: Option<u64>,
    /// Another number chooses other positions.
    #[arg(long, default_value_t = 1, requires = "sample")]
    seed: u64,
}

pub fn verify(args: &VerifyArgs) -> Result<ExitCode, Error> {
    let tables = args.which.open()?;
    peatee_generator::directory::check_digests(tables.directory())?;
    let named = args.slices.iter().map(|name| Slice::parse(tables.game(), name)).collect::<Result<Vec<_>, _>>()?;
    let is_wanted = |slice: &Slice| named.is_empty() || named.contains(slice);
    let slices = args.which.slices(&tables).into_iter().filter(is_wanted);
    let wanted: Vec<_> =
        slices.flat_map(|slice| tables.metrics(slice).into_iter().map(move |metric| (slice, metric))).collect();
    if let Some(missing) = named.iter().find(|slice| !wanted.iter().any(|(there, _)| there == *slice)) {
        return Err(read::missing(&tables, *missing, Metric::Wdl));
    }
    let extent = args.sample.map_or(Extent::All, |positions| Extent::Sample { positions, seed: args.seed });
    let (mut count, mut positions, mut compared, mut wrong) = (0u64, 0u64, 0u64, 0u64);
    verify_tables(&tables, &wanted, extent, |verdict| {
        count += 1;
        positions += verdict.positions;
        compared += verdict.compared;
        wrong += verdict.wrong;
        let Verdict { slice, metric, .. } = verdict;
        if verdict.wrong > 0 {
            print(&format!("{slice}.{metric}: {} of {} values are wrong\n", verdict.wrong, verdict.positions))?;
        }
        for mistake in &verdict.examples {
            let (stored, expected) = (describe(mistake.stored), describe(mistake.expected));
            print(&format!("  {}: the table says {stored}, its moves say {expected}\n", mistake.fen))?;
        }
        Ok(())
    })?;
    if args.sample.is_some() {
        let captures = positions - compared;
        print(&format!(
            "{compared} positions compared with their moves, {captures} captures that follow from others\n"
        ))?;
    }
    print(&format!("{count} tables, {positions} values, {wrong} wrong\n"))?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn describe(value: Value) -> String {
    match value.dtw_plies {
        Some(plies) => format!("{} in {plies} plies", value.wdl.name()),
        None => value.wdl.name().to_owned(),
    }
}

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    which: WhichArgs,
    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: StatsFormat,
}

/// How statistics are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
    /// Counts and digests separated by tabs, with the signature of all.
    Tsv,
}

pub fn stats(args: &StatsArgs) -> Result<ExitCode, Error> {
    let tables = args.which.open()?;
    let rows: Vec<SliceStats> =
        args.which.slices(&tables).into_iter().map(|slice| slice_stats(&tables, slice)).collect::<Result<_, _>>()?;
    let mut out = String::new();
    match args.format {
        StatsFormat::Json => out = to_json(&rows),
        StatsFormat::Tsv => {
            let pieces = args.which.pieces.unwrap_or(tables.most_pieces() as u8);
            let id = args.which.variant.variant.id;
            let _ = writeln!(out, "# {id}, 2 to {pieces} pieces. Signature: {}", digest(&tables, pieces)?);
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
    Ok(ExitCode::SUCCESS)
}

#[derive(Debug, Args)]
pub struct SignatureArgs {
    #[command(flatten)]
    which: WhichArgs,
}

pub fn signature(args: &SignatureArgs) -> Result<ExitCode, Error> {
    let tables = args.which.open()?;
    let pieces = args.which.pieces.unwrap_or(tables.most_pieces() as u8);
    print(&format!("{}  {} 2-{pieces}\n", digest(&tables, pieces)?, args.which.variant.variant.id))?;
    Ok(ExitCode::SUCCESS)
}

pub fn to_json(value: &impl serde::Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("statistics hold nothing that JSON cannot");
    text.push('\n');
    text
}
