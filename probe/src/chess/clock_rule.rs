//! The rules of chess that end a game without captures and pawn moves.

use std::sync::LazyLock;

use peatee_rules::draw::{CHESS_CODES, RuleCode};
use peatee_table::Metric;

/// A rule of the FIDE Laws by which a game without captures and pawn moves is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClockRule {
    /// 50 moves by each side, on claim (9.3).
    FiftyMoves,
    /// 75 moves by each side, without a claim (9.6.2).
    SeventyFiveMoves,
}

impl ClockRule {
    /// All of them.
    pub const ALL: [ClockRule; 2] = [ClockRule::FiftyMoves, ClockRule::SeventyFiveMoves];

    /// The draw code: `FIDE-50`, `FIDE-75`.
    pub fn code(self) -> &'static RuleCode {
        CHESS_CODES[self as usize]
    }

    /// The rule of a draw code.
    pub fn named(id: &str) -> Option<ClockRule> {
        ClockRule::ALL.into_iter().find(|rule| rule.code().id == id)
    }

    /// The moves by each side.
    pub const fn moves(self) -> u32 {
        match self {
            ClockRule::FiftyMoves => 50,
            ClockRule::SeventyFiveMoves => 75,
        }
    }

    /// The plies without capture and pawn move after which it is a draw, or can be claimed.
    pub const fn limit_plies(self) -> u32 {
        2 * self.moves()
    }

    /// The metric of the distances under this rule: DTZ.
    pub fn dtz(self) -> Metric {
        static DTZ: LazyLock<[Metric; 2]> = LazyLock::new(|| ClockRule::ALL.map(|rule| Metric::dtz(rule.code().id)));
        DTZ[self as usize]
    }

    /// The rule of a metric of distances.
    pub fn of_metric(metric: Metric) -> Option<ClockRule> {
        ClockRule::ALL.into_iter().find(|rule| rule.dtz() == metric)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_those_of_the_codes() {
        for rule in ClockRule::ALL {
            let [count] = rule.code().counts else { panic!("one count") };
            assert_eq!(u32::from(count.limit_moves), rule.moves());
            assert_eq!(ClockRule::named(rule.code().id), Some(rule));
            assert_eq!(rule.dtz().name(), format!("dtr-{}", rule.code().id));
            assert_eq!(ClockRule::of_metric(rule.dtz()), Some(rule));
        }
        assert_eq!(ClockRule::named("FMJD-100"), None);
        assert_eq!(ClockRule::of_metric(Metric::Wdl), None);
    }
}
