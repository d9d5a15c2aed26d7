//! The solution of a problem: the solver's move against every defence, with the duals.

use std::collections::HashSet;

use peatee_probe::any::Tables;
use peatee_probe::{Value, Wdl};
use peatee_rules::notation::MoveNumber;
use peatee_rules::{Kind, Side, Square};
use serde::Serialize;

use crate::ask::family::Family;
use crate::errors::Error;

/// A family of games whose problems are solved. Its sides move in turn.
pub trait Problems: Family {
    /// Returns true when no move is left that could matter.
    fn is_over(&self, position: &Self::Position) -> bool;

    /// Returns the value, with plies to the end of the game.
    ///
    /// # Errors
    /// [`Error::Probe`].
    fn value(tables: &Tables<Self>, position: &Self::Position) -> Result<Value, Error>;

    /// Lists the legal moves, the best first.
    ///
    /// # Errors
    /// As a probe, and where there is no distance of a move that wins or loses: lines could go
    /// round.
    fn rated_moves(tables: &Tables<Self>, position: &Self::Position) -> Result<Vec<Rated<Self::Position>>, Error>;

    /// Checks the stipulation of a mate in so many moves.
    ///
    /// # Errors
    /// [`Error::Argument`] where the game has no mate.
    fn check_mate_in(&self, _mate_in: Option<u32>) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the goal of a problem, in which it may be to mate in so many moves.
    ///
    /// # Errors
    /// [`Error::Argument`]: the side to move loses, or has no mate in so many moves.
    fn goal(side: Side, value: Value, mate_in: Option<u32>) -> Result<Goal, Error>;

    /// Writes the result of a game.
    fn result(&self, winner: Option<Side>) -> &'static str;

    /// Returns the number of the next move.
    fn move_number(&self, position: &Self::Position) -> MoveNumber;

    /// Writes the tags of a game that starts with a position.
    fn tags(&self, position: &Self::Position, result: &str) -> String;
}

/// A legal move.
#[derive(Debug)]
pub struct Rated<P> {
    /// The move.
    pub text: String,
    /// The value to the player who makes the move, in plies counted from before it.
    pub value: Value,
    /// The position after it.
    pub after: P,
    /// The captured pieces; none where the move captures nothing, and where moves never differ in
    /// the landing square alone.
    pub capture: Option<Capture>,
}

/// A capture without its landing square: from where, the captured pieces, what the piece becomes.
pub type Capture = (Square, u128, Kind);

/// The goal of the solver.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// To win, or else to draw.
    pub wdl: Wdl,
    /// Plies to mate, where the stipulation is to mate in a number of moves.
    pub mate_plies: Option<u32>,
}

impl Goal {
    /// To win what is won, and to draw what is drawn, for the side to move.
    ///
    /// # Errors
    /// [`Error::Argument`] where it loses.
    pub fn of(value: Value, side: Side) -> Result<Goal, Error> {
        if value.wdl == Wdl::Loss {
            let reason = format!("{side} is to move and loses: there is nothing to solve");
            return Err(Error::Argument { field: "fen", reason });
        }
        Ok(Goal { wdl: value.wdl, mate_plies: None })
    }

    /// Returns true when a move of the solver reaches it, after so many plies.
    fn is_reached(self, value: Value, ply: usize) -> bool {
        let is_in_time = |limit: u32| value.plies.is_some_and(|plies| plies as usize + ply <= limit as usize);
        value.wdl == self.wdl && self.mate_plies.is_none_or(is_in_time)
    }
}

/// A position of the tree with the moves that are shown of it.
#[derive(Debug)]
pub struct TreeNode {
    /// The position.
    pub fen: String,
    /// The solution, where the solver is to move; else the defences, those that hold out longest
    /// first.
    pub moves: Vec<Branch>,
    /// The solver's other moves that reach the goal too.
    pub duals: Vec<Dual>,
    /// Why no move is shown.
    pub end: Option<BranchEnd>,
}

/// A move and what follows.
#[derive(Debug)]
pub struct Branch {
    /// The move.
    pub r#move: String,
    /// The position after it.
    pub then: TreeNode,
}

/// Another move that reaches the goal.
#[derive(Debug, Serialize)]
pub struct Dual {
    /// The move.
    pub r#move: String,
    /// Plies to the end of the game from before it; null for a draw.
    pub dtw_plies: Option<u32>,
    /// True where it captures the same pieces with the same piece as the solution, and only lands
    /// elsewhere. Never in chess.
    pub is_landing: bool,
}

/// Why a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BranchEnd {
    /// The side to move has no move, or in chess nobody can mate.
    GameOver,
    /// The defender has no move that keeps the draw: the solver wins.
    Refuted,
    /// The position stands earlier in the tree.
    Transposition,
    /// A limit is reached.
    Cut,
}

/// Bounds of the tree that is computed.
#[derive(Debug, Clone, Copy)]
pub struct TreeLimits {
    /// Plies of a line.
    pub plies_max: usize,
    /// Positions with the solver to move.
    pub positions_max: usize,
    /// Whether only the defences that hold out longest are looked at.
    pub is_longest_only: bool,
}

/// A problem with its solution.
#[derive(Debug, Serialize)]
pub struct Solution {
    /// `unique`, `duals` (one first move solves it, later in the solution others do too),
    /// `several-solutions`, or `short-solution` (it is mate in fewer moves).
    pub verdict: &'static str,
    /// Number of first moves that solve it.
    pub solutions: usize,
    /// The solver's other moves that reach the goal, after the first move and in all variations.
    pub duals: usize,
    /// Number of duals in the main line.
    pub duals_in_main_line: usize,
    /// Positions with the solver to move that were looked at.
    pub positions: usize,
    /// False where a limit cut a line.
    pub is_complete: bool,
    /// The tree; in JSON it is flat.
    #[serde(skip)]
    pub tree: TreeNode,
}

/// Works out the tree.
struct Builder<'a, G: Problems> {
    tables: &'a Tables<G>,
    goal: Goal,
    limits: TreeLimits,
    /// The positions with the solver to move. Where the moves are counted, each with its ply: it
    /// has other duals at another.
    seen: HashSet<(G::Key, usize)>,
    duals: usize,
    duals_in_main_line: usize,
    is_complete: bool,
}

/// Solves the problem of a position whose value is that of the goal.
///
/// # Errors
/// As [`Problems::rated_moves`].
pub fn solve<G: Problems>(
    tables: &Tables<G>,
    position: &G::Position,
    value: Value,
    goal: Goal,
    limits: TreeLimits,
) -> Result<Solution, Error> {
    let mut builder =
        Builder { tables, goal, limits, seen: HashSet::new(), duals: 0, duals_in_main_line: 0, is_complete: true };
    let tree = builder.turn(position, 0, true)?;
    let solutions = tree.moves.len() + tree.duals.len();
    let Builder { seen, duals, duals_in_main_line, is_complete, .. } = builder;
    let is_short = goal.mate_plies.is_some() && goal.mate_plies > value.plies;
    let verdict = match (solutions, duals) {
        _ if is_short => "short-solution",
        (2.., _) => "several-solutions",
        (_, 0) => "unique",
        _ => "duals",
    };
    Ok(Solution { verdict, solutions, duals, duals_in_main_line, positions: seen.len(), is_complete, tree })
}

impl TreeNode {
    fn end(fen: String, end: BranchEnd) -> TreeNode {
        TreeNode { fen, moves: Vec::new(), duals: Vec::new(), end: Some(end) }
    }
}

impl<G: Problems> Builder<'_, G> {
    fn turn(&mut self, position: &G::Position, ply: usize, is_main: bool) -> Result<TreeNode, Error> {
        let fen = self.tables.game().fen(position);
        if self.tables.game().is_over(position) {
            return Ok(TreeNode::end(fen, BranchEnd::GameOver));
        }
        let is_solver = ply.is_multiple_of(2);
        if is_solver && self.seen.contains(&self.key(position, ply)) {
            return Ok(TreeNode::end(fen, BranchEnd::Transposition));
        }
        if ply >= self.limits.plies_max || (is_solver && self.seen.len() >= self.limits.positions_max) {
            self.is_complete = false;
            return Ok(TreeNode::end(fen, BranchEnd::Cut));
        }
        if is_solver { self.attack(fen, position, ply, is_main) } else { self.defence(fen, position, ply, is_main) }
    }

    fn key(&self, position: &G::Position, ply: usize) -> (G::Key, usize) {
        (self.tables.game().key(position), self.goal.mate_plies.map_or(0, |_| ply))
    }

    /// The solution is the quickest of the moves that reach the goal.
    fn attack(&mut self, fen: String, position: &G::Position, ply: usize, is_main: bool) -> Result<TreeNode, Error> {
        self.seen.insert(self.key(position, ply));
        let mut moves = G::rated_moves(self.tables, position)?;
        moves.retain(|mv| self.goal.is_reached(mv.value, ply));
        let mut moves = moves.into_iter();
        let Some(solution) = moves.next() else { return Ok(TreeNode::end(fen, BranchEnd::GameOver)) };
        let duals: Vec<Dual> = moves
            .map(|mv| Dual {
                r#move: mv.text,
                dtw_plies: mv.value.plies,
                is_landing: mv.capture.is_some() && mv.capture == solution.capture,
            })
            .collect();
        if ply > 0 {
            self.duals += duals.len();
            self.duals_in_main_line += if is_main { duals.len() } else { 0 };
        }
        let then = self.turn(&solution.after, ply + 1, is_main)?;
        Ok(TreeNode { fen, moves: vec![Branch { r#move: solution.text, then }], duals, end: None })
    }

    fn defence(&mut self, fen: String, position: &G::Position, ply: usize, is_main: bool) -> Result<TreeNode, Error> {
        let mut moves = G::rated_moves(self.tables, position)?;
        // Where a draw is the goal, a move that loses is no defence.
        moves.retain(|mv| mv.value.wdl == self.goal.wdl.reversed());
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.value.plies));
        if self.limits.is_longest_only {
            let longest = moves.first().and_then(|mv| mv.value.plies);
            moves.retain(|mv| mv.value.plies == longest);
        }
        if moves.is_empty() {
            return Ok(TreeNode::end(fen, BranchEnd::Refuted));
        }
        let mut branches = Vec::with_capacity(moves.len());
        for (place, mv) in moves.into_iter().enumerate() {
            let then = self.turn(&mv.after, ply + 1, is_main && place == 0)?;
            branches.push(Branch { r#move: mv.text, then });
        }
        Ok(TreeNode { fen, moves: branches, duals: Vec::new(), end: None })
    }
}
