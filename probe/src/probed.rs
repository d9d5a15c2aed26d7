//! Conversion of table cells of a game to values.

use peatee_rules::Budget;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::{Metric, Value, Wdl};

use crate::answers::{Line, RatedMove, RuleLine, RuleMove, RuleValue};
use crate::error::ProbeError;
use crate::tabled::Tabled;
use crate::tables::Tables;

/// A game whose tables can be probed. Families implement these functions; callers use the methods
/// of [`Tables`]. The interface is for families and may change with every version.
#[doc(hidden)]
pub trait Probed: Tabled {
    /// True when values under draw rules use DTW beside DTR. Chess uses DTZ alone.
    const RULES_WEIGH_DTW: bool;
    /// True when every move that resets a count of moves also ends DTC.
    const CONVERSION_IS_RESET: bool;

    /// Refuses positions that no table can hold.
    ///
    /// # Errors
    /// The [`ProbeError`] that a probe of the position returns.
    fn check(tables: &Tables<Self>, position: &Self::Position) -> Result<(), ProbeError>;

    /// Returns who wins.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    fn probe_wdl(tables: &Tables<Self>, position: &Self::Position) -> Result<Wdl, ProbeError>;

    /// Returns who wins, and in how many plies if there is a DTW table.
    ///
    /// # Errors
    /// The errors of [`Tables::probe`].
    fn probe(tables: &Tables<Self>, position: &Self::Position) -> Result<Value, ProbeError>;

    /// Returns the cell number of a position in a table of `metric`. `None` when the game is over
    /// and no table holds the position.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    fn cell(tables: &Tables<Self>, position: &Self::Position, metric: Metric) -> Result<Option<u32>, ProbeError>;

    /// Returns the cell number like [`Probed::cell`], for a position whose win, draw or loss is
    /// known.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    #[inline(always)]
    fn cell_of(
        tables: &Tables<Self>,
        position: &Self::Position,
        _wdl: Wdl,
        metric: Metric,
    ) -> Result<Option<u32>, ProbeError> {
        Self::cell(tables, position, metric)
    }

    /// Returns the value of a position that no table holds: one for which [`Probed::cell`] returns
    /// `None`.
    fn without_table(tables: &Tables<Self>, position: &Self::Position) -> Value;

    /// Returns the plies of a metric counted from before a move, given the plies after the move.
    fn plies_before(&self, metric: Metric, plies_after: u32, position: &Self::Position, mv: &Self::Move) -> u32;

    /// Calls the implementation of [`Tables::moves`]; see [`compiled_here!`](crate::compiled_here).
    ///
    /// # Errors
    /// The errors of [`Tables::moves`].
    fn moves_here(tables: &Tables<Self>, position: &Self::Position) -> Result<Vec<RatedMove<Self>>, ProbeError>;

    /// Calls the implementation of [`Tables::line_until`].
    ///
    /// # Errors
    /// The errors of [`Tables::line_until`].
    fn line_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        max_plies: u32,
        budget: &Budget,
    ) -> Result<Line<Self>, ProbeError>;

    /// Calls the implementation of [`Tables::rule_value`].
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`].
    fn rule_value_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue<Self::Slice>, ProbeError>;

    /// Calls the implementation of [`Tables::rule_values`].
    ///
    /// # Errors
    /// The errors of [`Tables::rule_values`].
    fn rule_values_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &[Counters],
    ) -> Result<Vec<RuleValue<Self::Slice>>, ProbeError>;

    /// Calls the implementation of [`Tables::rule_moves`].
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`].
    fn rule_moves_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Vec<RuleMove<Self>>, ProbeError>;

    /// Calls the implementation of [`Tables::rule_line_from`].
    ///
    /// # Errors
    /// The errors of [`Tables::rule_line_from`].
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
    /// Returns win, draw or loss of a position for the side to move, ignoring draw rules.
    ///
    /// # Errors
    /// [`ProbeError`]: the position is impossible, there is no table for it, or a file is damaged.
    #[inline(always)]
    pub fn probe_wdl(&self, position: &G::Position) -> Result<Wdl, ProbeError> {
        G::probe_wdl(self, position)
    }

    /// Returns the value of a position for the side to move, with its distance to the end if there
    /// is a DTW table. A damaged DTW table is an error.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    #[inline(always)]
    pub fn probe(&self, position: &G::Position) -> Result<Value, ProbeError> {
        G::probe(self, position)
    }

    /// Returns the depth to conversion: plies to the next irreversible change of the material or to
    /// the end of the game, when the winner hurries and the loser delays. `None` for a draw.
    /// Captures and promotions convert, in draughts also every move of a man. [`Tables::probe_wdl`]
    /// returns who wins.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`], for the DTC table.
    pub fn probe_dtc(&self, position: &G::Position) -> Result<Option<u32>, ProbeError> {
        self.plies(position, Metric::Dtc)
    }

    /// Returns the plies of a position in a metric; `None` for a draw.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`], for the table of the metric.
    pub fn plies(&self, position: &G::Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        match self.cell(position, metric)? {
            Some(cell) => Ok(cell.checked_sub(1)),
            None => Ok(G::without_table(self, position).plies),
        }
    }

    /// Returns the cell number of a position in a table of `metric`. WDL: 0 loss, 1 draw, 2 win.
    /// Distances: 0 draw, else plies + 1. `None` when one side has no pieces or a promotion has
    /// ended the game; no table holds such positions.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn cell(&self, position: &G::Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        G::cell(self, position, metric)
    }
}
