//! Verifies tables of requirements, which tell how many plies the running counts must have left for
//! a win. Checks states in which a win comes just in time or just too late, by the positions one
//! ply later.
//!
//! More plies never hurt a winner, so it is enough to check the states at the border between win
//! and draw. A way holds the fewest plies that each running count must have left. In the state with
//! exactly the plies of a way, the winner must win in time. In the states with the most plies in
//! which no way is open, the winner must not win in time. Every ply uses up a running count, so the
//! states cannot support each other in a cycle. If no count runs, the plies to the next progress
//! must be one more than after the move.
//!
//! The check uses the probe [`Tables::rule_value_by_counts`] and the counters after each move, but
//! no code of the solver. It is slow and simple.

use peatee_probe::internals::{Table, end_plies};
use peatee_probe::{ProbeError, RuleOutcome, Tables};
use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::draw::{Counters, DrawRules, LeftPlies, Running};
use peatee_rules::{Material, Move, Position, Side};
use peatee_table::requirement::{NO_COUNT, Requirement, Way};
use peatee_table::{Value, Wdl};

use crate::error::Error;
use crate::verify::verdict::Mistake;

/// Returns the mistake in one position of a table of requirements (plies that a win needs of each
/// draw count), if there is one.
///
/// # Errors
/// When a required table is missing or damaged.
pub fn check(
    tables: &Tables,
    rules: &DrawRules,
    position: &Position,
    table: &Table,
    number: u64,
) -> Result<Option<Mistake>, Error> {
    let damaged = |error| Error::File { path: table.path().to_owned(), error };
    let never = Requirement::default();
    let requirement = table.cell(number).and_then(|cell| table.requirement(cell)).map_err(damaged)?.unwrap_or(&never);
    let wdl = tables.probe_wdl(position)?;
    let mistake = |is_in_time: bool| {
        let value = |is_in_time: bool| Value { wdl: if is_in_time { wdl } else { Wdl::Draw }, plies: None };
        Mistake { fen: tables.game().fen(position), stored: value(is_in_time), expected: value(!is_in_time) }
    };
    if wdl == Wdl::Draw {
        return Ok((*requirement != never).then(|| mistake(true)));
    }
    let looked_ahead = LookedAhead::new(tables, rules, position, wdl)?;
    for running in rules.running_sets(&rules.situation(position)) {
        for left in edge(rules, requirement, running, position) {
            let counters = rules.counters_with_left(&left, strong_side(position), position.side);
            let counters = counters.expect("the edge has numbers of plies that play comes to");
            let is_in_time = requirement.is_met(&left);
            if looked_ahead.is_in_time(&left, &counters)? != is_in_time {
                return Ok(Some(mistake(is_in_time)));
            }
            let stored = requirement.needed_plies(&left, NO_COUNT);
            if running == Running::NONE && is_in_time && looked_ahead.plies_without_count(&counters)? != stored {
                let value = |plies| Value { wdl, plies };
                let expected = value(looked_ahead.plies_without_count(&counters)?);
                return Ok(Some(Mistake { stored: value(stored), expected, ..mistake(true) }));
            }
        }
    }
    Ok(None)
}

/// A position and the positions after its moves.
struct LookedAhead<'a> {
    tables: &'a Tables,
    rules: &'a DrawRules,
    wdl: Wdl,
    side: Side,
    after: Vec<(Move, Position)>,
}

impl<'a> LookedAhead<'a> {
    fn new(tables: &'a Tables, rules: &'a DrawRules, position: &Position, wdl: Wdl) -> Result<Self, Error> {
        let game = tables.game();
        let moves = game.moves(position).map_err(ProbeError::from)?;
        let after = moves.into_iter().map(|mv| (mv.clone(), game.play(position, &mv))).collect();
        Ok(LookedAhead { tables, rules, wdl, side: position.side, after })
    }

    fn is_in_time(&self, left: &LeftPlies, counters: &Counters) -> Result<bool, Error> {
        let mut running = self.rules.running(counters, self.side);
        if self.after.is_empty() {
            return Ok(running.all(|count| end_plies(self.rules, count.rule) <= count.left_plies()));
        }
        if left.contains(&Some(0)) {
            return Ok(false);
        }
        let wanted = if self.wdl == Wdl::Win { RuleOutcome::Loss } else { RuleOutcome::Win };
        for (mv, after) in &self.after {
            let found =
                self.tables.rule_value_by_counts(after, self.rules, &self.rules.after(counters, mv, after))?.outcome;
            match self.wdl {
                Wdl::Win if found == wanted => return Ok(true),
                Wdl::Loss if found != wanted => return Ok(false),
                _ => {}
            }
        }
        Ok(self.wdl == Wdl::Loss)
    }

    /// Returns the plies to the next move that makes progress, in a position in which no draw count
    /// runs. Progress is a capture, a move of a piece other than a king, or a move after which a
    /// draw count runs.
    ///
    /// Returns 0 if the position has no move, and `None` if no move that keeps the result leads to
    /// progress.
    fn plies_without_count(&self, counters: &Counters) -> Result<Option<u32>, Error> {
        let mut all = Vec::new();
        for (mv, after) in &self.after {
            let next = self.rules.after(counters, mv, after);
            let value = self.tables.rule_value_by_counts(after, self.rules, &next)?;
            let gets_on = mv.kind != peatee_rules::Kind::King
                || mv.is_capture()
                || self.rules.running(&next, after.side).next().is_some();
            match (self.wdl, value.outcome) {
                (Wdl::Win, RuleOutcome::Loss) | (Wdl::Loss, RuleOutcome::Win) if gets_on => all.push(1),
                (Wdl::Win, RuleOutcome::Loss) | (Wdl::Loss, RuleOutcome::Win) => {
                    all.extend(value.needed_plies.map(|plies| plies + 1));
                }
                _ => {}
            }
        }
        Ok(match self.wdl {
            _ if self.after.is_empty() => Some(0),
            Wdl::Win => all.into_iter().min(),
            _ => all.into_iter().max(),
        })
    }
}

/// Returns the states to check, which are close to the border between win and draw. A state says
/// how many plies each running count has left. In some states, these plies are just enough for one
/// of the ways to win. In the others, they are as many as possible but not enough for any way.
fn edge(rules: &DrawRules, requirement: &Requirement, running: Running, position: &Position) -> Vec<LeftPlies> {
    let ways: Vec<&Way> = requirement.ways().iter().filter(|way| way.running == running).collect();
    let most: LeftPlies = std::array::from_fn(|count| running.has(count).then(|| rules.most_left_plies(count)));
    let fewest = ways
        .iter()
        .map(|way| std::array::from_fn(|count| running.has(count).then(|| u32::from(way.left_plies[count]))));
    let mut closed = vec![most];
    for way in &ways {
        let below = |left: LeftPlies| {
            let without = (0..MAX_COUNTS).filter_map(move |count| {
                let mut left = left;
                left[count] = Some(u32::from(way.left_plies[count]).checked_sub(1)?);
                running.has(count).then_some(left)
            });
            let all: Vec<LeftPlies> = if way.is_open(&left) { without.collect() } else { vec![left] };
            all
        };
        closed = closed.into_iter().flat_map(below).collect();
        closed.sort_unstable();
        closed.dedup();
    }
    let possible = |left: LeftPlies, is_up: bool| possible(rules, left, position, is_up);
    let fewest = fewest.filter_map(|left| possible(left, true));
    let mut edge: Vec<LeftPlies> = fewest.chain(closed.into_iter().filter_map(|left| possible(left, false))).collect();
    edge.sort_unstable();
    edge.dedup();
    edge
}

/// Changes the numbers of plies left in `left` to numbers that can occur in a game. A number that
/// cannot occur is increased by 1 if `is_up` is true, otherwise decreased by 1. Returns `None` if
/// the changed number cannot occur either.
fn possible(rules: &DrawRules, left: LeftPlies, position: &Position, is_up: bool) -> Option<LeftPlies> {
    let is_possible = |count: usize, plies: u32| {
        let mut alone = [None; MAX_COUNTS];
        alone[count] = Some(plies);
        rules.counters_with_left(&alone, strong_side(position), position.side).is_some()
    };
    let mut found = left;
    for (count, plies) in left.iter().enumerate() {
        let Some(plies) = *plies else { continue };
        let next = if is_up { Some(plies + 1) } else { plies.checked_sub(1) };
        found[count] = Some([Some(plies), next].into_iter().flatten().find(|&plies| is_possible(count, plies))?);
    }
    Some(found)
}

/// Returns the side with the stronger material, or `None` if neither side is stronger. Some draw
/// counts count only the moves of the stronger side.
fn strong_side(position: &Position) -> Option<Side> {
    Material::of(&position.setup).stronger()
}
