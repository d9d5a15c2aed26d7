//! Sets of running counts, without the plies of each: the basis of tables under draw rules.

use super::code::{Counted, Leaving, MAX_COUNTS};
use super::counter::{Counters, DrawRules};
use super::events::Events;
use super::readings::MaterialChange;
use super::situation::Situation;
use crate::piece::Side;

/// A set of running counts of a rule code. A count is a draw rule that counts moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Running(u8);

impl Running {
    /// The empty set.
    pub const NONE: Running = Running(0);

    /// Creates a set from bits. The lowest bit stands for the first count of the rule code.
    pub const fn from_bits(bits: u8) -> Running {
        Running(bits)
    }

    /// Returns the set as bits. The lowest bit stands for the first count of the rule code.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns true when the count with index `count` in the rule code runs.
    pub const fn has(self, count: usize) -> bool {
        self.0 >> count & 1 != 0
    }
}

/// Effect of one move on one count (a draw rule that counts moves).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CountStep {
    /// The count does not run after the move.
    Ends,
    /// The count goes on and has used one more ply.
    GoesOn,
    /// The count is 0 after the move, because it has started or was reset.
    IsFresh,
}

/// Plies left for each count of a rule code, in the order of the rule code; `None` for a count that
/// does not run.
pub type LeftPlies = [Option<u32>; MAX_COUNTS];

impl DrawRules {
    /// Returns the plies left for each count when `side` is to move.
    pub fn left_plies(&self, counters: &Counters, side: Side) -> LeftPlies {
        let mut left = [None; MAX_COUNTS];
        let running = (0..self.code.counts.len()).filter(|&count| counters.get(count).is_some());
        for (count, status) in running.zip(self.running(counters, side)) {
            left[count] = Some(status.left_plies());
        }
        left
    }

    /// Returns every set of counts that can run at the same time in this [`Situation`] (material
    /// and pieces on the main road), whatever moves led to this situation.
    pub fn running_sets(&self, situation: &Situation) -> Vec<Running> {
        let sets = (0..1u16 << self.code.counts.len()).map(|bits| Running(bits as u8));
        sets.filter(|&running| self.can_run(running, situation)).collect()
    }

    fn can_run(&self, running: Running, situation: &Situation) -> bool {
        let counters = one_ply_of(running);
        self.code.counts.iter().enumerate().all(|(count, rule)| {
            let is_barred = self.has_barring_count(rule, &counters);
            if !running.has(count) {
                return is_barred || !self.starts_in(rule, situation);
            }
            let outlives_class =
                self.leaving(rule) == Leaving::RunsOn && self.readings.material_change == MaterialChange::CountGoesOn;
            !is_barred
                && (self.goes_on_in(rule, situation)
                    || (outlives_class && rule.material.can_lead_to(&situation.material)))
        })
    }

    /// Returns the set of running counts after a move, and the effect of the move on each count.
    /// `events` are the events of the move, `after` is the material and the pieces on the main road
    /// after the move.
    pub fn steps(&self, running: Running, events: Events, after: &Situation) -> (Running, [CountStep; MAX_COUNTS]) {
        // Each count has used 1 ply before the move, so its plies after the move show the effect.
        let next = self.after_events(&one_ply_of(running), events, after);
        let steps = std::array::from_fn(|count| match next.get(count) {
            None => CountStep::Ends,
            Some(0) => CountStep::IsFresh,
            Some(_) => CountStep::GoesOn,
        });
        let bits = (0..MAX_COUNTS).filter(|&count| next.get(count).is_some()).fold(0, |bits, count| bits | 1 << count);
        (Running(bits), steps)
    }

    /// Returns the plies left for the count with index `count` when the count is fresh (has used 0
    /// plies), with `side` to move.
    pub fn fresh_left_plies(&self, count: usize, situation: &Situation, side: Side) -> u32 {
        let rule = &self.code.counts[count];
        let strong = situation.material.stronger().filter(|_| self.counted(rule) == Counted::StrongSide);
        self.limit_plies(rule, 0, strong, side)
    }

    /// Returns the largest number of plies that the count with index `count` can have left.
    pub fn most_left_plies(&self, count: usize) -> u32 {
        self.limit_plies(&self.code.counts[count], 0, None, Side::White)
    }

    /// Returns counters with these plies left, for a position with `side` to move. Returns `None`
    /// when a number of plies is impossible.
    ///
    /// If a rule counts only the moves of one side, `strong` is that side. The count of such a rule
    /// has an odd number of plies left when that side is to move, otherwise an even number.
    pub fn counters_with_left(&self, left_plies: &LeftPlies, strong: Option<Side>, side: Side) -> Option<Counters> {
        let mut counters = Counters::NONE;
        for (count, (rule, left)) in self.code.counts.iter().zip(left_plies).enumerate() {
            let Some(left) = *left else { continue };
            let counts_strong = self.counted(rule) == Counted::StrongSide;
            let strong = strong.filter(|_| counts_strong);
            let used = (0..=self.most_left_plies(count))
                .find(|&used| self.limit_plies(rule, used, strong, side).checked_sub(used) == Some(left))?;
            counters.set(count, Some(used));
            if counts_strong {
                counters.set_strong(strong);
            }
        }
        Some(counters)
    }
}

fn one_ply_of(running: Running) -> Counters {
    let mut counters = Counters::NONE;
    (0..MAX_COUNTS).filter(|&count| running.has(count)).for_each(|count| counters.set(count, Some(1)));
    counters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::RULE_CODES;
    use crate::game::Draughts;
    use crate::variant::Variant;

    fn rules(name: &str) -> DrawRules {
        DrawRules::named(name).unwrap()
    }

    fn situation(rules: &DrawRules, fen: &str) -> Situation {
        rules.situation(&Draughts::new(Variant::named("russian").unwrap()).parse_fen(fen).unwrap())
    }

    #[test]
    fn a_fresh_start_is_among_the_sets_that_can_run() {
        for code in RULE_CODES {
            let rules = DrawRules::new(code);
            for fen in ["W:WKa1,b2,c3:BKh8", "W:WKb2,Kd2,Kf2:BKh8", "W:WKa1:BKh2", "W:Wb2:Bd6"] {
                let situation = situation(&rules, fen);
                let left = rules.left_plies(&rules.start_situation(&situation), Side::White);
                let bits = (0..MAX_COUNTS).filter(|&count| left[count].is_some()).fold(0, |bits, c| bits | 1 << c);
                assert!(rules.running_sets(&situation).contains(&Running(bits)), "{} {fen}", code.id);
            }
        }
    }

    #[test]
    fn a_king_that_leaves_the_road_ends_its_count_alone() {
        let rules = rules("FMJD-64-Russian");
        let on_road = situation(&rules, "W:WKb2,Kd2,c5:BKh8");
        assert_eq!(rules.running_sets(&on_road).len(), 1, "b2 stands on the road too");
        let alone = situation(&rules, "W:WKa3,Kd2,c5:BKh8");
        let [running] = rules.running_sets(&alone)[..] else { panic!("the position says which run") };
        let (after, steps) = rules.steps(running, Events::NONE, &on_road);
        let ended: Vec<_> = (0..MAX_COUNTS).filter(|&c| running.has(c) && steps[c] == CountStep::Ends).collect();
        let articles: Vec<_> = ended.iter().map(|&count| rules.code.counts[count].article).collect();
        assert_eq!((articles, after.bits().count_ones() + 1), (vec!["7.2.7"], running.bits().count_ones()));
    }

    #[test]
    fn counters_have_the_plies_left_that_were_asked_for() {
        let rules = rules("FMJD-64-Russian");
        let seven_two_eight = rules.code.counts.iter().position(|rule| rule.article == "7.2.8").unwrap();
        for (side, possible) in [(Side::White, [9, 7, 1]), (Side::Black, [10, 8, 2])] {
            for left in possible {
                let mut all = [None; MAX_COUNTS];
                all[seven_two_eight] = Some(left);
                let counters = rules.counters_with_left(&all, Some(Side::White), side).expect("right parity");
                assert_eq!(rules.left_plies(&counters, side), all);
                all[seven_two_eight] = Some(left + 1);
                assert!(left + 1 > 10 || rules.counters_with_left(&all, Some(Side::White), side).is_none());
            }
        }
    }
}
