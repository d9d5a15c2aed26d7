//! Meaning of the cells of the tables of a game.

use peatee_rules::Budget;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::{Metric, Value, Wdl};

use crate::answers::{Line, RatedMove, RuleLine, RuleMove, RuleValue};
use crate::error::ProbeError;
use crate::tabled::Tabled;
use crate::tables::Tables;

/// A game whose tables answer. The functions are what only the family knows: callers use the
/// methods of [`Tables`]. The interface is for families and may change with every version.
#[doc(hidden)]
pub trait Probed: Tabled {
    /// Whether values under draw rules weigh DTW beside DTR. Chess follows DTZ alone.
    const RULES_WEIGH_DTW: bool;
    /// Whether DTC ends at the latest with the next move that sets back a count of moves.
    const CONVERSION_IS_RESET: bool;

    /// Refuses positions that no table can hold.
    ///
    /// # Errors
    /// Why not.
    fn check(tables: &Tables<Self>, position: &Self::Position) -> Result<(), ProbeError>;

    /// Returns who wins.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    fn probe_wdl(tables: &Tables<Self>, position: &Self::Position) -> Result<Wdl, ProbeError>;

    /// Returns who wins, and in how many plies where there is a DTW table.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    fn probe(tables: &Tables<Self>, position: &Self::Position) -> Result<Value, ProbeError>;

    /// Returns the number that stands for the value of a position in a table of `metric`; `None`
    /// when the game is over and no table holds the position.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    fn cell(tables: &Tables<Self>, position: &Self::Position, metric: Metric) -> Result<Option<u32>, ProbeError>;

    /// Returns [`Tabled::cell`] of a position that is known to be a win, draw or loss.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    #[inline(always)]
    fn cell_of(
        tables: &Tables<Self>,
        position: &Self::Position,
        _wdl: Wdl,
        metric: Metric,
    ) -> Result<Option<u32>, ProbeError> {
        Self::cell(tables, position, metric)
    }

    /// Returns the value of a position for which [`Tabled::cell`] has none.
    fn without_table(tables: &Tables<Self>, position: &Self::Position) -> Value;

    /// Returns the plies of a metric from before a move that leads to `plies_after`.
    fn plies_before(&self, metric: Metric, plies_after: u32, position: &Self::Position, mv: &Self::Move) -> u32;

    /// Forwards [`Tables::moves`]; see [`compiled_here!`](crate::compiled_here).
    ///
    /// # Errors
    /// As it.
    fn moves_here(tables: &Tables<Self>, position: &Self::Position) -> Result<Vec<RatedMove<Self>>, ProbeError>;

    /// Forwards [`Tables::line_until`].
    ///
    /// # Errors
    /// As it.
    fn line_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        max_plies: u32,
        budget: &Budget,
    ) -> Result<Line<Self>, ProbeError>;

    /// Forwards [`Tables::rule_value`].
    ///
    /// # Errors
    /// As it.
    fn rule_value_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue<Self::Slice>, ProbeError>;

    /// Forwards [`Tables::rule_values`].
    ///
    /// # Errors
    /// As it.
    fn rule_values_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &[Counters],
    ) -> Result<Vec<RuleValue<Self::Slice>>, ProbeError>;

    /// Forwards [`Tables::rule_moves`].
    ///
    /// # Errors
    /// As it.
    fn rule_moves_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Vec<RuleMove<Self>>, ProbeError>;

    /// Forwards [`Tables::rule_line_from`].
    ///
    /// # Errors
    /// As it.
    fn rule_line_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
        max_plies: u32,
        budget: &Budget,
    ) -> Result<RuleLine<Self>, ProbeError>;
}

impl<G: Probed> Tables<G> {
    /// Win, draw or loss of a position for the side to move, as if no draw rule counted moves.
    ///
    /// # Errors
    /// [`ProbeError`]: the position is impossible, there is no table for it, or a file is damaged.
    #[inline(always)]
    pub fn probe_wdl(&self, position: &G::Position) -> Result<Wdl, ProbeError> {
        G::probe_wdl(self, position)
    }

    /// Returns the value of a position for the side to move, with its distance to the end where
    /// there is a DTW table. A damaged DTW table is an error; without one the WDL table answers.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    #[inline(always)]
    pub fn probe(&self, position: &G::Position) -> Result<Value, ProbeError> {
        G::probe(self, position)
    }

    /// Returns the depth to conversion: plies to the next move that changes what stands on the
    /// board for good, or to the end of the game, the winner hurrying and the loser delaying;
    /// `None` for a draw. In draughts every move of a piece but a king converts, in chess captures
    /// and promotions do. [`Tables::probe_wdl`] says who wins.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`], for the DTC table.
    pub fn probe_dtc(&self, position: &G::Position) -> Result<Option<u32>, ProbeError> {
        self.plies(position, Metric::Dtc)
    }

    /// Returns the plies of a position in a metric that counts them; `None` for a draw.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`], for the table of the metric.
    pub fn plies(&self, position: &G::Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        match self.cell(position, metric)? {
            Some(cell) => Ok(cell.checked_sub(1)),
            None => Ok(G::without_table(self, position).plies),
        }
    }

    /// Returns the number that stands for the value of a position in a table of `metric`: for WDL 0
    /// loss, 1 draw, 2 win; for distances 0 draw, else plies + 1. `None` when one side has no
    /// pieces or a promotion has ended the game, for which there are no tables.
    ///
    /// # Errors
    /// As [`Tables::probe_wdl`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn cell(&self, position: &G::Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        G::cell(self, position, metric)
    }
}
