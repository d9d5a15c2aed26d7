//! Quiet moves, and the positions from which a quiet move leads to a given position.

use super::kernel::{Kernel, KernelMove, PieceTable};
use crate::bitboard::Bitboard;
use crate::board::{Direction, NO_SQUARE};
use crate::piece::{Kind, Side};
use crate::position::Setup;
use crate::variant::Quiet;

impl<W: Bitboard> Kernel<W> {
    /// Calls `each` for every quiet move of `side`. Does not test whether a capture is mandatory.
    #[inline(always)]
    pub fn quiet_moves(&self, setup: &Setup<W>, side: Side, mut each: impl FnMut(KernelMove<W>)) {
        self.quiet_targets(setup, side, |kind, from, targets, promotions| {
            for to in targets.squares() {
                let becomes = if promotions.has(to) { Kind::King } else { kind };
                each(KernelMove { from, to, kind, becomes, captured: W::EMPTY });
            }
        });
    }

    /// Calls `each` once for every piece of `side` that may make quiet moves from its square. The
    /// arguments of `each` are the kind of the piece, its square, the set of its destinations, and
    /// the set of destinations on which it promotes.
    #[inline(always)]
    pub fn quiet_targets(&self, setup: &Setup<W>, side: Side, mut each: impl FnMut(Kind, u8, W, W)) {
        let occupied = setup.occupied();
        let men = setup.get(side, Kind::Man);
        for &kind in &self.kinds {
            let table = self.table(side, kind);
            for from in (setup.get(side, kind) & !table.frozen).squares() {
                let mut targets = W::EMPTY;
                for &direction in &table.quiet_directions {
                    targets |= self.reached(table, from, direction, occupied, men);
                }
                each(kind, from, targets, targets & table.promotion);
            }
        }
    }

    /// Calls `each` with every earlier position from which `side` reaches `setup` by a quiet move
    /// of a piece of `kind` without promotion. Does not test whether `side` had to capture in the
    /// earlier position.
    #[inline(always)]
    pub fn quiet_unmoves(&self, setup: &Setup<W>, side: Side, kind: Kind, mut each: impl FnMut(&Setup<W>)) {
        let occupied = setup.occupied();
        let men = setup.get(side, Kind::Man);
        let table = self.table(side, kind);
        let set = setup.get(side, kind);
        let allowed = table.region & !table.frozen;
        let mut before = *setup;
        for to in set.squares() {
            let mut sources = W::EMPTY;
            for direction in &table.quiet_directions {
                sources |= self.reached(table, to, direction.opposite(), occupied, men);
            }
            let others = set & !W::bit(to);
            for from in (sources & allowed).squares() {
                before.pieces[side as usize][kind as usize] = others | W::bit(from);
                each(&before);
            }
        }
    }

    /// Returns the squares to which a piece on `from` can make a quiet move in one direction.
    /// Called with the opposite direction, returns the squares from which the piece may have come,
    /// because quiet moves are reversible.
    #[inline(always)]
    fn reached(&self, table: &PieceTable<W>, from: u8, direction: Direction, occupied: W, men: W) -> W {
        let step = &self.step[direction as usize];
        match table.quiet {
            Quiet::None => W::EMPTY,
            Quiet::Step => match step[from as usize] {
                NO_SQUARE => W::EMPTY,
                to => W::bit(to) & !occupied,
            },
            Quiet::Slide => self.open_ray(direction, from, occupied),
            Quiet::Line => {
                let mut to = step[from as usize];
                while to != NO_SQUARE && men.has(to) {
                    to = step[to as usize];
                }
                if to == NO_SQUARE { W::EMPTY } else { W::bit(to) & !occupied }
            }
        }
    }

    /// Returns the empty squares between `from` and the first piece in a direction. If there is no
    /// piece, returns all squares up to the edge.
    #[inline(always)]
    pub(super) fn open_ray(&self, direction: Direction, from: u8, occupied: W) -> W {
        self.ray_to_first(direction, from, occupied).0
    }

    /// Returns the empty squares between `from` and the first piece in a direction, and the square
    /// of that piece. If there is no piece, returns all squares up to the edge and `None`.
    #[inline(always)]
    pub(super) fn ray_to_first(&self, direction: Direction, from: u8, occupied: W) -> (W, Option<u8>) {
        let rays = &self.ray[direction as usize];
        let ray = rays[from as usize];
        let blockers = ray & occupied;
        if blockers.is_empty() {
            return (ray, None);
        }
        let first = if direction.is_ascending() { blockers.lowest() } else { blockers.highest() };
        (ray & !rays[first as usize] & !W::bit(first), Some(first))
    }
}
