//! `peatee demo`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use peatee_generator::stats::slice_stats;
use peatee_generator::{NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{Line, Metric, RuleOutcome, RuleSet, Tables, Wdl};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::MoveNumber;
use peatee_rules::{Draughts, Position, Variant};

use super::output::{Output, ValueOut};
use super::{DEFAULT_VARIANT, words};
use crate::errors::Error;
use crate::judging::rules_of;

/// Make small tables, check them, and show an ending won move by move.
///
/// The tables are of WDL, DTW, and DTR under the draw rules of the game. The demo needs only an
/// empty directory and a few seconds. Existing tables are kept.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game that is played; `peatee variants` lists the games.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT)]
    variant: String,

    /// Where the tables are made, in a folder of their own for each variant.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    tables: PathBuf,

    /// Draw the board after every move, not only the first and the last.
    #[arg(long)]
    full: bool,
}

const PIECES_MAX: u8 = 3;
const MEMORY_BYTES: u64 = 1 << 30;

/// An ending to show.
struct Ending {
    position: Position,
    title: String,
}

/// Endings with a name: variant, position and title. For other games the demo shows the longest win
/// in the tables.
const NAMED: &[(&str, &str, &str)] = &[("international", "W:W23:B5,6", "David, by M. Grimminck: one man beats two")];

/// How wide a line may be.
const LINE_CHARS_MAX: usize = 80;

/// Runs the command.
///
/// # Errors
/// The tables cannot be made or read, or output fails.
pub fn run(args: &Args) -> Result<ExitCode, Error> {
    let mut out = Output::new();
    let game = Draughts::new(Variant::named(&args.variant)?);
    let title = game.variant().title;
    out.line(&format_args!("{title}: all endings with up to {PIECES_MAX} pieces, in {}\n", args.tables.display()))?;
    out.flush()?;

    let rules = rules_of(game.variant(), "")?;
    let directory = make(&args.tables, &game, &rules, &mut out)?;
    let tables = Tables::open(directory)?;
    verify(&tables, &mut out)?;

    match ending(&tables)? {
        Some(ending) => {
            let line = tables.line(&ending.position, u32::MAX)?;
            let remark = remark(&tables, &rules, &ending.position, &line)?;
            show(args, &game, &ending, &line, &remark, &mut out)?;
            next_steps(args, &game.fen(&ending.position), &mut out)?;
        }
        None => out.line(&format_args!("No position with up to {PIECES_MAX} pieces is won."))?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the tables and returns their folder.
fn make(root: &Path, game: &Draughts, rules: &DrawRules, out: &mut Output) -> Result<PathBuf, Error> {
    let started = Instant::now();
    let directory = TableDirectory::open(root, game)?;
    let mut metrics = vec![Metric::Wdl, Metric::Dtw];
    if !rules.code.counts.is_empty() {
        metrics.push(Metric::Dtr(RuleSet::new(rules)));
    }
    let settings = Settings::new(metrics, MEMORY_BYTES);
    generate(&directory, PIECES_MAX, &settings, &NoProgress)?;
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

/// The ending with a name, or else the longest win in the tables; `None` when the tables hold no
/// win.
fn ending(tables: &Tables) -> Result<Option<Ending>, Error> {
    let game = tables.game();
    if let Some((_, fen, title)) = NAMED.iter().find(|(variant, ..)| *variant == game.variant().id) {
        return Ok(Some(Ending { position: game.parse_fen(fen)?, title: (*title).to_owned() }));
    }
    let longest_win =
        |slice| tables.table(slice, Metric::Dtw).map_or(0, |table| table.header().counts.longest_win_plies);
    // `max_by_key` takes the last of equals: in reverse order that is the first slice, so that the
    // same tables always show the same ending.
    let slices = tables.slices().into_iter().rev();
    let Some(info) = slices.max_by_key(|info| longest_win(info.slice)) else { return Ok(None) };
    let Some(longest) = slice_stats(tables, info.slice)?.longest_win else { return Ok(None) };
    let title = format!("The longest win with up to {PIECES_MAX} pieces, one of {}", longest.positions);
    Ok(Some(Ending { position: game.parse_fen(&longest.fen)?, title }))
}

/// Why the ending is hard to win, and what the draw rules make of it.
fn remark(tables: &Tables, rules: &DrawRules, start: &Position, line: &Line) -> Result<String, Error> {
    let befores = std::iter::once(start).chain(line.moves.iter().map(|rated| &rated.position));
    let (mut moves, mut only) = (0, 0);
    for (before, _) in befores.zip(&line.moves).step_by(2) {
        let rated = tables.moves(before)?;
        moves += 1;
        only += u32::from(rated.len() > 1 && rated.iter().filter(|rated| rated.value.wdl == Wdl::Win).count() == 1);
    }
    let value = tables.rule_value(start, rules, &rules.start(start))?;
    let under_the_rules = match value.outcome {
        _ if rules.code.counts.is_empty() => String::new(),
        RuleOutcome::Win => format!("; won under {} too", rules.name()),
        outcome => format!("; under {} a {}", rules.name(), outcome.name()),
    };
    Ok(format!("{only} of {}'s {moves} moves are the only ones that win{under_the_rules}.", start.side))
}

fn seconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64()
}

/// Writes the line and draws boards side by side: the first and the last, or all of them.
fn show(
    args: &Args,
    game: &Draughts,
    ending: &Ending,
    line: &Line,
    remark: &str,
    out: &mut Output,
) -> Result<(), Error> {
    let Ending { position: start, title } = ending;
    let fen = game.fen(start);
    let winner = words::winner(start.side, line.value).map_or(String::new(), |winner| format!(" ({winner})"));
    out.line(&format_args!("{title}\n{fen}: {} to move, {}{winner}", start.side, ValueOut::from(line.value)))?;
    out.line(&remark)?;
    out.line(&"M, K: men and kings of White; m, k: of Black\n")?;
    let befores = std::iter::once(start).chain(line.moves.iter().map(|mv| &mv.position));
    let moves: Vec<String> = befores.zip(&line.moves).map(|(before, mv)| game.move_text(before, &mv.mv)).collect();
    let first = MoveNumber::in_position(game, start, 0);
    let mut boards = vec![("start".to_owned(), game.diagram(start))];
    let mut number = first;
    for (text, rated) in moves.iter().zip(&line.moves) {
        boards.push((format!("{number} {text}"), game.diagram(&rated.position)));
        number = number.next();
    }
    if !args.full {
        wrapped(&first.number_all(&moves)).iter().try_for_each(|line| out.line(line))?;
        out.line(&"")?;
        boards = [boards.first().cloned(), boards.pop().filter(|_| !moves.is_empty())].into_iter().flatten().collect();
    }
    let width = boards.iter().flat_map(|(_, board)| board.lines()).map(str::len).max().unwrap_or(0) + 2;
    boards.chunks((LINE_CHARS_MAX / width).max(1)).try_for_each(|row| draw_row(row, width, out))
}

/// Breaks numbered moves into lines; a number stays with its move.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.replace(". ", ".\t").split(' ') {
        let word = word.replace('\t', " ");
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= LINE_CHARS_MAX => *line += &format!(" {word}"),
            _ => lines.push(word),
        }
    }
    lines
}

/// Draws boards side by side with their captions, each `width` characters wide.
fn draw_row(row: &[(String, String)], width: usize, out: &mut Output) -> Result<(), Error> {
    let captions: String = row.iter().map(|(caption, _)| format!("{:>4}{caption:<1$}", "", width - 4)).collect();
    out.line(&captions.trim_end())?;
    let mut boards: Vec<_> = row.iter().map(|(_, board)| board.lines()).collect();
    while let Some(first) = boards[0].next() {
        let rest = boards[1..].iter_mut().map(|lines| lines.next().unwrap_or(""));
        let text: String = std::iter::once(first).chain(rest).map(|line| format!("{line:<width$}")).collect();
        out.line(&text.trim_end())?;
    }
    out.line(&"")
}

/// What the shell calls `peatee` and `peatee-gen`: with a folder where this program was called with
/// one, as `cargo run` calls it.
fn programs() -> (PathBuf, PathBuf) {
    let called = std::env::args_os().next().map(PathBuf::from).filter(|path| path.is_relative());
    let peatee = called.unwrap_or_else(|| "peatee".into());
    let generator = peatee.with_file_name(format!("peatee-gen{}", std::env::consts::EXE_SUFFIX));
    (peatee, generator)
}

fn next_steps(args: &Args, fen: &str, out: &mut Output) -> Result<(), Error> {
    let root = args.tables.display();
    let tables = if args.tables == Path::new("tables") { String::new() } else { format!(" --tables {root}") };
    let variant = if args.variant == DEFAULT_VARIANT { String::new() } else { format!(" --variant {}", args.variant) };
    let (peatee, generator) = programs();
    let is_built = generator.components().count() == 1 || generator.exists();
    let larger = if is_built { "larger tables" } else { "larger tables, once `cargo build --release` has built it" };
    let (peatee, generator) = (peatee.display(), generator.display());
    let steps = [
        (format!("{peatee} moves{tables}{variant} {fen}"), "every move with its value"),
        (format!("{peatee} line{tables}{variant} {fen}"), "the moves above, each with its value"),
        (format!("{peatee} demo{tables}{variant} --full"), "a board after every move"),
        (format!("{peatee} adjudicate{tables}{variant} --fen {fen}"), "a verdict under the draw rules"),
        (format!("{peatee} serve{tables}"), "the same over gRPC, on 127.0.0.1:50051"),
        (format!("{generator} generate --variant {} --pieces 4 --tables {root}", args.variant), larger),
        (format!("{peatee} variants"), "the other games, for `demo --variant ID`"),
    ];
    out.line(&"What next:")?;
    steps.iter().try_for_each(|(command, what)| out.line(&format_args!("  {command}\n      {what}")))
}
