//! Values under draw rules, running counts included.

use std::fmt;

use peatee_rules::draw::code::{CountRule, Road};
use peatee_rules::draw::{CountStatus, Counters, DrawRules};
use peatee_rules::{Material, Position};
use peatee_table::{Metric, RuleSet, Slice, Value, Wdl};

use crate::clock::{Clock, end_plies, one_count_decides, runs_to_the_end};
use crate::error::ProbeError;
use crate::required::{Required, clock_place};
use crate::tables::Tables;

/// The outcome of a position under draw rules, from the best for the side to move to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleOutcome {
    /// Won, in time.
    Win,
    /// Won without the rules; the available tables do not say whether the win comes in time.
    MaybeWin,
    /// Won without the rules, drawn under them.
    CursedWin,
    /// Drawn.
    Draw,
    /// Lost without the rules, drawn under them.
    BlessedLoss,
    /// Lost without the rules; the available tables do not say whether the other side's win comes
    /// in time.
    MaybeLoss,
    /// Lost.
    Loss,
}

impl RuleOutcome {
    /// `win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleOutcome::Win => "win",
            RuleOutcome::MaybeWin => "maybe-win",
            RuleOutcome::CursedWin => "cursed-win",
            RuleOutcome::Draw => "draw",
            RuleOutcome::BlessedLoss => "blessed-loss",
            RuleOutcome::MaybeLoss => "maybe-loss",
            RuleOutcome::Loss => "loss",
        }
    }

    /// Win, draw or loss as the game would be scored; `None` where the tables do not say.
    pub const fn wdl(self) -> Option<Wdl> {
        match self {
            RuleOutcome::Win => Some(Wdl::Win),
            RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss => Some(Wdl::Draw),
            RuleOutcome::Loss => Some(Wdl::Loss),
            RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss => None,
        }
    }

    /// The outcome of the same position for the other side.
    pub const fn reversed(self) -> RuleOutcome {
        match self {
            RuleOutcome::Win => RuleOutcome::Loss,
            RuleOutcome::MaybeWin => RuleOutcome::MaybeLoss,
            RuleOutcome::CursedWin => RuleOutcome::BlessedLoss,
            RuleOutcome::Draw => RuleOutcome::Draw,
            RuleOutcome::BlessedLoss => RuleOutcome::CursedWin,
            RuleOutcome::MaybeLoss => RuleOutcome::MaybeWin,
            RuleOutcome::Loss => RuleOutcome::Win,
        }
    }

    /// The outcome from the value without rules, and from whether the win comes in time.
    pub(crate) const fn new(wdl: Wdl, in_time: Option<bool>) -> RuleOutcome {
        match (wdl, in_time) {
            (Wdl::Win, Some(true)) => RuleOutcome::Win,
            (Wdl::Win, Some(false)) => RuleOutcome::CursedWin,
            (Wdl::Win, None) => RuleOutcome::MaybeWin,
            (Wdl::Draw, _) => RuleOutcome::Draw,
            (Wdl::Loss, None) => RuleOutcome::MaybeLoss,
            (Wdl::Loss, Some(false)) => RuleOutcome::BlessedLoss,
            (Wdl::Loss, Some(true)) => RuleOutcome::Loss,
        }
    }
}

impl fmt::Display for RuleOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A missing table that would say more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LackingTable {
    /// The slice.
    pub slice: Slice,
    /// The metric.
    pub metric: Metric,
}

impl fmt::Display for LackingTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} table of {}", self.metric, self.slice.name())
    }
}

/// The value of a position under draw rules, with the count that decides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleValue {
    /// Who wins under the rules, for the side to move, as far as the tables prove it.
    pub outcome: RuleOutcome,
    /// The value without rules.
    pub value: Value,
    /// The count that binds.
    pub clock: Clock,
    /// The plies of that count that the winner needs: to the end of the game, or to the next move
    /// that sets the count back with the win kept. Where several counts decide together, the other
    /// counts are taken as they are; where none of those runs, these are the plies to the next move
    /// after which one may, or of a piece but a king. `None` for draws, where no count binds, where
    /// the win is lost whatever the count, and where the table that would give the plies is
    /// [lacking](RuleValue::lacking).
    pub needed_plies: Option<u32>,
    /// The table without which the outcome or the needed plies are not known; `None` when they are.
    pub lacking: Option<LackingTable>,
}

impl RuleValue {
    /// The exhausted count that makes the position a draw, by itself or on claim, before a move is
    /// played.
    pub fn drawn_by(&self) -> Option<&CountStatus> {
        self.clock.count().filter(|count| count.is_exhausted() && self.outcome.wdl() == Some(Wdl::Draw))
    }
}

impl Tables {
    /// The value that the tables prove for a position under draw rules with running counts, for the
    /// side to move. Repetition is ignored.
    ///
    /// With WDL and DTW tables, and the DTR tables of these rules where a count binds that moves
    /// set back or where several decide together, this is the exact value. Without some of these
    /// tables it is what the others prove, see [`RuleOutcome`] and [`RuleValue::lacking`]. Draws
    /// stay draws. A win is in time when its
    /// DTW fits into every count that runs or can start on the way. It is too late when its DTW
    /// exceeds a count that nothing sets back, or its DTC exceeds the count that binds. The values
    /// after the moves may prove more.
    ///
    /// # Errors
    /// As [`Tables::probe`].
    pub fn rule_value(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue, ProbeError> {
        Facts::new(self, position, rules)?.value(counters)
    }

    /// [`Tables::rule_value`] without a look at the moves.
    pub(crate) fn rule_value_by_tables(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue, ProbeError> {
        Facts::new(self, position, rules)?.value_here(counters)
    }

    /// [`Tables::rule_value`] for callers that need the exact value with its plies.
    ///
    /// # Errors
    /// As [`Tables::rule_value`], and [`ProbeError::MissingTable`] for the table that is lacking.
    pub fn exact_rule_value(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<RuleValue, ProbeError> {
        let value = self.rule_value(position, rules, counters)?;
        let Some(LackingTable { slice, metric }) = value.lacking else { return Ok(value) };
        Err(ProbeError::MissingTable { slice: slice.name(), metric, directory: self.directory().to_owned() })
    }

    /// [`Tables::rule_value`] of one position with each of these counters, in their order: this
    /// shows how the value depends on the moves before. Facts that do not depend on the counters
    /// are read from the tables once.
    ///
    /// # Errors
    /// As [`Tables::rule_value`].
    pub fn rule_values(
        &self,
        position: &Position,
        rules: &DrawRules,
        counters: &[Counters],
    ) -> Result<Vec<RuleValue>, ProbeError> {
        let mut facts = Facts::new(self, position, rules)?;
        let mut values = Vec::with_capacity(counters.len());
        for counters in counters {
            values.push(facts.value(counters)?);
        }
        Ok(values)
    }
}

/// The facts about a position that do not depend on its counters. Each is read when it is first
/// needed.
struct Facts<'a> {
    tables: &'a Tables,
    position: &'a Position,
    rules: &'a DrawRules,
    material: Material,
    value: Value,
    has_moves: Option<bool>,
    reset_cell: Option<ResetCell>,
    /// Several counts may decide together.
    has_requirements: bool,
    required: Option<Required<'a>>,
}

/// What the DTR table says.
#[derive(Debug, Clone, Copy)]
enum ResetCell {
    /// The cell of the position.
    Cell(u32),
    /// One side has no pieces or a promotion has ended the game, so that there is no table.
    GameOver,
    /// The table is missing.
    Lacking,
}

/// Plies of the count that the winner needs.
enum Needed {
    /// This many plies; `None`: no number is enough, or none are needed.
    Known(Option<u32>),
    /// The missing table of this metric would say how many.
    Lacking(Metric),
}

impl<'a> Facts<'a> {
    fn new(tables: &'a Tables, position: &'a Position, rules: &'a DrawRules) -> Result<Self, ProbeError> {
        let value = tables.probe(position)?;
        let material = Material::of(&position.setup);
        Ok(Facts {
            tables,
            position,
            rules,
            material,
            value,
            has_moves: None,
            reset_cell: None,
            has_requirements: !one_count_decides(rules),
            required: None,
        })
    }

    /// The value with these counters.
    #[inline]
    fn value(&mut self, counters: &Counters) -> Result<RuleValue, ProbeError> {
        let mut found = self.value_here(counters)?;
        if found.outcome.wdl().is_none() {
            found.outcome = RuleOutcome::new(self.value.wdl, self.in_time_by_moves(counters)?);
        }
        Ok(found)
    }

    /// Whether the win comes in time, where the values after the moves prove it.
    #[cold]
    fn in_time_by_moves(&self, counters: &Counters) -> Result<Option<bool>, ProbeError> {
        let (game, mut best) = (self.tables.game(), RuleOutcome::Loss);
        for mv in game.moves(self.position)? {
            let after = game.play(self.position, &mv);
            let next = self.rules.after(counters, &mv, &after);
            match self.tables.rule_value_by_tables(&after, self.rules, &next) {
                Ok(value) => best = best.min(value.outcome.reversed()),
                Err(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => return Ok(None),
                Err(other) => return Err(other),
            }
        }
        Ok(best.wdl().map(|wdl| wdl != Wdl::Draw))
    }

    /// The value from the tables of this position alone, without a look at its moves.
    #[inline]
    fn value_here(&mut self, counters: &Counters) -> Result<RuleValue, ProbeError> {
        let (rules, value, side) = (self.rules, self.value, self.position.side);
        let clock = Clock::of(rules, counters, side);
        if self.has_requirements && value.wdl != Wdl::Draw {
            let required = self.required()?;
            if !matches!(required, Required::Lacking) {
                let is_in_time = required.is_met(rules, counters, self.position);
                let needed_plies = required.needed_plies(rules, counters, self.position, clock_place(rules, &clock));
                let outcome = RuleOutcome::new(value.wdl, Some(is_in_time));
                return Ok(RuleValue { outcome, value, clock, needed_plies, lacking: None });
            }
        }
        let (needed_plies, lacking) = match self.needed_plies(&clock, counters)? {
            Needed::Known(plies) => (plies, None),
            Needed::Lacking(metric) => (None, Some(metric)),
        };
        let in_time = match clock.count() {
            // No count runs, but on the way to the end of the game one may start.
            None => self.in_time_by_bounds(&clock, counters)?,
            // The count is exhausted. That draws the game, unless the game is over as well.
            Some(count) if count.is_exhausted() => Some(!self.has_moves() && self.is_lost_on_last_move(counters)),
            Some(_) if lacking.is_some() => self.in_time_by_bounds(&clock, counters)?,
            Some(count) => Some(needed_plies.is_some_and(|needed| needed <= count.left_plies())),
        };
        let is_open = value.wdl != Wdl::Draw && clock.count().is_none() && in_time.is_none();
        let lacking = match is_open {
            true => Some(Metric::Dtr(RuleSet::new(rules))),
            false => lacking.filter(|_| clock.count().is_some_and(|count| !count.is_exhausted())),
        };
        let slice = || Slice::of(self.tables.game(), self.position);
        Ok(RuleValue {
            outcome: RuleOutcome::new(value.wdl, in_time),
            value,
            clock,
            needed_plies,
            lacking: lacking.map(|metric| LackingTable { slice: slice(), metric }),
        })
    }

    /// What the table of requirements says of the position.
    fn required(&mut self) -> Result<Required<'a>, ProbeError> {
        if let Some(known) = self.required {
            return Ok(known);
        }
        let required = Required::of(self.tables, self.position, self.rules, self.value.plies)?;
        self.required = Some(required);
        Ok(required)
    }

    /// Whether every exhausted count leaves a position lost that was lost on the last move of the
    /// count.
    fn is_lost_on_last_move(&self, counters: &Counters) -> bool {
        let mut running = self.rules.running(counters, self.position.side);
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
                // The game is over, now or with the next move.
                ResetCell::GameOver => Needed::Known(to_end(count.rule)),
                ResetCell::Lacking => Needed::Lacking(Metric::Dtr(RuleSet::new(self.rules))),
            },
        })
    }

    fn runs_to_the_end_too(&self, counters: &Counters) -> bool {
        self.rules.running(counters, self.position.side).any(|count| runs_to_the_end(self.rules, count.rule))
    }

    fn reset_cell(&mut self) -> Result<ResetCell, ProbeError> {
        if let Some(known) = self.reset_cell {
            return Ok(known);
        }
        let cell = match self.tables.cell(self.position, Metric::Dtr(RuleSet::new(self.rules))) {
            Ok(Some(cell)) => ResetCell::Cell(cell),
            Ok(None) => ResetCell::GameOver,
            Err(ProbeError::MissingTable { .. }) => ResetCell::Lacking,
            Err(other) => return Err(other),
        };
        self.reset_cell = Some(cell);
        Ok(cell)
    }

    /// Whether the win comes in time, where DTW and DTC prove that it does or does not. The table
    /// with the exact plies is missing.
    #[cold]
    fn in_time_by_bounds(&self, clock: &Clock, counters: &Counters) -> Result<Option<bool>, ProbeError> {
        let (rules, dtw_plies) = (self.rules, self.value.plies);
        let can_start = |rule: &CountRule| rule.material.can_arise_from(&self.material);
        if clock.count().is_none() && !rules.code.counts.iter().any(can_start) {
            return Ok(Some(true));
        }
        let running = || rules.running(counters, self.position.side);
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
        // Only a capture or a move of a man sets a count back, so no reset comes before the next
        // conversion. But a king that leaves the main road ends its count with a quiet move.
        let left_plies = running().filter(|count| count.rule.road == Road::Any).map(|count| count.left_plies()).min();
        let Some(left_plies) = left_plies else { return Ok(None) };
        match self.tables.probe_dtc(self.position) {
            Ok(dtc_plies) => Ok(dtc_plies.filter(|&plies| plies > left_plies).map(|_| false)),
            Err(ProbeError::MissingTable { .. }) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// True when the shortest win ends the game before any count that runs or can start on the way
    /// is over.
    fn fits(&self, dtw_plies: u32, counters: &Counters) -> bool {
        let rules = self.rules;
        let used_plies = |rule| dtw_plies + end_plies(rules, rule);
        let is_running = |rule| {
            let mut running = rules.running(counters, self.position.side);
            running.any(|count| std::ptr::eq(count.rule, rule))
        };
        let mut running = rules.running(counters, self.position.side);
        running.all(|count| used_plies(count.rule) <= count.left_plies())
            && rules.code.counts.iter().all(|rule| {
                // A count that starts on the way starts at least one ply later, and has one ply
                // less to cover.
                is_running(rule)
                    || !rule.material.can_arise_from(&self.material)
                    || used_plies(rule) <= rules.least_limit_plies(rule) + 1
            })
    }
}
