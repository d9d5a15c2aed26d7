//! Links: effects of moves on requirements (the plies that a win needs of each draw count). Moves
//! with the same effect share a link.

use peatee_probe::internals::end_plies;
use peatee_rules::Side;
use peatee_rules::draw::code::MAX_COUNTS;
use peatee_rules::draw::{CountStep, DrawRules, Events, Running, Situation};
use peatee_table::requirement::{MOST_WAY_PLIES, NO_COUNT, Requirement, Way};
use rustc_hash::FxHashMap;

use super::store::{NEVER, Number, Store};

pub type LinkNumber = u32;

/// The facts on which the effect of a move on the draw counts depends: the events of the move, and
/// the situation (material, and pieces on the long diagonal) before and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LinkKey {
    pub before: Situation,
    pub events: Events,
    pub after: Situation,
}

/// The effect of a move on the draw counts, when a given set of counts runs before the move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Passage {
    before: Running,
    after: Running,
    counts: [CountPassage; MAX_COUNTS],
    /// True when the move is a quiet move of a king, and no draw count (ply limit) runs before or
    /// after it. In positions without a running count, a requirement holds the plies to the next
    /// capture, move of another piece or start of a count. This move adds one to them.
    stays_without_count: bool,
}

/// The effect of a move on one draw count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum CountPassage {
    /// The draw count (ply limit) does not run after the move. If it runs before the move, it must
    /// have at least one ply left there; otherwise the game is drawn before the move.
    Ends { runs_before: bool },
    /// The draw count goes on and has one ply less after the move. A win may need more plies than
    /// the limit of the count. Such a number is kept too, because it tells by how much the win is
    /// too late.
    GoesOn,
    /// The draw count (ply limit) starts anew and has `left_plies` left after the move. If it runs
    /// before the move, it must have at least one ply left there; otherwise the game is drawn
    /// before the move.
    IsFresh { left_plies: u32, runs_before: bool },
}

impl CountPassage {
    /// Returns how many plies the draw count must have left before the move so that it has `needed`
    /// plies left after the move; `None` if no number of plies before the move is enough.
    fn before(self, needed: u8) -> Option<u8> {
        match self {
            CountPassage::Ends { runs_before } => Some(runs_before.into()),
            CountPassage::GoesOn => needed.checked_add(1).filter(|&plies| plies <= MOST_WAY_PLIES),
            CountPassage::IsFresh { left_plies, runs_before } => {
                (u32::from(needed) <= left_plies).then_some(runs_before.into())
            }
        }
    }
}

impl Passage {
    fn before(&self, after: &Way) -> Option<Way> {
        let mut way = Way { running: self.before, ..Way::default() };
        for count in 0..MAX_COUNTS {
            way.left_plies[count] = self.counts[count].before(after.left_plies[count])?;
        }
        if self.before == Running::NONE {
            let behind = if self.stays_without_count { after.left_plies[NO_COUNT] } else { 0 };
            way.left_plies[NO_COUNT] = behind.saturating_add(1).min(MOST_WAY_PLIES);
        }
        Some(way)
    }
}

/// All effects of moves on the draw counts (links) seen so far, and the requirements computed from
/// them. A requirement says how many plies each draw count must have left for a win.
#[derive(Debug)]
pub struct Links<'a> {
    rules: &'a DrawRules,
    by_key: FxHashMap<(LinkKey, Side), LinkNumber>,
    numbers: FxHashMap<Vec<Passage>, LinkNumber>,
    all: Vec<Vec<Passage>>,
    earlier: FxHashMap<(LinkNumber, Number), Number>,
}

impl<'a> Links<'a> {
    pub fn new(rules: &'a DrawRules) -> Self {
        Links {
            rules,
            by_key: FxHashMap::default(),
            numbers: FxHashMap::default(),
            all: Vec::new(),
            earlier: FxHashMap::default(),
        }
    }

    /// Returns the number of the link (effect on the draw counts) of a move of `side`. Adds the
    /// link if it is new.
    pub fn number(&mut self, key: LinkKey, side: Side) -> LinkNumber {
        if let Some(&known) = self.by_key.get(&(key, side)) {
            return known;
        }
        let passages = self.passages(&key, side);
        let next = self.all.len() as LinkNumber;
        let number = *self.numbers.entry(passages.clone()).or_insert(next);
        if number == next {
            self.all.push(passages);
        }
        self.by_key.insert((key, side), number);
        number
    }

    fn passages(&self, key: &LinkKey, side: Side) -> Vec<Passage> {
        let rules = self.rules;
        let of_set = |before: Running| {
            let (after, steps) = rules.steps(before, key.events, &key.after);
            let counts = std::array::from_fn(|count| match steps[count] {
                CountStep::Ends => CountPassage::Ends { runs_before: before.has(count) },
                CountStep::GoesOn => CountPassage::GoesOn,
                CountStep::IsFresh => CountPassage::IsFresh {
                    left_plies: rules.fresh_left_plies(count, &key.after, side.other()),
                    runs_before: before.has(count),
                },
            });
            let stays_without_count = before == Running::NONE && after == Running::NONE && key.events == Events::NONE;
            Passage { before, after, counts, stays_without_count }
        };
        rules.running_sets(&key.before).into_iter().map(of_set).collect()
    }

    /// Returns the requirement of a position with only one move. `link` is the effect of the move
    /// on the draw counts, and `after` is the requirement of the position after the move. A
    /// requirement says how many plies each draw count must have left for a win.
    pub fn before(&mut self, store: &mut Store, link: LinkNumber, after: Number) -> Number {
        if after == NEVER {
            return NEVER;
        }
        if let Some(&known) = self.earlier.get(&(link, after)) {
            return known;
        }
        let requirement = store.get(after);
        let of_passage = |passage: &Passage| {
            let ways = requirement.ways().iter().filter(|way| way.running == passage.after);
            ways.filter_map(|way| passage.before(way)).collect::<Vec<_>>()
        };
        let ways = self.all[link as usize].iter().flat_map(of_passage).collect();
        let number = store.put(Requirement::new(ways));
        self.earlier.insert((link, after), number);
        number
    }

    /// Returns the requirement of a position whose only move ends the game. `link` is the effect of
    /// the move on the draw counts. A requirement says how many plies each draw count must have
    /// left for a win.
    pub fn before_end(&mut self, store: &mut Store, link: LinkNumber) -> Number {
        let ways = self.all[link as usize].iter().filter_map(|passage| passage.before(&end(self.rules, passage.after)));
        store.put(Requirement::new(ways.collect()))
    }
}

/// Returns the plies that the running counts must have left for a win in a position in which the
/// game is over.
fn end(rules: &DrawRules, running: Running) -> Way {
    let mut way = Way { running, ..Way::default() };
    for (count, rule) in rules.code.counts.iter().enumerate().filter(|(count, _)| running.has(*count)) {
        way.left_plies[count] = end_plies(rules, rule) as u8;
    }
    way
}

pub fn without_moves(rules: &DrawRules, situation: &Situation) -> Requirement {
    Requirement::new(rules.running_sets(situation).into_iter().map(|running| end(rules, running)).collect())
}
