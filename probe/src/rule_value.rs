//! Computes values of positions under draw rules whose counts may already run.

use peatee_rules::Side;
use peatee_rules::draw::code::{CountRule, Road};
use peatee_rules::draw::{CountStatus, Counters, DrawRules, Situation};
use peatee_table::{Metric, RuleSet, Value, Wdl};

use crate::answers::{LackingTable, RuleOutcome, RulePlies, RuleValue};
use crate::clock::{Clock, end_plies, one_count_decides, runs_to_the_end};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::required::{Required, clock_index};
use crate::tables::Tables;

mod outcome;
mod shortest_win;

impl<G: Probed> Tables<G> {
    /// Returns the value of a position under draw rules, for the side to move, as far as the tables
    /// prove the value. `counters` has the number of plies that each count has used. Repetitions
    /// are not considered.
    ///
    /// With WDL and DTW tables the value is exact, with two exceptions: moves reset the deciding
    /// count, or several counts decide together. Then the DTR tables of the rules are also needed.
    /// If a needed table is missing, returns what the other tables prove; see [`RuleOutcome`] and
    /// [`RuleValue::lacking`]. They prove the following:
    ///
    /// * A position that is drawn without draw rules is a draw.
    /// * A win is in time when its DTW is within the limit of every count that runs or can start.
    /// * A win is too late when its DTW exceeds the plies left of a count that no move resets.
    /// * A win is too late when its DTC exceeds the plies left of the count that decides.
    ///
    /// The values after the moves may prove more.
    ///
    /// # Errors
    /// The errors of [`Tables::probe`].
    pub fn rule_value(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue<G::Slice>, ProbeError> {
        G::rule_value_here(self, position, rules, counters)
    }

    /// Returns the value without draw rules, from which the value under draw rules is derived. Only
    /// draughts needs the DTW for this, so the value has plies only there.
    #[inline(always)]
    pub(crate) fn value_for_rules(&self, position: &G::Position) -> Result<Value, ProbeError> {
        match G::RULES_WEIGH_DTW {
            true => self.probe(position),
            false => Ok(Value { wdl: self.probe_wdl(position)?, plies: None }),
        }
    }

    /// Returns the value as [`Tables::rule_value`] does, but reads only the cells of the position
    /// and not the values after its moves.
    pub(crate) fn rule_value_by_tables(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue<G::Slice>, ProbeError> {
        Facts::new(self, position, rules)?.value_by_cells(counters)
    }

    /// Returns the value as [`Tables::rule_value`] does, but ignores limits on the moves in a row
    /// with one king. Only the counts of the draw rules matter.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`].
    #[doc(hidden)]
    pub fn rule_value_by_counts(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue<G::Slice>, ProbeError> {
        let facts = Facts::new(self, position, rules)?;
        Facts { heeds_king_runs: false, ..facts }.value(counters)
    }

    /// Returns the value as [`Tables::rule_value`] does, or an error if the tables do not prove the
    /// outcome and the plies that the winner needs.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`], and [`ProbeError::MissingTable`] for a missing table
    /// that is needed.
    pub fn exact_rule_value(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue<G::Slice>, ProbeError> {
        self.proved(self.rule_value(position, rules, counters)?)
    }

    /// Returns the value, or an error if a table that is needed to prove it is missing.
    fn proved(&self, value: RuleValue<G::Slice>) -> Result<RuleValue<G::Slice>, ProbeError> {
        let Some(LackingTable { slice, metric }) = value.lacking else { return Ok(value) };
        Err(self.missing(slice, metric))
    }

    /// Returns the values of one position for several `counters` (plies that the counts have used),
    /// in the same order. They show how the result depends on the moves before the position. Facts
    /// that do not depend on the counters are read from the tables only once.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`].
    pub fn rule_values(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &[Counters],
    ) -> Result<Vec<RuleValue<G::Slice>>, ProbeError> {
        G::rule_values_here(self, position, rules, counters)
    }
}

/// Implements [`Tables::rule_value`].
///
/// # Errors
/// The errors of [`Tables::rule_value`].
pub fn rule_value<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &Counters,
) -> Result<RuleValue<G::Slice>, ProbeError> {
    Facts::new(tables, position, rules)?.value(counters)
}

/// Implements [`Tables::rule_values`].
///
/// # Errors
/// The errors of [`Tables::rule_values`].
pub fn rule_values<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &[Counters],
) -> Result<Vec<RuleValue<G::Slice>>, ProbeError> {
    let mut facts = Facts::new(tables, position, rules)?;
    let mut values = Vec::with_capacity(counters.len());
    for counters in counters {
        values.push(facts.value(counters)?);
    }
    Ok(values)
}

/// Facts about a position that do not depend on its counters. Most are read on first use.
pub(crate) struct Facts<'a, G: Probed> {
    tables: &'a Tables<G>,
    position: &'a G::Position,
    rules: &'a DrawRules,
    side: Side,
    situation: Situation,
    value: Value,
    has_moves: Option<bool>,
    reset_cell: Option<ResetCell>,
    /// True when several counts may decide together, so that tables hold requirements (conditions
    /// of wins) instead of distances.
    has_requirements: bool,
    required: Option<Required<'a>>,
    /// True when the draw rules limit moves in a row with one king.
    heeds_king_runs: bool,
    /// True when the outcome depends on moves in a row with one king. The DTW then tells nothing
    /// about the plies under the draw rules. Set when the cells are read.
    has_king_runs: bool,
    /// Plies to the end of the game, if a table under such rules holds them. Set when the cells are
    /// read.
    run_plies: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
enum ResetCell {
    Cell(u32),
    /// No table holds the position, because one side has no pieces or a promotion has ended the
    /// game.
    GameOver,
    Lacking,
}

/// Plies that the winner needs, as [`RuleValue::needed_plies`] describes them.
enum Needed {
    /// Number of plies that the winner needs; `None` when no number is enough, or when no count
    /// decides.
    Known(Option<u32>),
    /// The number of plies is unknown, because the table of this metric is missing.
    Lacking(Metric),
}

impl<'a, G: Probed> Facts<'a, G> {
    pub(crate) fn new(
        tables: &'a Tables<G>,
        position: &'a G::Position,
        rules: &'a DrawRules,
    ) -> Result<Self, ProbeError> {
        Ok(Self::of_value(tables, position, rules, tables.value_for_rules(position)?))
    }

    /// Creates the facts about a position whose value without draw rules is known.
    pub(crate) fn of_value(
        tables: &'a Tables<G>,
        position: &'a G::Position,
        rules: &'a DrawRules,
        value: Value,
    ) -> Self {
        Facts {
            tables,
            position,
            rules,
            side: tables.game().side(position),
            situation: tables.game().situation(rules, position),
            value,
            has_moves: None,
            reset_cell: None,
            has_requirements: !one_count_decides(rules),
            required: None,
            heeds_king_runs: rules.code.king_moves.is_some(),
            has_king_runs: false,
            run_plies: None,
        }
    }

    /// Returns true when the outcome depends on moves in a row with one king. Must be called after
    /// the cells have been read.
    pub(crate) const fn has_king_runs(&self) -> bool {
        self.has_king_runs
    }

    pub(crate) fn dtw_plies(&self) -> Option<u32> {
        self.value.plies
    }

    /// Returns the value as [`Tables::exact_rule_value`] does.
    pub(crate) fn exact_value(&mut self, counters: &Counters) -> Result<RuleValue<G::Slice>, ProbeError> {
        let value = self.value(counters)?;
        self.tables.proved(value)
    }

    #[inline]
    fn value(&mut self, counters: &Counters) -> Result<RuleValue<G::Slice>, ProbeError> {
        let mut found = self.value_by_cells(counters)?;
        if found.outcome.wdl().is_none() && !self.has_king_runs && self.may_be_proved() {
            found.outcome = RuleOutcome::new(self.value.wdl, self.in_time_by_moves(counters)?);
        }
        found.plies = self.plies(found.outcome, counters);
        Ok(found)
    }

    /// Returns the plies to the end of a game with this outcome, without a search. The number is
    /// exact if no count can end the game before the shortest win; otherwise it is a lower bound.
    pub(crate) fn plies(&self, outcome: RuleOutcome, counters: &Counters) -> Option<RulePlies> {
        match (outcome, self.run_plies) {
            (RuleOutcome::Win | RuleOutcome::Loss, Some(plies)) => return Some(RulePlies::Exact(plies)),
            _ if self.has_king_runs => return self.plies_by_king_runs(outcome, counters),
            _ => {}
        }
        let dtw_plies = self.value.plies?;
        let is_exact = || dtw_plies == 0 || self.is_shortest_win_safe(dtw_plies, counters);
        match outcome {
            RuleOutcome::Win | RuleOutcome::Loss if is_exact() => Some(RulePlies::Exact(dtw_plies)),
            RuleOutcome::Win | RuleOutcome::Loss => Some(RulePlies::AtLeast(dtw_plies)),
            _ => None,
        }
    }

    /// Returns bounds of the plies if the outcome depends on moves in a row with one king. These
    /// moves can make a game longer or shorter than the DTW.
    fn plies_by_king_runs(&self, outcome: RuleOutcome, counters: &Counters) -> Option<RulePlies> {
        let has_moves = || self.tables.game().has_moves_under(self.rules, counters, self.position);
        match outcome {
            RuleOutcome::Win => Some(RulePlies::AtLeast(1)),
            RuleOutcome::Loss if has_moves() => Some(RulePlies::AtLeast(2)),
            RuleOutcome::Loss => Some(RulePlies::Exact(0)),
            _ => None,
        }
    }

    /// Returns true when the values after the moves may prove an outcome that the cells of this
    /// position do not prove. Returns false when the tables for such a proof are missing.
    fn may_be_proved(&self) -> bool {
        let dtr = Metric::Dtr(RuleSet::new(self.rules));
        G::RULES_WEIGH_DTW || [Metric::Dtw, dtr].into_iter().any(|metric| self.tables.has_listed(metric))
    }

    /// Returns whether the win comes in time, if the values after the moves prove this; otherwise
    /// `None`.
    #[cold]
    fn in_time_by_moves(&self, counters: &Counters) -> Result<Option<bool>, ProbeError> {
        let (game, mut best) = (self.tables.game(), RuleOutcome::Loss);
        for mv in game.moves_under(self.rules, counters, self.position)? {
            let after = game.after(self.position, &mv);
            let next = game.counters_after(self.rules, counters, (self.position, &mv), &after);
            match self.tables.rule_value_by_tables(&after, self.rules, &next) {
                Ok(value) => best = best.min(value.outcome.reversed()),
                Err(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => return Ok(None),
                Err(other) => return Err(other),
            }
        }
        Ok(best.wdl().map(|wdl| wdl != Wdl::Draw))
    }

    /// Returns the value that the cells of this position prove, without the values after its moves.
    #[inline]
    pub(crate) fn value_by_cells(&mut self, counters: &Counters) -> Result<RuleValue<G::Slice>, ProbeError> {
        let (rules, value, side) = (self.rules, self.value, self.side);
        let clock = Clock::of(rules, counters, side);
        if let Some(outcome) = self.outcome_by_king_runs(counters)? {
            let metric = Metric::RuleWdl(RuleSet::new(rules));
            let slice = || self.tables.game().slice_of(self.position).expect("a position that was probed");
            let lacking = outcome.is_none().then(|| LackingTable { slice: slice(), metric });
            let outcome = outcome.unwrap_or_else(|| RuleOutcome::new(value.wdl, None));
            return Ok(RuleValue { outcome, value, clock, needed_plies: None, plies: None, lacking });
        }
        if self.has_requirements && value.wdl != Wdl::Draw {
            let required = self.required()?;
            if !matches!(required, Required::Lacking) {
                let is_in_time = required.is_met(rules, counters, side);
                let needed_plies = required.needed_plies(rules, counters, side, clock_index(rules, &clock));
                let outcome = RuleOutcome::new(value.wdl, Some(is_in_time));
                return Ok(RuleValue { outcome, value, clock, needed_plies, plies: None, lacking: None });
            }
        }
        let (needed_plies, lacking) = match self.needed_plies(&clock, counters)? {
            Needed::Known(plies) => (plies, None),
            Needed::Lacking(metric) => (None, Some(metric)),
        };
        let in_time = match clock.count() {
            // No count runs, but a count may start before the end of the game.
            None => self.in_time_by_bounds(&clock, counters)?,
            // An exhausted count draws the game, unless the move that exhausted it also ended the
            // game.
            Some(count) if count.is_exhausted() => Some(!self.has_moves() && self.is_lost_on_last_move(counters)),
            Some(_) if lacking.is_some() => self.in_time_by_bounds(&clock, counters)?,
            Some(count) => Some(needed_plies.is_some_and(|needed| needed <= count.left_plies())),
        };
        let is_open = value.wdl != Wdl::Draw && clock.count().is_none() && in_time.is_none();
        let lacking = match is_open {
            true => Some(Metric::Dtr(RuleSet::new(rules))),
            false => lacking.filter(|_| clock.count().is_some_and(|count| !count.is_exhausted())),
        };
        let slice = || self.tables.game().slice_of(self.position).expect("a position that was probed");
        Ok(RuleValue {
            outcome: RuleOutcome::new(value.wdl, in_time),
            value,
            clock,
            needed_plies,
            plies: None,
            lacking: lacking.map(|metric| LackingTable { slice: slice(), metric }),
        })
    }

    /// Returns the outcome if it depends on moves in a row with one king, with an inner `None` if
    /// the table is missing. Returns `None` if the outcome does not depend on these moves.
    #[inline]
    fn outcome_by_king_runs(&mut self, counters: &Counters) -> Result<Option<Option<RuleOutcome>>, ProbeError> {
        if !self.heeds_king_runs {
            return Ok(None);
        }
        self.has_king_runs = true;
        let wdl = G::wdl_by_king_runs(self.tables, self.position, self.rules, counters);
        if !matches!(wdl, Ok(Some(Wdl::Draw))) {
            self.run_plies = G::rule_plies(self.tables, self.position, self.value.wdl, self.rules, counters)?;
        }
        match wdl {
            Ok(Some(wdl)) => Ok(Some(Some(RuleOutcome::of_results(self.value.wdl, wdl)))),
            Ok(None) => {
                self.has_king_runs = false;
                Ok(None)
            }
            Err(ProbeError::MissingTable { .. }) => Ok(Some(None)),
            Err(other) => Err(other),
        }
    }

    fn required(&mut self) -> Result<Required<'a>, ProbeError> {
        if let Some(known) = self.required {
            return Ok(known);
        }
        let required = Required::of(self.tables, self.position, self.rules, self.value.plies)?;
        self.required = Some(required);
        Ok(required)
    }

    /// Returns true when the last move of the game wins even though it has brought counts to their
    /// limits. The rule of each such count says whether the win or the draw prevails.
    fn is_lost_on_last_move(&self, counters: &Counters) -> bool {
        let mut running = self.rules.running(counters, self.side);
        running.all(|count| !count.is_exhausted() || self.rules.is_lost_on_last_move(count.rule))
    }

    fn has_moves(&mut self) -> bool {
        *self.has_moves.get_or_insert_with(|| self.tables.game().has_moves(self.position))
    }

    fn needed_plies(&mut self, clock: &Clock, counters: &Counters) -> Result<Needed, ProbeError> {
        if self.value.wdl == Wdl::Draw {
            return Ok(Needed::Known(None));
        }
        let dtw_plies = self.value.plies;
        let to_end = |rule| dtw_plies.map(|plies| plies + end_plies(self.rules, rule));
        Ok(match clock {
            Clock::None => Needed::Known(None),
            Clock::ToEnd(_) if self.has_requirements => Needed::Lacking(Metric::Dtr(RuleSet::new(self.rules))),
            Clock::ToEnd(count) => match to_end(count.rule) {
                None => Needed::Lacking(Metric::Dtw),
                plies => Needed::Known(plies),
            },
            Clock::ToReset(_) if self.has_requirements || self.runs_to_the_end_too(counters) => {
                Needed::Lacking(Metric::Dtr(RuleSet::new(self.rules)))
            }
            Clock::ToReset(count) => match self.reset_cell()? {
                ResetCell::Cell(cell) => Needed::Known(cell.checked_sub(1)),
                // No table holds the position, because the game is over or ends with the next move.
                ResetCell::GameOver => Needed::Known(to_end(count.rule)),
                ResetCell::Lacking => Needed::Lacking(Metric::Dtr(RuleSet::new(self.rules))),
            },
        })
    }

    fn runs_to_the_end_too(&self, counters: &Counters) -> bool {
        self.rules.running(counters, self.side).any(|count| runs_to_the_end(self.rules, count.rule))
    }

    fn reset_cell(&mut self) -> Result<ResetCell, ProbeError> {
        if let Some(known) = self.reset_cell {
            return Ok(known);
        }
        let cell = match G::cell_of(self.tables, self.position, self.value.wdl, Metric::Dtr(RuleSet::new(self.rules))) {
            Ok(Some(cell)) => ResetCell::Cell(cell),
            Ok(None) => ResetCell::GameOver,
            Err(ProbeError::MissingTable { .. }) => ResetCell::Lacking,
            Err(other) => return Err(other),
        };
        self.reset_cell = Some(cell);
        Ok(cell)
    }

    /// Returns whether the win comes in time, if DTW and DTC prove this; otherwise `None`. Used
    /// when the table with the exact plies is missing.
    #[cold]
    fn in_time_by_bounds(&self, clock: &Clock, counters: &Counters) -> Result<Option<bool>, ProbeError> {
        let rules = self.rules;
        let dtw_plies = match G::RULES_WEIGH_DTW {
            true => self.value.plies,
            false => self.tables.plies_where_known(self.position, self.value, Metric::Dtw)?,
        };
        let can_start = |rule: &CountRule| rule.material.can_arise_from(&self.situation.material);
        if clock.count().is_none() && !rules.code.counts.iter().any(can_start) {
            return Ok(Some(true));
        }
        let running = || rules.running(counters, self.side);
        if let Some(plies) = dtw_plies {
            let is_too_late = |count: &CountStatus| plies + end_plies(rules, count.rule) > count.left_plies();
            if running().filter(|count| runs_to_the_end(rules, count.rule)).any(|count| is_too_late(&count)) {
                return Ok(Some(false));
            }
            if self.fits(plies, counters) {
                return Ok(Some(true));
            }
        }
        let Clock::ToReset(_) = clock else { return Ok(None) };
        if !G::CONVERSION_IS_RESET {
            return Ok(None);
        }
        // Only a capture or a move of a man resets a count, so no reset comes before the next
        // conversion. Counts that depend on the main road are excluded, because a quiet king move
        // can end them.
        let left_plies = running().filter(|count| count.rule.road == Road::Any).map(|count| count.left_plies()).min();
        let Some(left_plies) = left_plies else { return Ok(None) };
        match self.tables.probe_dtc(self.position) {
            Ok(dtc_plies) => Ok(dtc_plies.filter(|&plies| plies > left_plies).map(|_| false)),
            Err(ProbeError::MissingTable { .. }) => Ok(None),
            Err(other) => Err(other),
        }
    }
}
