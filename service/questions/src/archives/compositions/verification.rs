//! Verification of a composition: compares its author's solution with the tables.

use peatee_game::Score;
use peatee_probe::adjudicate::{Ruling, Verdict};
use peatee_probe::any::Tables;
use peatee_probe::{Value, Wdl};
use peatee_rules::draw::DrawRules;
use serde::Serialize;

use super::tree::{Dual, Goal, Problems, Rated};
use crate::errors::Error;

/// Result of the verification of a composition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soundness {
    /// In each position that the tables contain, the solver's move is the only one that reaches the
    /// goal.
    Sound,
    /// All duals are captures that differ from the solution only in the landing square.
    MinorDuals,
    /// After the first move, a move other than the solution also reaches the goal.
    Duals,
    /// A first move other than the solution also reaches the goal.
    Cooked,
    /// There is a mate in fewer moves than demanded.
    ShortSolution,
    /// A move of the solution does not reach the goal.
    Refuted,
    /// The value of the position is not the goal.
    WrongGoal,
    /// The record has no moves.
    NoSolution,
    /// No position of the solution is in the tables.
    OutsideTables,
    /// The record has no position, or an illegal or unclear move.
    Unreadable,
}

/// A move of the solver that the tables do not confirm to be the only one that reaches the goal.
#[derive(Debug, Serialize)]
pub struct QuestionedMove {
    /// Number of the move in plies, counted from 1, the first move of the solution.
    pub ply: usize,
    pub r#move: String,
    /// The other moves that reach the goal.
    pub duals: Vec<Dual>,
}

#[derive(Debug, Serialize)]
pub struct Verification {
    pub verdict: Soundness,
    /// Value that the solver must reach. It is the written result of the record, or the value of
    /// the first position in the tables if there is no written result.
    pub goal: Option<&'static str>,
    /// Number of plies of the solution before its first position in the tables.
    pub tables_from_ply: Option<usize>,
    /// Value, for the solver, of the first position in the tables.
    pub value: Option<&'static str>,
    pub moves: Vec<QuestionedMove>,
    pub reason: Option<String>,
}

impl Verification {
    pub fn of(verdict: Soundness) -> Verification {
        Verification { verdict, goal: None, tables_from_ply: None, value: None, moves: Vec::new(), reason: None }
    }

    pub fn unreadable(reason: String) -> Verification {
        Verification { reason: Some(reason), ..Verification::of(Soundness::Unreadable) }
    }
}

/// Verifies a composition. Its solution is the game to which `verdict` belongs.
///
/// `mate_in` is the number of moves within which the composition demands mate, if it does. `rules`
/// are the draw rules under which it is verified, if there are any.
///
/// # Errors
/// A table is damaged, or lacks the plies to the end.
pub fn verified<G: Problems>(
    tables: &Tables<G>,
    rules: Option<&DrawRules>,
    verdict: &Verdict<G>,
    mate_in: Option<u32>,
) -> Result<Verification, Error> {
    if matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_) | Ruling::NotDecided { article: None, .. }) {
        return Ok(Verification::unreadable(verdict.to_string()));
    }
    let composition = Composition { tables, rules, verdict };
    let Some((entry, value)) = composition.first_value()? else {
        return Ok(Verification::of(Soundness::OutsideTables));
    };
    let goal =
        Goal { wdl: composition.written_goal().unwrap_or(value.wdl), mate_plies: mate_in.map(|moves| 2 * moves - 1) };
    let mut out = Verification {
        goal: Some(goal.wdl.name()),
        tables_from_ply: Some(entry),
        value: Some(value.wdl.name()),
        ..Verification::of(Soundness::WrongGoal)
    };
    if goal.wdl == Wdl::Loss || !goal.is_reached(value, entry) {
        return Ok(out);
    }
    if verdict.moves.is_empty() {
        out.verdict = Soundness::NoSolution;
        return Ok(out);
    }
    composition.question_moves(goal, entry, &mut out)?;
    let is_short =
        goal.mate_plies.zip(value.plies).is_some_and(|(demanded, found)| found as usize + entry < demanded as usize);
    if is_short && out.verdict != Soundness::Refuted {
        out.verdict = Soundness::ShortSolution;
    }
    Ok(out)
}

/// A composition with its solution.
struct Composition<'a, G: Problems> {
    tables: &'a Tables<G>,
    rules: Option<&'a DrawRules>,
    verdict: &'a Verdict<G>,
}

impl<G: Problems> Composition<'_, G> {
    /// Returns the position after `ply` plies of the solution.
    fn position(&self, ply: usize) -> &G::Position {
        ply.checked_sub(1).map_or(&self.verdict.start, |played| &self.verdict.moves[played].position)
    }

    fn is_solver(&self, ply: usize) -> bool {
        let game = self.tables.game();
        game.side(self.position(ply)) == game.side(&self.verdict.start)
    }

    /// Returns the goal that the written result states; `None` if the record states no result.
    fn written_goal(&self) -> Option<Wdl> {
        let solver = self.tables.game().side(&self.verdict.start);
        match self.verdict.written?.score {
            Score::Draw => Some(Wdl::Draw),
            Score::BothLose | Score::Open => None,
            score => Some(if score == Score::for_winner(Some(solver)) { Wdl::Win } else { Wdl::Loss }),
        }
    }

    /// Returns the value for the solver after `ply` plies; `None` if the position is not in the
    /// tables.
    fn value(&self, ply: usize) -> Result<Option<Value>, Error> {
        match G::value(self.tables, self.rules, self.position(ply)) {
            Ok(Value { wdl, plies }) => {
                Ok(Some(Value { wdl: if self.is_solver(ply) { wdl } else { wdl.reversed() }, plies }))
            }
            Err(Error::Probe(error)) if error.is_outside_tables() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the ply and the value of the first position that is in the tables.
    fn first_value(&self) -> Result<Option<(usize, Value)>, Error> {
        for ply in 0..=self.verdict.moves.len() {
            if let Some(value) = self.value(ply)? {
                return Ok(Some((ply, value)));
            }
        }
        Ok(None)
    }

    /// Lists the moves of the solution, from ply `entry` on, that are not the only ones to reach
    /// the goal. Stops after the first move that misses the goal. Sets the verdict of `out`
    /// accordingly.
    fn question_moves(&self, goal: Goal, entry: usize, out: &mut Verification) -> Result<(), Error> {
        let game = self.tables.game();
        for ply in (entry..self.verdict.moves.len()).filter(|&ply| self.is_solver(ply)) {
            // After a mistake of the defender, the value no longer equals the goal, and the check
            // ends.
            if !self.value(ply)?.is_some_and(|value| goal.is_reached(value, ply)) {
                break;
            }
            let mut duals = self.reaching(goal, ply)?;
            let played = game.key(self.position(ply + 1));
            let place = duals.iter().position(|mv| game.key(&mv.after) == played);
            let solution = place.map(|place| duals.remove(place));
            if solution.is_some() && duals.is_empty() {
                continue;
            }
            let capture = solution.as_ref().and_then(|solution| solution.capture);
            let duals = duals.into_iter().map(|mv| Dual {
                is_landing: mv.capture.is_some() && mv.capture == capture,
                r#move: mv.text,
                dtw_plies: mv.value.plies,
            });
            let (r#move, duals) = (self.verdict.moves[ply].text.clone(), duals.collect());
            out.moves.push(QuestionedMove { ply: ply + 1, r#move, duals });
            if solution.is_none() {
                out.verdict = Soundness::Refuted;
                return Ok(());
            }
        }
        let is_minor = |mv: &QuestionedMove| mv.duals.iter().all(|dual| dual.is_landing);
        out.verdict = match out.moves.as_slice() {
            [] => Soundness::Sound,
            moves if moves.iter().all(is_minor) => Soundness::MinorDuals,
            [first, ..] if first.ply == 1 && !is_minor(first) => Soundness::Cooked,
            _ => Soundness::Duals,
        };
        Ok(())
    }

    /// Returns the moves after `ply` plies that reach the goal. If several moves lead to the same
    /// position, returns only the first of them.
    fn reaching(&self, goal: Goal, ply: usize) -> Result<Vec<Rated<G::Position>>, Error> {
        let mut seen = Vec::new();
        let mut moves = G::rated_moves(self.tables, self.rules, self.position(ply))?;
        moves.retain(|mv| {
            let key = self.tables.game().key(&mv.after);
            let is_new = goal.is_reached(mv.value, ply) && !seen.contains(&key);
            seen.push(key);
            is_new
        });
        Ok(moves)
    }
}
