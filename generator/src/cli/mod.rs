//! The `peatee-gen` command line.

mod describe;
mod interrupt;
mod make;
mod plan;
mod progress;
mod report;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use peatee_generator::Error;
use peatee_rules::draw::DrawRules;
use peatee_rules::{Game, Variant};
use peatee_table::Metric;

/// Makes, checks and describes endgame tables of the draughts family.
///
/// Exit codes: 0 done, 1 failed or wrong values found, 2 wrong argument, 3 a table that is needed is missing,
/// 4 not enough memory, 5 a disk or file error, 6 stopped by an interrupt (what is solved is saved), 7 another peatee-gen
/// is at work in the directory.
#[derive(Debug, Parser)]
#[command(name = "peatee-gen", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Show what would be made: slices in order, positions, memory, disk, CPU time.
    Plan(plan::PlanArgs),
    /// Make all tables up to a number of pieces. Tables that are there are checked and kept; a run that was stopped
    /// goes on where it was.
    Generate(make::GenerateArgs),
    /// Make the tables of one slice and its opposite; those they need must be there.
    Slice(make::SliceArgs),
    /// Check every position of every table against the positions one ply further on, and every file against the manifest.
    Verify(verify::VerifyArgs),
    /// Count wins, draws and losses per slice, with the longest of each.
    Stats(describe::StatsArgs),
    /// Check the tables against the counts of a draw-rule code: the slowest wins, and the wins that become draws. Exits
    /// with 3 when slices could not be looked at since their tables are missing.
    Report(report::ReportArgs),
    /// Print a digest of all values up to a number of pieces, one for each metric; damaged files are named.
    Signature(describe::SignatureArgs),
}

/// Which game.
#[derive(Debug, Args)]
struct VariantArg {
    /// The variant's id, see `peatee variants`.
    #[arg(long, value_parser = Variant::named)]
    variant: &'static Variant,
}

impl VariantArg {
    fn game(&self) -> Game {
        Game::new(self.variant)
    }
}

/// Where the tables are.
#[derive(Debug, Args)]
struct TablesArg {
    /// Directory of tables; each variant has a folder of its own in it.
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table for people.
    Text,
    /// One JSON document.
    Json,
}

fn parse_metric(name: &str) -> Result<Metric, String> {
    let problem = || format!("there is no metric `{name}`; there are wdl, dtw, dtc, and dtr-CODE, as dtr-FMJD-100");
    Metric::named(name).ok_or_else(problem)
}

/// The most pieces a set can have: three bits per count in the lookup, and sizes that fit 64 bits.
fn parse_pieces(text: &str) -> Result<u8, String> {
    match text.parse() {
        Ok(pieces @ 2..=7) => Ok(pieces),
        _ => Err("tables have 2 to 7 pieces".to_owned()),
    }
}

/// Says on standard error when draw rules are applied to a game that they were not written for.
fn warn_of_code(variant: &Variant, rules: &DrawRules) {
    if let Some(warning) = rules.foreign_to(variant) {
        eprintln!("peatee-gen: warning: {warning}");
    }
}

/// The same of the codes of metrics.
fn warn_of_codes(variant: &VariantArg, metrics: &[Metric]) {
    for metric in metrics {
        if let Metric::Dtr(set) = metric {
            warn_of_code(variant.variant, &set.rules());
        }
    }
}

/// Runs the command and turns its outcome into an exit code.
pub fn run(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        Command::Plan(args) => plan::plan(&args),
        Command::Generate(args) => make::generate(&args),
        Command::Slice(args) => make::slice(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Stats(args) => describe::stats(&args),
        Command::Report(args) => report::report(&args),
        Command::Signature(args) => describe::signature(&args),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("peatee-gen: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Prints, and treats a reader that has gone away as the end of the work.
fn print(text: &str) -> Result<(), Error> {
    use std::io::Write;
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::Io { path: "standard output".into(), source: e })
        }
        _ => Ok(()),
    }
}
