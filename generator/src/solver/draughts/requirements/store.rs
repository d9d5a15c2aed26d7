//! Stores each requirement once, under a number, and combines requirements.

use peatee_rules::draw::Running;
use peatee_table::requirement::{Requirement, WAY_PLACES, Way};
use rustc_hash::FxHashMap;

pub type Number = u32;

/// Number of the requirement that is never met, which drawn positions have. A requirement says how
/// many plies each draw count must have left for a win.
pub const NEVER: Number = 0;
/// Number of the requirement that is always met. No position has this requirement; it is the start
/// value when the moves of a lost position are combined. A requirement says how many plies each
/// draw count must have left for a win.
pub const ALWAYS: Number = 1;

/// The requirements (plies that each draw count must have left for a win) of a slice that moves
/// lead to.
#[derive(Debug)]
pub struct Successor {
    pub list: Vec<Requirement>,
    /// Requirement (plies that each draw count must have left for a win) of each position: 0 for a
    /// draw, otherwise an index into `list` plus 1.
    pub cells: Vec<u16>,
}

/// All requirements seen so far, each with a number. A requirement says how many plies each draw
/// count must have left for a win.
#[derive(Debug)]
pub struct Store {
    all: Vec<Requirement>,
    numbers: FxHashMap<Requirement, Number>,
    either: FxHashMap<(Number, Number), Number>,
    both: FxHashMap<(Number, Number), Number>,
}

impl Store {
    pub fn new() -> Store {
        let always = (0..=u8::MAX).map(|bits| Way { running: Running::from_bits(bits), ..Way::default() });
        let all = vec![Requirement::default(), Requirement::new(always.collect())];
        let numbers = all.iter().cloned().zip(0..).collect();
        Store { all, numbers, either: FxHashMap::default(), both: FxHashMap::default() }
    }

    pub fn put(&mut self, requirement: Requirement) -> Number {
        if let Some(&number) = self.numbers.get(&requirement) {
            return number;
        }
        let number = self.all.len() as Number;
        self.all.push(requirement.clone());
        self.numbers.insert(requirement, number);
        number
    }

    pub fn get(&self, number: Number) -> &Requirement {
        &self.all[number as usize]
    }

    /// Returns the number of the requirement that is met when at least one of two requirements is
    /// met. `a` and `b` are the numbers of the two. A requirement says how many plies each draw
    /// count must have left for a win.
    pub fn either(&mut self, a: Number, b: Number) -> Number {
        match (a.min(b), a.max(b)) {
            (NEVER, other) => other,
            (ALWAYS, _) => ALWAYS,
            (a, b) if a == b => a,
            pair => match self.either.get(&pair) {
                Some(&known) => known,
                None => {
                    let ways = [self.get(pair.0).ways(), self.get(pair.1).ways()].concat();
                    let number = self.put(Requirement::new(ways));
                    self.either.insert(pair, number);
                    number
                }
            },
        }
    }

    /// Returns the number of the requirement that is met when both of two requirements are met. `a`
    /// and `b` are the numbers of the two. A requirement says how many plies each draw count must
    /// have left for a win.
    pub fn both(&mut self, a: Number, b: Number) -> Number {
        match (a.min(b), a.max(b)) {
            (NEVER, _) => NEVER,
            (ALWAYS, other) => other,
            (a, b) if a == b => a,
            pair => match self.both.get(&pair) {
                Some(&known) => known,
                None => {
                    let (a, b) = (self.get(pair.0).ways(), self.get(pair.1).ways());
                    let pairs = a.iter().flat_map(|a| b.iter().filter_map(|b| slower(a, b)));
                    let number = self.put(Requirement::new(pairs.collect()));
                    self.both.insert(pair, number);
                    number
                }
            },
        }
    }
}

/// Combines two ways to win. A way gives the number of plies that each running count must have
/// left. The combined way has the larger of the two numbers for each count. Returns `None` when
/// different counts run in the two ways.
fn slower(a: &Way, b: &Way) -> Option<Way> {
    let left_plies: [u8; WAY_PLACES] = std::array::from_fn(|place| a.left_plies[place].max(b.left_plies[place]));
    (a.running == b.running).then_some(Way { running: a.running, left_plies })
}
