//! The solution of a problem as a PDN or PGN game; defences besides the main line, and duals, are
//! variations.

use peatee_rules::notation::MoveNumber;

use super::text;
use crate::archives::compositions::TreeNode;

const LINE_COLUMNS: usize = 80;

/// Formats the solution tree as a PDN or PGN game. `number` is the number of the first move.
pub fn game(tags: &str, result: &str, tree: &TreeNode, number: MoveNumber) -> String {
    let mut words = Vec::new();
    moves(tree, number, false, &mut words);
    words.push(result.to_owned());
    format!("{tags}\n\n{}\n", wrapped(&words))
}

/// Appends the moves of a line of play to `words`, with its variations. Each variation follows the
/// move that it replaces.
fn moves(tree: &TreeNode, start: MoveNumber, is_after_move: bool, words: &mut Vec<String>) {
    let (mut turn, mut number, mut needs_number) = (tree, start, !is_after_move);
    while let Some((main, others)) = turn.moves.split_first() {
        if number.is_of_first_side() || needs_number {
            words.push(number.to_string());
        }
        words.push(main.r#move.clone());
        for dual in &turn.duals {
            words.extend([format!("({number}"), dual.r#move.clone(), format!("{{{}}})", remark(dual.is_landing))]);
        }
        for other in others {
            words.extend([format!("({number}"), other.r#move.clone()]);
            moves(&other.then, number.next(), true, words);
            words.last_mut().expect("the variation has a move").push(')');
        }
        needs_number = !turn.duals.is_empty() || !others.is_empty();
        turn = &main.then;
        number = number.next();
    }
    if let Some(end) = turn.end.and_then(text::end) {
        words.push(format!("{{{}}}", end.trim_matches(['(', ')'])));
    }
}

const fn remark(is_landing: bool) -> &'static str {
    if is_landing { "dual by landing square" } else { "dual" }
}

fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() >= LINE_COLUMNS {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
