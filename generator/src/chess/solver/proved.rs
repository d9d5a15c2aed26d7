//! What single moves prove of positions, which tables then need not say.

use super::solved::{OfSides, Outcome, Reading};
use super::unit::{Row, Unit};
use super::zeroing::Zeroing;

/// What captures and pawn moves prove of the positions of a row, whatever the other moves lead to,
/// and as if no clock made a draw.
#[derive(Debug, Clone, Copy, Default)]
pub struct Proved {
    /// A capture wins.
    pub won_by_capture: u64,
    /// A capture wins or draws.
    pub saved_by_capture: u64,
    /// A capture or pawn move wins.
    pub won_at_once: u64,
}

impl Proved {
    /// What captures prove of a row.
    pub fn by_captures(zeroing: &Zeroing, color: usize, row: &Row) -> Proved {
        let mut proved = Proved::default();
        zeroing.each_capture(color, row, Reading::WithoutRule, |from, Outcome { legal, won, lost }| {
            proved.won_by_capture |= from.before(lost);
            proved.saved_by_capture |= from.before(legal & !won);
        });
        Proved { won_at_once: proved.won_by_capture, ..proved }
    }

    /// What is proved of a row. The placements that pawn moves lead to are solved.
    fn of_row(zeroing: &Zeroing, color: usize, row: &Row) -> Proved {
        let mut proved = Proved::by_captures(zeroing, color, row);
        zeroing.each_pawn_move(color, row, Reading::WithoutRule, |from, outcome| {
            proved.won_at_once |= from.before(outcome.lost);
        });
        proved
    }

    /// What is proved of each row of a placement, by the side to move.
    pub fn of_all(zeroing: &Zeroing, unit: Unit) -> OfSides<Vec<Proved>> {
        let of_row = |color: usize, number: usize| {
            unit.row(number).map_or_else(Proved::default, |row| Proved::of_row(zeroing, color, &row))
        };
        [0, 1].map(|color| (0..unit.layout.rows).map(|number| of_row(color, number)).collect())
    }
}
