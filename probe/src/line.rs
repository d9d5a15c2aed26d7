//! Lists moves with their values, and computes best lines.

use std::collections::HashSet;

use peatee_rules::Budget;
use peatee_table::{Metric, Wdl};

use crate::answers::{Line, LineEnd, RatedMove};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

/// Number of [`Budget`] steps that reading the value of one move takes.
pub(crate) const STEPS_OF_MOVE: u64 = 16;

impl<G: Probed> Tables<G> {
    /// Returns all legal moves, the best first: fast wins, slow wins, draws, slow losses, fast
    /// losses. Moves of equal value remain in the order of the move generator. The list is empty
    /// when the game is over.
    ///
    /// # Errors
    /// The errors of [`Tables::probe`], for the position and for each position after a move.
    pub fn moves(&self, position: &G::Position) -> Result<Vec<RatedMove<G>>, ProbeError> {
        G::moves_here(self, position)
    }

    /// Returns a line of at most `max_plies` moves in which both sides play best.
    ///
    /// # Errors
    /// The errors of [`Tables::moves`]. A won or lost position whose DTW table is missing is also
    /// an error, because play without distances could repeat positions without end.
    pub fn line(&self, position: &G::Position, max_plies: u32) -> Result<Line<G>, ProbeError> {
        self.line_until(position, max_plies, &Budget::unlimited())
    }

    /// Returns a best line as [`Tables::line`] does, within a budget.
    ///
    /// # Errors
    /// The errors of [`Tables::line`], and [`ProbeError::Budget`].
    pub fn line_until(&self, position: &G::Position, max_plies: u32, budget: &Budget) -> Result<Line<G>, ProbeError> {
        G::line_here(self, position, max_plies, budget)
    }

    pub(crate) fn slice_name(&self, position: &G::Position) -> String {
        self.game().slice_of(position).map(|slice| slice.to_string()).unwrap_or_default()
    }
}

/// Implements [`Tables::moves`].
///
/// # Errors
/// The errors of [`Tables::moves`].
pub fn moves<G: Probed>(tables: &Tables<G>, position: &G::Position) -> Result<Vec<RatedMove<G>>, ProbeError> {
    G::check(tables, position)?;
    let mut rated = Vec::new();
    for mv in tables.game().moves(position)? {
        let after = tables.game().after(position, &mv);
        let value = tables.probe(&after)?.before_move();
        rated.push(RatedMove { mv, position: after, value });
    }
    rated.sort_by_key(|mv| mv.value.order());
    Ok(rated)
}

/// Implements [`Tables::line_until`].
///
/// # Errors
/// The errors of [`Tables::line_until`].
pub fn line<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    max_plies: u32,
    budget: &Budget,
) -> Result<Line<G>, ProbeError> {
    let game = tables.game();
    let mut line = Line { value: tables.probe(position)?, moves: Vec::new(), end: LineEnd::Cut };
    let mut seen = HashSet::from([game.key(position)]);
    let mut at = position.clone();
    while line.moves.len() < max_plies as usize {
        budget.check()?;
        if game.is_dead(&at) {
            line.end = LineEnd::DrawnByRule;
            return Ok(line);
        }
        let rated = tables.moves(&at)?;
        budget.take_steps(STEPS_OF_MOVE * rated.len() as u64)?;
        let Some(best) = rated.into_iter().next() else {
            line.end = LineEnd::GameOver;
            return Ok(line);
        };
        if best.value.wdl != Wdl::Draw && best.value.plies.is_none() {
            return Err(tables.missing(tables.slice_name(&best.position), Metric::Dtw));
        }
        at = best.position.clone();
        line.moves.push(best);
        if !seen.insert(game.key(&at)) {
            line.end = LineEnd::Repetition;
            return Ok(line);
        }
    }
    if !game.has_moves(&at) {
        line.end = LineEnd::GameOver;
    }
    Ok(line)
}
