use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use peatee_generator::explore::stats::slice_stats;
use peatee_generator::verify::draughts::verify as verify_table;
use peatee_generator::{Error, NoProgress, Settings, TableDirectory, generate};
use peatee_probe::{Line, Metric, RuleOutcome, RuleSet, Tables, Value, Wdl};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::MoveNumber;
use peatee_rules::{Draughts, Position, Side, Variant};

use super::shared::print;

const DEFAULT_VARIANT: &str = "international";

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The game that is played; `peatee variants` lists the games.
    #[arg(long, value_name = "ID", default_value = DEFAULT_VARIANT, value_parser = Variant::named)]
    variant: &'static Variant,

    /// Directory to make the tables in, with a folder for each variant.
    #[arg(long, value_name = "DIR", env = "PEATEE_TABLES", default_value = "tables")]
    tables: PathBuf,

    /// Draw the board after every move, not only the first and the last.
    #[arg(long)]
    full: bool,
}

const PIECES_MAX: u8 = 3;
const MEMORY_BYTES: u64 = 1 << 30;

/// The endgame position that the demo shows.
struct Ending {
    position: Position,
    title: String,
}

/// Well-known endgame positions: id of the variant, FEN and title. For other variants, the demo
/// shows the longest win in the tables.
const NAMED: &[(&str, &str, &str)] = &[("international", "W:W23:B5,6", "David, by M. Grimminck: one man beats two")];

/// Maximal number of characters in a line of output.
const LINE_CHARS_MAX: usize = 80;

pub fn demo(args: &DemoArgs) -> Result<ExitCode, Error> {
    let game = Draughts::new(args.variant);
    let title = args.variant.title;
    print_line(format_args!("{title}: all endings with up to {PIECES_MAX} pieces, in {}\n", args.tables.display()))?;
    let code = args.variant.rule_codes.first().copied().unwrap_or_default();
    let rules = DrawRules::named(code).expect("a code of the game");
    let tables = Tables::open(make(&args.tables, &game, &rules)?)?;
    verify(&tables)?;
    match ending(&tables)? {
        Some(ending) => {
            let line = tables.line(&ending.position, u32::MAX)?;
            let remark = remark(&tables, &rules, &ending.position, &line)?;
            show(args, &game, &ending, &line, &remark)?;
            next_steps(args, &game.fen(&ending.position))?;
        }
        None => print_line(format_args!("No position with up to {PIECES_MAX} pieces is won."))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print_line(line: impl Display) -> Result<(), Error> {
    print(&format!("{line}\n"))
}

/// Makes the tables of a game, prints how long that took, and returns the folder of the tables.
fn make(root: &Path, game: &Draughts, rules: &DrawRules) -> Result<PathBuf, Error> {
    let started = Instant::now();
    let directory = TableDirectory::open(root, game)?;
    let mut metrics = vec![Metric::Wdl, Metric::Dtw];
    if !rules.code.counts.is_empty() {
        metrics.push(Metric::Dtr(RuleSet::new(rules)));
    }
    let settings = Settings::new(metrics, MEMORY_BYTES);
    generate(&directory, PIECES_MAX, &settings, &NoProgress)?;
    print_line(format_args!("made      {} tables in {:.1} s", directory.manifest().tables.len(), seconds(started)))?;
    Ok(directory.path().to_owned())
}

/// Verifies all tables: compares every value with those of the positions after each legal move.
fn verify(tables: &Tables) -> Result<(), Error> {
    let started = Instant::now();
    let (mut positions, mut wrong) = (0, 0);
    for info in tables.slices() {
        for &metric in &info.metrics {
            let verdict = verify_table(tables, info.slice, metric)?;
            positions += verdict.positions;
            wrong += verdict.wrong;
        }
    }
    if wrong > 0 {
        return Err(Error::WrongValues { directory: tables.directory().to_owned(), wrong });
    }
    print_line(format_args!("verified  {positions} values in {:.1} s, 0 wrong\n", seconds(started)))
}

/// Returns the well-known endgame position of the variant if there is one, otherwise the longest
/// win in the tables; `None` if no position in the tables is won.
fn ending(tables: &Tables) -> Result<Option<Ending>, Error> {
    let game = tables.game();
    if let Some((_, fen, title)) = NAMED.iter().find(|(variant, ..)| *variant == game.variant().id) {
        return Ok(Some(Ending {
            position: game.parse_fen(fen).expect("a position of the game"),
            title: (*title).to_owned(),
        }));
    }
    let longest_win =
        |slice| tables.table(slice, Metric::Dtw).map_or(0, |table| table.header().counts.longest_win_plies);
    // Of slices with equally long wins, `max_by_key` takes the last one, which is the first before
    // the order was reversed. So the demo always shows the same position for the same tables.
    let slices = tables.slices().into_iter().rev();
    let Some(info) = slices.max_by_key(|info| longest_win(info.slice)) else { return Ok(None) };
    let Some(longest) = slice_stats(tables, info.slice)?.longest_win else { return Ok(None) };
    let title = format!("The longest win with up to {PIECES_MAX} pieces, one of {}", longest.positions);
    Ok(Some(Ending { position: game.parse_fen(&longest.fen).expect("a position of the tables"), title }))
}

/// Describes how hard the win of the demo is, and the outcome of the position under the draw rules.
fn remark(tables: &Tables, rules: &DrawRules, start: &Position, line: &Line) -> Result<String, Error> {
    let (mut moves, mut only) = (0, 0);
    for (before, _) in line.steps(start).step_by(2) {
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

/// Prints the line of best play and draws boards side by side: the boards of the first and the last
/// position, or of all positions.
fn show(args: &DemoArgs, game: &Draughts, ending: &Ending, line: &Line, remark: &str) -> Result<(), Error> {
    let Ending { position: start, title } = ending;
    let fen = game.fen(start);
    let winner = winner(start.side, line.value).map_or(String::new(), |winner| format!(" ({winner})"));
    print_line(format_args!("{title}\n{fen}: {} to move, {}{winner}", start.side, line.value))?;
    print_line(remark)?;
    print_line("M, K: men and kings of White; m, k: of Black\n")?;
    let moves: Vec<String> = line.steps(start).map(|(before, mv)| game.move_text(before, &mv.mv)).collect();
    let first = MoveNumber::in_position(game, start, 0);
    let mut boards = vec![("start".to_owned(), game.diagram(start))];
    let mut number = first;
    for (text, rated) in moves.iter().zip(&line.moves) {
        boards.push((format!("{number} {text}"), game.diagram(&rated.position)));
        number = number.next();
    }
    if !args.full {
        wrapped(&first.number_all(&moves)).iter().try_for_each(print_line)?;
        print_line("")?;
        boards = [boards.first().cloned(), boards.pop().filter(|_| !moves.is_empty())].into_iter().flatten().collect();
    }
    let width = boards.iter().flat_map(|(_, board)| board.lines()).map(str::len).max().unwrap_or(0) + 2;
    boards.chunks((LINE_CHARS_MAX / width).max(1)).try_for_each(|row| draw_row(row, width))
}

/// Breaks numbered moves into lines. A number stays on the same line as its move.
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

/// Draws boards side by side, with their captions. Each board takes `width` characters of a line.
fn draw_row(row: &[(String, String)], width: usize) -> Result<(), Error> {
    let captions: String = row.iter().map(|(caption, _)| format!("{:>4}{caption:<1$}", "", width - 4)).collect();
    print_line(captions.trim_end())?;
    let mut boards: Vec<_> = row.iter().map(|(_, board)| board.lines()).collect();
    while let Some(first) = boards[0].next() {
        let rest = boards[1..].iter_mut().map(|lines| lines.next().unwrap_or(""));
        let text: String = std::iter::once(first).chain(rest).map(|line| format!("{line:<width$}")).collect();
        print_line(text.trim_end())?;
    }
    print_line("")
}

/// Returns the winner of a position and the number of moves to the win, in words; `None` for a
/// draw.
fn winner(to_move: Side, value: Value) -> Option<String> {
    let plies = value.plies?;
    let (winner, moves) = match value.wdl {
        Wdl::Draw => return None,
        Wdl::Win => (to_move, plies.div_ceil(2)),
        Wdl::Loss => (to_move.other(), plies / 2),
    };
    Some(format!("{winner} wins in {moves} {}", if moves == 1 { "move" } else { "moves" }))
}

/// Returns the commands by which the user can call `peatee` and `peatee-gen`. They contain a path
/// if this program was called by a relative path, as `cargo run` does.
fn programs() -> (PathBuf, PathBuf) {
    let called = std::env::args_os().next().map(PathBuf::from).filter(|path| path.is_relative());
    let generator = called.unwrap_or_else(|| "peatee-gen".into());
    (generator.with_file_name(format!("peatee{}", std::env::consts::EXE_SUFFIX)), generator)
}

fn next_steps(args: &DemoArgs, fen: &str) -> Result<(), Error> {
    let root = args.tables.display();
    let tables = if args.tables == Path::new("tables") { String::new() } else { format!(" --tables {root}") };
    let id = args.variant.id;
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
        (format!("{peatee} serve{tables}"), "the same over gRPC, on 127.0.0.1:50051"),
        (format!("{generator} generate --variant {id} --pieces 4 --tables {root}"), "larger tables"),
        (format!("{peatee} variants"), "the other games, for `demo --variant ID`"),
    ];
    print_line("What next:")?;
    let steps = (!is_built).then_some(build).into_iter().chain(steps);
    steps.into_iter().try_for_each(|(command, what)| print_line(format_args!("  {command}\n      {what}")))
}
