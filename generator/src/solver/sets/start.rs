//! The first look at a unit: what captures and moves of men are worth, before any king has moved quietly.
//!
//! Captures are found for all squares of the open king at once, once per placement of the other pieces. What a capture
//! leads to is one value word when the open king stays where it is; when it is captured or is the piece that captures,
//! the position is the same for all its squares, and one bit of a word says the value.

use peatee_rules::variant::Goal;
use peatee_rules::{Kernel, Kind, NO_SQUARE, OpenKing, SetCapture, Setup, Side, Word};

use super::best::Best;
use super::children::{Child, Children, View, weight_of_piece};
use super::layout::{Layout, WordTable};
use super::placements::OneMore;
use crate::solver::dtw::ended;
use crate::solver::lookup::SliceArray;
use crate::solver::{Entries, Values};

/// All that is known before a unit is solved.
#[derive(Debug)]
pub struct Before<'a, W> {
    /// The rules.
    pub kernel: &'a Kernel<W>,
    /// The layout of the slice.
    pub layout: &'a Layout<W>,
    /// Whose king is open.
    pub open: Side,
    /// The placements of rows and columns.
    pub rows: &'a [W],
    /// See `rows`.
    pub columns: &'a [W],
    /// What captures lead to.
    pub children: &'a Children<W>,
    /// What crowning leads to, by the side that moves.
    pub crowned: [Option<&'a SliceArray<W, Values>>; 2],
    /// By square: where it comes to lie when the board is turned for the other colour.
    pub turned: &'a [u8],
    /// The number of the slice, by the side to move.
    pub numbers: [usize; 2],
    /// The units of this slice that are solved, by side to move.
    pub solved: &'a [WordTable<W>; 2],
    /// Digits of a distance to the end.
    pub digits: usize,
    /// Digits of a distance to a conversion; 0 when these are not wanted.
    pub conversion_digits: usize,
}

impl<W> Before<'_, W> {
    /// True when it must be known who wins by a capture or a move of a fixed piece, whenever that is.
    pub fn wants_signs(&self) -> bool {
        self.digits == 0 || self.conversion_digits > 0
    }
}

/// Where a quiet move of a fixed piece leads.
#[derive(Debug)]
enum Target<W> {
    /// To a unit of the same slice.
    Unit(usize),
    /// Out of the slice; the fixed pieces and the new king are these.
    Crowned(Setup<W>),
}

/// A quiet move of a fixed piece.
#[derive(Debug)]
struct FixedMove<W> {
    to: u8,
    target: Target<W>,
}

/// One configuration of the fixed pieces.
#[derive(Debug)]
pub struct Unit<W> {
    /// The fixed pieces.
    pub setup: Setup<W>,
    /// Their squares.
    pub men: W,
    moves: [Vec<FixedMove<W>>; 2],
}

impl<W: Word> Unit<W> {
    /// Works out the moves of the fixed pieces.
    pub fn new(before: &Before<W>, setup: Setup<W>) -> Self {
        let mut unit = Unit { setup, men: W::EMPTY, moves: Default::default() };
        unit.turn_to(before, setup);
        unit
    }

    /// The same for another configuration, in the same memory.
    pub fn turn_to(&mut self, before: &Before<W>, setup: Setup<W>) {
        (self.setup, self.men) = (setup, setup.occupied());
        for (side, moves) in Side::BOTH.into_iter().zip(&mut self.moves) {
            moves.clear();
            before.kernel.quiet_targets(&setup, side, |kind, from, targets, crowning| {
                for to in targets.squares() {
                    let mut after = setup;
                    let becomes = if crowning.has(to) { Kind::King } else { kind };
                    after.pieces[side as usize][kind as usize] &= !W::bit(from);
                    after.pieces[side as usize][becomes as usize] |= W::bit(to);
                    let target = if crowning.has(to) {
                        Target::Crowned(after)
                    } else {
                        Target::Unit(before.layout.unit_of(&after))
                    };
                    moves.push(FixedMove { to, target });
                }
            });
        }
    }
}

/// What the first look at one word finds for one side to move.
#[derive(Debug, Default, Clone, Copy)]
pub struct FirstLook<W> {
    /// Squares of the open king where there is no capture: kings and men may move.
    pub quiet: W,
    /// Squares where some move of a man or crowning is possible.
    pub outer: W,
}

/// Memory to work in.
#[derive(Debug)]
pub struct Looker<W> {
    /// What the captures are worth together.
    pub capture: Best<W>,
    /// What the moves of men are worth together.
    pub outer: Best<W>,
    found: Vec<SetCapture<W>>,
    follower: Follower<W>,
}

impl<W: Word> Looker<W> {
    /// Room for distances of so many digits.
    pub fn new(digits: usize) -> Self {
        Looker {
            capture: Best::new(digits),
            outer: Best::new(digits),
            found: Vec::new(),
            follower: Follower { units: UnitMemory { kept: Vec::new() }, last: None },
        }
    }

    /// Looks at one word; what moves are worth is then in `capture` and `outer`.
    #[inline(always)]
    pub fn look(&mut self, before: &Before<W>, unit: &Unit<W>, row: usize, column: usize, side: Side) -> FirstLook<W> {
        let layout = before.layout;
        let mut setup = unit.setup;
        let (others, own) = (before.rows[row], before.columns[column]);
        setup.pieces[before.open.other() as usize][Kind::King as usize] = others;
        setup.pieces[before.open as usize][Kind::King as usize] = own;
        let squares = before.kernel.all & !(unit.men | others | own);
        self.capture.clear();
        self.outer.clear();
        self.captures(before, &setup, side, squares);
        let quiet = squares & !self.capture.any;
        if !quiet.is_empty() && !unit.moves[side as usize].is_empty() {
            let place = row * layout.columns + column;
            self.fixed_moves(before, unit, &setup, side, quiet, place);
        }
        FirstLook { quiet, outer: self.outer.any }
    }

    fn captures(&mut self, before: &Before<W>, setup: &Setup<W>, side: Side, squares: W) {
        let found = &mut self.found;
        found.clear();
        let open = OpenKing { side: before.open, squares };
        before.kernel.set_captures(setup, side, open, &mut |capture| found.push(*capture));
        let Some(first) = found.first() else { return };
        if found.iter().any(|capture| capture.rank != first.rank) {
            found.sort_unstable_by_key(|capture| std::cmp::Reverse(capture.rank));
        }
        self.follower.last = None;
        // Captures of a lower rank are only legal where there is none of a higher one.
        let mut left = squares;
        for same_rank in self.found.chunk_by(|a, b| a.rank == b.rank) {
            let mut taken = W::EMPTY;
            for capture in same_rank {
                let here = capture.squares & left;
                if !here.is_empty() {
                    self.follower.add(&mut self.capture, before, setup, side, capture, here);
                    taken |= here;
                }
            }
            left &= !taken;
        }
    }

    fn fixed_moves(
        &mut self,
        before: &Before<W>,
        unit: &Unit<W>,
        setup: &Setup<W>,
        side: Side,
        quiet: W,
        place: usize,
    ) {
        let occupied = setup.occupied();
        for mv in &unit.moves[side as usize] {
            if occupied.has(mv.to) {
                continue;
            }
            let squares = quiet & !W::bit(mv.to);
            match &mv.target {
                Target::Unit(number) => {
                    let table = &before.solved[side.other() as usize];
                    self.outer.add(squares, table.at(number * before.layout.unit_words() + place));
                }
                Target::Crowned(after) => {
                    let mut after = *after;
                    for (after, now) in after.pieces.iter_mut().zip(&setup.pieces) {
                        after[Kind::King as usize] |= now[Kind::King as usize];
                    }
                    self.add_crowned(before, &after, side, squares);
                }
            }
        }
    }

    fn add_crowned(&mut self, before: &Before<W>, after: &Setup<W>, side: Side, squares: W) {
        let array = before.crowned[side as usize].expect("slices that crowning leads to are known");
        let is_turned = side.other() != array.index.slice().side;
        let mut whole = if is_turned { before.kernel.mirrored(after) } else { *after };
        let open = if is_turned { before.open.other() } else { before.open };
        let others = whole.get(open, Kind::King);
        let mut partial = None;
        for square in squares.squares() {
            let there = if is_turned { before.turned[square as usize] } else { square };
            whole.pieces[open as usize][Kind::King as usize] = others | W::bit(there);
            let partial = partial.get_or_insert_with(|| array.index.partial(&whole, open, Kind::King));
            let number = match partial {
                Some(partial) => array.index.rank_from(partial, &whole),
                None => array.index.rank(&whole),
            };
            self.outer.add_known(W::bit(square), array.entries.at(number as usize));
        }
    }
}

/// Remembers the units of configurations of fixed pieces that captures lead to.
#[derive(Debug)]
struct UnitMemory<W> {
    /// By child and a few bits of the configuration: the configuration and its unit.
    kept: Vec<([[W; 2]; 2], usize)>,
}

/// Configurations remembered per child, a power of two.
const KEPT_PER_CHILD: usize = 16;

impl<W: Word> UnitMemory<W> {
    #[inline(always)]
    fn unit(&mut self, number: usize, child: &Child<W>, after: &Setup<W>) -> usize {
        if !child.layout.has_fixed() {
            return 0;
        }
        let fixed = Side::BOTH.map(|side| [after.get(side, Kind::Man), after.get(side, Kind::Parachutist)]);
        let [[white, _], [black, _]] = fixed;
        let mixed = (white ^ black.raised(1)).widen() as u64;
        let slot = (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % KEPT_PER_CHILD;
        let place = number * KEPT_PER_CHILD + slot;
        if self.kept.len() <= place {
            self.kept.resize(place + 1, ([[W::EMPTY; 2]; 2], 0));
        }
        let kept = &mut self.kept[place];
        // An empty entry is never asked for: there is a fixed piece.
        if kept.0 != fixed {
            *kept = (fixed, child.layout.unit_of(after));
        }
        kept.1
    }
}

/// What tells captures apart that lead to different words: where the piece stood, what it is afterwards, what it took, and
/// whether that was the open king.
type CaptureOf<W> = (u8, Kind, W, bool);

/// What a capture leads to, but for where the capturing piece comes to stand.
#[derive(Debug, Clone, Copy)]
struct Afterwards<W> {
    of: CaptureOf<W>,
    /// The other pieces.
    others: Setup<W>,
    lands: Lands,
}

/// Where the words of a capture are.
#[derive(Debug, Clone, Copy)]
enum Lands {
    /// The other side has no pieces left.
    Nowhere,
    /// In the words of a child in which the capturing king is the open one: in this.
    InWord { child: usize, place: usize },
    /// In those in which the open king is the same, and the capturing king one of those that rows and columns place: its
    /// placement counts so many words, and the others add up to `first`.
    InPlacements { child: usize, first: usize, kings: OneMore, words: usize },
    /// Wherever.
    Anywhere { child: usize },
}

/// Finds the values of what captures lead to.
#[derive(Debug)]
struct Follower<W> {
    units: UnitMemory<W>,
    /// Of the capture before.
    last: Option<Afterwards<W>>,
}

impl<W: Word> Follower<W> {
    /// Adds what a capture leads to for these squares of the open king.
    #[inline(always)]
    fn add(
        &mut self,
        best: &mut Best<W>,
        before: &Before<W>,
        setup: &Setup<W>,
        side: Side,
        capture: &SetCapture<W>,
        squares: W,
    ) {
        let of = (capture.from, capture.becomes, capture.captured, capture.takes_open);
        if self.last.as_ref().is_none_or(|last| last.of != of) {
            self.last = Some(self.afterwards(before, setup, side, capture, of));
        }
        // Looked at where it is: it is too large to be copied for every capture.
        let after = self.last.as_ref().expect("it has just been worked out");
        let parity = win_parity(before.kernel.goal);
        match after.lands {
            Lands::Nowhere => best.add_known(squares, ended(before.kernel.goal)),
            Lands::InWord { child, place } => {
                best.add_choice(squares, before.children.of(child).table.at(place), capture.to, parity);
            }
            Lands::InPlacements { child, first, kings, words } => {
                let table = &before.children.of(child).table;
                for to in capture.to.squares() {
                    best.add(squares, table.at(first + kings.with(to) * words));
                }
            }
            Lands::Anywhere { child: number } => {
                let child = before.children.of(number);
                for to in capture.to.squares() {
                    let mut whole = after.others;
                    whole.pieces[side as usize][capture.becomes as usize] |= W::bit(to);
                    let unit = self.units.unit(number, child, &whole);
                    if capture.takes_open {
                        let (place, square) = child.layout.place_of(unit, &whole);
                        best.add_choice(squares, child.table.at(place), W::bit(square), parity);
                    } else {
                        let kings = whole.get(before.open, Kind::King);
                        best.add(squares, child.table.at(child.layout.place_with(unit, &whole, kings)));
                    }
                }
            }
        }
    }

    fn afterwards(
        &mut self,
        before: &Before<W>,
        setup: &Setup<W>,
        side: Side,
        capture: &SetCapture<W>,
        of: CaptureOf<W>,
    ) -> Afterwards<W> {
        let mut others = *setup;
        let opponent = side.other();
        if capture.from != NO_SQUARE {
            others.pieces[side as usize][capture.kind as usize] &= !W::bit(capture.from);
        }
        for set in &mut others.pieces[opponent as usize] {
            *set &= !capture.captured;
        }
        let open = before.open;
        let open_stays = capture.from != NO_SQUARE && !capture.takes_open;
        if !(open_stays && open == opponent) && others.of_side(opponent).is_empty() {
            return Afterwards { of, others, lands: Lands::Nowhere };
        }
        let slice = number_after(before, setup, side, capture);
        let is_king = capture.becomes == Kind::King;
        let lands = if is_king && !open_stays {
            let number = before.children.number(slice, View::Capturing);
            let child = before.children.of(number);
            let unit = self.units.unit(number, child, &others);
            Lands::InWord { child: number, place: child.layout.place_with(unit, &others, others.get(side, Kind::King)) }
        } else {
            let number = before.children.number(slice, View::Same);
            let child = before.children.of(number);
            if is_king {
                let unit = self.units.unit(number, child, &others);
                let kings = OneMore::than(others.get(side, Kind::King));
                let (first, words) = if side == open {
                    (child.layout.place_with(unit, &others, W::EMPTY), 1)
                } else {
                    let columns = others.get(open, Kind::King);
                    (child.layout.place_in_row(unit, 0, columns), child.layout.columns)
                };
                Lands::InPlacements { child: number, first, kings, words }
            } else {
                Lands::Anywhere { child: number }
            }
        };
        Afterwards { of, others, lands }
    }
}

/// The number of the slice that a capture leads to.
#[inline(always)]
fn number_after<W: Word>(before: &Before<W>, setup: &Setup<W>, side: Side, capture: &SetCapture<W>) -> usize {
    let opponent = side.other();
    let mut number = before.numbers[opponent as usize];
    if capture.becomes != capture.kind {
        number -= weight_of_piece(side, capture.kind);
        number += weight_of_piece(side, capture.becomes);
    }
    for kind in Kind::ALL {
        let taken = (capture.captured & setup.get(opponent, kind)).count() as usize;
        number -= taken * weight_of_piece(opponent, kind);
    }
    number - capture.takes_open as usize * weight_of_piece(opponent, Kind::King)
}

/// What is left of the plies of a win divided by two.
pub fn win_parity(goal: Goal) -> u16 {
    match goal {
        Goal::LastToMove => 1,
        Goal::GiveAway => 0,
    }
}
