//! What the tables say of a position in which no pawn can be captured en passant. `FORMAT.md`
//! specifies how cells and moves together make values.

use std::ops::ControlFlow;

use peatee_chess::cozy_chess::Move;
use peatee_chess::{Material, Position, Setup};
use peatee_table::{FileError, Metric, Wdl};

use super::clock_rule::ClockRule;
use super::error::ProbeError;
use super::of_slice::OpenTable;
use super::tables::Tables;
use super::value::Value;

impl Tables {
    /// Win, draw or loss: the better of the cell and the best capture.
    pub(super) fn stored_wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        self.wdl_of(&self.setup_of(position)?)
    }

    /// The same from where the pieces stand, for no more men than there are tables of.
    fn wdl_of(&self, setup: &Setup) -> Result<Wdl, ProbeError> {
        let material = setup.material();
        if material == Material::KINGS {
            // Nobody can mate.
            return Ok(Wdl::Draw);
        }
        let of_slice = self.slice_of(setup, Metric::Wdl)?;
        let table = self.in_slice(of_slice, Metric::Wdl)?;
        let mut best = Wdl::of_cell(table.cell(setup)?);
        if best == Wdl::Win || !table.is_bound() {
            return Ok(best);
        }
        let end = setup.try_after_captures(|after| match self.wdl_of(after) {
            Ok(Wdl::Loss) => ControlFlow::Break(Ok(Wdl::Win)),
            Ok(wdl) => {
                best = best.max(wdl.reversed());
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(error)),
        });
        end.break_value().unwrap_or(Ok(best))
    }

    /// The plies to the next capture, pawn move or mate of a position of which it is known who
    /// wins; none of a draw, and where there are no tables that say it.
    pub(super) fn stored_distance(
        &self,
        position: &Position,
        wdl: Wdl,
        rule: ClockRule,
    ) -> Result<Option<u32>, ProbeError> {
        if wdl == Wdl::Draw {
            return Ok(None);
        }
        let (of_slice, setup) = self.located(position, rule.dtz())?;
        match of_slice.table(rule.dtz())? {
            None => Ok(None),
            Some(table) if table.has_cells() => self.distance_in(table, &setup, position, wdl, rule),
            Some(table) => {
                let opposite = self.find(of_slice.index.slice().opposite(), rule.dtz())?;
                if opposite.is_some_and(|opposite| !opposite.has_cells()) {
                    let reason = "neither it nor the table of the other side to move has cells";
                    return Err(table.fault(FileError::Header { reason }));
                }
                self.distance_by_moves(position, wdl, rule)
            }
        }
    }

    /// The distance that a cell holds.
    fn distance_in(
        &self,
        table: &OpenTable,
        setup: &Setup,
        position: &Position,
        wdl: Wdl,
        rule: ClockRule,
    ) -> Result<Option<u32>, ProbeError> {
        let plies = table.cell(setup)?.checked_sub(1);
        // One ply is one ply, with or without a capture or pawn move that wins.
        if !table.is_bound() || wdl != Wdl::Win || plies == Some(1) || !self.wins_at_once(position)? {
            return Ok(plies);
        }
        Ok(Some(distance_won_at_once(plies.unwrap_or(0), rule.limit_plies())))
    }

    /// Whether a capture or pawn move wins, be the win cursed or not.
    fn wins_at_once(&self, position: &Position) -> Result<bool, ProbeError> {
        for mv in position.moves().into_iter().filter(|&mv| position.is_zeroing(mv)) {
            if self.probe_wdl(&position.after_listed(mv))? == Wdl::Loss {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The distance that the moves say, where there are tables of what they lead to.
    fn distance_by_moves(&self, position: &Position, wdl: Wdl, rule: ClockRule) -> Result<Option<u32>, ProbeError> {
        self.best_by_moves(position, wdl, |mv, after, after_wdl| {
            let value = match after.can_capture_en_passant() {
                true => self.probe_under(after, rule)?,
                false => {
                    let dtz_plies = self.stored_distance(after, after_wdl, rule)?;
                    Value { wdl: after_wdl, dtz_plies, rule }
                }
            };
            Ok(value.before_move(position.is_zeroing(mv)).dtz_plies)
        })
    }

    /// The plies of a won or lost position from those before its moves, which `plies_before` gives
    /// for a move, the position after it and who wins there; none where it gives none.
    ///
    /// # Errors
    /// Those of `plies_before`, and of a probe of who wins after a move.
    pub(super) fn best_by_moves(
        &self,
        position: &Position,
        wdl: Wdl,
        mut plies_before: impl FnMut(Move, &Position, Wdl) -> Result<Option<u32>, ProbeError>,
    ) -> Result<Option<u32>, ProbeError> {
        // Without a move it is mate.
        let mut best = if wdl == Wdl::Loss { Some(0) } else { None };
        for mv in position.moves() {
            let after = position.after_listed(mv);
            let after_wdl = self.probe_wdl(&after)?;
            if after_wdl != wdl.reversed() {
                continue;
            }
            let Some(plies) = plies_before(mv, &after, after_wdl)? else { return Ok(None) };
            best = Some(match (wdl, best) {
                (Wdl::Win, Some(best)) => plies.min(best),
                (_, best) => plies.max(best.unwrap_or(0)),
            });
        }
        Ok(best)
    }
}

/// The distance of a position in which a capture or pawn move wins, from the plies in its cell.
fn distance_won_at_once(plies: u32, limit_plies: u32) -> u32 {
    // A capture or pawn move after which the win is cursed.
    let at_once_cursed = limit_plies + 1;
    match plies {
        plies if plies <= limit_plies => 1,
        plies if plies == at_once_cursed => at_once_cursed,
        more => more - at_once_cursed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the page of the format says it.
    #[test]
    fn cells_of_positions_won_at_once_say_whether_the_win_is_cursed() {
        let with_50_moves = |plies| distance_won_at_once(plies, 100);
        assert_eq!([0, 1, 57, 100].map(with_50_moves), [1; 4]);
        assert_eq!([101, 103, 141, 201].map(with_50_moves), [101, 2, 40, 100]);
        assert_eq!([150, 151, 153, 301].map(|plies| distance_won_at_once(plies, 150)), [1, 151, 2, 150]);
    }
}
