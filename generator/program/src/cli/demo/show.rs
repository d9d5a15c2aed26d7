use std::fmt::Display;

use peatee_generator::Error;
use peatee_probe::any::Tables;
use peatee_probe::{Line, RuleOutcome, Value, Wdl};
use peatee_rules::Side;

use super::family::{Ending, Shown};
use crate::cli::shared::print;

const LINE_CHARS_MAX: usize = 80;

pub fn print_line(line: impl Display) -> Result<(), Error> {
    print(&format!("{line}\n"))
}

/// Prints the line of best play and draws boards side by side: the boards of the first and the last
/// position, or of all positions.
pub fn show<F: Shown>(tables: &Tables<F>, ending: &Ending<F::Position>, is_full: bool) -> Result<(), Error> {
    let (game, Ending { position: start, title }) = (tables.game(), ending);
    let line = tables.line(start, u32::MAX)?;
    let (fen, side) = (game.fen(start), game.side(start));
    let winner = winner(side, line.value).map_or(String::new(), |winner| format!(" ({winner})"));
    print_line(format_args!("{title}\n{fen}: {side} to move, {}{winner}", line.value))?;
    print_line(remark(tables, start, &line)?)?;
    print_line(format_args!("{}\n", F::LEGEND))?;
    let moves: Vec<String> = line.steps(start).map(|(before, mv)| game.move_text(before, &mv.mv)).collect();
    let first = game.first_number(start);
    let mut boards = vec![("start".to_owned(), game.diagram(start))];
    let mut number = first;
    for (text, rated) in moves.iter().zip(&line.moves) {
        boards.push((format!("{number} {text}"), game.diagram(&rated.position)));
        number = number.next();
    }
    if !is_full {
        wrapped(&first.number_all(&moves)).iter().try_for_each(print_line)?;
        print_line("")?;
        boards = [boards.first().cloned(), boards.pop().filter(|_| !moves.is_empty())].into_iter().flatten().collect();
    }
    let width = boards.iter().flat_map(|(_, board)| board.lines()).map(str::len).max().unwrap_or(0) + 2;
    boards.chunks((LINE_CHARS_MAX / width).max(1)).try_for_each(|row| draw_row(row, width))
}

/// Describes the printed line in one sentence. It says how many moves of the winner are only moves,
/// and what the outcome of the start position is under the draw rules of the game.
fn remark<F: Shown>(tables: &Tables<F>, start: &F::Position, line: &Line<F>) -> Result<String, Error> {
    let (mut moves, mut only) = (0, 0);
    for (before, _) in line.steps(start).step_by(2) {
        let rated = tables.moves(before)?;
        moves += 1;
        only += u32::from(rated.len() > 1 && rated.iter().filter(|rated| rated.value.wdl == Wdl::Win).count() == 1);
    }
    let (game, rules) = (tables.game(), tables.game().rules());
    let value = tables.rule_value(start, &rules, &game.counters(&rules, start))?;
    let under_the_rules = match value.outcome {
        _ if rules.code.counts.is_empty() => String::new(),
        RuleOutcome::Win => format!("; won under {} too", rules.name()),
        outcome => format!("; under {} a {}", rules.name(), outcome.name()),
    };
    Ok(format!("{only} of {}'s {moves} moves are the only ones that win{under_the_rules}.", game.side(start)))
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
