//! The moves of all positions of one material, which are generated once.

use std::ops::Range;

use peatee_rules::draw::{DrawRules, Events, Situation};
use peatee_rules::{Bitboard, Draughts, Kernel, Kind, Material, Position, Setup, Side, with_kernel};

use super::index::Numbering;

/// Effect of a move on the counts: the events of the move, and the material and the main road after
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub events: Events,
    pub target: Situation,
}

#[derive(Debug, Default)]
pub struct Moves {
    /// Index in `children` of the first position after a move, for each position in the order of
    /// [`Graph::order`]. The last entry is the length of `children`.
    first: Vec<u32>,
    /// Positions after moves. Each entry packs the index of the link and the number of the
    /// position.
    children: Vec<u32>,
    pub links: Vec<Link>,
}

/// All positions of a material with their moves.
#[derive(Debug)]
pub struct Graph {
    pub numbering: Numbering,
    /// Numbers of the legal positions. Positions with the most advanced men come first.
    pub order: Vec<u32>,
    /// Ranges of `order` in which the men are equally advanced. A move of a man leads to an earlier
    /// range.
    pub layers: Vec<Range<usize>>,
    /// One example position for each situation (main road empty, or held by a king of one side).
    pub situations: Vec<Setup<u128>>,
    /// Index in `situations` of the situation of each position, in the order of `order`.
    pub situation_of: Vec<u8>,
    /// Moves, indexed by the side to move.
    pub moves: [Moves; 2],
}

/// Number of bits of an entry of `children` that hold the number of the position.
const NUMBER_BITS: u32 = 26;

/// Unpacks an entry of `children` into the index of the link and the number of the position.
#[inline(always)]
pub fn unpacked(child: u32) -> (usize, usize) {
    ((child >> NUMBER_BITS) as usize, (child & ((1 << NUMBER_BITS) - 1)) as usize)
}

impl Moves {
    /// Returns the positions after the moves from the position with index `place` in
    /// [`Graph::order`], as packed entries of `children`.
    #[inline(always)]
    pub fn of(&self, place: usize) -> &[u32] {
        &self.children[self.first[place] as usize..self.first[place + 1] as usize]
    }

    fn link(&mut self, link: Link) -> u32 {
        let known = self.links.iter().position(|other| *other == link);
        let number = known.unwrap_or_else(|| {
            self.links.push(link);
            self.links.len() - 1
        });
        assert!(number < 1 << (32 - NUMBER_BITS), "too many kinds of moves");
        number as u32
    }
}

impl Graph {
    /// Generates the moves of every position of a material.
    pub fn new(game: &Draughts, rules: &DrawRules, material: &Material) -> Graph {
        with_kernel!(game, kernel => build(kernel, rules, material))
    }
}

fn build<W: Bitboard>(kernel: &Kernel<W>, rules: &DrawRules, material: &Material) -> Graph {
    let numbering = Numbering::new(kernel.squares, material);
    assert!(numbering.size < 1 << NUMBER_BITS, "too many positions");
    if material.is_bare() {
        // If a side has no pieces, the game is over. One position without moves represents all
        // positions.
        let moves = || Moves { first: vec![0, 0], ..Moves::default() };
        let layers = std::iter::once(0..1).collect();
        let (situations, situation_of) = (vec![Setup::default()], vec![0]);
        return Graph { numbering, order: vec![0], layers, situations, situation_of, moves: [moves(), moves()] };
    }
    let legal = |number: &u32| is_legal(kernel, &numbering.unrank(*number), material);
    let mut order: Vec<u32> = (0..numbering.size).filter(legal).collect();
    let progress_of = |number: u32| progress(kernel, &numbering.unrank(number));
    order.sort_by_cached_key(|&number| std::cmp::Reverse(progress_of(number)));
    let mut layers: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    for (place, &number) in order.iter().enumerate() {
        let now = progress_of(number);
        match layers.last_mut() {
            Some(layer) if last == Some(now) => layer.end = place + 1,
            _ => layers.push(place..place + 1),
        }
        last = Some(now);
    }
    let (situations, situation_of) = situations(rules, &numbering, &order);
    let moves = Side::BOTH.map(|side| moves_of(kernel, rules, material, side, &numbering, &order));
    Graph { numbering, order, layers, situations, situation_of, moves }
}

/// Returns one example position for each situation (main road empty, or held by a king of one
/// side), and the index of the situation of each position.
fn situations(rules: &DrawRules, numbering: &Numbering, order: &[u32]) -> (Vec<Setup<u128>>, Vec<u8>) {
    let mut known: Vec<(Situation, Setup<u128>)> = Vec::new();
    let situation_of = order.iter().map(|&number| {
        let setup: Setup<u128> = numbering.unrank(number);
        let situation = rules.situation(&Position { setup, side: Side::White });
        let place = known.iter().position(|(other, _)| *other == situation).unwrap_or_else(|| {
            known.push((situation, setup));
            known.len() - 1
        });
        u8::try_from(place).expect("few situations")
    });
    let situation_of = situation_of.collect();
    (known.into_iter().map(|(_, setup)| setup).collect(), situation_of)
}

fn moves_of<W: Bitboard>(
    kernel: &Kernel<W>,
    rules: &DrawRules,
    material: &Material,
    side: Side,
    numbering: &Numbering,
    order: &[u32],
) -> Moves {
    let mut moves = Moves { first: vec![0], ..Moves::default() };
    // Numberings of the materials to which the links lead.
    let mut numberings: Vec<Numbering> = Vec::new();
    for &number in order {
        let setup = numbering.unrank(number);
        for mv in kernel.moves(&setup, side).unwrap() {
            let after = kernel.after(&setup, side, &mv);
            let events = Events::of_kernel(&mv);
            let target = rules.situation(&Position { setup: after.convert(), side });
            if target.material == *material {
                let gain = progress(kernel, &after) - progress(kernel, &setup);
                let has_to_gain = mv.kind != Kind::King;
                assert!(if has_to_gain { gain > 0 } else { gain == 0 }, "men have to move towards the other side");
            }
            let link = moves.link(Link { events, target });
            if link as usize == numberings.len() {
                numberings.push(Numbering::new(kernel.squares, &target.material));
            }
            moves.children.push(link << NUMBER_BITS | numberings[link as usize].rank(&after));
        }
        moves.first.push(u32::try_from(moves.children.len()).expect("few pieces"));
    }
    moves
}

fn is_legal<W: Bitboard>(kernel: &Kernel<W>, setup: &Setup<W>, material: &Material) -> bool {
    let is_outside = |side: Side, kind: Kind| !(setup.get(side, kind) & !kernel.region(side, kind)).is_empty();
    setup.piece_count() == u32::from(material.pieces())
        && !Side::BOTH.into_iter().any(|side| Kind::ALL.into_iter().any(|k| is_outside(side, k)))
}

/// Returns the sum of the square numbers of all men, counted from the first row of each man's own
/// side. Every move of a man increases this sum.
fn progress<W: Bitboard>(kernel: &Kernel<W>, setup: &Setup<W>) -> i32 {
    let squares = |side| setup.get(side, Kind::Man).squares().map(|square| square as i32);
    let last = kernel.squares as i32 - 1;
    squares(Side::White).map(|square| last - square).sum::<i32>() + squares(Side::Black).sum::<i32>()
}
