//! The trait with which a family of games reads values from its tables, and the probes of
//! [`Tables`].

use peatee_rules::Budget;
use peatee_rules::draw::code::Army;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::{Metric, Value, Wdl};

use crate::answers::{ChanceSearch, Line, MoveChance, RatedMove, RuleLine, RuleMove, RulePlies, RuleValue};
use crate::error::ProbeError;
use crate::tabled::Tabled;
use crate::tables::Tables;

/// A game whose tables can be probed. Each family of games (draughts, chess) implements these
/// functions; callers use the methods of [`Tables`]. This interface may change with every version.
#[doc(hidden)]
pub trait Probed: Tabled {
    /// True when values under draw rules depend both on the plies to the end (DTW) and on the plies
    /// to a reset of a count (DTR). False for chess, where they depend only on the plies to a reset
    /// (DTZ).
    const RULES_WEIGH_DTW: bool;
    /// True when every move that resets a count is also a conversion (in draughts a capture or a
    /// move of a man).
    const CONVERSION_IS_RESET: bool;

    /// Returns an error for a position that no table can hold.
    ///
    /// # Errors
    /// The [`ProbeError`] that a probe of the position returns.
    fn check(tables: &Tables<Self>, position: &Self::Position) -> Result<(), ProbeError>;

    /// Returns the win, draw or loss of a position, for the side to move.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    fn probe_wdl(tables: &Tables<Self>, position: &Self::Position) -> Result<Wdl, ProbeError>;

    /// Returns the win, draw or loss of a position, for the side to move, and the plies if there is
    /// a DTW table.
    ///
    /// # Errors
    /// The errors of [`Tables::probe`].
    fn probe(tables: &Tables<Self>, position: &Self::Position) -> Result<Value, ProbeError>;

    /// Returns the number in the cell of a position in a table of `metric`. `None` when the game is
    /// over and no table holds the position.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    fn cell(tables: &Tables<Self>, position: &Self::Position, metric: Metric) -> Result<Option<u32>, ProbeError>;

    /// Returns the number in the cell as [`Probed::cell`] does, for a position that is known to be
    /// a win, draw or loss (`wdl`).
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

    /// Returns the distance of the longest win, or of the longest loss, in the table of a position,
    /// in plies. `wdl` is the win or loss of the position. `None` if the header of the table does
    /// not tell it, or bounds no distance of this position.
    fn longest_plies(_tables: &Tables<Self>, _position: &Self::Position, _wdl: Wdl, _metric: Metric) -> Option<u32> {
        None
    }

    /// Returns the value of a position that no table holds. [`Probed::cell`] returns `None` for it.
    fn without_table(tables: &Tables<Self>, position: &Self::Position) -> Value;

    /// Returns the win, draw or loss of a position under draw rules that limit the moves in a row
    /// with one king. `None` if the value does not depend on these moves.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`]; [`ProbeError::MissingTable`] if the table of these
    /// values is missing.
    fn wdl_by_king_runs(
        _tables: &Tables<Self>,
        _position: &Self::Position,
        _rules: &DrawRules,
        _counters: &Counters,
    ) -> Result<Option<Wdl>, ProbeError> {
        Ok(None)
    }

    /// Returns the plies to the end of the game under draw rules with the running counts, if tables
    /// of the position tell them without a search. They do under rules of [`Metric::RuleDtw`].
    /// `wdl` is the win, draw or loss without draw rules. `None` for a draw, and if a table is
    /// missing.
    ///
    /// # Errors
    /// A table is damaged.
    fn rule_plies(
        _tables: &Tables<Self>,
        _position: &Self::Position,
        _wdl: Wdl,
        _rules: &DrawRules,
        _counters: &Counters,
    ) -> Result<Option<u32>, ProbeError> {
        Ok(None)
    }

    /// Returns the slices in which this army stands against a lone king. Slices may occur twice.
    /// Returns none if the game does not have these pieces, or no rule about such armies.
    fn lone_king_slices(&self, _army: &Army) -> Vec<Self::Slice> {
        Vec::new()
    }

    /// Returns the distance of `position` in a metric, in plies, if `mv` is played. `plies_after`
    /// is the distance of the position after the move.
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

    /// Calls the implementation of [`Tables::rule_moves`], and of [`Tables::rule_moves_until`] if
    /// there is a budget.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`].
    fn rule_moves_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
        budget: Option<&Budget>,
    ) -> Result<Vec<RuleMove<Self>>, ProbeError>;

    /// Calls the implementation of [`Tables::plies_under_rules`].
    ///
    /// # Errors
    /// The errors of [`Tables::plies_under_rules`].
    fn plies_under_rules_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
        budget: &Budget,
    ) -> Result<Option<RulePlies>, ProbeError>;

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

    /// Calls the implementation of [`Tables::chances`].
    ///
    /// # Errors
    /// The errors of [`Tables::chances`].
    fn chances_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<MoveChance<RatedMove<Self>>>, ProbeError>;

    /// Calls the implementation of [`Tables::rule_chances`].
    ///
    /// # Errors
    /// The errors of [`Tables::rule_chances`].
    fn rule_chances_here(
        tables: &Tables<Self>,
        position: &Self::Position,
        rules: &DrawRules,
        counters: &Counters,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<MoveChance<RuleMove<Self>>>, ProbeError>;
}

impl<G: Probed> Tables<G> {
    /// Returns the win, draw or loss of a position for the side to move, without draw rules.
    ///
    /// # Errors
    /// [`ProbeError`]: the position is impossible, there is no table for it, or a file is damaged.
    #[inline(always)]
    pub fn probe_wdl(&self, position: &G::Position) -> Result<Wdl, ProbeError> {
        G::probe_wdl(self, position)
    }

    /// Returns the value of a position for the side to move, without draw rules. It includes the
    /// plies to the end of the game if there is a DTW table. A damaged DTW table is an error.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    #[inline(always)]
    pub fn probe(&self, position: &G::Position) -> Result<Value, ProbeError> {
        G::probe(self, position)
    }

    /// Returns the depth to conversion: plies to the next conversion or to the end of the game, if
    /// the winner takes the fastest way and the loser the slowest. `None` for a draw. Conversions
    /// are captures and promotions, and in draughts all moves of pieces other than kings.
    /// [`Tables::probe_wdl`] returns who wins.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`], for the DTC table.
    pub fn probe_dtc(&self, position: &G::Position) -> Result<Option<u32>, ProbeError> {
        self.plies(position, Metric::Dtc)
    }

    /// Returns the distance of a position in a metric, in plies; `None` for a draw.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`], for the table of the metric.
    pub fn plies(&self, position: &G::Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        match self.cell(position, metric)? {
            Some(cell) => Ok(cell.checked_sub(1)),
            None => Ok(G::without_table(self, position).plies),
        }
    }

    /// Returns the number in the cell of a position in a table of `metric`. WDL: 0 loss, 1 draw, 2
    /// win. Distances: 0 draw, else plies + 1. Returns `None` when one side has no pieces or a
    /// promotion has ended the game, because no table holds such positions.
    ///
    /// # Errors
    /// The errors of [`Tables::probe_wdl`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn cell(&self, position: &G::Position, metric: Metric) -> Result<Option<u32>, ProbeError> {
        G::cell(self, position, metric)
    }
}
