//! Wins by one move only.

use peatee_probe::{ProbeError, RatedMove, Tables};
use peatee_rules::{Move, Position};
use peatee_table::{Metric, Slice, Value, Wdl};

use super::found::{Detail, Dual};
use super::search::{Finding, Search, Seen};
use crate::error::Error;

/// How many moves of the winner must be the only ones that win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinnerMoves {
    /// The first few, or all where the line has fewer.
    First(usize),
    /// All, to the end of the game.
    All,
}

/// Positions that the side to move wins by one move only, and so on along the line in which the
/// loser holds out longest.
#[derive(Debug, Clone, Copy)]
pub struct OnlyMove {
    /// The moves of the winner that must be the only ones.
    pub moves: WinnerMoves,
    /// The least number of legal moves in the position.
    pub legal_moves_min: usize,
    /// Whether the line goes on to the end, with the duals in it listed.
    pub with_duals: bool,
}

impl Search for OnlyMove {
    fn name(&self) -> &'static str {
        "only-move"
    }

    fn wants(&self, value: Value) -> bool {
        value.wdl == Wdl::Win
    }

    fn look(&self, seen: &Seen) -> Result<Option<Finding>, Error> {
        let (tables, game) = (seen.tables, seen.tables.game());
        let moves = game.moves(seen.position).map_err(ProbeError::from)?;
        if moves.len() < self.legal_moves_min {
            return Ok(None);
        }
        // Most positions have two winning moves: those are done with here.
        let Some(only) = only_winning(tables, seen.position, &moves)? else { return Ok(None) };
        let mut line = vec![game.move_text(seen.position, only)];
        let mut unique_moves = 1;
        let mut duals = Vec::new();
        let mut at = game.play(seen.position, only);
        while self.must_be_only(unique_moves) || self.with_duals {
            let Some(reply) = best(tables, &at)?.into_iter().next() else { break };
            line.push(game.move_text(&at, &reply.mv));
            at = reply.position;
            let mut winning = best(tables, &at)?;
            winning.retain(|mv| mv.value.wdl == Wdl::Win);
            // In games that are won by having no move, the line may end on the winner's turn.
            let Some((quickest, others)) = winning.split_first() else { break };
            if others.is_empty() && duals.is_empty() {
                unique_moves += 1;
            } else if !others.is_empty() {
                if self.must_be_only(unique_moves) {
                    return Ok(None);
                }
                let moves = others.iter().map(|mv| game.move_text(&at, &mv.mv)).collect();
                duals.push(Dual { ply: line.len() + 1, moves });
            }
            line.push(game.move_text(&at, &quickest.mv));
            at = quickest.position;
        }
        let duals = self.with_duals.then_some(duals);
        let detail = Detail::OnlyMove { legal_moves: moves.len(), line, unique_moves, duals };
        Ok(Some(Finding { name: self.name(), detail }))
    }
}

impl OnlyMove {
    /// Whether the winner's move after `moves_before` of his moves must be the only one that wins.
    fn must_be_only(&self, moves_before: usize) -> bool {
        match self.moves {
            WinnerMoves::First(count) => moves_before < count,
            WinnerMoves::All => true,
        }
    }
}

/// The only move that wins; none where several do.
fn only_winning<'a>(tables: &Tables, position: &Position, moves: &'a [Move]) -> Result<Option<&'a Move>, Error> {
    let mut only = None;
    for mv in moves {
        if tables.probe_wdl(&tables.game().play(position, mv))? == Wdl::Loss && only.replace(mv).is_some() {
            return Ok(None);
        }
    }
    Ok(only)
}

/// All moves, the best first: quick wins, slow losses.
fn best(tables: &Tables, position: &Position) -> Result<Vec<RatedMove>, Error> {
    let moves = tables.moves(position)?;
    // Without distances nobody knows which defence holds out longest, and a line could go round.
    if let Some(unknown) = moves.iter().find(|mv| mv.value.wdl != Wdl::Draw && mv.value.plies.is_none()) {
        let slice = Slice::of(tables.game(), &unknown.position).name();
        return Err(
            ProbeError::MissingTable { slice, metric: Metric::Dtw, directory: tables.directory().to_owned() }.into()
        );
    }
    Ok(moves)
}
