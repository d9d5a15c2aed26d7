//! The solution of a problem: the solver's move against every defence, with the duals.

use std::collections::HashSet;

use peatee_probe::{Metric, ProbeError, RatedMove, Slice, Tables, Value, Wdl};
use peatee_rules::{Position, Side};
use serde::Serialize;

use crate::errors::Error;

/// A position of the tree with the moves that are shown of it.
#[derive(Debug)]
pub struct Turn {
    /// The position.
    pub fen: String,
    /// Of the solver the solution; of the defender the defences, those that hold out longest first.
    pub moves: Vec<Branch>,
    /// The solver's other moves that reach the goal too.
    pub duals: Vec<Dual>,
    /// Why no move is shown.
    pub end: Option<End>,
}

/// A move and what follows.
#[derive(Debug)]
pub struct Branch {
    /// The move.
    pub r#move: String,
    /// The position after it.
    pub then: Turn,
}

/// Another move that reaches the goal.
#[derive(Debug, Serialize)]
pub struct Dual {
    /// The move.
    pub r#move: String,
    /// Plies to the end of the game from before it; null for a draw.
    pub dtw_plies: Option<u32>,
    /// True where it captures the same pieces with the same piece as the solution, and only lands
    /// elsewhere.
    pub is_landing: bool,
}

/// Why a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The side to move has no move.
    GameOver,
    /// The defender has no move that keeps the draw: the solver wins.
    Refuted,
    /// The position stands earlier in the tree.
    Transposition,
    /// A limit is reached.
    Cut,
}

/// How much of the tree is worked out.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
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
    /// `unique`, `duals` (one first move solves it, later in the solution others do too), or
    /// `several-solutions`.
    pub verdict: &'static str,
    /// How many first moves solve it.
    pub solutions: usize,
    /// The solver's other moves that reach the goal, after the first move and in all variations.
    pub duals: usize,
    /// Those of them in the main line.
    pub duals_in_main_line: usize,
    /// Positions with the solver to move that were looked at.
    pub positions: usize,
    /// False where a limit cut a line.
    pub is_complete: bool,
    /// The tree; in JSON it is flat.
    #[serde(skip)]
    pub tree: Turn,
}

/// Works out the tree.
struct Builder<'a> {
    tables: &'a Tables,
    solver: Side,
    goal: Wdl,
    limits: Limits,
    seen: HashSet<Position>,
    duals: usize,
    duals_in_main_line: usize,
    is_complete: bool,
}

/// Solves the problem of a position that is won or drawn for the side to move.
///
/// # Errors
/// [`Error::Argument`] when it is lost; [`Error::Probe`].
pub fn solve(tables: &Tables, position: &Position, value: Value, limits: Limits) -> Result<Solution, Error> {
    if value.wdl == Wdl::Loss {
        let reason = format!("{} is to move and loses: there is nothing to solve", position.side);
        return Err(Error::Argument { field: "fen", reason });
    }
    let mut builder = Builder {
        tables,
        solver: position.side,
        goal: value.wdl,
        limits,
        seen: HashSet::new(),
        duals: 0,
        duals_in_main_line: 0,
        is_complete: true,
    };
    let tree = builder.turn(position, 0, true)?;
    let solutions = tree.moves.len() + tree.duals.len();
    let Builder { seen, duals, duals_in_main_line, is_complete, .. } = builder;
    let verdict = match (solutions, duals) {
        (2.., _) => "several-solutions",
        (_, 0) => "unique",
        _ => "duals",
    };
    Ok(Solution { verdict, solutions, duals, duals_in_main_line, positions: seen.len(), is_complete, tree })
}

impl Turn {
    fn end(fen: String, end: End) -> Turn {
        Turn { fen, moves: Vec::new(), duals: Vec::new(), end: Some(end) }
    }
}

impl Builder<'_> {
    fn turn(&mut self, position: &Position, ply: usize, is_main: bool) -> Result<Turn, Error> {
        let fen = self.tables.game().fen(position);
        if !self.tables.game().has_moves(position) {
            return Ok(Turn::end(fen, End::GameOver));
        }
        let is_solver = position.side == self.solver;
        if is_solver && self.seen.contains(position) {
            return Ok(Turn::end(fen, End::Transposition));
        }
        if ply >= self.limits.plies_max || (is_solver && self.seen.len() >= self.limits.positions_max) {
            self.is_complete = false;
            return Ok(Turn::end(fen, End::Cut));
        }
        if is_solver { self.attack(fen, position, ply, is_main) } else { self.defence(fen, position, ply, is_main) }
    }

    /// The solution is the quickest of the moves that reach the goal.
    fn attack(&mut self, fen: String, position: &Position, ply: usize, is_main: bool) -> Result<Turn, Error> {
        self.seen.insert(*position);
        let mut moves = self.moves(position)?;
        moves.retain(|mv| mv.value.wdl == self.goal);
        let Some((solution, others)) = moves.split_first() else { return Ok(Turn::end(fen, End::GameOver)) };
        let captures = |mv: &RatedMove| (mv.mv.from, mv.mv.captured, mv.mv.becomes);
        let text = |mv: &RatedMove| self.tables.game().move_text(position, &mv.mv);
        let duals: Vec<Dual> = others
            .iter()
            .map(|mv| Dual {
                r#move: text(mv),
                dtw_plies: mv.value.plies,
                is_landing: mv.mv.is_capture() && captures(mv) == captures(solution),
            })
            .collect();
        let r#move = text(solution);
        if ply > 0 {
            self.duals += duals.len();
            self.duals_in_main_line += if is_main { duals.len() } else { 0 };
        }
        let then = self.turn(&solution.position, ply + 1, is_main)?;
        Ok(Turn { fen, moves: vec![Branch { r#move, then }], duals, end: None })
    }

    fn defence(&mut self, fen: String, position: &Position, ply: usize, is_main: bool) -> Result<Turn, Error> {
        let mut moves = self.moves(position)?;
        // Where a draw is the goal, a move that loses is no defence.
        moves.retain(|mv| mv.value.wdl == self.goal.reversed());
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.value.plies));
        if self.limits.is_longest_only {
            let longest = moves.first().and_then(|mv| mv.value.plies);
            moves.retain(|mv| mv.value.plies == longest);
        }
        if moves.is_empty() {
            return Ok(Turn::end(fen, End::Refuted));
        }
        let mut branches = Vec::with_capacity(moves.len());
        for (place, mv) in moves.iter().enumerate() {
            let then = self.turn(&mv.position, ply + 1, is_main && place == 0)?;
            branches.push(Branch { r#move: self.tables.game().move_text(position, &mv.mv), then });
        }
        Ok(Turn { fen, moves: branches, duals: Vec::new(), end: None })
    }

    /// All moves with distances, without which lines could go round.
    fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, Error> {
        let moves = self.tables.moves(position)?;
        match moves.iter().find(|mv| mv.value.wdl != Wdl::Draw && mv.value.plies.is_none()) {
            None => Ok(moves),
            Some(unknown) => {
                let slice = Slice::of(self.tables.game(), &unknown.position).name();
                let directory = self.tables.directory().to_owned();
                Err(ProbeError::MissingTable { slice, metric: Metric::Dtw, directory }.into())
            }
        }
    }
}
