//! Running counts as a state machine over moves.
//!
//! [`Counters`] holds one number of plies per rule of a code and nothing else. It is driven by [`DrawRules::after`] and
//! looked at through [`DrawRules::status`]; both are pure, so the same machine serves a game, a probe and the product of
//! positions and counts in a table. For a rule that counts the moves of one side, plies and the side to move say how
//! many of its moves have been played; [`CountStatus::left_plies`] is the same number for all states that are alike.

use super::code::{
    CountEnding, CountRule, Counted, LastMoveRule, Leaving, MAX_COUNTS, MaterialClass, RuleCode, UnknownRuleCode,
};
use super::material::{Events, Material};
use crate::game::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::variant::Variant;

/// What "n moves" means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MoveUnit {
    /// n moves by each side: 2n plies.
    #[default]
    EachSide,
    /// n moves of both sides together: n plies. Articles that count "its own" moves of one side are not touched.
    BothTogether,
}

/// What becomes of a count in a lone-king ending when a capture or promotion changes the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MaterialChange {
    /// It goes on as its rule says.
    #[default]
    CountGoesOn,
    /// A new count starts, by the rule for the new material.
    CountRestarts,
}

/// What a position is that is lost on the move that exhausts a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LastMove {
    /// Lost.
    #[default]
    Lost,
    /// Drawn. Draws that must be claimed are not touched: a game that is over leaves nothing to claim.
    Drawn,
}

/// How the open points of the articles are read; the defaults are the project's reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Readings {
    /// What "n moves" means.
    pub move_unit: MoveUnit,
    /// What a change of material does to a count in a lone-king ending.
    pub material_change: MaterialChange,
    /// What a position is that is lost on the move that exhausts a count.
    pub last_move: LastMove,
}

/// A rule code together with its readings.
#[derive(Debug, Clone, Copy)]
pub struct DrawRules {
    /// The table.
    pub code: &'static RuleCode,
    /// How its open points are read.
    pub readings: Readings,
}

/// The running counts of one position in a game: how many plies each rule of a code has counted.
///
/// Only [`DrawRules`] can make and read it, since the numbers belong to the rules of one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters {
    plies: [u32; MAX_COUNTS],
}

/// One running count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountStatus {
    /// The rule that counts.
    pub rule: &'static CountRule,
    /// Plies played since the count started or was last set back.
    pub used_plies: u32,
    /// Plies that exhaust it. For a rule that counts the moves of one side this depends on who moved first.
    pub limit_plies: u32,
}

const NOT_RUNNING: u32 = u32::MAX;

/// The highest number that is counted to; no game is this long.
pub(super) const MOST_PLIES: u32 = u32::MAX - 1;

impl CountStatus {
    /// Plies that are left before the count is exhausted.
    pub fn left_plies(&self) -> u32 {
        self.limit_plies.saturating_sub(self.used_plies)
    }

    /// True when the limit has been played.
    pub fn is_exhausted(&self) -> bool {
        self.used_plies >= self.limit_plies
    }

    /// Moves of the kind the rule counts that have been played: by each side (rounded down), by the strong side, or by
    /// both together, whichever the limit is written in.
    pub fn used_moves(&self, readings: Readings) -> u32 {
        match (self.rule.counts, readings.move_unit) {
            (Counted::EachSide, MoveUnit::EachSide) => self.used_plies / 2,
            (Counted::EachSide, MoveUnit::BothTogether) => self.used_plies,
            // An odd limit means that the strong side moved first.
            (Counted::StrongSide, _) => (self.used_plies + self.limit_plies % 2) / 2,
        }
    }
}

impl Counters {
    /// No count runs.
    pub(super) const NONE: Counters = Counters { plies: [NOT_RUNNING; MAX_COUNTS] };

    #[inline]
    pub(super) fn get(&self, rule: usize) -> Option<u32> {
        self.plies.get(rule).copied().filter(|&plies| plies != NOT_RUNNING)
    }

    pub(super) fn set(&mut self, rule: usize, plies: Option<u32>) {
        if let Some(slot) = self.plies.get_mut(rule) {
            *slot = plies.map_or(NOT_RUNNING, |plies| plies.min(MOST_PLIES));
        }
    }
}

impl DrawRules {
    /// A code in the default readings.
    pub fn new(code: &'static RuleCode) -> Self {
        DrawRules { code, readings: Readings::default() }
    }

    /// The default code of a variant in the default readings.
    ///
    /// # Errors
    /// [`UnknownRuleCode`] when the variant's table names no known code.
    pub fn of_variant(variant: &Variant) -> Result<Self, UnknownRuleCode> {
        RuleCode::named(variant.rule_codes.first().copied().unwrap_or_default()).map(Self::new)
    }

    /// The counters of a position that nothing is known of but the board: every count that applies stands at 0.
    pub fn start(&self, position: &Position) -> Counters {
        self.start_material(&Material::of(&position.setup))
    }

    /// [`DrawRules::start`] for whoever knows the material only.
    pub fn start_material(&self, material: &Material) -> Counters {
        let mut counters = Counters::NONE;
        for (index, rule) in self.code.counts.iter().enumerate() {
            if rule.material.contains(material) && !self.is_barred(rule, &counters) {
                counters.set(index, Some(0));
            }
        }
        counters
    }

    /// The counters after `mv`, which led to the position `after`.
    pub fn after(&self, counters: &Counters, mv: &Move, after: &Position) -> Counters {
        self.after_events(counters, Events::of(mv), &Material::of(&after.setup))
    }

    /// [`DrawRules::after`] for whoever knows what the move did and the material it left.
    pub fn after_events(&self, counters: &Counters, events: Events, after: &Material) -> Counters {
        let mut next = Counters::NONE;
        let is_over = after.is_bare();
        for (index, rule) in self.code.counts.iter().enumerate() {
            let in_class = rule.material.contains(after);
            let restarts = rule.material != MaterialClass::Any
                && self.readings.material_change == MaterialChange::CountRestarts
                && events.changes_material();
            // The end of the game does not end a count: its last move is still one that the count has seen.
            let stays = is_over || (!restarts && (in_class || rule.leaving == Leaving::RunsOn));
            let plies = match counters.get(index) {
                Some(_) if stays && events.meets(rule.resets) => Some(0),
                Some(plies) if stays => Some(plies.saturating_add(1)),
                _ if in_class && !self.is_barred(rule, &next) => Some(0),
                _ => None,
            };
            next.set(index, plies);
        }
        next
    }

    /// True when a rule that keeps `rule` from starting runs in `counters`.
    pub(super) fn is_barred(&self, rule: &CountRule, counters: &Counters) -> bool {
        rule.barred_by.is_some_and(|article| {
            let bar = self.code.counts.iter().position(|other| other.article == article);
            bar.is_some_and(|index| counters.get(index).is_some())
        })
    }

    /// The running counts of a position, in the order of the code.
    pub fn status(&self, counters: &Counters, position: &Position) -> Vec<CountStatus> {
        self.status_material(counters, &Material::of(&position.setup), position.side)
    }

    /// [`DrawRules::status`] for whoever knows the material and the side to move only.
    pub fn status_material(&self, counters: &Counters, material: &Material, side: Side) -> Vec<CountStatus> {
        self.running(counters, material, side).collect()
    }

    /// [`DrawRules::status_material`], one count after the other.
    #[inline]
    pub fn running<'a>(
        &'a self,
        counters: &'a Counters,
        material: &'a Material,
        side: Side,
    ) -> impl Iterator<Item = CountStatus> + 'a {
        self.code.counts.iter().enumerate().filter_map(move |(index, rule)| {
            let used_plies = counters.get(index)?;
            Some(CountStatus { rule, used_plies, limit_plies: self.limit_plies(rule, used_plies, material, side) })
        })
    }

    /// How many plies exhaust the count of `rule` that has used `used_plies` with `side` to move now.
    #[inline]
    pub(super) fn limit_plies(&self, rule: &CountRule, used_plies: u32, material: &Material, side: Side) -> u32 {
        let moves = rule.limit_moves as u32;
        match (rule.counts, self.readings.move_unit) {
            (Counted::EachSide, MoveUnit::EachSide) => 2 * moves,
            (Counted::EachSide, MoveUnit::BothTogether) => moves,
            (Counted::StrongSide, _) => {
                let strong_to_move = material.stronger() == Some(side);
                let strong_moved_first = strong_to_move == used_plies.is_multiple_of(2);
                2 * moves - strong_moved_first as u32
            }
        }
    }

    /// The fewest plies that exhaust the count of `rule`, whoever moves first.
    pub fn least_limit_plies(&self, rule: &CountRule) -> u32 {
        let moves = u32::from(rule.limit_moves);
        match (rule.counts, self.readings.move_unit) {
            (Counted::EachSide, MoveUnit::EachSide) => 2 * moves,
            (Counted::EachSide, MoveUnit::BothTogether) => moves,
            (Counted::StrongSide, _) => 2 * moves - 1,
        }
    }

    /// Whether a position that is lost on the move that exhausts the count of `rule` is lost.
    pub fn is_lost_on_last_move(&self, rule: &CountRule) -> bool {
        match rule.last_move {
            LastMoveRule::Lost => true,
            LastMoveRule::AsRead => {
                self.readings.last_move == LastMove::Lost || rule.ending == CountEnding::ClaimByEither
            }
        }
    }
}
