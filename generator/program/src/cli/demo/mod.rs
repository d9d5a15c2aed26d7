//! The demo: makes small tables, verifies them, and shows how an ending is won.

mod family;
mod show;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use peatee_generator::verify::verdict::Extent;
use peatee_generator::{Error, NoProgress, Settings, TableDirectory, generate};
use peatee_probe::any::Tables;
use peatee_probe::{AnyGame, Metric, RuleSet, with_game};

use self::family::{PIECES_MAX, Shown};
use self::show::print_line;

const DEFAULT_VARIANT: &str = "international";

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The game that is played; `peatee variants` lists the games.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT, value_parser = AnyGame::named)]
    variant: AnyGame,

    /// Directory to make the tables in, with a folder for each variant.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    tables: PathBuf,

    /// Draw the board after every move, not only the first and the last.
    #[arg(long)]
    full: bool,
}

const MEMORY_BYTES: u64 = 1 << 30;

pub fn demo(args: &DemoArgs) -> Result<ExitCode, Error> {
    with_game!(&args.variant, game => demo_game(game, args))
}

fn demo_game<F: Shown>(game: &F, args: &DemoArgs) -> Result<ExitCode, Error> {
    let (title, root) = (game.title(), args.tables.display());
    print_line(format_args!("{title}: all endings with up to {PIECES_MAX} pieces, in {root}\n"))?;
    let tables = Tables::open(make(&args.tables, game)?)?;
    verify(&tables)?;
    match F::ending(&tables)? {
        Some(ending) => {
            show::show(&tables, &ending, args.full)?;
            next_steps(args, game.id(), &game.fen(&ending.position))?;
        }
        None => print_line(format_args!("No position with up to {PIECES_MAX} pieces is won."))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes the tables of a game that are missing, prints how long that took, and returns the folder
/// of the tables.
fn make<F: Shown>(root: &Path, game: &F) -> Result<PathBuf, Error> {
    let started = Instant::now();
    let directory = TableDirectory::open(root, game)?;
    let mut metrics = vec![Metric::Wdl, Metric::Dtw];
    let rules = game.rules();
    if !rules.code.counts.is_empty() {
        metrics.push(Metric::Dtr(RuleSet::new(&rules)));
    }
    let present = directory.manifest().tables.len();
    generate(&directory, PIECES_MAX, &Settings::new(metrics, MEMORY_BYTES), &NoProgress)?;
    match directory.manifest().tables.len() - present {
        0 => print_line(format_args!("found     {present} tables"))?,
        made => print_line(format_args!("made      {made} tables in {:.1} s", seconds(started)))?,
    }
    Ok(directory.path().to_owned())
}

/// Verifies the tables with few pieces: compares every value with those of the positions after each
/// legal move.
fn verify<F: Shown>(tables: &Tables<F>) -> Result<(), Error> {
    let started = Instant::now();
    let mut slices = tables.game().slices(PIECES_MAX);
    slices.retain(|&slice| !tables.metrics(slice).is_empty());
    let (mut values, mut wrong) = (0, 0);
    F::verify(tables, &slices, Extent::All, &NoProgress, &mut |found| {
        values += found.positions * found.tables;
        wrong += found.wrong;
        Ok(())
    })?;
    if wrong > 0 {
        return Err(Error::WrongValues { directory: tables.directory().to_owned(), wrong });
    }
    print_line(format_args!("verified  {values} values in {:.1} s, 0 wrong\n", seconds(started)))
}

fn seconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64()
}

/// Returns the commands by which the user can call `peatee` and `peatee-gen`. They contain a path
/// if this program was called by a relative path, as `cargo run` does.
fn programs() -> (PathBuf, PathBuf) {
    let called = std::env::args_os().next().map(PathBuf::from).filter(|path| path.is_relative());
    let generator = called.unwrap_or_else(|| "peatee-gen".into());
    (generator.with_file_name(format!("peatee{}", std::env::consts::EXE_SUFFIX)), generator)
}

fn next_steps(args: &DemoArgs, id: &str, fen: &str) -> Result<(), Error> {
    let fen = if fen.contains(' ') { format!("\"{fen}\"") } else { fen.to_owned() };
    let root = args.tables.display();
    let tables = if args.tables == Path::new("tables") { String::new() } else { format!(" --tables {root}") };
    let variant = if id == DEFAULT_VARIANT { String::new() } else { format!(" --variant {id}") };
    let (peatee, generator) = programs();
    let is_built = peatee.components().count() == 1 || peatee.exists();
    let (peatee, generator) = (peatee.display(), generator.display());
    let build = ("cargo build --release --bin peatee".to_owned(), "the program that answers, in some minutes");
    let steps = [
        (format!("{peatee} moves{tables}{variant} {fen}"), "every move with its value"),
        (format!("{peatee} line{tables}{variant} {fen}"), "the moves above, each with its value"),
        (format!("{generator} demo{tables}{variant} --full"), "a board after every move"),
        (format!("{peatee} adjudicate{tables}{variant} --fen {fen}"), "a verdict under the draw rules"),
        (format!("{peatee} serve{tables}"), "a page with a board, on http://127.0.0.1:50051/ until Ctrl-C"),
        (format!("{generator} generate --variant {id} --pieces 4 --tables {root}"), "larger tables"),
        (format!("{peatee} variants"), "the other games, for `demo --variant ID`"),
    ];
    print_line("What next:")?;
    let steps = (!is_built).then_some(build).into_iter().chain(steps);
    steps.into_iter().try_for_each(|(command, what)| print_line(format_args!("  {command}\n      {what}")))
}
