//! Values under draw rules, running counts included.

use peatee_rules::Position;
use peatee_rules::draw::{CountStatus, Counters, DrawRules, Material};

use crate::clock::{Clock, end_plies};
use crate::error::ProbeError;
use crate::tables::Tables;
use crate::value::{Metric, RuleSet, Value, Wdl};

/// What a position is worth under draw rules, best for the side to move first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleOutcome {
    /// Won, in time.
    Win,
    /// Won without the rules, drawn under them.
    CursedWin,
    /// Drawn.
    Draw,
    /// Lost without the rules, drawn under them.
    BlessedLoss,
    /// Lost.
    Loss,
}

impl RuleOutcome {
    /// `win`, `cursed-win`, `draw`, `blessed-loss` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            RuleOutcome::Win => "win",
            RuleOutcome::CursedWin => "cursed-win",
            RuleOutcome::Draw => "draw",
            RuleOutcome::BlessedLoss => "blessed-loss",
            RuleOutcome::Loss => "loss",
        }
    }

    /// Win, draw or loss as the game would be scored.
    pub const fn wdl(self) -> Wdl {
        match self {
            RuleOutcome::Win => Wdl::Win,
            RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss => Wdl::Draw,
            RuleOutcome::Loss => Wdl::Loss,
        }
    }

    /// The same game seen by the other player.
    pub const fn reversed(self) -> RuleOutcome {
        match self {
            RuleOutcome::Win => RuleOutcome::Loss,
            RuleOutcome::CursedWin => RuleOutcome::BlessedLoss,
            RuleOutcome::Draw => RuleOutcome::Draw,
            RuleOutcome::BlessedLoss => RuleOutcome::CursedWin,
            RuleOutcome::Loss => RuleOutcome::Win,
        }
    }

    /// From the value without rules, and whether the win comes in time.
    pub(crate) const fn new(wdl: Wdl, in_time: bool) -> RuleOutcome {
        match (wdl, in_time) {
            (Wdl::Win, true) => RuleOutcome::Win,
            (Wdl::Win, false) => RuleOutcome::CursedWin,
            (Wdl::Draw, _) => RuleOutcome::Draw,
            (Wdl::Loss, false) => RuleOutcome::BlessedLoss,
            (Wdl::Loss, true) => RuleOutcome::Loss,
        }
    }
}

/// The value of a position under draw rules, with the count that decides it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleValue {
    /// Who wins under the rules, for the side to move.
    pub outcome: RuleOutcome,
    /// The value without rules.
    pub value: Value,
    /// The count that binds; see [`crate::clock`].
    pub clock: Clock,
    /// Plies of that count which the winner needs: to the end of the game, or to the next move that sets it back with the
    /// win kept. `None` for draws, where no count binds, and where the win is lost whatever the count.
    pub needed_plies: Option<u32>,
}

impl RuleValue {
    /// The exhausted count that makes a draw of the position, by itself or on claim, before a move is played.
    pub fn drawn_by(&self) -> Option<&CountStatus> {
        self.clock.count().filter(|count| count.is_exhausted() && self.outcome.wdl() == Wdl::Draw)
    }
}

impl Tables {
    /// The value of a position under draw rules with running counts, for the side to move. Repetition is not looked at.
    ///
    /// Needs WDL and DTW tables, and the DTR tables of these rules where a count binds that moves set back.
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

    /// [`Tables::rule_value`] of one position with each of these counters, in their order: how the value depends on what
    /// has been played before. What does not depend on the counters is read from the tables once.
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

    fn missing(&self, position: &Position, metric: Metric) -> ProbeError {
        let slice = crate::slice::Slice::of(self.game(), position).name();
        ProbeError::MissingTable { slice, metric, directory: self.directory().to_owned() }
    }
}

/// What is known of a position whatever its counters; read when it is first asked for.
struct Facts<'a> {
    tables: &'a Tables,
    position: &'a Position,
    rules: &'a DrawRules,
    material: Material,
    value: Value,
    has_moves: Option<bool>,
    /// The cell of the DTR table; within, `None` where one side has no pieces and there is no table.
    reset_cell: Option<Option<u32>>,
}

impl<'a> Facts<'a> {
    fn new(tables: &'a Tables, position: &'a Position, rules: &'a DrawRules) -> Result<Self, ProbeError> {
        let value = tables.probe(position)?;
        let material = Material::of(&position.setup);
        Ok(Facts { tables, position, rules, material, value, has_moves: None, reset_cell: None })
    }

    /// The value with these counters.
    #[inline]
    fn value(&mut self, counters: &Counters) -> Result<RuleValue, ProbeError> {
        let (rules, value, side) = (self.rules, self.value, self.position.side);
        let clock = Clock::of(rules, counters, &self.material, side);
        let needed_plies = self.needed_plies(&clock)?;
        let in_time = match clock.count() {
            None => true,
            // The count is over. Only a game that is over as well is not drawn by it.
            Some(count) if count.is_exhausted() => !self.has_moves() && self.is_lost_on_last_move(counters),
            Some(count) => needed_plies.is_some_and(|needed| needed <= count.left_plies()),
        };
        Ok(RuleValue { outcome: RuleOutcome::new(value.wdl, in_time), value, clock, needed_plies })
    }

    /// Whether every count that is over leaves a position lost that is lost on the move.
    fn is_lost_on_last_move(&self, counters: &Counters) -> bool {
        let mut running = self.rules.running(counters, &self.material, self.position.side);
        running.all(|count| !count.is_exhausted() || self.rules.is_lost_on_last_move(count.rule))
    }

    fn has_moves(&mut self) -> bool {
        *self.has_moves.get_or_insert_with(|| self.tables.game().has_moves(self.position))
    }

    fn needed_plies(&mut self, clock: &Clock) -> Result<Option<u32>, ProbeError> {
        if self.value.wdl == Wdl::Draw {
            return Ok(None);
        }
        let end_plies = |rule| end_plies(self.rules, rule);
        match clock {
            Clock::None => Ok(None),
            Clock::ToEnd(count) => match self.value.dtw_plies {
                Some(plies) => Ok(Some(plies + end_plies(count.rule))),
                None => Err(self.tables.missing(self.position, Metric::Dtw)),
            },
            Clock::ToReset(count) => match self.reset_cell()? {
                Some(cell) => Ok(cell.checked_sub(1)),
                // One side has no pieces: the game is over, now or with the next move.
                None => Ok(self.value.dtw_plies.map(|plies| plies + end_plies(count.rule))),
            },
        }
    }

    fn reset_cell(&mut self) -> Result<Option<u32>, ProbeError> {
        if let Some(known) = self.reset_cell {
            return Ok(known);
        }
        let cell = self.tables.cell(self.position, Metric::Dtr(RuleSet::new(self.rules)))?;
        self.reset_cell = Some(cell);
        Ok(cell)
    }
}
