//! The tree of a solution as a list, for programs: a tree of many plies is nested too deep for most
//! readers of JSON.

use serde::Serialize;

use super::tree::{BranchEnd, Dual, TreeNode};

/// A position with the solver to move.
#[derive(Debug, Serialize)]
pub struct Node<'a> {
    fen: &'a str,
    /// The solution.
    r#move: &'a str,
    duals: &'a [Dual],
    defences: Vec<Defence<'a>>,
    /// Why there are no defences.
    end: Option<BranchEnd>,
}

/// A move of the defender.
#[derive(Debug, Serialize)]
struct Defence<'a> {
    r#move: &'a str,
    /// The position after it.
    fen: &'a str,
    /// Why it is not listed; null where it is.
    end: Option<BranchEnd>,
}

/// Returns the positions of a tree with the solver to move, those of a line in its order.
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
