//! The solution of a problem as text for people: the main line, followed by indented variations.

use peatee_rules::notation::MoveNumber;

use crate::archives::compositions::{Branch, BranchEnd, Dual, TreeNode};

/// Number of spaces by which a variation is indented more than its line.
const INDENT: usize = 2;

pub fn lines(tree: &TreeNode, number: MoveNumber) -> Vec<String> {
    let mut lines = Vec::new();
    line(None, tree, number, INDENT, &mut lines);
    lines
}

/// Appends the text of a line of play to `lines`, then the text of its variations. `first` is the
/// first move of a variation; `None` for the main line.
fn line(first: Option<&Branch>, tree: &TreeNode, start: MoveNumber, indent: usize, lines: &mut Vec<String>) {
    let mut words: Vec<String> = Vec::new();
    let mut variations = Vec::new();
    let (mut turn, mut number) = (tree, start);
    let mut next = first;
    loop {
        let branch = next.take().or_else(|| {
            let (main, others) = turn.moves.split_first()?;
            variations.extend(others.iter().map(|other| (other, number)));
            Some(main)
        });
        let Some(branch) = branch else { break };
        if words.is_empty() || number.is_of_first_side() {
            words.push(number.to_string());
        }
        let duals: Vec<String> = if words.len() == 1 && first.is_some() { Vec::new() } else { duals(turn) };
        words.push(branch.r#move.clone());
        if !duals.is_empty() {
            words.push(format!("[also {}]", duals.join(", ")));
        }
        turn = &branch.then;
        number = number.next();
    }
    words.extend(turn.end.and_then(end).map(str::to_owned));
    lines.push(format!("{:indent$}{}", "", words.join(" ")));
    for (branch, number) in variations {
        line(Some(branch), tree, number, indent + INDENT, lines);
    }
}

fn duals(turn: &TreeNode) -> Vec<String> {
    turn.duals.iter().map(dual).collect()
}

pub fn dual(dual: &Dual) -> String {
    let landing = if dual.is_landing { " (landing)" } else { "" };
    format!("{}{landing}", dual.r#move)
}

/// Returns a remark that says why a line of the solution ends; `None` if none is needed.
pub fn end(end: BranchEnd) -> Option<&'static str> {
    match end {
        BranchEnd::GameOver => None,
        BranchEnd::Refuted => Some("(every move loses)"),
        BranchEnd::Transposition => Some("(as in another line)"),
        BranchEnd::Cut => Some("(cut)"),
    }
}
