//! Ranks of captures: only the captures of the highest rank are legal.

use crate::piece::Kind;
use crate::variant::Criterion;

/// Properties of a capture that decide its precedence, updated with every jump.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub count: u32,
    pub kings: u32,
    /// One bit per captured piece, set for a king; the first captured piece is the highest bit.
    pub order: u32,
}

impl Tally {
    #[inline(always)]
    pub fn with(self, victim: Kind) -> Tally {
        let king = (victim == Kind::King) as u32;
        // A capture of more than 32 pieces would lose its tail here. No board holds that many
        // pieces of one side together with the empty squares behind them.
        let order = self.order | (king << 31).checked_shr(self.count).unwrap_or(0);
        Tally { count: self.count + 1, kings: self.kings + king, order }
    }
}

/// Returns the rank of a capture: the values of the variant's criteria, packed into one number so
/// that earlier criteria weigh more. Only the captures of the highest rank are legal.
#[inline(always)]
pub(super) fn rank(criteria: &[Criterion], by: Kind, tally: Tally) -> u64 {
    let mut rank = 0u64;
    for criterion in criteria {
        let (bits, value) = match criterion {
            Criterion::Count => (8, tally.count),
            Criterion::ByKing => (1, (by == Kind::King) as u32),
            Criterion::KingsTaken => (8, tally.kings),
            Criterion::KingsEarliest => (32, tally.order),
            // A king is worth slightly less than two men: two men minus a small amount per king.
            Criterion::FrisianValue => (16, (tally.count + tally.kings) * 128 - tally.kings),
        };
        rank = rank << bits | value as u64;
    }
    rank
}

#[inline(always)]
pub(super) fn has_order(criteria: &[Criterion]) -> bool {
    criteria.contains(&Criterion::KingsEarliest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(victims: &[Kind]) -> Tally {
        victims.iter().fold(Tally::default(), |t, &v| t.with(v))
    }

    #[test]
    fn a_frisian_king_is_worth_more_than_one_man_and_less_than_two() {
        let value = |victims: &[Kind]| rank(&[Criterion::FrisianValue], Kind::Man, tally(victims));
        assert!(value(&[Kind::King]) > value(&[Kind::Man]));
        assert!(value(&[Kind::King]) < value(&[Kind::Man, Kind::Man]));
        assert!(value(&[Kind::King, Kind::King]) > value(&[Kind::Man; 3]));
        assert!(value(&[Kind::King, Kind::King]) < value(&[Kind::Man; 4]));
    }

    #[test]
    fn the_earlier_criterion_outweighs_the_later() {
        let criteria = [Criterion::Count, Criterion::KingsEarliest];
        let two_men = rank(&criteria, Kind::King, tally(&[Kind::Man, Kind::Man]));
        assert!(two_men > rank(&criteria, Kind::King, tally(&[Kind::King])));
        assert!(rank(&criteria, Kind::King, tally(&[Kind::King, Kind::Man])) > two_men);
    }
}
