//! Moves that reset the half-move clock: captures and pawn moves. They lead to solved rows, in
//! other sets or in placements with more advanced pawns.

use std::collections::BTreeSet;
use std::sync::Arc;

use peatee_chess::{Index, Kind, Slice};

use super::layout::{MEN_MAX, Man, SetLayout, Squares, men_of};
use super::move_result::{EnPassantReply, MoveResult, StoredRow};
use super::placement_view::{BLACK, PlacementView, Row, WHITE};
use super::rays::{attacks, between, king_moves};
use super::solved::{Outcome, RuleScope, SolvedSet};

/// A solved set (a slice and its opposite) to which a capture or promotion leads.
#[derive(Debug)]
struct Next {
    set: Arc<SolvedSet>,
    /// For each man of `set`, its index in the layout of the set before the move.
    men: [u8; MEN_MAX],
}

/// The solved sets (slices with their opposites) to which captures and promotions lead from a set.
#[derive(Debug)]
pub struct NextSets {
    /// Sets (slices with their opposites) after a capture, indexed by the index of the captured
    /// man.
    taken: Vec<Next>,
    /// Sets (slices with their opposites) after a promotion, indexed by the index of the pawn and
    /// the new piece.
    promoted: Vec<Vec<Next>>,
    /// Sets (slices with their opposites) after a capture with promotion, indexed by the index of
    /// the pawn, the index of the captured man and the new piece.
    taken_and_promoted: Vec<Vec<Option<Vec<Next>>>>,
}

impl NextSets {
    /// Finds the sets (slices with their opposites) to which captures and promotions lead. `find`
    /// returns the solved set of a material; the material lists White's pieces first.
    pub fn new(layout: &SetLayout, find: impl FnMut(Slice) -> Arc<SolvedSet>) -> NextSets {
        NextSets::of_moves(layout, true, find)
    }

    fn of_moves(layout: &SetLayout, with_quiet: bool, mut find: impl FnMut(Slice) -> Arc<SolvedSet>) -> NextSets {
        let men = &layout.men;
        let mut next =
            |taken: Option<usize>, promoted: Option<(usize, Kind)>| Next::new(layout, taken, promoted, &mut find);
        let taken = (0..men.len()).map(|man| next(Some(man), None)).collect();
        let mut promote = |pawn: usize, taken: Option<usize>| -> Vec<Next> {
            Kind::PROMOTIONS.into_iter().map(|kind| next(taken, Some((pawn, kind)))).collect()
        };
        let quiet_pawns = if with_quiet { layout.pawns } else { 0 };
        let promoted = (0..quiet_pawns).map(|pawn| promote(pawn, None)).collect();
        let mut take_and_promote = |pawn: usize, man: usize| {
            let can_be_taken = men[man].color != men[pawn].color && men[man].kind != Kind::Pawn;
            can_be_taken.then(|| promote(pawn, Some(man)))
        };
        let of_pawn = |pawn| (0..men.len()).map(|man| take_and_promote(pawn, man)).collect();
        let taken_and_promoted = (0..layout.pawns).map(of_pawn).collect();
        NextSets { taken, promoted, taken_and_promoted }
    }

    pub fn of_captures(layout: &SetLayout, find: impl FnMut(Slice) -> Arc<SolvedSet>) -> NextSets {
        NextSets::of_moves(layout, false, find)
    }

    /// Returns the materials after all moves that lead to other sets. Each material lists White's
    /// pieces first.
    pub fn materials(material: Slice) -> BTreeSet<Slice> {
        let (men, pawns) = men_of(&Index::new(material));
        let of_pawn = |pawn| Kind::PROMOTIONS.map(|kind| material_after(material, &men, None, Some((pawn, kind))));
        let promoted = (0..pawns).flat_map(of_pawn);
        promoted.chain(NextSets::materials_of_captures(material)).collect()
    }

    /// Returns the materials after all captures. Each material lists White's pieces first.
    pub fn materials_of_captures(material: Slice) -> BTreeSet<Slice> {
        let (men, pawns) = men_of(&Index::new(material));
        let after = |taken, promoted| material_after(material, &men, Some(taken), promoted);
        let mut all: BTreeSet<Slice> = (0..men.len()).map(|taken| after(taken, None)).collect();
        for pawn in 0..pawns {
            let can_be_taken = |man: &usize| men[*man].color != men[pawn].color && men[*man].kind != Kind::Pawn;
            for taken in (0..men.len()).filter(can_be_taken) {
                all.extend(Kind::PROMOTIONS.map(|kind| after(taken, Some((pawn, kind)))));
            }
        }
        all
    }

    pub fn have_too_long(&self) -> bool {
        let both = self.taken_and_promoted.iter().flatten().flatten().flatten();
        self.taken.iter().chain(self.promoted.iter().flatten()).chain(both).any(|next| next.set.has_too_long())
    }
}

fn material_after(material: Slice, men: &[Man], taken: Option<usize>, promoted: Option<(usize, Kind)>) -> Slice {
    let mut sides = material.sides();
    if let Some(man) = taken {
        sides[men[man].color] = sides[men[man].color].without(men[man].kind);
    }
    if let Some((pawn, kind)) = promoted {
        let color = men[pawn].color;
        sides[color] = sides[color].without(Kind::Pawn).with(kind);
    }
    let [own, other] = sides;
    Slice { own, other }
}

impl Next {
    fn new(
        layout: &SetLayout,
        taken: Option<usize>,
        promoted: Option<(usize, Kind)>,
        find: &mut impl FnMut(Slice) -> Arc<SolvedSet>,
    ) -> Next {
        let set = find(material_after(layout.material, &layout.men, taken, promoted));
        // Men of the same side and kind are listed in the order of their squares, so it does not
        // matter which of two such men is which.
        let mut left: Vec<(usize, usize, Kind)> =
            layout.men.iter().enumerate().map(|(place, man)| (place, man.color, man.kind)).collect();
        if let Some((pawn, kind)) = promoted {
            left[pawn].2 = kind;
        }
        left.retain(|&(place, ..)| Some(place) != taken);
        let mut men = [0; MEN_MAX];
        for (found, man) in men.iter_mut().zip(&set.layout.men) {
            let place = left.iter().position(|&(_, color, kind)| (color, kind) == (man.color, man.kind));
            *found = left.remove(place.expect("the same men")).0 as u8;
        }
        Next { set, men }
    }

    /// Returns the row (positions that differ only in the black king's square) in which this set
    /// stores a position with the side `color` to move. `squares` lists the squares of the men in
    /// the order of the set before the capture or promotion.
    #[inline(always)]
    fn stored(&self, color: usize, white_king: u8, squares: &Squares) -> StoredRow<'_> {
        let mut there = Squares::default();
        for (square, &man) in there.iter_mut().zip(&self.men[..self.set.layout.men.len()]) {
            *square = squares[man as usize];
        }
        StoredRow { set: &self.set, color, at: self.set.layout.locate(white_king, &there) }
    }
}

/// Map from the positions after a move to the positions before it. Both are given as squares of the
/// black king.
#[derive(Debug, Clone, Copy)]
pub enum MoveOrigin {
    /// A piece other than the black king moves. The move is possible for the squares of the black
    /// king in this mask.
    Mask(u64),
    /// The black king moves: it captures on this square.
    BlackKing(u8),
}

impl MoveOrigin {
    /// Returns the positions before the move that lead to the positions `after`.
    #[inline(always)]
    pub fn before(self, after: u64) -> u64 {
        match self {
            MoveOrigin::Mask(mask) => after & mask,
            MoveOrigin::BlackKing(square) if after >> square & 1 != 0 => king_moves(square),
            MoveOrigin::BlackKing(_) => 0,
        }
    }

    /// Returns the square of the black king after the move, given its square before.
    #[inline(always)]
    pub fn king_after(self, before: u8) -> u8 {
        match self {
            MoveOrigin::Mask(_) => before,
            MoveOrigin::BlackKing(square) => square,
        }
    }
}

/// The zeroing moves of a set (a slice and its opposite), which reset the half-move clock: captures
/// and pawn moves.
#[derive(Debug, Clone, Copy)]
pub struct ZeroingMoves<'a> {
    /// Set (a slice and its opposite) in which the moves are made. It may be only partly solved.
    pub set: &'a SolvedSet,
    pub next: &'a NextSets,
    en_passant: EnPassant,
}

/// Says how the outcome of a double step counts the captures en passant that can answer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EnPassant {
    /// A capture en passant counts with the value of the position after it.
    Valued,
    /// A capture en passant counts if it leads to a position from which a side can mate, because
    /// the search looks for such positions. The set stores them as lost.
    Reaching,
    /// Captures en passant are ignored, because only legality matters.
    Ignored,
}

impl<'a> ZeroingMoves<'a> {
    /// Prepares the captures and pawn moves in a set (a slice and its opposite). The arrangements
    /// of pawns to which pawn moves lead must already be solved.
    pub fn new(set: &'a SolvedSet, next: &'a NextSets) -> Self {
        ZeroingMoves { set, next, en_passant: EnPassant::Valued }
    }

    /// Prepares the captures and pawn moves for the search for positions from which a side can
    /// mate. `set` stores such positions as lost.
    pub fn reaching(set: &'a SolvedSet, next: &'a NextSets) -> Self {
        ZeroingMoves { set, next, en_passant: EnPassant::Reaching }
    }

    pub fn lead_to_too_long(&self) -> bool {
        self.next.have_too_long() || self.set.has_too_long()
    }

    /// Calls `see` for every capture and pawn move of the side `color` from the positions of `row`.
    /// The arguments are a map from the positions after the move to those before it, and the
    /// outcomes after the move for the other side.
    #[inline(always)]
    pub fn each(&self, color: usize, row: &Row, reading: RuleScope, mut see: impl FnMut(MoveOrigin, Outcome)) {
        self.each_after(color, row, reading, |from, after| see(from, after.outcome));
    }

    /// Calls `see` as [`ZeroingMoves::each`] does, but with a [`MoveResult`] instead of the
    /// outcome. A [`MoveResult`] also has the captures en passant that can answer the move.
    #[inline(always)]
    pub fn each_after(&self, color: usize, row: &Row, reading: RuleScope, mut see: impl FnMut(MoveOrigin, MoveResult)) {
        self.captures_of_all(color, row, reading, &mut see);
        self.pawn_moves_of_all(color, row, reading, &mut see);
    }

    /// Calls `see` as [`ZeroingMoves::each`] does, but only for pawn moves without capture.
    #[inline(always)]
    pub fn each_pawn_move(
        &self,
        color: usize,
        row: &Row,
        reading: RuleScope,
        mut see: impl FnMut(MoveOrigin, Outcome),
    ) {
        self.pawn_moves_of_all(color, row, reading, &mut |from, after| see(from, after.outcome));
    }

    /// Calls `see` as [`ZeroingMoves::each`] does, but only for captures.
    #[inline(always)]
    pub fn each_capture(&self, color: usize, row: &Row, reading: RuleScope, mut see: impl FnMut(MoveOrigin, Outcome)) {
        self.captures_of_all(color, row, reading, &mut |from, after| see(from, after.outcome));
    }

    #[inline(always)]
    fn pawn_moves_of_all(
        &self,
        color: usize,
        row: &Row,
        reading: RuleScope,
        see: &mut impl FnMut(MoveOrigin, MoveResult),
    ) {
        for (place, man) in self.set.layout.men.iter().enumerate().take(self.set.layout.pawns) {
            if man.color == color {
                self.pawn_moves(color, place, row, reading, see);
            }
        }
    }

    #[inline(always)]
    fn captures_of_all(
        &self,
        color: usize,
        row: &Row,
        reading: RuleScope,
        see: &mut impl FnMut(MoveOrigin, MoveResult),
    ) {
        for (place, man) in self.set.layout.men.iter().enumerate() {
            match man.color == color {
                true => self.captures(color, place, row, reading, see),
                false => self.king_capture(color, place, row, reading, see),
            }
        }
    }

    #[inline(always)]
    fn captures(
        &self,
        color: usize,
        place: usize,
        row: &Row,
        reading: RuleScope,
        see: &mut impl FnMut(MoveOrigin, MoveResult),
    ) {
        let (man, from) = (self.set.layout.men[place], row.squares[place]);
        let reach = attacks(man.kind, color, from, row.occupied);
        for (other, taken) in self.set.layout.men.iter().enumerate() {
            let to = row.squares[other];
            if taken.color == color || reach >> to & 1 == 0 {
                continue;
            }
            let mut squares = row.squares;
            squares[place] = to;
            let mask = MoveOrigin::Mask(!between(from, to));
            if man.kind == Kind::Pawn && is_last_rank(to) {
                for next in self.next.taken_and_promoted[place][other].iter().flatten() {
                    see(mask, next.stored(1 - color, row.king, &squares).converted(reading));
                }
            } else {
                see(mask, self.next.taken[other].stored(1 - color, row.king, &squares).converted(reading));
            }
        }
    }

    #[inline(always)]
    fn king_capture(
        &self,
        color: usize,
        taken: usize,
        row: &Row,
        reading: RuleScope,
        see: &mut impl FnMut(MoveOrigin, MoveResult),
    ) {
        let square = row.squares[taken];
        if color == BLACK {
            let stored = self.next.taken[taken].stored(WHITE, row.king, &row.squares);
            see(MoveOrigin::BlackKing(square), stored.converted(reading));
        } else if king_moves(row.king) >> square & 1 != 0 {
            let stored = self.next.taken[taken].stored(BLACK, square, &row.squares);
            see(MoveOrigin::Mask(u64::MAX), stored.converted(reading));
        }
    }

    #[inline(always)]
    fn pawn_moves(
        &self,
        color: usize,
        pawn: usize,
        row: &Row,
        reading: RuleScope,
        see: &mut impl FnMut(MoveOrigin, MoveResult),
    ) {
        let from = row.squares[pawn];
        let ahead = |square: u8| if color == WHITE { square + 8 } else { square - 8 };
        let to = ahead(from);
        if row.occupied >> to & 1 != 0 {
            return;
        }
        let mut squares = row.squares;
        squares[pawn] = to;
        if is_last_rank(to) {
            for next in &self.next.promoted[pawn] {
                see(MoveOrigin::Mask(u64::MAX), next.stored(1 - color, row.king, &squares).converted(reading));
            }
            return;
        }
        see(MoveOrigin::Mask(u64::MAX), self.row_in_same_set(color, row.king, &squares).moved(reading));
        let is_at_home = from / 8 == if color == WHITE { 1 } else { 6 };
        if is_at_home && row.occupied >> ahead(to) & 1 == 0 {
            squares[pawn] = ahead(to);
            see(MoveOrigin::Mask(!(1 << to)), self.after_double_step(color, pawn, row.king, &squares, reading));
        }
    }

    /// Returns the row after a pawn move of `color` that is neither a capture nor a promotion. Such
    /// a move stays in the set (a slice and its opposite). The positions of a row differ only in
    /// the black king's square.
    #[inline(always)]
    fn row_in_same_set(&self, color: usize, white_king: u8, squares: &Squares) -> StoredRow<'_> {
        StoredRow { set: self.set, color: 1 - color, at: self.set.layout.locate(white_king, squares) }
    }

    /// Returns the result of a double step of `color`. Includes the captures en passant that can
    /// answer it, which stored outcomes ignore.
    fn after_double_step(
        &self,
        color: usize,
        pawn: usize,
        white_king: u8,
        squares: &Squares,
        reading: RuleScope,
    ) -> MoveResult<'_> {
        let mut after = self.row_in_same_set(color, white_king, squares).moved(reading);
        if self.en_passant == EnPassant::Ignored {
            return after;
        }
        let outcome = &mut after.outcome;
        let to = squares[pawn];
        let passed = if color == WHITE { to - 8 } else { to + 8 };
        let (mut legal, mut escaped, mut won) = (0, 0, 0);
        let mut replies = after.replies.iter_mut();
        for (place, man) in self.set.layout.men.iter().enumerate().take(self.set.layout.pawns) {
            let is_beside = squares[place] / 8 == to / 8 && squares[place].abs_diff(to) == 1;
            if man.color != color && is_beside {
                let mut captured = *squares;
                captured[place] = passed;
                let stored = self.next.taken[pawn].stored(color, white_king, &captured);
                let answer = stored.outcome(reading);
                let may = answer.legal & outcome.legal;
                legal |= may;
                escaped |= may & !answer.won;
                won |= may & answer.lost;
                let reply = replies.next().expect("two squares are beside a pawn");
                *reply = Some(EnPassantReply { stored, may, won: may & answer.lost });
            }
        }
        if legal != 0 {
            // If the capture is the only legal move, the position is neither mate nor stalemate.
            let forced = legal & !self.movable(1 - color, white_king, squares, legal);
            after.forced = forced;
            if self.en_passant == EnPassant::Reaching {
                outcome.lost = outcome.lost & !forced | won;
            } else {
                outcome.lost = (outcome.lost | forced) & !escaped;
                outcome.won |= won;
            }
        }
        after
    }

    /// Returns the positions among `wanted` in which the side `color` has a legal move that is no
    /// capture en passant.
    fn movable(&self, color: usize, white_king: u8, squares: &Squares, wanted: u64) -> u64 {
        let at = self.set.layout.locate(white_king, squares);
        let view = PlacementView { layout: &self.set.layout, placement: at.placement };
        let row = view.row(at.row).expect("a row with legal positions");
        let wanted = at.symmetry.bitboard(wanted);
        let words = &self.set.words[at.placement];
        let mut movable = view.can_reach(color, &row, wanted, |row| words.legal(1 - color, row));
        // The en passant rule can be ignored, because it does not change the legality of positions
        // after a double step.
        let without = ZeroingMoves { en_passant: EnPassant::Ignored, ..*self };
        without.each(color, &row, RuleScope::WithoutRule, |from, outcome| movable |= from.before(outcome.legal));
        at.symmetry.bitboard_back(movable & wanted)
    }
}

fn is_last_rank(square: u8) -> bool {
    matches!(square / 8, 0 | 7)
}
