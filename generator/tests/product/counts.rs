//! The counters of a material as a small automaton.
//!
//! Counters are divided into classes. Two counters are in one class if both or neither are
//! exhausted, and if every move leads from both into one class again. For example, a kings-only
//! count of 17 and one of 18 are equal if another count always runs out first. The division is
//! exact, as for any finite automaton, and reduces 561 counters to 33 classes.

use std::collections::{HashMap, HashSet};

use peatee_rules::draw::code::{CountEnding, CountRule, Counted, Leaving};
use peatee_rules::draw::{Counters, DrawRules, Events};
use peatee_rules::{Kind, Material, Position, Setup, Side, Square};

use super::Solved;
use super::graph::{Graph, Link};

/// Effect of counters on the result of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No count is exhausted.
    Open,
    /// A count is exhausted, so the position is drawn, unless the game is already over.
    Drawn,
    /// A count is exhausted, and the position is drawn even if the side to move has no move.
    DrawnFirst,
}

/// A class of counters, which all have the same effect now and after any moves.
#[derive(Debug)]
pub struct Class {
    pub verdict: Verdict,
    /// Class of counters after a move, indexed by the `Link` of the move. Empty when a count is
    /// exhausted.
    pub next: Vec<u16>,
    /// For each situation (main road empty, or held by a king of one side): whether some counters
    /// of the class can occur in it. If none can, the values of the class in this situation are not
    /// used.
    pub stands: Vec<bool>,
}

/// Counters of one material with one side to move, and their classes.
#[derive(Debug, Default)]
pub struct SideCounts {
    pub states: Vec<Counters>,
    pub class_of: HashMap<Counters, u16>,
    pub classes: Vec<Class>,
}

/// Properties that all counters of a class share: the verdict, and the class after each move.
type Signature = (Verdict, Vec<u16>);

/// Counters after a move, as an index or as a class.
#[derive(Clone, Copy)]
enum Next {
    /// The material is unchanged: index of the counters in the list of states with the other side
    /// to move.
    Here(usize),
    /// The material has changed: class of the counters after the move.
    Class(u16),
}

/// Returns the counters of a material, divided into classes, for both sides to move. Moves may lead
/// only to the material itself and to materials in `solved`.
pub fn of_material(
    rules: &DrawRules,
    material: &Material,
    graph: &Graph,
    solved: &HashMap<Material, Solved>,
) -> [SideCounts; 2] {
    let states = Side::BOTH.map(|side| valid_counters(rules, material, side));
    let places = [0, 1].map(|side: usize| states[side].iter().copied().zip(0..).collect::<HashMap<_, usize>>());
    let verdicts = Side::BOTH.map(|side| {
        let of_state = |counters| verdict(rules, counters, side);
        states[side as usize].iter().map(of_state).collect::<Vec<_>>()
    });
    let lead = |counters: &Counters, side: Side, link: &Link| {
        let after = rules.after_events(counters, link.events, &link.target);
        let other = side.other() as usize;
        let next = if link.target.material == *material {
            places[other].get(&after).map(|&place| Next::Here(place))
        } else {
            solved[&link.target.material].counts[other].class_of.get(&after).map(|&class| Next::Class(class))
        };
        let text = || format!("{after:?} is not valid for {:?}", link.target);
        next.unwrap_or_else(|| panic!("{}", text()))
    };
    let next = Side::BOTH.map(|side| {
        let of_state = |(counters, verdict): (&Counters, &Verdict)| match verdict {
            Verdict::Open => graph.moves[side as usize].links.iter().map(|link| lead(counters, side, link)).collect(),
            Verdict::Drawn | Verdict::DrawnFirst => Vec::new(),
        };
        states[side as usize].iter().zip(&verdicts[side as usize]).map(of_state).collect::<Vec<Vec<Next>>>()
    });
    let refined = refine(&verdicts, &next);
    let mut sides = states.into_iter().zip(refined).zip(Side::BOTH).map(|((states, (colours, mut classes)), side)| {
        for (class, stands) in stands_of(rules, graph, side, &states, &colours, classes.len()).into_iter().enumerate() {
            classes[class].stands = stands;
        }
        SideCounts { class_of: states.iter().copied().zip(colours).collect(), states, classes }
    });
    [(); 2].map(|()| sides.next().unwrap_or_default())
}

/// Returns whether some counters of a class can occur in a situation (main road empty, or held by a
/// king of one side). The result is indexed by class and by situation.
fn stands_of(
    rules: &DrawRules,
    graph: &Graph,
    side: Side,
    states: &[Counters],
    colours: &[u16],
    classes: usize,
) -> Vec<Vec<bool>> {
    let mut stands = vec![vec![false; graph.situations.len()]; classes];
    for (place, &setup) in graph.situations.iter().enumerate() {
        let position = Position { setup, side };
        let is_over = Material::of(&setup).is_bare();
        for (counters, &class) in states.iter().zip(colours) {
            stands[class as usize][place] |= is_over || rules.check_counters(counters, &position).is_ok();
        }
    }
    stands
}

/// Divides the counters for each side to move into as few classes as possible. Starts with one
/// class, and splits classes until all counters of a class lead to the same classes.
fn refine(verdicts: &[Vec<Verdict>; 2], next: &[Vec<Vec<Next>>; 2]) -> [(Vec<u16>, Vec<Class>); 2] {
    let mut colours = [0, 1].map(|side: usize| vec![0u16; verdicts[side].len()]);
    let mut class_counts = [0, 0];
    loop {
        let split = [0, 1].map(|side: usize| {
            let mut known: HashMap<Signature, u16> = HashMap::new();
            let mut classes = Vec::new();
            let colour_of = |(verdict, leads): (&Verdict, &Vec<Next>)| {
                let class = |next: &Next| match *next {
                    Next::Here(place) => colours[1 - side][place],
                    Next::Class(class) => class,
                };
                let signature: Signature = (*verdict, leads.iter().map(class).collect());
                *known.entry(signature).or_insert_with_key(|(verdict, next)| {
                    classes.push(Class { verdict: *verdict, next: next.clone(), stands: Vec::new() });
                    u16::try_from(classes.len() - 1).expect("few classes")
                })
            };
            let colours: Vec<u16> = verdicts[side].iter().zip(&next[side]).map(colour_of).collect();
            (colours, classes)
        });
        let counts_now = [0, 1].map(|side: usize| split[side].1.len());
        // Classes are only split, never joined. An equal number of classes therefore means that
        // nothing has changed, including the order of the classes.
        if counts_now == class_counts {
            return split;
        }
        class_counts = counts_now;
        colours = split.map(|(colours, _)| colours);
    }
}

fn verdict(rules: &DrawRules, counters: &Counters, side: Side) -> Verdict {
    let status: Vec<_> = rules.running(counters, side).collect();
    let mut exhausted = status.iter().filter(|count| count.is_exhausted()).peekable();
    if exhausted.peek().is_none() {
        return Verdict::Open;
    }
    let is_first =
        exhausted.any(|count| count.rule.ending == CountEnding::Automatic && !rules.is_lost_on_last_move(count.rule));
    if is_first { Verdict::DrawnFirst } else { Verdict::Drawn }
}

/// Returns all valid counters of a material, for any placement of its pieces, up to the limit of
/// each count.
fn valid_counters(rules: &DrawRules, material: &Material, side: Side) -> Vec<Counters> {
    let mut texts = vec![String::new()];
    for rule in rules.code.counts.iter().filter(|rule| can_run(rules, rule, material)) {
        // If the material does not determine the side whose moves are counted, the side is part of
        // the counter.
        let is_shown = rule.material.strong_sides(material).count() == 1;
        let is_stated = rules.counted(rule) == Counted::StrongSide && !is_shown;
        let sides: &[&str] = if is_stated { &["", "w", "b"] } else { &[""] };
        // The capture that takes the last piece resets the counts that captures reset.
        let is_zero = material.is_bare() && Events::CAPTURE.meets(rule.resets);
        let most_plies = if is_zero { 0 } else { 2 * rule.limit_moves };
        let plies = (0..=most_plies).flat_map(|plies| sides.iter().map(move |side| (plies, side)));
        let stated = plies.map(|(plies, side)| format!("{}={plies}{side},", rule.key()));
        let parts: Vec<String> = std::iter::once(String::new()).chain(stated).collect();
        texts = texts.iter().flat_map(|text| parts.iter().map(move |part| format!("{text}{part}"))).collect();
    }
    let mut found = HashSet::new();
    let positions = placements(rules, material, side);
    let read = positions.iter().flat_map(|position| {
        texts.iter().filter_map(|text| rules.parse_counters(text, position).ok()).collect::<Vec<_>>()
    });
    let is_within =
        |counters: &Counters| rules.running(counters, side).all(|count| count.used_plies <= count.limit_plies);
    read.filter(is_within).filter(|counters| found.insert(*counters)).collect()
}

/// Returns true if a count can run with this material.
fn can_run(rules: &DrawRules, rule: &CountRule, material: &Material) -> bool {
    material.is_bare()
        || rule.material.contains(material)
        || (rules.leaving(rule) == Leaving::RunsOn && rule.material.can_lead_to(material))
}

/// Returns one position for each situation on which counters may depend: no piece on the main road,
/// a white king there, or a black king there. The positions need not be legal.
fn placements(rules: &DrawRules, material: &Material, side: Side) -> Vec<Position> {
    let on_road = Square(rules.code.main_road.trailing_zeros() as u8);
    let off_road: Vec<u8> = (0..100).filter(|&square| rules.code.main_road >> square & 1 == 0).collect();
    let mut all = Vec::new();
    let holders = [None, Some(Side::White), Some(Side::Black)];
    let asked = if rules.code.main_road == 0 { 1 } else { holders.len() };
    for &holder in &holders[..asked] {
        let mut position = Position { setup: Setup::default(), side };
        let kinds = Side::BOTH.into_iter().flat_map(|side| Kind::ALL.map(|kind| (side, kind)));
        let pieces = kinds.flat_map(|(side, kind)| {
            std::iter::repeat_n((side, kind), material.counts[side as usize][kind as usize] as usize)
        });
        let mut king = holder;
        for ((side, kind), &square) in pieces.zip(&off_road) {
            let is_holder = king == Some(side) && kind == Kind::King;
            position.setup.put(side, kind, if is_holder { on_road } else { Square(square) });
            king = king.filter(|_| !is_holder);
        }
        all.push(position);
    }
    all
}
