//! Lists moves with their values under draw rules, the best first.
//!
//! # Aim of the winner
//!
//! Every move has an exact value under the rules, so a winner who plays only winning moves never
//! exhausts the count. Which of the winning moves is best depends on whether the count endangers
//! the win.
//!
//! The winner is *not in danger* if some move of a shortest win (smallest DTW of all moves) also
//! wins under the rules. The winner plays such a move, with the aim to [end the game](Aim::End).
//!
//! The winner is *in danger* if no move of a shortest win also wins under the rules. The winner
//! plays the move that needs the fewest plies of the deciding count. The aim is the [next
//! reset](Aim::Reset), or the end of the game if that is nearer.
//!
//! A line keeps the second aim until the count is reset ([`Tables::rule_line`]). Between two
//! resets, first the DTW decreases with every move, then the needed plies decrease with every move.
//! No position can occur more than twice, so the game is never drawn by a third occurrence. Moves
//! that reset a count (captures, moves of men, promotions) cannot be undone, so the line ends, and
//! it ends with the win.
//!
//! # Aim of the loser
//!
//! The loser plays the move after which the game lasts longest. If the move does not put the winner
//! in danger, the game lasts DTW plies. If it does, the winner cannot play the shortest win, and
//! the game lasts at least two plies longer. It cannot be one ply longer, because the side that
//! wins determines whether the number of plies is odd.
//!
//! # Plies under the draw rules
//!
//! If a count may draw the game before the shortest win ends it, [`PliesSearch`] can find the plies
//! to the end of the game and the move that achieves this number. This move comes first, for winner
//! and loser. If the search ends early, the moves remain in the order of the aims above.

use peatee_rules::Budget;
use peatee_rules::draw::{CountStatus, Counters, DrawRules, Events};
use peatee_table::{Metric, RuleSet, Wdl};

use crate::answers::{RuleMove, RuleOutcome, RulePlies};
use crate::clock::{Clock, is_reset, one_count_decides};
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::ranked_moves::{Aim, RankedMoves};
use crate::required::{Required, clock_index};
use crate::rule_plies::PliesSearch;
use crate::rule_value::Facts;
use crate::tables::Tables;

impl<G: Probed> Tables<G> {
    /// Returns all legal moves with their values under draw rules, the best first: fast wins, slow
    /// wins, draws, slow losses, fast losses. The list is empty when the game is over.
    ///
    /// * If the shortest win would bring the count to its limit, wins are ordered by the plies to
    ///   the next reset of the count.
    /// * If a count has already reached its limit and draws the position, all moves draw.
    ///
    /// Reads only the values after the moves and after their replies. [`Tables::rule_moves_until`]
    /// also searches for plies to the end of the game that these values do not show.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_value`], for each position after a move.
    pub fn rule_moves(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<Vec<RuleMove<G>>, ProbeError> {
        G::rule_moves_here(self, position, rules, counters, None)
    }

    /// Returns the moves as [`Tables::rule_moves`] does, and searches for the plies to the end of
    /// the game if a count may draw it before the shortest win. Sorts the moves by these plies if
    /// all of them are found. The budget limits the search; see [`Tables::plies_under_rules`].
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`].
    pub fn rule_moves_until(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        budget: &Budget,
    ) -> Result<Vec<RuleMove<G>>, ProbeError> {
        G::rule_moves_here(self, position, rules, counters, Some(budget))
    }

    /// Returns the moves of [`Tables::rule_moves`], sorted for a winner with the given aim: to end
    /// the game or to reset the count. If `aim` is `None`, derives the aim from the moves.
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
        for mv in self.game().moves_under(rules, counters, position)? {
            moves.push(self.rule_move(position, mv, rules, counters, &clock)?);
        }
        let aim = aim.unwrap_or_else(|| aim_of(&moves));
        let mut ranked = Vec::with_capacity(moves.len());
        for mut mv in moves {
            mv.order_keys = match (G::RULES_WEIGH_DTW, mv.outcome) {
                (false, _) => mv.order_by_reset(mv.reset_plies(self.game(), position, rules)),
                (true, RuleOutcome::Loss) => {
                    let lasts_plies = self.lasts_plies(&mv, rules)?;
                    if let Some(RulePlies::AtLeast(_)) = mv.plies {
                        mv.plies = Some(RulePlies::AtLeast(lasts_plies));
                    }
                    mv.order(aim, lasts_plies)
                }
                (true, _) => mv.order(aim, 0),
            };
            ranked.push(mv);
        }
        ranked.sort_by_key(|mv| (mv.outcome, mv.order_keys));
        Ok(RankedMoves { moves: ranked, aim })
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
        let next = self.game().counters_after(rules, counters, (position, &mv), &after);
        if clock.count().is_some_and(CountStatus::is_exhausted) {
            return self.move_of_drawn(mv, after, next, rules);
        }
        let mut facts = Facts::new(self, &after, rules)?;
        let worth = facts.value_by_cells(&next)?;
        let plies = facts.plies(worth.outcome, &next).map(RulePlies::before_move);
        let resets = self.reaches_reset(rules, clock, events, &after, &next);
        let place = clock_index(rules, clock);
        let needed_plies = match one_count_decides(rules) {
            _ if facts.has_king_runs() => None,
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
            plies,
            resets,
            lacking: worth.lacking,
            needed_after: worth.needed_plies,
            order_keys: [0; 3],
        })
    }

    /// Rates a move in a position that is drawn because a count has reached its limit. The game
    /// ends, or a side claims the draw, before the move.
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
        Ok(RuleMove {
            mv,
            position: after,
            counters: next,
            outcome: RuleOutcome::new(value.wdl, Some(false)),
            value,
            needed_plies: None,
            plies: None,
            resets: false,
            lacking: None,
            needed_after,
            order_keys: [0; 3],
        })
    }

    /// Returns the least number of plies that the game lasts from a losing move on, including this
    /// move.
    fn lasts_plies(&self, mv: &RuleMove<G>, rules: &DrawRules) -> Result<u32, ProbeError> {
        if let Some(RulePlies::Exact(plies)) = mv.plies {
            return Ok(plies);
        }
        let needed = mv.needed_plies.unwrap_or(0);
        let Some(to_end) = mv.value.plies else { return Ok(needed) };
        let is_danger = self.endangers_shortest_win(&mv.position, rules, &mv.counters)?;
        Ok(if is_danger { needed.max(to_end + 2) } else { to_end })
    }

    /// Returns true when every first move of a shortest win (the fastest win without draw rules)
    /// gives away the win under the draw rules. The side to move must win under these rules.
    fn endangers_shortest_win(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
    ) -> Result<bool, ProbeError> {
        let Some(to_end) = Facts::new(self, position, rules)?.dtw_plies() else { return Ok(false) };
        for mv in self.game().moves_under(rules, counters, position)? {
            let after = self.game().after(position, &mv);
            let value = self.probe(&after)?.before_move();
            if (value.wdl, value.plies) != (Wdl::Win, Some(to_end)) {
                continue;
            }
            let next = self.game().counters_after(rules, counters, (position, &mv), &after);
            if self.rule_value(&after, rules, &next)?.outcome == RuleOutcome::Loss {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Implements [`Tables::rule_moves`], and [`Tables::rule_moves_until`] if there is a budget.
///
/// # Errors
/// The errors of [`Tables::rule_moves`].
pub fn rule_moves<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &Counters,
    budget: Option<&Budget>,
) -> Result<Vec<RuleMove<G>>, ProbeError> {
    let mut ranked = tables.ranked_moves(position, rules, counters, None)?;
    if let Some(budget) = budget {
        PliesSearch::new(tables, rules, budget).rate(position, counters, &mut ranked)?;
    }
    Ok(ranked.moves)
}

impl<G: Probed> Tables<G> {
    /// Returns true when a move reaches [`Aim::Reset`], because it resets or ends the deciding
    /// count.
    ///
    /// If no count decides, the result depends on the draw rules. Under rules by which one count
    /// always decides alone, returns false. Under other rules, returns true for a move that starts
    /// a count, and for all moves except quiet king moves.
    pub(crate) fn reaches_reset(
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

fn aim_of<G: Probed>(moves: &[RuleMove<G>]) -> Aim {
    let wins = || moves.iter().filter(|mv| mv.value.wdl == Wdl::Win);
    let shortest = wins().filter_map(|mv| mv.value.plies).min();
    let is_safe = wins().any(|mv| mv.outcome == RuleOutcome::Win && mv.value.plies == shortest);
    // If the plies to the end of the game are unknown, a winner can only aim for the reset.
    if is_safe && wins().all(|mv| mv.value.plies.is_some()) { Aim::End } else { Aim::Reset }
}

impl<G: Probed> RuleMove<G> {
    /// Returns the depth to reset (DTR) of a position, in plies, if this move is made. It includes
    /// the move. `None` for a move to a draw, and if the DTR table is missing.
    pub fn reset_plies(&self, game: &G, before: &G::Position, rules: &DrawRules) -> Option<u32> {
        let metric = Metric::Dtr(RuleSet::new(rules));
        let plies_after = self.needed_after.filter(|_| self.value.wdl != Wdl::Draw)?;
        Some(game.plies_before(metric, plies_after, before, &self.mv))
    }

    /// Sets the plies to the end of the game with this move, for a win or a loss. For a loss, also
    /// sets the first sort key.
    pub(crate) fn put_exact_plies(&mut self, plies: u32) {
        self.plies = Some(RulePlies::Exact(plies));
        if self.outcome == RuleOutcome::Loss {
            self.order_keys[0] = -i64::from(plies);
        }
    }

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

    /// Returns the keys that sort moves with the same outcome by their depth to reset (DTR). All
    /// moves that reset the count have the DTR 1; they are sorted by the plies from the new
    /// position to the next reset.
    fn order_by_reset(&self, reset_plies: Option<u32>) -> [i64; 3] {
        let [plies, plies_after] = [reset_plies, self.needed_after].map(|plies| plies.map_or(0, i64::from));
        match self.value.wdl {
            Wdl::Win => [plies, plies_after, 0],
            Wdl::Draw => [0, 0, 0],
            Wdl::Loss => [-plies, -plies_after, 0],
        }
    }
}
