//! Chances that the opponent errs after moves that do not win.
//!
//! Moves of equal value differ in how hard they are to answer. After a drawn move, a reply that
//! loses is an error; after a losing move, a reply that does not win is an error. The *chance* of a
//! move to a depth is the probability that the opponent errs within this number of replies. The
//! opponent chooses each reply at random, and the player always makes the move with the best
//! chance.
//!
//! The chance is `(wrong + later) / replies`. `wrong` is the number of replies that are errors.
//! `later` is a sum over the other replies. Its term for a reply is the best chance, to the next
//! smaller depth, of all moves that then keep the result. A reply whose result the tables do not
//! show is no error.
//!
//! Chances only order moves that have the same result under the draw rules with the running counts,
//! so the player gives up no win or draw for a chance.

use peatee_rules::Budget;
use peatee_rules::draw::{Counters, DrawRules};
use peatee_table::Wdl;

use crate::answers::{Chance, ChanceSearch, MoveChance, RatedMove, RuleMove};
use crate::error::ProbeError;
use crate::game::Game;
use crate::line::STEPS_OF_MOVE;
use crate::probed::Probed;
use crate::tables::Tables;

impl<G: Probed> Tables<G> {
    /// Returns the moves of [`Tables::moves`] with the chance that the opponent errs after them,
    /// without draw rules. Sorts drawn moves, and moves that lose in equally many plies, by their
    /// chances, the best first.
    ///
    /// # Errors
    /// The errors of [`Tables::moves`], and [`ProbeError::Budget`].
    pub fn chances(
        &self,
        position: &G::Position,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<MoveChance<RatedMove<G>>>, ProbeError> {
        G::chances_here(self, position, search)
    }

    /// Returns the moves of [`Tables::rule_moves`] with the chance that the opponent errs after
    /// them, under draw rules. Sorts the moves as [`Tables::chances`] does.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`], and [`ProbeError::Budget`].
    pub fn rule_chances(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<MoveChance<RuleMove<G>>>, ProbeError> {
        G::rule_chances_here(self, position, rules, counters, search)
    }

    /// Returns the moves of [`Tables::rule_moves`]. If no move wins, sorts the best moves by the
    /// chance that the opponent errs within two replies, the best chance first. The best moves are
    /// all moves that draw, or the losing moves with the most plies. If the search of two replies
    /// needs more than `positions_max` positions, sorts by the chance within one reply.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`].
    pub fn hard_moves(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        positions_max: u32,
    ) -> Result<Vec<RuleMove<G>>, ProbeError> {
        let mut moves = self.rule_moves(position, rules, counters)?;
        self.choose_hardest(&mut moves, rules, positions_max)?;
        Ok(moves)
    }

    /// Sorts moves as [`Tables::hard_moves`] does.
    pub(crate) fn choose_hardest(
        &self,
        moves: &mut Vec<RuleMove<G>>,
        rules: &DrawRules,
        positions_max: u32,
    ) -> Result<(), ProbeError> {
        let budget = Budget::new(STEPS_OF_MOVE * u64::from(positions_max), u64::MAX);
        let mut sorted = moves.clone();
        match self.put_hardest_first(&mut sorted, rules, ChanceSearch { depth: 2, budget: &budget }) {
            Err(ProbeError::Budget(_)) => {
                self.put_hardest_first(moves, rules, ChanceSearch { depth: 1, budget: &Budget::unlimited() })
            }
            found => {
                *moves = sorted;
                found
            }
        }
    }

    /// If the first move draws, sorts the drawn moves by the chance that the opponent errs with the
    /// next reply. Otherwise changes nothing.
    pub(crate) fn put_hardest_draw_first(
        &self,
        moves: &mut Vec<RuleMove<G>>,
        rules: &DrawRules,
        budget: &Budget,
    ) -> Result<(), ProbeError> {
        match moves.first().map(|first| first.outcome.wdl()) {
            Some(Some(Wdl::Draw)) => self.put_hardest_first(moves, rules, ChanceSearch { depth: 1, budget }),
            _ => Ok(()),
        }
    }

    /// Sorts the moves whose rating equals that of the first move by the chance that the opponent
    /// errs, the best chance first. Leaves the other moves in place. Changes nothing unless the
    /// first move draws or loses.
    pub(crate) fn put_hardest_first(
        &self,
        moves: &mut Vec<RuleMove<G>>,
        rules: &DrawRules,
        search: ChanceSearch<'_>,
    ) -> Result<(), ProbeError> {
        let Some(first) = moves.first() else { return Ok(()) };
        let equals = moves.iter().take_while(|mv| mv.rating() == first.rating()).count();
        if equals == 1 {
            return Ok(());
        }
        let rest = moves.split_off(equals);
        let ranked = self.rank_under_rules(std::mem::take(moves), rules, search)?;
        moves.extend(ranked.into_iter().map(|ranked| ranked.rated).chain(rest));
        Ok(())
    }

    fn rank_under_rules(
        &self,
        moves: Vec<RuleMove<G>>,
        rules: &DrawRules,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<MoveChance<RuleMove<G>>>, ProbeError> {
        let state = |mv: &RuleMove<G>| State { position: mv.position.clone(), counters: Some(mv.counters) };
        let replies = Replies { tables: self, rules: Some(rules), budget: search.budget };
        replies.rank(moves, RuleMove::rating, state, search.depth)
    }
}

/// Implements [`Tables::chances`].
///
/// # Errors
/// The errors of [`Tables::chances`].
pub fn chances<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    search: ChanceSearch<'_>,
) -> Result<Vec<MoveChance<RatedMove<G>>>, ProbeError> {
    let state = |mv: &RatedMove<G>| State { position: mv.position.clone(), counters: None };
    let replies = Replies { tables, rules: None, budget: search.budget };
    let rating = |mv: &RatedMove<G>| Rating::new(Some(mv.value.wdl), [mv.value.plies.map_or(0, i64::from), 0, 0]);
    replies.rank(tables.moves(position)?, rating, state, search.depth)
}

/// Implements [`Tables::rule_chances`].
///
/// # Errors
/// The errors of [`Tables::rule_chances`].
pub fn rule_chances<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &Counters,
    search: ChanceSearch<'_>,
) -> Result<Vec<MoveChance<RuleMove<G>>>, ProbeError> {
    let moves = tables.rule_moves_until(position, rules, counters, search.budget)?;
    tables.rank_under_rules(moves, rules, search)
}

/// Rating of a move by its result and by the length of a lost game. Among moves with equal ratings,
/// the chance that the opponent errs decides which is best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rating {
    /// Result for the player who makes the move; `None` if it is not known.
    result: Option<Wdl>,
    /// Sort keys of a losing move, by which moves that delay the loss longer come first; zeros for
    /// other moves.
    defence: [i64; 3],
}

impl Rating {
    fn new(result: Option<Wdl>, order_keys: [i64; 3]) -> Rating {
        Rating { result, defence: if result == Some(Wdl::Loss) { order_keys } else { [0; 3] } }
    }
}

impl<G: Probed> RuleMove<G> {
    fn rating(&self) -> Rating {
        Rating::new(self.outcome.wdl(), self.order_keys)
    }
}

/// Position after a move, with the counters (plies that each count has used) under draw rules.
struct State<G: Game> {
    position: G::Position,
    counters: Option<Counters>,
}

/// Reads the results of the opponent's replies.
struct Replies<'a, G: Probed> {
    tables: &'a Tables<G>,
    /// Draw rules; `None` to read results without draw rules.
    rules: Option<&'a DrawRules>,
    budget: &'a Budget,
}

impl<G: Probed> Replies<'_, G> {
    /// Returns moves with the chance that the opponent errs after each. Moves that draw or lose and
    /// have equal ratings are sorted by this chance. `moves` must be sorted by rating.
    fn rank<M>(
        &self,
        moves: Vec<M>,
        rating: impl Fn(&M) -> Rating,
        state: impl Fn(&M) -> State<G>,
        depth: u32,
    ) -> Result<Vec<MoveChance<M>>, ProbeError> {
        let mut ranked = Vec::with_capacity(moves.len());
        for mv in moves {
            let chance = match rating(&mv).result {
                Some(kept @ (Wdl::Draw | Wdl::Loss)) if depth > 0 => self.chance(&state(&mv), kept, depth)?,
                _ => None,
            };
            ranked.push(MoveChance { rated: mv, chance });
        }
        // Moves that win and moves with an unknown result have no chance, so they keep their
        // places.
        for equals in ranked.chunk_by_mut(|one, next| rating(&one.rated) == rating(&next.rated)) {
            equals.sort_by(|one, next| next.probability().total_cmp(&one.probability()));
        }
        Ok(ranked)
    }

    /// Returns the chance that the opponent, who is to move in `after`, errs. After a right reply,
    /// the player has the result `kept`: a draw or a loss. Returns `None` if there are too many
    /// replies to list.
    fn chance(&self, after: &State<G>, kept: Wdl, depth: u32) -> Result<Option<Chance>, ProbeError> {
        let Some(replies) = self.moves_from(after)? else { return Ok(None) };
        let (mut wrong, mut later) = (0, 0.0);
        if !self.is_drawn(after) {
            for reply in &replies {
                match self.result(reply)? {
                    Some(result) if result > kept => wrong += 1,
                    _ if depth > 1 => later += self.best_chance(reply, kept, depth - 1)?,
                    _ => {}
                }
            }
        }
        let count = replies.len() as u32;
        let probability = if count == 0 { 0.0 } else { (f64::from(wrong) + later) / f64::from(count) };
        let (replies, right_replies, right_result) = (count, count - wrong, kept.reversed());
        Ok(Some(Chance { replies, right_replies, right_result, probability }))
    }

    /// Returns the best chance that the opponent errs after a move of the player from `before`.
    /// Only moves with the result `kept` for the player count; returns 0 if there is no such move.
    fn best_chance(&self, before: &State<G>, kept: Wdl, depth: u32) -> Result<f64, ProbeError> {
        let mut best = 0.0f64;
        if self.is_drawn(before) {
            return Ok(best);
        }
        for after in self.moves_from(before)?.iter().flatten() {
            if self.result(after)? == Some(kept.reversed()) {
                let chance = self.chance(after, kept, depth)?;
                best = best.max(chance.map_or(0.0, |chance| chance.probability));
            }
        }
        Ok(best)
    }

    /// Returns the positions after the legal moves of a position; `None` if there are too many
    /// moves to list. Takes the steps for reading the values of these positions from the budget.
    fn moves_from(&self, before: &State<G>) -> Result<Option<Vec<State<G>>>, ProbeError> {
        let game = self.tables.game();
        let under = self.rules.zip(before.counters.as_ref());
        let listed = match under {
            Some((rules, counters)) => game.moves_under(rules, counters, &before.position),
            None => game.moves(&before.position),
        };
        let Ok(moves) = listed else {
            self.budget.check()?;
            return Ok(None);
        };
        self.budget.take_steps(STEPS_OF_MOVE * moves.len() as u64)?;
        let after = |mv| {
            let position = game.after(&before.position, mv);
            let counters =
                under.map(|(rules, counters)| game.counters_after(rules, counters, (&before.position, mv), &position));
            State { position, counters }
        };
        Ok(Some(moves.iter().map(after).collect()))
    }

    /// Returns true if a count has reached its limit, so that the game is drawn or a side can claim
    /// a draw before the next move.
    fn is_drawn(&self, at: &State<G>) -> bool {
        let side = self.tables.game().side(&at.position);
        let running = self.rules.zip(at.counters.as_ref());
        running.is_some_and(|(rules, counters)| rules.running(counters, side).any(|count| count.is_exhausted()))
    }

    /// Returns the result of a position for the side to move; `None` if the tables do not show it.
    fn result(&self, at: &State<G>) -> Result<Option<Wdl>, ProbeError> {
        let result = match self.rules.zip(at.counters.as_ref()) {
            None => self.tables.probe_wdl(&at.position).map(Some),
            Some((rules, counters)) => {
                self.tables.rule_value_by_tables(&at.position, rules, counters).map(|value| value.outcome.wdl())
            }
        };
        match result {
            Err(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => Ok(None),
            found => found,
        }
    }
}
