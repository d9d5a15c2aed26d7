//! Running counts as a state machine over moves.
//!
//! [`Counters`] holds one number of plies per rule of a code and, while a rule runs that counts the
//! moves of one side, that side: after sacrifices a king may stand against a king, and the material
//! no longer shows who had the stronger side. It is driven by [`DrawRules::after`] and looked at
//! through [`DrawRules::status`]; both are pure, so the same machine serves a game, a probe and the
//! product of positions and counts in a table. For a rule that counts the moves of one side, plies
//! and the side to move say how many of its moves have been played; [`CountStatus::left_plies`] is
//! the same number for all states that are alike.

use super::code::{
    CountEnding, CountRule, Counted, LastMoveRule, Leaving, MAX_COUNTS, MaterialClass, RuleCode, UnknownRuleCode,
};
use super::events::Events;
use crate::game::Move;
use crate::material::Material;
use crate::piece::Side;
use crate::position::Position;
use crate::variant::Variant;

/// What "n moves" means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MoveUnit {
    /// n moves by each side: 2n plies.
    #[default]
    EachSide,
    /// n moves of both sides together: n plies. Articles that count "its own" moves of one side are
    /// not touched.
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
    /// Drawn. Draws that must be claimed are not touched: a game that is over leaves nothing to
    /// claim.
    Drawn,
}

/// What becomes of the count of one side's moves against a lone king (16 c and 31 of the Soviet
/// rules) when that side gives up some of its kings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GivenUp {
    /// It runs on until the lone king is taken or blocked: the usual wins give kings up at the end.
    #[default]
    CountGoesOn,
    /// It ends, as the kings that the article speaks of are no longer there.
    CountEnds,
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
    /// What giving kings up does to a count of one side's moves.
    pub given_up: GivenUp,
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
    /// Whose moves are counted, while a rule runs that counts those of one side.
    strong: Option<Side>,
}

/// One running count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountStatus {
    /// The rule that counts.
    pub rule: &'static CountRule,
    /// Plies played since the count started or was last set back.
    pub used_plies: u32,
    /// Plies that exhaust it. For a rule that counts the moves of one side this depends on who
    /// moved first.
    pub limit_plies: u32,
    /// Whose moves are counted, for a rule that counts those of one side.
    pub strong_side: Option<Side>,
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

    /// Moves of the kind the rule counts that have been played: by each side (rounded down), by the
    /// strong side, or by both together, whichever the limit is written in.
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
    pub(super) const NONE: Counters = Counters { plies: [NOT_RUNNING; MAX_COUNTS], strong: None };

    #[inline]
    pub(super) fn get(&self, rule: usize) -> Option<u32> {
        self.plies.get(rule).copied().filter(|&plies| plies != NOT_RUNNING)
    }

    pub(super) fn set(&mut self, rule: usize, plies: Option<u32>) {
        if let Some(slot) = self.plies.get_mut(rule) {
            *slot = plies.map_or(NOT_RUNNING, |plies| plies.min(MOST_PLIES));
        }
    }

    /// Whose moves a rule counts that counts those of one side.
    pub(super) fn strong(&self) -> Option<Side> {
        self.strong
    }

    pub(super) fn set_strong(&mut self, side: Option<Side>) {
        self.strong = side;
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

    /// The counters of a position that nothing is known of but the board: every count that applies
    /// stands at 0.
    pub fn start(&self, position: &Position) -> Counters {
        self.start_material(&Material::of(&position.setup))
    }

    /// [`DrawRules::start`] for whoever knows the material only.
    pub fn start_material(&self, material: &Material) -> Counters {
        let mut counters = Counters::NONE;
        for (index, rule) in self.code.counts.iter().enumerate() {
            if rule.material.contains(material) && !self.is_barred(rule, &counters) {
                counters.set(index, Some(0));
                if rule.counts == Counted::StrongSide {
                    counters.strong = material.stronger();
                }
            }
        }
        counters
    }

    /// What becomes of the count of `rule` when the material leaves its class, as these readings
    /// have it.
    pub fn leaving(&self, rule: &CountRule) -> Leaving {
        match (rule.leaving, self.readings.given_up) {
            (Leaving::AsRead, GivenUp::CountGoesOn) => Leaving::RunsOn,
            (Leaving::AsRead, GivenUp::CountEnds) => Leaving::Ends,
            (said, _) => said,
        }
    }

    /// How the article of `rule` is read, in words: where its text is silent, and where a reading
    /// departs from its text.
    pub fn reading_text(&self, rule: &CountRule) -> Option<String> {
        let Readings { move_unit, material_change, last_move, .. } = self.readings;
        let mut readings = Vec::new();
        if rule.counts == Counted::EachSide && move_unit == MoveUnit::BothTogether {
            readings.push("the moves of both sides are counted together");
        }
        if rule.material != MaterialClass::Any && material_change == MaterialChange::CountRestarts {
            readings.push("a change of material starts a new count");
        }
        if rule.last_move == LastMoveRule::AsRead && last_move == LastMove::Drawn {
            readings.push("a game lost on the last move of the count is drawn");
        }
        match (rule.leaving, self.leaving(rule)) {
            (Leaving::AsRead, Leaving::Ends) => readings.push("the count ends when the strong side gives a king up"),
            (Leaving::AsRead, _) => readings.push("the count runs on when the strong side gives kings up"),
            _ => {}
        }
        (!readings.is_empty()).then(|| format!("read so that {}", readings.join(", and ")))
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
            // The end of the game does not end a count: its last move is still one that the count
            // has seen.
            let stays = is_over || (!restarts && (in_class || self.leaving(rule) == Leaving::RunsOn));
            let plies = match counters.get(index) {
                Some(_) if stays && events.meets(rule.resets) => Some(0),
                Some(plies) if stays => Some(plies.saturating_add(1)),
                _ if in_class && !self.is_barred(rule, &next) => Some(0),
                _ => None,
            };
            next.set(index, plies);
            if rule.counts == Counted::StrongSide && plies.is_some() {
                next.strong = if stays && counters.get(index).is_some() { counters.strong } else { after.stronger() };
            }
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
        self.running(counters, position.side).collect()
    }

    /// [`DrawRules::status`] for whoever knows the side to move only, one count after the other.
    #[inline]
    pub fn running<'a>(&'a self, counters: &'a Counters, side: Side) -> impl Iterator<Item = CountStatus> + 'a {
        self.code.counts.iter().enumerate().filter_map(move |(index, rule)| {
            let used_plies = counters.get(index)?;
            let strong_side = counters.strong.filter(|_| rule.counts == Counted::StrongSide);
            let limit_plies = self.limit_plies(rule, used_plies, strong_side, side);
            Some(CountStatus { rule, used_plies, limit_plies, strong_side })
        })
    }

    /// How many plies exhaust the count of `rule` that has used `used_plies` with `side` to move
    /// now.
    #[inline]
    pub(super) fn limit_plies(&self, rule: &CountRule, used_plies: u32, strong: Option<Side>, side: Side) -> u32 {
        let moves = rule.limit_moves as u32;
        match (rule.counts, self.readings.move_unit) {
            (Counted::EachSide, MoveUnit::EachSide) => 2 * moves,
            (Counted::EachSide, MoveUnit::BothTogether) => moves,
            (Counted::StrongSide, _) => {
                let strong_to_move = strong == Some(side);
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
