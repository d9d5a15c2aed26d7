use peatee_probe::with_game;
use std::fmt::{Display, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use indicatif::HumanCount;
use peatee_generator::jobs::metrics::{made_metrics, parse_metric};
use peatee_generator::{Error, Family, Job, calibrate, plan as make_plan, units};
use peatee_table::Metric;

use super::schedulers::{Set, hyperqueue, snakemake};
use super::shared::{PlayedArg, parse_pieces, print, to_json, warn_of_metrics};

#[derive(Debug, Args)]
pub struct PlanArgs {
    #[command(flatten)]
    played: PlayedArg,
    /// Plan the tables of 2 to this many pieces, in chess kings included.
    #[arg(long, value_parser = parse_pieces)]
    pieces: u8,
    /// The metrics to make: wdl, dtw, dtc, and dtr-CODE, wdl-CODE or dtw-CODE under draw rules.
    /// Default: wdl,dtw; in chess wdl,dtr-FIDE-50.
    #[arg(long = "metric", value_name = "METRICS", value_delimiter = ',', value_parser = parse_metric)]
    metrics: Vec<Metric>,
    /// First make small tables for some seconds, to measure the speed of this machine under its
    /// present load. Otherwise times are those of cores of 2.5 GHz, within a factor of two.
    #[arg(long)]
    calibrate: bool,
    /// Format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: PlanFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlanFormat {
    /// A table for people.
    Text,
    /// One JSON document, with plain numbers of bytes and seconds.
    Json,
    /// A workflow of Snakemake, a job for each slice and its opposite.
    Snakemake,
    /// A job definition file of HyperQueue, a task for each slice and its opposite.
    Hyperqueue,
}

pub fn plan(args: &PlanArgs) -> Result<ExitCode, Error> {
    print(&with_game!(&args.played.variant, game => plan_text(game, args))?)?;
    Ok(ExitCode::SUCCESS)
}

fn plan_text(game: &impl Family, args: &PlanArgs) -> Result<String, Error> {
    let metrics = &made_metrics(game, &args.metrics)?[..];
    game.check_planned(args.pieces.into())?;
    warn_of_metrics(game, metrics);
    let mut jobs = make_plan(game, args.pieces, metrics);
    if args.calibrate {
        calibrate(game, args.pieces, metrics, &mut jobs)?;
    }
    let jobs = &jobs[..];
    let set = || Set { variant: game.id(), metrics, jobs };
    Ok(match args.format {
        PlanFormat::Json => to_json(&jobs),
        PlanFormat::Text => text(jobs),
        PlanFormat::Snakemake => snakemake(&set()),
        PlanFormat::Hyperqueue => hyperqueue(&set()),
    })
}

fn text(jobs: &[Job<impl Display>]) -> String {
    let mut out = line(["slice", "opposite", "positions", "memory", "kept", "disk", "CPU time"].map(str::to_owned));
    let count = |count: u64| HumanCount(count).to_string();
    for job in jobs {
        let [memory, kept, disk] = [job.memory_bytes, job.kept_bytes, job.disk_bytes].map(units::bytes);
        let (positions, time) = (count(job.positions), units::duration(job.cpu_seconds));
        let [slice, opposite] = [&job.slice, &job.opposite].map(ToString::to_string);
        out += &line([slice, opposite, positions, memory, kept, disk, time]);
    }
    let memory_bytes = jobs.iter().map(|job| job.memory_bytes).max().unwrap_or(0);
    let most_bytes = jobs.iter().map(|job| job.fast_memory_bytes + job.kept_bytes).max().unwrap_or(0);
    let disk_bytes = jobs.iter().map(|job| job.disk_bytes).sum();
    let _ = writeln!(
        out,
        "\n{} jobs, {} positions: about {} on disk, {} of CPU time.\n\
         With --memory {} or more no table is read back; with less than {} the run does not start.",
        jobs.len(),
        count(jobs.iter().map(|job| job.positions).sum()),
        units::bytes(disk_bytes),
        units::duration(jobs.iter().map(|job| job.cpu_seconds).sum()),
        units::memory_argument(most_bytes),
        units::memory_argument(memory_bytes),
    );
    let values_disk_bytes = jobs.iter().map(|job| job.values_disk_bytes).max().unwrap_or(0);
    let fast_memory_bytes = jobs.iter().map(|job| job.fast_memory_bytes).max().unwrap_or(0);
    if values_disk_bytes > 0 {
        let _ = writeln!(
            out,
            "With less than --memory {} values are held in files meanwhile, of up to {}.",
            units::memory_argument(fast_memory_bytes),
            units::bytes(values_disk_bytes),
        );
    }
    out
}

fn line([slice, opposite, positions, memory, kept, disk, time]: [String; 7]) -> String {
    format!("{slice:<12} {opposite:<12} {positions:>16} {memory:>8} {kept:>8} {disk:>8} {time:>10}\n")
}
