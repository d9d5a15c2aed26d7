//! Best lines under draw rules.

use std::collections::HashSet;

use peatee_rules::draw::code::CountEnding;
use peatee_rules::draw::{Claimant, CountStatus, Counters, Draw, DrawRules, GameRecord, Outcome, PlayError};
use peatee_rules::{Budget, Draughts, Position};
use peatee_table::{Metric, Wdl};

use crate::answers::{LackingTable, LineEnd, MoveChoice, RuleLine, RuleMove, RuleOutcome, RulePlies};
use crate::clock::{Clock, one_count_decides};
use crate::error::ProbeError;
use crate::game::Game;
use crate::line::STEPS_OF_MOVE;
use crate::probed::Probed;
use crate::ranked_moves::{Aim, RankedMoves};
use crate::rule_plies::PliesSearch;
use crate::tables::Tables;

impl<G: Probed> Tables<G> {
    /// Returns the best line of at most `max_plies` moves from a position. `counters` has the
    /// number of plies that each draw rule has counted before the position. The line stops when the
    /// game is over, when a ply limit of the draw rules ends the game or lets a side claim a draw,
    /// or when the available tables do not show the best move. In a drawn game, the line has the
    /// drawn move after which the largest share of the replies loses. The budget limits the search.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`], except that a missing table stops the line, and
    /// [`ProbeError::Budget`].
    pub fn rule_line_from(
        &self,
        position: &G::Position,
        rules: &DrawRules,
        counters: &Counters,
        max_plies: u32,
        budget: &Budget,
    ) -> Result<RuleLine<G>, ProbeError> {
        G::rule_line_here(self, position, rules, counters, max_plies, budget)
    }

    /// Returns the missing table that is needed to know whether `best` is the best move, or how the
    /// line continues; `None` if no table is missing.
    fn lacking_for(&self, best: &RuleMove<G>) -> Option<LackingTable<G::Slice>> {
        if best.outcome.wdl().is_none() {
            return best.lacking;
        }
        let has_rule_plies = matches!(best.plies, Some(RulePlies::Exact(_)));
        let has_distance = has_rule_plies || best.value.plies.is_some() || best.needed_plies.is_some();
        let needs_distance = best.value.wdl != Wdl::Draw;
        // Without distances, play could repeat positions without end.
        let slice = || self.game().slice_of(&best.position).expect("a position that was probed");
        (needs_distance && !has_distance).then(|| LackingTable { slice: slice(), metric: Metric::Dtw })
    }
}

/// Implements [`Tables::rule_line_from`].
///
/// # Errors
/// The errors of [`Tables::rule_line_from`].
pub fn rule_line<G: Probed>(
    tables: &Tables<G>,
    position: &G::Position,
    rules: &DrawRules,
    counters: &Counters,
    max_plies: u32,
    budget: &Budget,
) -> Result<RuleLine<G>, ProbeError> {
    let game = tables.game();
    let (mut position, mut counters) = (position.clone(), *counters);
    let (mut moves, mut seen, mut aim, mut lacking) = (Vec::new(), HashSet::new(), None, None);
    let mut search = PliesSearch::new(tables, rules, budget);
    let end = loop {
        budget.check()?;
        if !game.has_moves_under(rules, &counters, &position) {
            break LineEnd::GameOver;
        }
        if game.is_dead(&position) {
            break LineEnd::DrawnByRule;
        }
        let exhausted = rules.running(&counters, game.side(&position)).find(CountStatus::is_exhausted);
        match exhausted.map(|count| count.rule.ending) {
            Some(CountEnding::Automatic) => break LineEnd::DrawnByRule,
            Some(_) => break LineEnd::DrawClaimable,
            None => {}
        }
        if !seen.insert(game.key(&position)) {
            break LineEnd::Repetition;
        }
        if moves.len() >= max_plies as usize {
            break LineEnd::Cut;
        }
        let mut ranked = match tables.ranked_moves(&position, rules, &counters, aim) {
            Err(error @ (ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. })) => {
                lacking = Some(error.to_string());
                break LineEnd::NotKnown;
            }
            ranked => ranked?,
        };
        budget.take_steps(STEPS_OF_MOVE * ranked.moves.len() as u64)?;
        search.put_best_first(&position, &counters, &mut ranked)?;
        tables.put_hardest_draw_first(&mut ranked.moves, rules, budget)?;
        let best = ranked.moves.into_iter().next().expect("the game is not over");
        if let Some(table) = tables.lacking_for(&best) {
            lacking = Some(table.to_string());
            break LineEnd::NotKnown;
        }
        aim = best.next_aim(aim, ranked.aim);
        (position, counters) = (best.position.clone(), best.counters);
        moves.push(best);
    };
    Ok(RuleLine { moves, end, outcome: None, lacking })
}

impl<G: Probed> RuleMove<G> {
    /// Returns the aim that the winner has after this move: to end the game or to reset the count.
    /// `None` if the moves so far fix no aim. `aim` is the aim before the move, and `chosen_for`
    /// the aim by which the move was ranked. A winner with the aim [`Aim::Reset`] keeps it until a
    /// move resets the count.
    fn next_aim(&self, aim: Option<Aim>, chosen_for: Aim) -> Option<Aim> {
        if self.resets {
            None
        } else if self.outcome == RuleOutcome::Win {
            Some(chosen_for).filter(|&aim| aim == Aim::Reset)
        } else {
            aim
        }
    }
}

impl Tables<Draughts> {
    /// Returns the best line of at most `max_plies` moves from the current position of a game,
    /// under the draw rules of the game. The line stops when the game is over, or when the
    /// available tables do not show the best move. It also stops when a side that does not win can
    /// claim a draw, because this side claims it.
    ///
    /// Positions of the record count for repetitions. A winner avoids a move that draws by
    /// repetition if another move wins. A loser plays such a move.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`], except that a missing table stops the line.
    pub fn rule_line(&self, record: &GameRecord, max_plies: u32) -> Result<RuleLine, ProbeError> {
        self.rule_line_until(record, max_plies, &Budget::unlimited())
    }

    /// Returns the best line as [`Tables::rule_line`] does, within a budget.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`].
    pub fn rule_line_until(
        &self,
        record: &GameRecord,
        max_plies: u32,
        budget: &Budget,
    ) -> Result<RuleLine, ProbeError> {
        let rules = record.rules();
        let mut record = record.clone();
        let before = record.positions().len();
        let (mut moves, mut lacking) = (Vec::new(), None);
        // Aim of a winner who may exhaust the count; it stays until a move resets the count.
        let mut aim = self.aim_of_game(&record, budget)?;
        let mut search = PliesSearch::new(self, &rules, budget);
        let end = loop {
            let claims = match record.outcome() {
                Outcome::Lost { .. } => break LineEnd::GameOver,
                Outcome::Drawn(_) => break LineEnd::DrawnByRule,
                Outcome::InProgress { claims } => claims,
            };
            let is_cut = moves.len() >= max_plies as usize;
            if is_cut && claims.is_empty() {
                break LineEnd::Cut;
            }
            budget.check()?;
            let mut ranked = match self.ranked_moves(record.position(), &rules, record.counters(), aim) {
                Ok(ranked) => ranked,
                Err(error @ (ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. })) => {
                    lacking = Some(error.to_string());
                    break LineEnd::NotKnown;
                }
                Err(error) => return Err(error),
            };
            budget.take_steps(STEPS_OF_MOVE * ranked.moves.len() as u64)?;
            if claims.iter().any(|claim| is_claimed(claim, &ranked)) {
                break LineEnd::DrawClaimable;
            }
            if is_cut {
                break LineEnd::Cut;
            }
            search.put_best_first(record.position(), record.counters(), &mut ranked)?;
            let Some(best) = self.chosen_hard(&record, &mut ranked, before, budget)? else { break LineEnd::Cut };
            if let Some(table) = self.lacking_for(&best) {
                lacking = Some(table.to_string());
                break LineEnd::NotKnown;
            }
            aim = best.next_aim(aim, ranked.aim);
            match record.play(&best.mv) {
                Ok(()) => {}
                // The budget that the record uses may have been exhausted after the moves were
                // ranked.
                Err(PlayError::TooManyCaptures(error)) => {
                    budget.check()?;
                    return Err(error.into());
                }
                Err(error) => panic!("a move of the list is legal: {error}"),
            }
            moves.push(best);
        };
        Ok(RuleLine { moves, end, outcome: Some(record.outcome()), lacking })
    }

    /// Returns the next move of a line, which [`chosen`] chooses. In a drawn game, prefers the
    /// drawn move after which most replies lose. Avoids a drawn move to one of the first `before`
    /// positions of the record if another move draws too.
    fn chosen_hard(
        &self,
        record: &GameRecord,
        ranked: &mut RankedMoves<Draughts>,
        before: usize,
        budget: &Budget,
    ) -> Result<Option<RuleMove>, ProbeError> {
        self.put_hardest_draw_first(&mut ranked.moves, &record.rules(), budget)?;
        Ok(chosen(record, ranked, &record.positions()[..before]).cloned())
    }

    /// Returns the best move in the current position of a game under its rules; `None` when there
    /// is no legal move. In a won position, this is the first move of [`Tables::rule_line`]. In a
    /// lost position, it is that move if `choice` is [`MoveChoice::First`]. Returns a move even if
    /// a draw can be claimed, or if the best move is uncertain because tables are missing.
    ///
    /// # Errors
    /// The errors of [`Tables::rule_moves`]. A missing table of the position itself is no error if
    /// every move leads to an existing table.
    pub fn best_move(&self, record: &GameRecord, choice: MoveChoice) -> Result<Option<RuleMove<Draughts>>, ProbeError> {
        let rules = record.rules();
        let aim = self.aim_of_game(record, &Budget::unlimited())?;
        let mut ranked = self.ranked_moves(record.position(), &rules, record.counters(), aim)?;
        let budget = match choice {
            MoveChoice::First => Budget::unlimited(),
            // A search for plies takes at most half the steps.
            MoveChoice::Hard { positions_max } => Budget::new(2 * STEPS_OF_MOVE * u64::from(positions_max), u64::MAX),
        };
        PliesSearch::new(self, &rules, &budget).put_best_first(record.position(), record.counters(), &mut ranked)?;
        let MoveChoice::Hard { positions_max } = choice else { return Ok(chosen(record, &ranked, &[]).cloned()) };
        self.choose_hardest(&mut ranked.moves, &rules, positions_max)?;
        Ok(chosen(record, &ranked, record.positions()).cloned())
    }

    /// Returns the aim with which the side to move has played since the last reset of the count.
    /// This is [`Aim::Reset`] if the side has played for the next reset, and `None` if the moves so
    /// far fix no aim. A winner plays for a reset if the count leaves too few plies for the
    /// shortest win, and keeps this aim until the reset.
    fn aim_of_game(&self, record: &GameRecord, budget: &Budget) -> Result<Option<Aim>, ProbeError> {
        let (rules, plies, side) = (record.rules(), record.plies(), record.position().side);
        let clock = |plies: usize| Clock::of(&rules, record.counters_after(plies), record.positions()[plies].side);
        let is_alone = one_count_decides(&rules);
        if is_alone && !matches!(clock(plies), Clock::ToReset(_)) {
            return Ok(None);
        }
        for (before, mv) in record.moves().iter().enumerate().rev() {
            let (binds, after) = (clock(before), &record.positions()[before + 1]);
            let position = &record.positions()[before];
            let is_without_count = is_alone && binds.count().is_none();
            let next = record.counters_after(before + 1);
            let events = self.game().events(position, mv);
            if is_without_count || self.reaches_reset(&rules, &binds, events, after, next) {
                break;
            }
            if position.side != side {
                continue;
            }
            budget.check()?;
            let ranked = match self.ranked_moves(position, &rules, record.counters_after(before), None) {
                Err(ProbeError::MissingTable { .. } | ProbeError::TooManyPieces { .. }) => break,
                ranked => ranked?,
            };
            if ranked.aim == Aim::Reset && ranked.moves.first().is_some_and(|best| best.outcome == RuleOutcome::Win) {
                return Ok(Some(Aim::Reset));
            }
        }
        Ok(None)
    }
}

/// Returns true when a side claims this draw. A side claims every draw that it can, unless it wins.
fn is_claimed(claim: &Draw, ranked: &RankedMoves<Draughts>) -> bool {
    match claim.claimant {
        // Either side may claim, and at least one of the two does not win.
        None | Some(Claimant::Either) => true,
        Some(Claimant::ToMove(_)) => ranked.moves.first().is_none_or(|best| best.outcome != RuleOutcome::Win),
    }
}

/// Returns the move that a side plays: the first move, with these exceptions.
///
/// * A winner avoids a move that draws by repetition if another move wins.
/// * A loser plays a move that draws by repetition.
/// * In a drawn game, a move to one of the positions `avoided` is played only if all drawn moves
///   lead to such positions.
///
/// Returns `None` if there is no move.
fn chosen<'a>(
    record: &GameRecord,
    ranked: &'a RankedMoves<Draughts>,
    avoided: &[Position],
) -> Option<&'a RuleMove<Draughts>> {
    let mut moves = ranked.moves.iter();
    let first = moves.clone().next()?;
    let is_as_good = |mv: &&RuleMove<Draughts>| mv.outcome.wdl() == first.outcome.wdl();
    let other = match first.outcome {
        RuleOutcome::Win => moves.filter(is_as_good).find(|mv| !record.draws_by_repetition(&mv.position)),
        RuleOutcome::Loss => moves.find(|mv| record.draws_by_repetition(&mv.position)),
        RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss => {
            moves.filter(is_as_good).find(|mv| !avoided.contains(&mv.position))
        }
        RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss => None,
    };
    other.or(Some(first))
}
