//! The values of one slice in a cube, which does not use the table index. The cube has one
//! coordinate for each group of pieces: the number of the placement of the group, as if the board
//! were empty. A move of one piece changes one coordinate only.
//!
//! The pieces have the colours of the slice from which a move leads to this slice. If a table
//! serves both colours, these are the swapped colours of the slice itself. The group whose
//! placement changes fastest from value to value forms the rows. It belongs to the side to move, so
//! that all moves of the opponent lead from rows to rows.

use peatee_rules::{Bitboard, Kernel, Kind, Setup, Side};
use peatee_table::Slice;
use peatee_table::index::{binomial, unrank_subset};

use super::score::{SKIP, Scores};
use crate::parallel;
use crate::verify::draughts::stored::LoadedTable;

/// The pieces of one side and kind. Their placement is one coordinate of a [`Cube`].
#[derive(Debug, Clone)]
pub struct Group<W> {
    pub side: Side,
    pub kind: Kind,
    region: W,
    /// All placements of the pieces on the squares where they can stand.
    pub sets: Vec<W>,
    /// Amount by which the index of a value grows from one placement of this group to the next, if
    /// the placements of all other groups stay the same.
    pub stride: usize,
}

impl<W: Bitboard> Group<W> {
    fn new(kernel: &Kernel<W>, side: Side, kind: Kind, count: u8) -> Self {
        let region = kernel.region(side, kind);
        let ways = binomial(region.count() as usize, count as usize);
        let sets = (0..ways).map(|rank| unrank_subset(rank, count, region)).collect();
        Group { side, kind, region, sets, stride: 0 }
    }

    #[inline(always)]
    pub fn rank(&self, set: W) -> usize {
        let numbers = set.pext(self.region).squares().zip(1..);
        numbers.map(|(square, count)| binomial(square as usize, count)).sum::<u64>() as usize
    }
}

/// The values of one slice, as an array with several dimensions. Each dimension has the placements
/// of one group of pieces (all pieces of one side and kind).
pub struct Cube<W> {
    /// Groups of pieces of the same side and kind, one for each dimension. A row has the positions
    /// that differ only in the placement of the last group.
    pub groups: Vec<Group<W>>,
    is_turned: bool,
    scores: Vec<u16>,
}

impl<W: Bitboard> Cube<W> {
    /// Creates the cube of a slice. `stored` must have the values of all captures, even if the file
    /// of the table leaves them out.
    pub fn new(kernel: &Kernel<W>, stored: &LoadedTable<W>, scores: Scores) -> Self {
        let slice = stored.slice();
        let is_turned = kernel.mirror.is_some();
        let groups = groups(kernel, slice, is_turned);
        let size = groups.iter().map(|group| group.sets.len()).product();
        let mut cube = Cube { groups, is_turned, scores: vec![SKIP; size] };
        cube.fill(kernel, stored, scores);
        cube
    }

    fn fill(&mut self, kernel: &Kernel<W>, stored: &LoadedTable<W>, scores: Scores) {
        let Cube { groups, is_turned, scores: all } = self;
        let (outer, inner) = groups.split_first().expect("a slice has pieces");
        parallel::for_each(all.chunks_mut(outer.stride).enumerate(), &|(number, part)| {
            let set = outer.sets[number];
            let mut setup = Setup::default();
            setup.pieces[outer.side as usize][outer.kind as usize] = set;
            let fill = Fill { kernel, stored, scores, is_turned: *is_turned };
            fill.descend(inner, setup, set, part);
        });
    }

    #[inline(always)]
    pub fn row(&self, place: usize) -> &[u16] {
        &self.scores[place..place + self.last_group().sets.len()]
    }

    #[inline(always)]
    pub fn at(&self, place: usize) -> u16 {
        self.scores[place]
    }

    pub fn last_group(&self) -> &Group<W> {
        self.groups.last().expect("a slice has pieces")
    }

    /// Returns, for each placement of the group `seen`, the amount that it adds to the index of a
    /// position in this cube. `seen` has the colours of the slice of this cube. If the cube stores
    /// the pieces with exchanged colours, this method exchanges the colours of `seen` too.
    pub fn offsets(&self, kernel: &Kernel<W>, seen: &Group<W>) -> Vec<usize> {
        let side = if self.is_turned { seen.side.other() } else { seen.side };
        let group = self.groups.iter().find(|group| (group.side, group.kind) == (side, seen.kind));
        let group = group.expect("both slices have the same pieces");
        let place = |&set: &W| group.rank(if self.is_turned { kernel.mirrored_set(set) } else { set }) * group.stride;
        seen.sets.iter().map(place).collect()
    }
}

/// Returns the groups of pieces of a slice, with their strides. If `is_turned` is true, the colours
/// are exchanged. The groups of the side to move come first, except for the largest of them. This
/// group has the most placements and comes last of all groups.
fn groups<W: Bitboard>(kernel: &Kernel<W>, slice: Slice, is_turned: bool) -> Vec<Group<W>> {
    let seen = |side: Side| if is_turned { side.other() } else { side };
    let mover = seen(slice.side);
    let of_side = |side: Side| {
        let counts = slice.material.counts[seen(side) as usize];
        let present = Kind::ALL.into_iter().filter(move |&kind| counts[kind as usize] > 0);
        present.map(move |kind| Group::new(kernel, side, kind, counts[kind as usize])).collect::<Vec<_>>()
    };
    let mut groups = of_side(mover);
    groups.sort_by_key(|group| group.sets.len());
    let last_group = groups.pop().expect("both sides have pieces");
    groups.extend(of_side(mover.other()));
    groups.push(last_group);
    let mut stride = 1;
    for group in groups.iter_mut().rev() {
        group.stride = stride;
        stride *= group.sets.len();
    }
    groups
}

struct Fill<'a, W> {
    kernel: &'a Kernel<W>,
    stored: &'a LoadedTable<W>,
    scores: Scores,
    is_turned: bool,
}

impl<W: Bitboard> Fill<'_, W> {
    fn descend(&self, groups: &[Group<W>], setup: Setup<W>, occupied: W, part: &mut [u16]) {
        match groups {
            [] => {}
            [last_group] => self.fill_row(last_group, setup, occupied, part),
            [group, inner @ ..] => {
                for (&set, part) in group.sets.iter().zip(part.chunks_mut(group.stride)) {
                    if (set & occupied).is_empty() {
                        let mut setup = setup;
                        setup.pieces[group.side as usize][group.kind as usize] = set;
                        self.descend(inner, setup, occupied | set, part);
                    }
                }
            }
        }
    }

    /// Fills one row: the values for all placements of the group `last_group`. The other pieces
    /// stand as in `setup`.
    fn fill_row(&self, last_group: &Group<W>, setup: Setup<W>, occupied: W, row: &mut [u16]) {
        let own = |setup: Setup<W>| if self.is_turned { self.kernel.mirrored(&setup) } else { setup };
        let turned = |set: W| if self.is_turned { self.kernel.mirrored_set(set) } else { set };
        let mut setup = own(setup);
        let mover = self.stored.slice().side;
        let index = self.stored.index();
        let mut number = |set: W| {
            setup.pieces[mover as usize][last_group.kind as usize] = set;
            index.rank(&setup)
        };
        let free = turned(last_group.region & !occupied);
        let count = last_group.sets[0].count() as u8;
        let ways = binomial(free.count() as usize, count as usize);
        let Some(last) = ways.checked_sub(1) else { return };
        let set_at = |rank: u64| unrank_subset(rank, count, free);
        let first_number = number(set_at(0));
        // If table order places this group last, the position numbers of its placements are
        // consecutive.
        let is_in_order = number(set_at(last)) == first_number + last;
        for rank in 0..ways {
            let set = set_at(rank);
            let number = if is_in_order { first_number + rank } else { number(set) };
            row[last_group.rank(turned(set))] = self.score(number);
        }
    }

    #[inline(always)]
    fn score(&self, number: u64) -> u16 {
        let skip = if self.stored.is_capture(number) { SKIP } else { 0 };
        self.scores.of_cell(self.stored.cell(number)) | skip
    }
}
