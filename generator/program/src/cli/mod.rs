//! The command line of `peatee-gen`.

mod check;
mod demo;
mod export;
mod interrupt;
mod make;
mod mine;
mod output;
mod plan;
mod plots;
mod progress;
mod publish;
mod recode;
mod report;
mod schedulers;
mod selection;
mod shared;
mod signature;
mod stats;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Makes, checks and describes endgame tables of draughts, checkers and chess.
///
/// Exit codes: 0 done, 1 failed or wrong values found, 2 wrong argument, 3 a table that is needed
/// is missing, 4 not enough memory, 5 a disk or file error, 6 stopped by an interrupt (what is
/// solved is saved), 7 another peatee-gen is at work in a directory that one of the two must have
/// for itself.
#[derive(Debug, Parser)]
#[command(name = "peatee-gen", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make small tables, check them, and show an ending won move by move.
    ///
    /// The tables are of WDL, DTW, and DTR under the draw rules of the game. The demo needs only an
    /// empty directory and a few seconds. Existing tables are kept.
    Demo(demo::DemoArgs),
    /// Show what would be made: slices in order, positions, memory, disk, CPU time.
    Plan(plan::PlanArgs),
    /// Make all tables up to a number of pieces. Existing tables are checked and kept; a run that
    /// was stopped continues where it stopped.
    ///
    /// The same command may run several times at once with one directory, on one machine or on
    /// several that share the directory: each slice is made once, by whoever comes first.
    Generate(make::GenerateArgs),
    /// Make the tables of one slice and its opposite. The tables that they need must exist; in
    /// chess they are made too.
    Slice(make::SliceArgs),
    /// Write the tables of a directory anew in another coding, without solving. Values and
    /// signatures stay the same.
    Recode(recode::RecodeArgs),
    /// Compare the files of a directory with the manifest: lengths and digests (BLAKE3), no values.
    ///
    /// It takes as long as reading the files. Names files that are damaged, cannot be read now (as
    /// when another program has locked them), are missing, or not in the manifest. Exits with 5
    /// when files are damaged or cannot be read, else with 3 when some are missing; files that are
    /// not in the manifest do no harm.
    Check(check::CheckArgs),
    /// Write tables to a folder that any web server can serve as it is, for `peatee fetch` and for
    /// probes over a network.
    ///
    /// Beside the tables and their manifest the folder of a game has `headers.bin` (the headers of
    /// all tables), `B3SUMS` and `SHA256SUMS`; above it are `index.json` with the signatures, and
    /// the licences. Every file is compared with the manifest. Files appear when they are complete.
    Publish(publish::PublishArgs),
    /// Check every position of every table against the positions one ply further on, and every file
    /// against the manifest.
    Verify(verify::VerifyArgs),
    /// Count wins, draws and losses per slice, with the longest of each; of chess always of both
    /// slices of a set.
    Stats(stats::StatsArgs),
    /// Write every position of a slice with its value, for other programs.
    ///
    /// Lines have the columns `number` (the place of the position in table order, from 0), `fen`,
    /// `wdl` (win, draw or loss for the side to move) and the distance by the metric, `dtw_plies`,
    /// `dtc_plies` or `dtr_plies`. The distance is empty (null in JSON) for draws, and for wins and
    /// losses that draw rules make a draw. In chess the legal positions are written, with
    /// `dtz_plies`; with `dtw_plies` (plies to mate) by `--metric dtw`, with `dtc_plies` by
    /// `--metric dtc`. The lines are the same for any number of threads.
    Export(export::ExportArgs),
    /// Find positions: the longest wins, only moves, zugzwangs, cursed wins, fortresses.
    ///
    /// Writes one JSON object a line for each position: `type`, `slice`, `number` (the place of the
    /// position in table order, from 0), `fen`, `wdl` and the distance by the metric, then what the
    /// kind adds. The last line on standard error is one JSON object with the counts of all that
    /// was found. Lines and counts are the same for any number of threads.
    Mine(mine::MineArgs),
    /// Check the tables against the counts of a draw-rule code: the slowest wins, and the wins that
    /// become draws. Exits with 3 when slices could not be checked because their tables are
    /// missing.
    Report(report::ReportArgs),
    /// Print a digest of all values up to a number of pieces, one for each metric, and name damaged
    /// files.
    Signature(signature::SignatureArgs),
}

pub fn run(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        Command::Demo(args) => demo::demo(&args),
        Command::Plan(args) => plan::plan(&args),
        Command::Generate(args) => make::generate(&args),
        Command::Slice(args) => make::slice(&args),
        Command::Recode(args) => recode::recode(&args),
        Command::Check(args) => check::check(&args),
        Command::Publish(args) => publish::publish(&args),
        Command::Verify(args) => verify::verify(&args),
        Command::Stats(args) => stats::stats(&args),
        Command::Export(args) => export::export(&args),
        Command::Mine(args) => mine::mine(&args),
        Command::Report(args) => report::report(&args),
        Command::Signature(args) => signature::signature(&args),
    };
    match outcome {
        Ok(code) => code,
        Err(error) if output::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peatee-gen: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
