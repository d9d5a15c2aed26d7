//! Running counts of a game, and the effect of moves on them.
//!
//! [`Counters`] holds the used plies of each rule of a code. While a rule counts the moves of one
//! side, `Counters` also holds that side, because the material does not always show the stronger
//! side: after sacrifices, king may face king.
//!
//! Under codes that limit the moves in a row with one king, `Counters` holds these moves too.
//!
//! [`DrawRules::after`] computes the counters after a move and [`DrawRules::status`] lists the
//! running counts. Both are pure functions, so games, probes and tables (which hold a value for
//! each position and state of the counts) share this code. For a rule that counts the moves of one
//! side, the plies and the side to move determine the number of counted moves.
//! [`CountStatus::left_plies`] is equal for equivalent states.

use super::code::{
    CountEnding, CountRule, Counted, LastMoveRule, Leaving, MAX_COUNTS, MaterialClass, Road, RuleCode, UnknownRuleCode,
};
use super::events::Events;
use super::king_runs::KingRuns;
use super::readings::{
    GivenUp, LastMove, MaterialChange, MoveUnit, OwnMoves, Readings, RoadHolder, RoadLeft, Unchanged,
};
use super::situation::Situation;
use crate::game::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::variant::Variant;

/// Draw rules of a game: a rule code, with the chosen interpretation of each ambiguous article (its
/// readings).
#[derive(Debug, Clone, Copy)]
pub struct DrawRules {
    /// The rule code.
    pub code: &'static RuleCode,
    /// The chosen interpretations of the ambiguous points of the rule code.
    pub readings: Readings,
}

/// Number of plies that each count of a rule code has used, in one position of a game. A count is a
/// rule that draws the game after a number of moves. Under rule codes that limit the moves in a row
/// with one king, the counters also hold these moves.
///
/// Only [`DrawRules`] creates and reads counters, because the meaning of each counter depends on
/// the rule code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counters {
    plies: [u32; MAX_COUNTS],
    /// Side whose moves are counted, while a rule that counts the moves of one side runs; otherwise
    /// `None`.
    strong: Option<Side>,
    king_runs: KingRuns,
}

/// State of one running count (a draw rule that counts moves): its rule, its used plies and its
/// limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountStatus {
    /// The rule of the count.
    pub rule: &'static CountRule,
    /// Plies played since the count started or was last reset.
    pub used_plies: u32,
    /// Limit of the count in plies. For a rule that counts the moves of one side, the limit depends
    /// on the side that moved first.
    pub limit_plies: u32,
    /// Side whose moves are counted, for a rule that counts the moves of one side; otherwise
    /// `None`.
    pub strong_side: Option<Side>,
}

const NOT_RUNNING: u32 = u32::MAX;

/// The largest value of a counter. Counting stops at this value, which no game reaches.
pub(super) const MOST_PLIES: u32 = u32::MAX - 1;

impl CountStatus {
    /// Returns the plies left until the count is exhausted.
    pub fn left_plies(&self) -> u32 {
        self.limit_plies.saturating_sub(self.used_plies)
    }

    /// Returns true when the count has reached its limit.
    pub fn is_exhausted(&self) -> bool {
        self.used_plies >= self.limit_plies
    }

    /// Returns the used plies of the count as a number of moves. The rule decides which moves:
    /// moves by each side (rounded down), moves of the stronger side, or moves of both sides
    /// together.
    pub fn used_moves(&self, readings: Readings) -> u32 {
        match (counted(self.rule, readings), readings.move_unit) {
            (Counted::EachSide, MoveUnit::EachSide) => self.used_plies / 2,
            (Counted::EachSide, MoveUnit::BothTogether) => self.used_plies,
            // An odd limit means that the stronger side moved first.
            (Counted::StrongSide, _) => (self.used_plies + self.limit_plies % 2) / 2,
        }
    }
}

fn counted(rule: &CountRule, readings: Readings) -> Counted {
    match readings.own_moves {
        OwnMoves::StrongSide => rule.counts,
        OwnMoves::EachSide => Counted::EachSide,
    }
}

impl Counters {
    pub(super) const NONE: Counters =
        Counters { plies: [NOT_RUNNING; MAX_COUNTS], strong: None, king_runs: KingRuns::NONE };

    /// Returns the consecutive quiet moves that each side has made with one king. Both sides have
    /// none if the rule code does not limit these moves.
    pub fn king_runs(&self) -> &KingRuns {
        &self.king_runs
    }

    #[inline]
    pub(super) fn get(&self, rule: usize) -> Option<u32> {
        self.plies.get(rule).copied().filter(|&plies| plies != NOT_RUNNING)
    }

    pub(super) fn set(&mut self, rule: usize, plies: Option<u32>) {
        if let Some(slot) = self.plies.get_mut(rule) {
            *slot = plies.map_or(NOT_RUNNING, |plies| plies.min(MOST_PLIES));
        }
    }

    pub(super) fn strong(&self) -> Option<Side> {
        self.strong
    }

    pub(super) fn set_strong(&mut self, side: Option<Side>) {
        self.strong = side;
    }
}

impl DrawRules {
    /// Creates draw rules with the default readings (interpretations of ambiguous articles).
    pub fn new(code: &'static RuleCode) -> Self {
        DrawRules { code, readings: Readings::default() }
    }

    /// Creates rules from the first rule code that the variant lists, with the default readings
    /// (interpretations).
    ///
    /// # Errors
    /// [`UnknownRuleCode`] when the variant lists no rule code, or when the first one is unknown.
    pub fn of_variant(variant: &Variant) -> Result<Self, UnknownRuleCode> {
        RuleCode::named(variant.rule_codes.first().copied().unwrap_or_default()).map(Self::new)
    }

    /// Returns the counters of a position whose earlier moves are unknown: every count that applies
    /// starts at 0.
    pub fn start(&self, position: &Position) -> Counters {
        self.start_situation(&self.situation(position))
    }

    /// Returns the counters like [`DrawRules::start`], but takes a [`Situation`] (material and
    /// pieces on the main road) instead of a position. A [`Material`](crate::Material) can be
    /// converted to a situation if no count of the rule code depends on the main road.
    pub fn start_situation(&self, situation: &Situation) -> Counters {
        let mut counters = Counters::NONE;
        for (index, rule) in self.code.counts.iter().enumerate() {
            if self.starts_in(rule, situation) && !self.has_barring_count(rule, &counters) {
                counters.set(index, Some(0));
                if self.counted(rule) == Counted::StrongSide {
                    counters.strong = situation.material.stronger();
                }
            }
        }
        counters
    }

    /// Returns the counters like [`DrawRules::start_situation`], but every running count has used
    /// `plies` plies instead of 0.
    pub fn with_used_plies(&self, situation: &Situation, plies: u32) -> Counters {
        let mut counters = self.start_situation(situation);
        for count in &mut counters.plies {
            if *count != NOT_RUNNING {
                *count = plies.min(MOST_PLIES);
            }
        }
        counters
    }

    /// Returns the features of a position on which counts depend: the material and the pieces on
    /// the main road.
    pub fn situation(&self, position: &Position) -> Situation {
        Situation::of(position, self.code.main_road)
    }

    /// Returns the side or sides whose moves a rule counts, under the chosen readings
    /// (interpretations).
    pub fn counted(&self, rule: &CountRule) -> Counted {
        counted(rule, self.readings)
    }

    /// Returns true when the count of a rule starts in this [`Situation`] (material and pieces on
    /// the main road). Does not test whether another running count prevents the start.
    pub fn starts_in(&self, rule: &CountRule, situation: &Situation) -> bool {
        rule.material.contains(&situation.material)
            && match rule.road {
                Road::Any => true,
                Road::LoneKingOn => situation.has_lone_king_on_road(self.readings.road_holder == RoadHolder::Shared),
                Road::StrongKingReached => situation.has_strong_king_on_road(),
            }
    }

    /// Returns true when a count that is already running continues in this [`Situation`] (material
    /// and pieces on the main road).
    pub fn goes_on_in(&self, rule: &CountRule, situation: &Situation) -> bool {
        match (rule.road, self.readings.road_left) {
            (Road::StrongKingReached, _) | (Road::LoneKingOn, RoadLeft::CountGoesOn) => {
                rule.material.contains(&situation.material)
            }
            (Road::Any, _) | (Road::LoneKingOn, RoadLeft::CountEnds) => self.starts_in(rule, situation),
        }
    }

    /// Returns the effect on the count of `rule` when the material changes to material that the
    /// rule does not cover. Never returns [`Leaving::AsRead`], because the chosen reading
    /// (interpretation) replaces it.
    pub fn leaving(&self, rule: &CountRule) -> Leaving {
        match (rule.leaving, self.readings.given_up) {
            (Leaving::AsRead, GivenUp::CountGoesOn) => Leaving::RunsOn,
            (Leaving::AsRead, GivenUp::CountEnds) => Leaving::Ends,
            (said, _) => said,
        }
    }

    /// Returns a text that tells how the article of `rule` is interpreted, made from the readings
    /// that [`DrawRules::readings_of`] returns; `None` if there are none.
    pub fn reading_text(&self, rule: &CountRule) -> Option<String> {
        let readings: Vec<&str> = self.readings_of(rule).into_iter().map(|(_, text)| text).collect();
        (!readings.is_empty()).then(|| format!("read so that {}", readings.join(", and ")))
    }

    /// Returns the readings (chosen interpretations) that affect `rule`, each as a short name and a
    /// description. A reading that is also a [`NamedReading`](super::NamedReading) keeps that name.
    pub fn readings_of(&self, rule: &CountRule) -> Vec<(&'static str, &'static str)> {
        let Readings { move_unit, material_change, last_move, own_moves, unchanged, road_holder, road_left, .. } =
            self.readings;
        let mut readings = Vec::new();
        if rule.counts == Counted::StrongSide && own_moves == OwnMoves::EachSide {
            readings.push(("each-side", "it is a number of moves by each side"));
        }
        if rule.replaced_by.is_some() && unchanged == Unchanged::InsteadOfKingsOnly {
            readings.push(("unchanged-alone", "it does not count where the count of unchanged material does"));
        }
        if rule.road == Road::LoneKingOn {
            readings.push(match road_holder {
                RoadHolder::Alone => ("alone-on-road", "the lone king is the only piece on the main road"),
                RoadHolder::Shared => ("shared-road", "other pieces may stand on the main road"),
            });
            readings.push(match road_left {
                RoadLeft::CountEnds => ("ends-off-road", "the count ends when it leaves the road"),
                RoadLeft::CountGoesOn => ("off-road", "the count goes on when it leaves the road"),
            });
        }
        if self.counted(rule) == Counted::EachSide && move_unit == MoveUnit::BothTogether {
            readings.push(("together", "the moves of both sides are counted together"));
        }
        if rule.material != MaterialClass::Any && material_change == MaterialChange::CountRestarts {
            readings.push(("restarts", "a change of material starts a new count"));
        }
        if rule.last_move == LastMoveRule::AsRead && last_move == LastMove::Drawn {
            readings.push(("drawn", "a game lost on the last move of the count is drawn"));
        }
        match (rule.leaving, self.leaving(rule)) {
            (Leaving::AsRead, Leaving::Ends) => {
                readings.push(("ends-with-three", "the count ends when the strong side gives up a king"));
            }
            (Leaving::AsRead, _) => {
                readings.push(("goes-on-with-three", "the count runs on when the strong side gives up kings"));
            }
            _ => {}
        }
        readings
    }

    /// Returns the counters after `mv`, which leads to the position `after`.
    #[inline]
    pub fn after(&self, counters: &Counters, mv: &Move, after: &Position) -> Counters {
        let next = self.after_events(counters, Events::of(mv), &self.situation(after));
        match self.code.king_moves {
            None => next,
            Some(rule) => Counters { king_runs: counters.king_runs.after(&rule, mv, after), ..next },
        }
    }

    /// Returns the counters, with the moves in a row with one king replaced by `king_runs`. These
    /// moves are left out if the rule code does not limit them.
    pub fn with_king_runs(&self, counters: &Counters, king_runs: KingRuns) -> Counters {
        let king_runs = self.code.king_moves.map(|_| king_runs).unwrap_or_default();
        Counters { king_runs, ..*counters }
    }

    /// Returns a test that is true for each move that the rule code allows among `moves`. These are
    /// the moves of `side` that the rules of the variant allow. The test is false for a quiet move
    /// of a king that has already made as many moves in a row as the rule code allows.
    pub fn allows(&self, counters: &Counters, side: Side, moves: &[Move]) -> impl Fn(&Move) -> bool + use<> {
        let resting = self.code.king_moves.and_then(|rule| counters.king_runs.resting_king(side, &rule, moves));
        move |mv| mv.is_capture() || resting != Some(mv.from)
    }

    /// Returns the counters like [`DrawRules::after`], but does not count moves in a row with one
    /// king. Takes the events of the move and the [`Situation`] (material and pieces on the main
    /// road) after the move.
    pub fn after_events(&self, counters: &Counters, events: Events, after: &Situation) -> Counters {
        let mut next = Counters::NONE;
        let is_over = after.material.is_bare();
        for (index, rule) in self.code.counts.iter().enumerate() {
            if self.is_replaced(rule, &next) {
                continue;
            }
            let restarts = rule.material != MaterialClass::Any
                && self.readings.material_change == MaterialChange::CountRestarts
                && events.changes_material();
            // The end of the game does not end a count: the last move still belongs to it.
            let stays =
                is_over || (!restarts && (self.goes_on_in(rule, after) || self.leaving(rule) == Leaving::RunsOn));
            let plies = match counters.get(index) {
                Some(_) if stays && events.meets(rule.resets) => Some(0),
                Some(plies) if stays => Some(plies.saturating_add(1)),
                _ if self.starts_in(rule, after) && !self.has_barring_count(rule, &next) => Some(0),
                _ => None,
            };
            next.set(index, plies);
            if self.counted(rule) == Counted::StrongSide && plies.is_some() {
                let goes_on = stays && counters.get(index).is_some();
                next.strong = if goes_on { counters.strong } else { after.material.stronger() };
            }
        }
        next
    }

    /// Returns true when another running count prevents or replaces the count of `rule`.
    pub(super) fn has_barring_count(&self, rule: &CountRule, counters: &Counters) -> bool {
        self.barring_article(rule, counters).is_some()
    }

    /// Returns the article of the running count that prevents or replaces the count of `rule`;
    /// `None` if there is no such count.
    pub(super) fn barring_article(&self, rule: &CountRule, counters: &Counters) -> Option<&'static str> {
        let barred_by = rule.barred_by.filter(|article| self.runs(article, counters));
        barred_by.or(rule.replaced_by.filter(|_| self.is_replaced(rule, counters)))
    }

    fn is_replaced(&self, rule: &CountRule, counters: &Counters) -> bool {
        self.readings.unchanged == Unchanged::InsteadOfKingsOnly
            && rule.replaced_by.is_some_and(|article| self.runs(article, counters))
    }

    fn runs(&self, article: &str, counters: &Counters) -> bool {
        let mut rules = self.code.counts.iter().enumerate();
        rules.any(|(index, rule)| rule.article == article && counters.get(index).is_some())
    }

    /// Returns the running counts of a position, in the order in which the rule code lists them.
    pub fn status(&self, counters: &Counters, position: &Position) -> Vec<CountStatus> {
        self.running(counters, position.side).collect()
    }

    /// Returns the running counts like [`DrawRules::status`], but as an iterator. Takes the side to
    /// move instead of the position.
    #[inline]
    pub fn running<'a>(&'a self, counters: &'a Counters, side: Side) -> impl Iterator<Item = CountStatus> + 'a {
        self.code.counts.iter().enumerate().filter_map(move |(index, rule)| {
            let used_plies = counters.get(index)?;
            let strong_side = counters.strong.filter(|_| self.counted(rule) == Counted::StrongSide);
            let limit_plies = self.limit_plies(rule, used_plies, strong_side, side);
            Some(CountStatus { rule, used_plies, limit_plies, strong_side })
        })
    }

    /// Returns the limit of the count of `rule` in plies. If the rule counts only the moves of the
    /// side `strong`, the limit depends on the side that moved first. `used_plies` and the side to
    /// move, `side`, show which side moved first.
    #[inline]
    pub(super) fn limit_plies(&self, rule: &CountRule, used_plies: u32, strong: Option<Side>, side: Side) -> u32 {
        let moves = rule.limit_moves as u32;
        match (self.counted(rule), self.readings.move_unit) {
            (Counted::EachSide, MoveUnit::EachSide) => 2 * moves,
            (Counted::EachSide, MoveUnit::BothTogether) => moves,
            (Counted::StrongSide, _) => {
                let Some(strong) = strong else { return 2 * moves };
                let strong_to_move = strong == side;
                let strong_moved_first = strong_to_move == used_plies.is_multiple_of(2);
                2 * moves - strong_moved_first as u32
            }
        }
    }

    /// Returns the lowest limit of the count of `rule` in plies, whichever side moves first.
    pub fn least_limit_plies(&self, rule: &CountRule) -> u32 {
        let first_to_move = Side::White;
        self.limit_plies(rule, 0, Some(first_to_move), first_to_move)
    }

    /// Returns true when a side that loses by the very move that exhausts the count of `rule` has
    /// lost; false when the game is then drawn.
    pub fn is_lost_on_last_move(&self, rule: &CountRule) -> bool {
        match rule.last_move {
            LastMoveRule::Lost => true,
            LastMoveRule::AsRead => {
                self.readings.last_move == LastMove::Lost || rule.ending == CountEnding::ClaimByEither
            }
        }
    }
}
