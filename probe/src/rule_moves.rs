//! Move lists under draw rules.
//!
//! # Aim of the winner
//!
//! Every move has its exact value under the rules, so a winner who plays only winning moves never
//! exhausts the count. The choice among winning moves depends on whether the count endangers the
//! winner:
//!
//! The winner is *not in danger* when a move of the shortest win (smallest DTW of all moves) keeps
//! the win under the rules. The winner plays such a move, and the [end of the game](Aim::End) is
//! the aim.
//!
//! The winner is *in danger* when every move of the shortest win loses the win under the rules. The
//! winner plays the move that needs the fewest plies of the deciding count. The aim is the [next
//! reset](Aim::Reset), or the end if that is nearer.
//!
//! A line keeps the second aim until the count is reset ([`Tables::rule_line`]). Between two
//! resets, DTW first decreases with every move, then the needed plies decrease with every move. No
//! position occurs more than twice, so a third occurrence never draws. Moves that reset a count
//! (captures, moves of men, promotions) cannot be undone, so the line ends, with the win.
//!
//! # Aim of the loser
//!
//! The loser plays the move after which the game lasts longest. After a move that does not endanger
//! the winner, the game lasts DTW plies. After a move that endangers the winner, the game lasts at
//! least two plies longer, because the parity of DTW tells who wins.

use peatee_rules::draw::{CountStatus, Counters, DrawRules, Events};
use peatee_table::{Metric, RuleSet, Wdl};

use crate::answers::{RuleMove, RuleOutcome};
use crate::clock::{Clock, is_reset, one_count_decides};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::required::{Required, clock_place};
use crate::rule_value::Facts;
use crate::tables::Tables;

/// Aim of a winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The end of the game by the shortest win.
    End,
    /// The next move that resets the count.
    Reset,
}

/// The moves of a position, best first.
pub(crate) struct RankedMoves<G: Probed> {
    pub moves: Vec<RuleMove<G>>,
    /// Aim of the winner, when the first move wins.
    pub aim: Aim,
}

impl<G: Probed> Tables<G> {
    /// Returns all legal moves by their value under draw rules, best first. Wins are ordered by the
    /// plies to the end of the game, or to the next reset if the count endangers the shortest win.
    /// Losses are ordered by the length of the game. Empty when the game is over. When an exhausted
    /// count has already drawn the position, all moves draw.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`], for each position after a move.
    pub fn rule_moves(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Vec<RuleMove<G>>, ProbeError> {
        G::rule_moves_here(self, position, rules, counters)
    }

    /// Returns the moves like [`Tables::rule_moves`] for a winner with this aim. With `None`,
    /// derives the aim from the moves.
    pub(crate) fn ranked_moves(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        aim: Option<Aim>,
    ) -> Result<RankedMoves<G>, ProbeError> {
        G::check(self, position)?;
        let clock = Clock::of(rules, counters, self.game().side(position));
        let mut moves = Vec::new();
        for mv in self.game().moves(position)? {
            moves.push(self.rule_move(position, mv, rules, counters, &clock)?);
        }
        let aim = aim.unwrap_or_else(|| aim_of(&moves));
        let mut ranked = Vec::with_capacity(moves.len());
        for mv in moves {
            let keys = match (G::RULES_WEIGH_DTW, mv.outcome) {
                (false, _) => mv.order_by_reset(mv.reset_plies(self.game(), position, rules)),
                (true, RuleOutcome::Loss) => mv.order(aim, self.lasts_plies(&mv, rules)?),
                (true, _) => mv.order(aim, 0),
            };
            ranked.push(((mv.outcome, keys), mv));
        }
        ranked.sort_by_key(|(order, _)| *order);
        Ok(RankedMoves { moves: ranked.into_iter().map(|(_, mv)| mv).collect(), aim })
    }

    fn rule_move(
        &self,
        position: &G::Position,
        mv: G::Move,
        rules: &DrawRules,
        counters: &Counters,
        clock: &Clock,
    ) -> Result<RuleMove<G>, ProbeError> {
        let after = self.game().after(position, &mv);
        let events = self.game().events(position, &mv);
        let next = self.counters_after(rules, counters, events, &after);
        if clock.count().is_some_and(CountStatus::is_exhausted) {
            return self.move_of_drawn(mv, after, next, rules);
        }
        let worth = self.rule_value_by_tables(&after, rules, &next)?;
        let resets = self.is_next_count(rules, clock, events, &after, &next);
        let place = clock_place(rules, clock);
        let needed_plies = match one_count_decides(rules) {
            _ if resets => Some(1),
            true => worth.needed_plies.map(|plies| plies + 1),
            false => {
                let required = Required::of(self, &after, rules, worth.value.plies)?;
                required.needed_plies(rules, &next, self.game().side(&after), place).map(|plies| plies + 1)
            }
        };
        Ok(RuleMove {
            mv,
            position: after,
            counters: next,
            outcome: worth.outcome.reversed(),
            value: worth.value.before_move(),
            needed_plies,
            resets,
            lacking: worth.lacking,
            needed_after: worth.needed_plies,
        })
    }

    /// Rates a move of a position that an exhausted count makes a draw. The draw stands or is
    /// claimed before the move.
    fn move_of_drawn(
        &self,
        mv: G::Move,
        after: G::Position,
        next: Counters,
        rules: &DrawRules,
    ) -> Result<RuleMove<G>, ProbeError> {
        let value_after = self.value_for_rules(&after)?;
        let needed_after = match G::RULES_WEIGH_DTW {
            true => None,
            false => self.plies_where_known(&after, value_after, Metric::Dtr(RuleSet::new(rules)))?,
        };
        let value = value_after.before_move();
        let outcome = RuleOutcome::new(value.wdl, Some(false));
        let (position, counters) = (after, next);
        let (needed_plies, resets, lacking) = (None, false, None);
        Ok(RuleMove { mv, position, counters, outcome, value, needed_plies, resets, lacking, needed_after })
    }

    /// Returns the fewest plies that the game lasts with a losing move, counted from before the
    /// move.
    fn lasts_plies(&self, mv: &RuleMove<G>, rules: &DrawRules) -> Result<u32, ProbeError> {
        let needed = mv.needed_plies.unwrap_or(0);
        let Some(to_end) = mv.value.plies else { return Ok(needed) };
        let is_danger = self.endangers_shortest_win(&mv.position, rules, &mv.counters)?;
        Ok(if is_danger { needed.max(to_end + 2) } else { to_end })
    }

    /// Returns true when the side to move wins under the rules, but no move of the shortest win
    /// keeps the win.
    fn endangers_shortest_win(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<bool, ProbeError> {
        // A count that decides alone and runs to the end of the game demands only the shortest win.
        if one_count_decides(rules)
            && !matches!(Clock::of(rules, counters, self.game().side(position)), Clock::ToReset(_))
        {
            return Ok(false);
        }
        let facts = Facts::new(self, position, rules)?;
        let Some(to_end) = facts.plies() else { return Ok(false) };
        if facts.fits(to_end, counters) {
            return Ok(false);
        }
        for mv in self.game().moves(position)? {
            let after = self.game().after(position, &mv);
            let value = self.probe(&after)?.before_move();
            if (value.wdl, value.plies) != (Wdl::Win, Some(to_end)) {
                continue;
            }
            let next = self.counters_after(rules, counters, self.game().events(position, &mv), &after);
            if self.rule_value(&after, rules, &next)?.outcome == RuleOutcome::Loss {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Implements [`Tables::rule_moves`].
///
/// # Errors
/// The errors of [`Tables::rule_moves`].
pub fn rule_moves<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &Counters,
) -> Result<Vec<RuleMove<G>>, ProbeError> {
    Ok(tables.ranked_moves(position, rules, counters, None)?.moves)
}

impl<G: Probed> Tables<G> {
    /// Returns true when a move achieves the aim of a winner in danger. With a deciding count, the
    /// move must reset or end it. Without one, if tables hold requirements, the move must start a
    /// count, or must not be a quiet king move.
    pub(crate) fn is_next_count(
        &self,
        rules: &DrawRules,
        clock: &Clock,
        events: Events,
        after: &G::Position,
        next: &Counters,
    ) -> bool {
        let game = self.game();
        match clock.count() {
            Some(count) => is_reset(rules, count.rule, events, &game.situation(rules, after)),
            None if one_count_decides(rules) => false,
            None => events != Events::NONE || rules.running(next, game.side(after)).next().is_some(),
        }
    }
}

/// Returns the aim of a winner with these moves.
fn aim_of<G: Probed>(moves: &[RuleMove<G>]) -> Aim {
    let wins = || moves.iter().filter(|mv| mv.value.wdl == Wdl::Win);
    let shortest = wins().filter_map(|mv| mv.value.plies).min();
    let is_safe = wins().any(|mv| mv.outcome == RuleOutcome::Win && mv.value.plies == shortest);
    // Without distances to the end, a winner can only play for the reset.
    if is_safe && wins().all(|mv| mv.value.plies.is_some()) { Aim::End } else { Aim::Reset }
}

impl<G: Probed> RuleMove<G> {
    /// Returns the DTR plies of a move, counted from before the move. `None` for a move to a draw,
    /// and without a DTR table.
    pub fn reset_plies(&self, game: &G, before: &G::Position, rules: &DrawRules) -> Option<u32> {
        let metric = Metric::Dtr(RuleSet::new(rules));
        let plies_after = self.needed_after.filter(|_| self.value.wdl != Wdl::Draw)?;
        Some(game.plies_before(metric, plies_after, before, &self.mv))
    }

    /// Returns the sort key of moves with one outcome: by the best way to win, to lose, or to keep
    /// chances in a drawn position.
    fn order(&self, aim: Aim, lasts_plies: u32) -> [i64; 3] {
        let to_end = self.value.plies.map_or(0, i64::from);
        let needed = self.needed_plies.map_or(to_end, i64::from);
        match (self.outcome, aim) {
            (RuleOutcome::Win, Aim::End) => [to_end, needed, 0],
            (RuleOutcome::Win, Aim::Reset) | (RuleOutcome::MaybeWin | RuleOutcome::CursedWin, _) => [needed, to_end, 0],
            (RuleOutcome::Draw, _) => [0, 0, 0],
            (RuleOutcome::BlessedLoss | RuleOutcome::MaybeLoss, _) => [-needed, -to_end, 0],
            (RuleOutcome::Loss, _) => [-i64::from(lasts_plies), -to_end, -needed],
        }
    }

    /// Returns the sort key by DTR of moves with one outcome. DTR is 1 for all moves that reset the
    /// count, so these are ordered by the plies to the following reset.
    fn order_by_reset(&self, reset_plies: Option<u32>) -> [i64; 3] {
        let [plies, plies_after] = [reset_plies, self.needed_after].map(|plies| plies.map_or(0, i64::from));
        match self.value.wdl {
            Wdl::Win => [plies, plies_after, 0],
            Wdl::Draw => [0, 0, 0],
            Wdl::Loss => [-plies, -plies_after, 0],
        }
    }
}
