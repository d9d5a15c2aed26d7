//! Positions in which only one move wins, or only one move draws.

use peatee_probe::any::Tables;
use peatee_probe::{Game, ProbeError};
use peatee_table::Wdl;

use super::found::{Detail, Dual};
use super::search::{ExaminedPosition, Finding, Search};
use crate::error::Error;
use crate::explore::families::Explored;

const ONLY_MOVE: &str = "only-move";

type Played<'a, F> = (&'a <F as Game>::Move, <F as Game>::Position);

/// Number of moves of the winner that must be only moves (moves besides which no other move wins).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WinnerMoves {
    /// The first moves of the winner, as many as the number says; all moves of the winner if the
    /// line is shorter.
    First(usize),
    All,
}

/// Search for positions in which only one move keeps the value. For wins, the later moves of the
/// winner can be required to be only moves too, along the line in which the loser holds out
/// longest. For draws, only the first move is examined.
#[derive(Debug, Clone, Copy)]
pub struct OnlyMove {
    /// Value of the position, which only one move keeps: [`Wdl::Win`] or [`Wdl::Draw`].
    pub keeps: Wdl,
    /// Number of moves of the winner that must be only moves (moves besides which no other move
    /// wins). Not used for draws.
    pub moves: WinnerMoves,
    pub legal_moves_min: usize,
    pub with_duals: bool,
}

impl<F: Explored> Search<F> for OnlyMove {
    fn name(&self) -> &'static str {
        ONLY_MOVE
    }

    fn wants(&self, wdl: Wdl) -> bool {
        wdl == self.keeps
    }

    fn examine(&self, examined: &ExaminedPosition<F>) -> Result<Option<Finding>, Error> {
        let (tables, game) = (examined.tables, examined.tables.game());
        let moves = game.moves(examined.position).map_err(ProbeError::from)?;
        if moves.len() < self.legal_moves_min {
            return Ok(None);
        }
        // In most positions several moves keep the value, so the search ends here.
        let Some((only, mut at)) = self.only(tables, examined.position, &moves)? else { return Ok(None) };
        let mut line = vec![game.move_text(examined.position, only)];
        let mut unique_moves = 1;
        let mut duals = Vec::new();
        while self.keeps == Wdl::Win && (self.must_be_only(unique_moves) || self.with_duals) {
            let Some(reply) = F::best_moves(tables, &at, examined.metric)?.into_iter().next() else { break };
            line.push(game.move_text(&at, &reply.mv));
            at = reply.position;
            let winning = F::best_moves(tables, &at, examined.metric)?.into_iter().filter(|best| best.wdl == Wdl::Win);
            let mut winning: Vec<_> = winning.collect();
            // If the side that has no move wins, the line may end when it is the winner's turn.
            if winning.is_empty() {
                break;
            }
            let quickest = winning.remove(0);
            if winning.is_empty() && duals.is_empty() {
                unique_moves += 1;
            } else if !winning.is_empty() {
                if self.must_be_only(unique_moves) {
                    return Ok(None);
                }
                let moves = winning.iter().map(|best| game.move_text(&at, &best.mv)).collect();
                duals.push(Dual { ply: line.len() + 1, moves });
            }
            line.push(game.move_text(&at, &quickest.mv));
            at = quickest.position;
        }
        let duals = self.with_duals.then_some(duals);
        let detail = Detail::OnlyMove { legal_moves: moves.len(), line, unique_moves, duals };
        Ok(Some(Finding { name: ONLY_MOVE, detail }))
    }
}

impl OnlyMove {
    /// Returns true if, after `moves_before` moves of the winner, the next one must be an only
    /// move.
    fn must_be_only(&self, moves_before: usize) -> bool {
        match self.moves {
            WinnerMoves::First(count) => moves_before < count,
            WinnerMoves::All => true,
        }
    }

    /// Returns the only move that keeps the value, and the position after this move; `None` if
    /// several moves keep the value, or if no move does.
    fn only<'a, F: Explored>(
        &self,
        tables: &Tables<F>,
        position: &F::Position,
        moves: &'a [F::Move],
    ) -> Result<Option<Played<'a, F>>, Error> {
        let mut only = None;
        for mv in moves {
            let after = tables.game().after(position, mv);
            if tables.probe_wdl(&after)?.reversed() == self.keeps && only.replace((mv, after)).is_some() {
                return Ok(None);
            }
        }
        Ok(only)
    }
}
