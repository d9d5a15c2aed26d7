//! Solving of problems: the move of the solver against every defence, and the duals (other moves of
//! the solver that reach the goal too).

use std::collections::HashSet;

use peatee_probe::any::Tables;
use peatee_probe::{Value, Wdl};
use peatee_rules::draw::DrawRules;
use peatee_rules::{Kind, Side, Square};
use serde::Serialize;

use crate::ask::family::{Field, ServedFamily};
use crate::errors::Error;

/// A family of games (draughts, chess) whose problems can be solved.
pub trait Problems: ServedFamily {
    /// Returns true if the game is over in a position, or if no further move can change its result.
    fn is_over(&self, rules: Option<&DrawRules>, position: &Self::Position) -> bool;

    /// Returns the value of a position, under draw rules if the problem is solved under some.
    ///
    /// # Errors
    /// [`Error::Probe`].
    fn value(tables: &Tables<Self>, rules: Option<&DrawRules>, position: &Self::Position) -> Result<Value, Error>;

    /// Returns the plies that the draw rules have counted before a position.
    fn used_plies(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// Returns the legal moves with their values, best first.
    ///
    /// # Errors
    /// [`Error::Probe`]. Also an error if the number of plies of a won or lost position is missing,
    /// because a line could then repeat positions without end.
    fn rated_moves(
        tables: &Tables<Self>,
        rules: Option<&DrawRules>,
        position: &Self::Position,
    ) -> Result<Vec<Rated<Self::Position>>, Error>;

    /// Checks that the game has problems of this kind: that it has mates, as chess does, if the
    /// problem demands mate in `mate_in` moves, and problems under draw rules if there are `rules`.
    ///
    /// # Errors
    /// [`Error::Argument`] if the game has no such problems.
    fn check_demands(&self, _mate_in: Option<u32>, _rules: Option<&DrawRules>) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the goal of a problem whose position has this value. The side to move, `side`, must
    /// reach the goal. If the problem demands mate in a number of moves, `mate_in` is that number.
    ///
    /// # Errors
    /// [`Error::Argument`] if the side to move loses, or has no mate in that number of moves.
    fn goal(side: Side, value: Value, mate_in: Option<u32>) -> Result<Goal, Error>;

    fn result(&self, winner: Option<Side>) -> &'static str;

    fn tags(&self, position: &Self::Position, result: &str) -> String;

    /// Returns the FENs of all positions that count as the same composition as this position: the
    /// position itself, and its images under the symmetries of the game. Each of these positions
    /// gives the same set of FENs.
    fn equal_fens(&self, position: &Self::Position) -> Vec<String>;
}

/// Returns the draw rules under which problems of a game are solved; `None` for no draw rules.
/// `mate_in` is the number of moves within which the problems demand mate, if they do.
///
/// # Errors
/// There are no such rules, or the game has no problems under them or no such problems at all.
pub fn demanded_rules<G: Problems>(
    game: &G,
    mate_in: Option<u32>,
    rules: Option<Field<'_>>,
) -> Result<Option<DrawRules>, Error> {
    let read = |rules| G::read_rules(rules, Field::new("counters", ""));
    let rules = rules.map(read).transpose()?.flatten().map(|asked| asked.rules);
    game.check_demands(mate_in, rules.as_ref())?;
    Ok(rules)
}

#[derive(Debug)]
pub struct Rated<P> {
    pub text: String,
    /// Value for the side that makes the move. The plies of the move itself and of the line after
    /// it are counted.
    pub value: Value,
    pub after: P,
    /// Facts by which captures are compared without regard to the landing square. `None` for a
    /// quiet move, and in games in which no two captures differ only in the landing square.
    pub capture: Option<Capture>,
}

/// A capture without its landing square: the origin, the set of the captured pieces (one bit for
/// each square), and the kind of the piece after the move.
pub type Capture = (Square, u128, Kind);

#[derive(Debug, Clone, Copy)]
pub struct Goal {
    pub wdl: Wdl,
    /// Number of plies within which the solver must mate; `None` unless the problem demands mate in
    /// a number of moves.
    pub mate_plies: Option<u32>,
}

impl Goal {
    /// Returns the goal of a position with this value: a win if the position is won, a draw if it
    /// is drawn.
    ///
    /// # Errors
    /// [`Error::Argument`] if the side to move loses.
    pub fn of(value: Value, side: Side) -> Result<Goal, Error> {
        if value.wdl == Wdl::Loss {
            let reason = format!("{side} is to move and loses: there is nothing to solve");
            return Err(Error::Argument { field: "fen", reason });
        }
        Ok(Goal { wdl: value.wdl, mate_plies: None })
    }

    /// Returns true if a move of the solver reaches the goal. `value` is the value of the move, and
    /// `ply` is the number of plies of the line before the move.
    pub fn is_reached(self, value: Value, ply: usize) -> bool {
        let is_in_time = |limit: u32| value.plies.is_some_and(|plies| plies as usize + ply <= limit as usize);
        value.wdl == self.wdl && self.mate_plies.is_none_or(is_in_time)
    }
}

/// A position of the solution tree, with the moves that are shown.
#[derive(Debug)]
pub struct TreeNode {
    pub fen: String,
    /// Moves that are shown: the solution if the solver is to move, otherwise the defences.
    /// Defences that delay the end longest come first.
    pub moves: Vec<Branch>,
    pub duals: Vec<Dual>,
    /// Reason why the line ends here; `None` if `moves` is not empty.
    pub end: Option<BranchEnd>,
}

#[derive(Debug)]
pub struct Branch {
    pub r#move: String,
    pub then: TreeNode,
}

#[derive(Debug, Serialize)]
pub struct Dual {
    pub r#move: String,
    /// Plies to the end of the game, counted from before the move; null for a draw.
    pub dtw_plies: Option<u32>,
    /// True if the dual is the capture of the solution with another landing square. Always false in
    /// chess.
    pub is_landing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BranchEnd {
    /// The game is over: the side to move has no move, or neither side can mate (chess).
    GameOver,
    /// No move of the defender keeps the draw, so the solver wins instead of drawing.
    Refuted,
    /// The position was shown earlier in the tree.
    Transposition,
    /// The line was cut at a limit of the number of plies or positions.
    Cut,
}

#[derive(Debug, Clone, Copy)]
pub struct TreeLimits {
    pub plies_max: usize,
    /// Maximum number of positions with the solver to move that are examined.
    pub positions_max: usize,
    /// True if the tree contains only those defences that delay the end longest.
    pub is_longest_only: bool,
}

#[derive(Debug, Serialize)]
pub struct Solution {
    /// `unique`; `duals` (one first move solves the problem, but later moves have duals);
    /// `several-solutions`; or `short-solution` (there is a mate in fewer moves than demanded).
    pub verdict: &'static str,
    /// Number of first moves that reach the goal.
    pub solutions: usize,
    /// Number of duals after the first move, in all variations.
    pub duals: usize,
    pub duals_in_main_line: usize,
    pub positions: usize,
    /// False if a limit has cut a line.
    pub is_complete: bool,
    /// The tree of the solution. In JSON, a list of positions is written instead.
    #[serde(skip)]
    pub tree: TreeNode,
}

struct Builder<'a, G: Problems> {
    tables: &'a Tables<G>,
    rules: Option<&'a DrawRules>,
    goal: Goal,
    limits: TreeLimits,
    /// Examined positions in which the solver is to move, each with a ply and with the plies that
    /// draw rules have counted. If the problem demands mate in a number of moves, the ply matters,
    /// because it decides which moves are duals. Otherwise 0 is stored in its place.
    seen: HashSet<(G::Key, usize, u32)>,
    duals: usize,
    duals_in_main_line: usize,
    is_complete: bool,
}

pub fn solve<G: Problems>(
    tables: &Tables<G>,
    rules: Option<&DrawRules>,
    position: &G::Position,
    (value, goal): (Value, Goal),
    limits: TreeLimits,
) -> Result<Solution, Error> {
    let seen = HashSet::new();
    let mut builder = Builder { tables, rules, goal, limits, seen, duals: 0, duals_in_main_line: 0, is_complete: true };
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
        if self.tables.game().is_over(self.rules, position) {
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

    fn key(&self, position: &G::Position, ply: usize) -> (G::Key, usize, u32) {
        let game = self.tables.game();
        let used_plies = self.rules.map_or(0, |_| game.used_plies(position));
        (game.key(position), self.goal.mate_plies.map_or(0, |_| ply), used_plies)
    }

    /// Returns the tree node of a position in which the solver is to move. The solution is the move
    /// that reaches the goal in the fewest plies.
    fn attack(&mut self, fen: String, position: &G::Position, ply: usize, is_main: bool) -> Result<TreeNode, Error> {
        self.seen.insert(self.key(position, ply));
        let mut moves = G::rated_moves(self.tables, self.rules, position)?;
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
        let mut moves = G::rated_moves(self.tables, self.rules, position)?;
        // If the goal is a draw, a defence must keep the draw too; a losing move is not shown.
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
