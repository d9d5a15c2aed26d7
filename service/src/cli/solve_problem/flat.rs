//! The tree of a solution as a list for programs, since most JSON readers limit the depth of
//! nesting.

use serde::Serialize;

use super::tree::{BranchEnd, Dual, TreeNode};

/// A position with the solver to move.
#[derive(Debug, Serialize)]
pub struct Node<'a> {
    fen: &'a str,
    /// Move of the solution.
    r#move: &'a str,
    duals: &'a [Dual],
    defences: Vec<Defence<'a>>,
    /// Reason for a line without defences.
    end: Option<BranchEnd>,
}

/// A move of the defender.
#[derive(Debug, Serialize)]
struct Defence<'a> {
    r#move: &'a str,
    /// Position after the move.
    fen: &'a str,
    /// Reason why the position after the move is not listed; null if the position is listed.
    end: Option<BranchEnd>,
}

/// Returns the positions of a tree with the solver to move. Positions of a line are in order.
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
