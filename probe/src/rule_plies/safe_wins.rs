//! Proofs that the shortest win is in time: that no count of the draw rules ends the game before
//! it.
//!
//! A proof follows one shortest win and all replies to it. It depends only on the position, on
//! which counts run, and on the plies that these counts need to have left. So one proof serves all
//! states of a position with at least as many plies left. A search for the plies that a win takes
//! meets many such states behind each move that resets a count.

use std::cmp::Reverse;

use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::draw::{DrawRules, Events, LeftPlies, Running};
use peatee_table::{Metric, Value, Wdl};
use rustc_hash::FxHashMap;

use super::effects::{CountPlies, Effects, is_enough};
use super::steps::{PLIES_MAX, Steps};
use crate::clock::end_plies;
use crate::error::ProbeError;
use crate::probed::Probed;
use crate::tables::Tables;

/// Number of steps that a move takes. It takes more in a search that computes values under draw
/// rules.
const STEPS_OF_MOVE: u64 = 2;

/// Position with the set of running counts.
struct Reached<G: Probed> {
    position: G::Position,
    running: Running,
    wins: bool,
    dtw_plies: u32,
    /// True when no count that starts later can end the game before the shortest win.
    fits_later_counts: bool,
}

struct ProofMove<G: Probed> {
    after: Reached<G>,
    /// Number of the effect of the move on the counts.
    effect: usize,
    /// True when the move is neither a capture nor a move of a man.
    is_quiet: bool,
}

/// The last proofs of a position with the set of running counts.
#[derive(Default)]
struct Proofs {
    /// Plies that are enough for the shortest win to be in time.
    proved: Option<CountPlies>,
    /// Plies with which the shortest win was not proved to be in time.
    not_proved: Option<CountPlies>,
}

/// Proofs that shortest wins are in time.
pub(super) struct SafeWins<'a, G: Probed> {
    tables: &'a Tables<G>,
    rules: &'a DrawRules,
    pub(super) steps: Steps<'a>,
    /// Plies of each count that must be left at the end of the game.
    end_plies: CountPlies,
    effects: Effects<'a, G>,
    proofs: Vec<Proofs>,
    numbers: FxHashMap<(G::Key, Running), usize>,
}

impl<'a, G: Probed> SafeWins<'a, G> {
    pub(super) fn new(tables: &'a Tables<G>, rules: &'a DrawRules, steps: Steps<'a>) -> Self {
        let counts = rules.code.counts;
        let end_plies = std::array::from_fn(|count| counts.get(count).map_or(0, |rule| end_plies(rules, rule)));
        let (effects, proofs, numbers) = (Effects::new(tables, rules), Vec::new(), FxHashMap::default());
        SafeWins { tables, rules, steps, end_plies, effects, proofs, numbers }
    }

    /// Returns true when a position that is won or lost without draw rules is proved to take as
    /// many plies under the draw rules. Returns false when it may take more, or may be a draw.
    ///
    /// # Errors
    /// A table is missing or damaged, or the steps for proofs are used up.
    pub(super) fn is_proved(
        &mut self,
        position: &G::Position,
        value: Value,
        left: &LeftPlies,
    ) -> Result<bool, ProbeError> {
        let Some(dtw_plies) = value.plies.filter(|&plies| plies <= PLIES_MAX) else { return Ok(false) };
        let bits = (0..MAX_COUNTS).filter(|&count| left[count].is_some()).fold(0, |bits, count| bits | 1 << count);
        let running = Running::from_bits(bits);
        let situation = self.tables.game().situation(self.rules, position);
        let fits_later_counts = dtw_plies <= self.effects.most_plies(running, &situation);
        let position = position.clone();
        let reached = Reached { position, running, wins: value.wdl == Wdl::Win, dtw_plies, fits_later_counts };
        Ok(self.prove(&reached, &left.map(|left| left.unwrap_or(u32::MAX)))?.is_some())
    }

    /// Returns plies with which the shortest win is proved to be in time, at most `left`. `None`
    /// without a proof.
    fn prove(&mut self, reached: &Reached<G>, left: &CountPlies) -> Result<Option<CountPlies>, ProbeError> {
        if let Some(known) = self.known_by_dtw(reached, left) {
            return Ok(known);
        }
        let number = self.number(reached);
        if let Some(known) = self.proofs[number].known(left) {
            return Ok(known);
        }
        // The move itself takes a ply of each running count.
        let of_move = std::array::from_fn(|count| u32::from(reached.running.has(count)));
        let mut found = (!reached.wins).then_some(of_move);
        for ProofMove { after, effect, .. } in &self.moves(reached, left)? {
            let left = self.effects[*effect].left(left);
            // Tables that contradict each other prove nothing.
            let is_nearer = after.dtw_plies < reached.dtw_plies;
            let proof = if is_nearer { self.prove(after, &left)? } else { None };
            let needed = proof.map(|needed| self.effects[*effect].needed(&needed, &of_move));
            found = match (found, needed) {
                (Some(most), Some(needed)) => Some(std::array::from_fn(|count| most[count].max(needed[count]))),
                (_, needed) => needed,
            };
            if needed.is_some() == reached.wins {
                break;
            }
        }
        let proofs = &mut self.proofs[number];
        match found {
            Some(_) => proofs.proved = found,
            None => proofs.not_proved = Some(*left),
        }
        Ok(found)
    }

    /// Returns the result of [`SafeWins::prove`] if the DTW tells it.
    fn known_by_dtw(&self, reached: &Reached<G>, left: &CountPlies) -> Option<Option<CountPlies>> {
        let &Reached { running, dtw_plies, fits_later_counts, .. } = reached;
        if fits_later_counts {
            let needed = std::array::from_fn(|count| match running.has(count) {
                true => dtw_plies + self.end_plies[count],
                false => 0,
            });
            if is_enough(left, &needed) {
                return Some(Some(needed));
            }
        }
        (dtw_plies == 0 || left.contains(&0)).then_some(None)
    }

    /// Returns true when the shortest win after a move is already proved to be in time.
    fn is_known_proof(&self, ProofMove { after, effect, .. }: &ProofMove<G>, left: &CountPlies) -> bool {
        let left = self.effects[*effect].left(left);
        let by_proofs = || {
            let number = self.numbers.get(&(self.tables.game().key(&after.position), after.running))?;
            self.proofs[*number].known(&left)
        };
        self.known_by_dtw(after, &left).or_else(by_proofs).is_some_and(|known| known.is_some())
    }

    fn number(&mut self, reached: &Reached<G>) -> usize {
        let key = (self.tables.game().key(&reached.position), reached.running);
        let new = self.proofs.len();
        let number = *self.numbers.entry(key).or_insert(new);
        if number == new {
            self.proofs.push(Proofs::default());
        }
        number
    }

    /// Returns the moves of all shortest wins, captures and moves of men first, or one move after
    /// which the win is known to be in time. In a lost position, returns the moves after which a
    /// win may be too late, the longest losses first.
    fn moves(&mut self, reached: &Reached<G>, left: &CountPlies) -> Result<Vec<ProofMove<G>>, ProbeError> {
        let game = self.tables.game();
        let played = game.moves(&reached.position)?;
        self.steps.take(STEPS_OF_MOVE * played.len() as u64)?;
        let mut found = Vec::new();
        for mv in played {
            let position = game.after(&reached.position, &mv);
            let value = self.tables.value_for_rules(&position)?;
            if reached.wins && value.wdl != Wdl::Loss {
                continue;
            }
            let missing = || self.tables.missing(self.tables.slice_name(&position), Metric::Dtw);
            let dtw_plies = value.plies.ok_or_else(missing)?;
            if reached.wins && dtw_plies + 1 != reached.dtw_plies {
                continue;
            }
            let events = game.events(&reached.position, &mv);
            let situation = game.situation(self.rules, &position);
            let number = self.effects.number(reached.running, events, &situation, game.side(&position));
            let effect = &self.effects[number];
            let fits_later_counts = dtw_plies <= effect.most_plies;
            let after =
                Reached { position, running: effect.running, wins: !reached.wins, dtw_plies, fits_later_counts };
            let mv = ProofMove { after, effect: number, is_quiet: events == Events::NONE };
            if reached.wins && self.is_known_proof(&mv, left) {
                return Ok(vec![mv]);
            }
            if reached.wins || !effect.is_fresh() || !self.is_known_proof(&mv, left) {
                found.push(mv);
            }
        }
        found.sort_by_key(|mv| (Reverse(mv.after.dtw_plies), mv.is_quiet));
        Ok(found)
    }
}

impl Proofs {
    /// Returns the result of [`SafeWins::prove`] if an earlier proof tells it.
    fn known(&self, left: &CountPlies) -> Option<Option<CountPlies>> {
        let proved = self.proved.filter(|needed| is_enough(left, needed));
        let not_proved = self.not_proved.filter(|others| is_enough(others, left));
        proved.map(Some).or(not_proved.map(|_| None))
    }
}
