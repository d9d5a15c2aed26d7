//! The solution of a problem as a list of positions for programs. It is not written as a nested
//! tree, because most JSON readers limit the depth of nesting.

use serde::Serialize;

use crate::archives::compositions::{BranchEnd, Dual, TreeNode};

/// A position in which the solver is to move, with the solution and all defences.
#[derive(Debug, Serialize)]
pub struct Node<'a> {
    fen: &'a str,
    r#move: &'a str,
    duals: &'a [Dual],
    defences: Vec<Defence<'a>>,
    /// Reason why no defences are listed after the solver's move; null if defences are listed.
    end: Option<BranchEnd>,
}

#[derive(Debug, Serialize)]
struct Defence<'a> {
    r#move: &'a str,
    fen: &'a str,
    /// Reason why the list does not continue with the position after this move; null if it does.
    end: Option<BranchEnd>,
}

/// Lists the positions of a solution tree in which the solver is to move, in the order in which
/// they occur in the lines.
pub fn nodes(tree: &TreeNode) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    add(tree, &mut nodes);
    nodes
}

fn add<'a>(turn: &'a TreeNode, nodes: &mut Vec<Node<'a>>) {
    let Some(solution) = turn.moves.first() else { return };
    let after = &solution.then;
    let defences = after.moves.iter();
    let defences = defences.map(|mv| Defence { r#move: &mv.r#move, fen: &mv.then.fen, end: mv.then.end }).collect();
    nodes.push(Node { fen: &turn.fen, r#move: &solution.r#move, duals: &turn.duals, defences, end: after.end });
    after.moves.iter().for_each(|defence| add(&defence.then, nodes));
}
