//! `peatee demo`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use peatee_generator::{Quiet, Settings, TableDirectory, generate};
use peatee_probe::{Line, Metric, OpenOptions, Tables};
use peatee_rules::{Game, Position, Variant};

use super::output::Output;
use crate::errors::Error;

/// Make small tables, check them, and show an ending won move by move.
///
/// Needs nothing but an empty directory and a few seconds. Tables that are there already are kept.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the tables are made, in a folder of their own for each variant.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    tables: PathBuf,
}

const VARIANT: &str = "international";
const PIECES_MAX: u8 = 3;
const MEMORY_BYTES: u64 = 1 << 30;

/// The longest win of one man against two, found and named by M. Grimminck.
const ENDING: &str = "W:W23:B5,6";
const ENDING_TITLE: &str = "David, by M. Grimminck: one man beats two";

/// Boards that stand side by side: as many as fit a terminal of 80 columns.
const BOARDS_IN_ROW: usize = 3;

/// Runs the command.
///
/// # Errors
/// The tables cannot be made or read, or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let mut out = Output::new();
    let game = Game::new(Variant::named(VARIANT)?);
    let title = game.variant().title;
    out.line(&format_args!("{title}: all endings with up to {PIECES_MAX} pieces, in {}\n", args.tables.display()))?;
    out.flush()?;

    let directory = make(&args.tables, &game, &mut out)?;
    let tables = Tables::open(&directory, &OpenOptions::default())?;
    verify(&tables, &mut out)?;

    let position = game.parse_fen(ENDING)?;
    let line = tables.line(&position, u32::MAX)?;
    show(&game, &position, &line, &mut out)?;
    next_steps(&args.tables, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the tables and gives the folder they are in.
fn make(root: &Path, game: &Game, out: &mut Output) -> Result<PathBuf, Error> {
    let started = Instant::now();
    let mut directory = TableDirectory::open(root, game)?;
    let settings = Settings { metrics: vec![Metric::Wdl, Metric::Dtw], memory_bytes: MEMORY_BYTES };
    generate(&mut directory, PIECES_MAX, &settings, &Quiet)?;
    out.line(&format_args!("made      {} tables in {:.1} s", directory.manifest().tables.len(), seconds(started)))?;
    out.flush()?;
    Ok(directory.path().to_owned())
}

/// Compares every value with the positions one ply further on.
fn verify(tables: &Tables, out: &mut Output) -> Result<(), Error> {
    let started = Instant::now();
    let (mut positions, mut wrong) = (0, 0);
    for info in tables.slices() {
        for &metric in &info.metrics {
            let verdict = peatee_generator::verify::verify(tables, info.slice, metric)?;
            positions += verdict.positions;
            wrong += verdict.wrong;
        }
    }
    if wrong > 0 {
        return Err(Error::Wrong { directory: tables.directory().to_owned(), wrong });
    }
    out.line(&format_args!("verified  {positions} values in {:.1} s, 0 wrong\n", seconds(started)))?;
    out.flush()
}

fn seconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64()
}

/// Draws the board after every move, a few side by side.
fn show(game: &Game, start: &Position, line: &Line, out: &mut Output) -> Result<(), Error> {
    let fen = game.fen(start);
    let plies = line.value.dtw_plies.unwrap_or(0);
    out.line(&format_args!(
        "{ENDING_TITLE}\n{fen}: {} to move, {} in {plies} plies",
        start.side,
        line.value.wdl.name()
    ))?;
    out.line(&"M, K: men and kings of White; m, k: of Black\n")?;
    let befores = std::iter::once(start).chain(line.moves.iter().map(|mv| &mv.position));
    let mut boards = vec![("start".to_owned(), game.diagram(start))];
    for (number, (before, rated)) in befores.zip(&line.moves).enumerate() {
        let caption = format!("{}. {} {}", number + 1, before.side, game.move_text(before, &rated.mv));
        boards.push((caption, game.diagram(&rated.position)));
    }
    boards.chunks(BOARDS_IN_ROW).try_for_each(|row| draw_row(row, out))
}

fn draw_row(row: &[(String, String)], out: &mut Output) -> Result<(), Error> {
    let width = row.iter().flat_map(|(_, board)| board.lines()).map(str::len).max().unwrap_or(0) + 1;
    let captions: String = row.iter().map(|(caption, _)| format!("{:>5}{caption:<1$}", "", width - 5)).collect();
    out.line(&captions.trim_end())?;
    let mut boards: Vec<_> = row.iter().map(|(_, board)| board.lines()).collect();
    while let Some(first) = boards[0].next() {
        let rest = boards[1..].iter_mut().map(|lines| lines.next().unwrap_or(""));
        let text: String = std::iter::once(first).chain(rest).map(|line| format!("{line:<width$}")).collect();
        out.line(&text.trim_end())?;
    }
    out.line(&"")
}

fn next_steps(root: &Path, out: &mut Output) -> Result<(), Error> {
    let tables = match root.to_str() {
        Some("tables") => String::new(),
        _ => format!(" --tables {}", root.display()),
    };
    out.line(&format_args!(
        "What next:
  peatee moves{tables} {ENDING}          every move with its value
  peatee line{tables} W:WK38:B4,18         another win, move by move
  peatee serve{tables}                     the same over gRPC, on 127.0.0.1:50051
  peatee-gen generate --variant {VARIANT} --pieces 4 --tables {}
                                   larger tables
  peatee variants                  the other games",
        root.display()
    ))
}
