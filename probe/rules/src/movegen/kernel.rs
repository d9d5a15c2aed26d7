//! Look-up tables of a variant for fast move generation.

use crate::bitboard::Bitboard;
use crate::board::{Direction, NO_SQUARE, Square};
use crate::piece::{KINDS, Kind, Side};
use crate::position::Setup;
use crate::variant::{
    CaptureTurns, Criterion, Goal, Heading, Jump, Mirror, Promotion, PromotionInCapture, Quiet, Region, Removal,
    Variant,
};

/// A move in the move generator: squares by index, captured pieces as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KernelMove<W> {
    /// Square the piece moves from.
    pub from: u8,
    /// Square the piece moves to.
    pub to: u8,
    /// Kind of the piece before the move.
    pub kind: Kind,
    /// Kind of the piece after the move.
    pub becomes: Kind,
    /// Squares of the captured pieces; empty for a quiet move.
    pub captured: W,
}

/// An array with an entry for each value of a `u8`, so that look-ups by square need no bounds
/// check.
pub(super) type BySquare<T> = [T; 256];

/// The move generator of a variant: look-up tables, with sets of squares in words of type `W`.
#[derive(Debug, Clone)]
pub struct Kernel<W> {
    /// Number of squares of the board.
    pub squares: u32,
    /// Set of all squares.
    pub all: W,
    /// Neighbour of each square, as `step[direction][square]`; [`NO_SQUARE`] at the edge.
    pub(super) step: Box<[BySquare<u8>; 8]>,
    /// Squares from the neighbour of a square to the edge, as `ray[direction][square]`.
    pub(super) ray: Box<[BySquare<W>; 8]>,
    /// Rules and look-up tables for each side and kind of piece; `None` for a kind that the variant
    /// does not have.
    pub(super) pieces: [[Option<PieceTable<W>>; KINDS]; 2],
    pub(super) kinds: Vec<Kind>,
    /// Squares on which a piece can stand, for each side and kind; empty for a kind that the
    /// variant does not have.
    pub(super) regions: [[W; KINDS]; 2],
    pub(super) promotion_in_capture: PromotionInCapture,
    pub(super) removal: Removal,
    pub(super) turning: CaptureTurns,
    pub(super) may_stop: bool,
    pub(super) precedence: &'static [Criterion],
    /// Result for the side without a legal move.
    pub goal: Goal,
    promotion_ends_game: bool,
    /// Symmetry that swaps the colours; `None` if the variant has none.
    pub mirror: Option<Mirror>,
    pub(super) mirror_map: Vec<u8>,
    /// Masks that tell which kinds a piece may capture, as `may_take[side][kind][kind of victim]`.
    /// A mask is the set of all squares if the capture is allowed, otherwise the empty set.
    pub(super) may_take: [[[W; KINDS]; KINDS]; 2],
}

/// Rules and look-up tables for the pieces of one side and kind, with the directions of that side.
#[derive(Debug, Clone)]
pub(super) struct PieceTable<W> {
    pub(super) quiet: Quiet,
    pub(super) quiet_directions: Vec<Direction>,
    pub(super) jump: Jump,
    pub(super) first_jump_directions: Vec<Direction>,
    pub(super) next_jump_directions: Vec<Direction>,
    /// Squares of the pieces that the first jump of a capture can take, indexed by the square from
    /// which the jump starts.
    pub(super) first_reach: Box<BySquare<W>>,
    /// Squares of the pieces that a later jump of a capture can take, indexed by the square from
    /// which the jump starts.
    pub(super) next_reach: Box<BySquare<W>>,
    pub(super) victims: [bool; KINDS],
    pub(super) capture_becomes: Option<Kind>,
    pub(super) stops_behind_king: bool,
    /// Squares on which pieces of this kind are promoted to king; empty for all kinds but men.
    pub(super) promotion: W,
    /// Squares from which pieces of this kind make no quiet moves.
    pub(super) frozen: W,
    pub(super) region: W,
}

impl<W: Bitboard> Kernel<W> {
    /// Creates the tables of `variant`.
    pub fn new(variant: &'static Variant) -> Self {
        let board = &variant.board;
        let squares = board.square_count();
        let step = Direction::ALL.map(|direction| {
            let mut next = [NO_SQUARE; 256];
            for s in 0..squares {
                next[s as usize] = board.step(Square(s), direction).map_or(NO_SQUARE, |t| t.0);
            }
            next
        });
        let ray = Direction::ALL.map(|direction| {
            let next = &step[direction as usize];
            let mut rays = [W::EMPTY; 256];
            for s in 0..squares {
                let mut at = next[s as usize];
                while at != NO_SQUARE {
                    rays[s as usize] |= W::bit(at);
                    at = next[at as usize];
                }
            }
            rays
        });
        let table = |side: Side| Kind::ALL.map(|kind| PieceTable::new(variant, side, kind, &step));
        let mirror_map = (0..squares).map(|s| mirrored_square(variant, s)).collect();
        let pieces = [table(Side::White), table(Side::Black)];
        let region = |table: &Option<PieceTable<W>>| table.as_ref().map_or(W::EMPTY, |table| table.region);
        let regions = pieces.each_ref().map(|kinds| kinds.each_ref().map(region));
        let mask = |may: bool| if may { !W::EMPTY } else { W::EMPTY };
        let victims = |table: &Option<PieceTable<W>>| table.as_ref().map_or([W::EMPTY; KINDS], |t| t.victims.map(mask));
        let may_take = pieces.each_ref().map(|kinds| kinds.each_ref().map(victims));
        Kernel {
            squares: squares as u32,
            all: W::first_n(squares as u32),
            step: Box::new(step),
            ray: Box::new(ray),
            pieces,
            kinds: Kind::ALL.into_iter().filter(|&kind| variant.piece(kind).is_some()).collect(),
            regions,
            promotion_in_capture: variant.promotion_in_capture,
            removal: variant.removal,
            turning: variant.turning,
            may_stop: variant.may_stop,
            precedence: variant.precedence,
            goal: variant.goal,
            promotion_ends_game: variant.promotion_ends_game,
            mirror: variant.mirror,
            mirror_map,
            may_take,
        }
    }

    /// Returns the kinds of pieces that the variant has.
    #[inline]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Returns the squares on which a piece can stand; empty for a kind that the variant does not
    /// have.
    #[inline(always)]
    pub fn region(&self, side: Side, kind: Kind) -> W {
        self.regions[side as usize][kind as usize]
    }

    /// Returns true when the board has at least one piece, at most one piece on a square, and each
    /// piece on a square that its kind allows. [`Draughts::check`](crate::Draughts::check) also
    /// names the fault and checks kings that end the game.
    #[inline(always)]
    pub fn is_legal(&self, setup: &Setup<W>) -> bool {
        let (mut seen, mut wrong) = (W::EMPTY, W::EMPTY);
        // Plain loops: the compiler does not inline iterators over two arrays at once.
        for side in 0..2 {
            for kind in 0..KINDS {
                let set = setup.pieces[side][kind];
                wrong |= set & (seen | !self.regions[side][kind]);
                seen |= set;
            }
        }
        wrong.is_empty() && !seen.is_empty()
    }

    /// Returns true when a promotion has ended the game, so that no move is legal; always false in
    /// variants that continue after a promotion. The searches for captures and quiet moves do not
    /// make this test.
    #[inline(always)]
    pub fn is_over_by_promotion(&self, setup: &Setup<W>) -> bool {
        self.promotion_ends_game
            && !(setup.get(Side::White, Kind::King) | setup.get(Side::Black, Kind::King)).is_empty()
    }

    /// Returns true when the game is over because `side`, the side to move, has no pieces, or
    /// because a promotion has ended it. Tables contain no such positions.
    #[inline(always)]
    pub fn is_over(&self, setup: &Setup<W>, side: Side) -> bool {
        setup.of_side(side).is_empty() || self.is_over_by_promotion(setup)
    }

    /// Returns the squares on which men of `side` are promoted.
    pub fn promotion(&self, side: Side) -> W {
        self.pieces[side as usize][Kind::Man as usize].as_ref().map_or(W::EMPTY, |table| table.promotion)
    }

    /// Returns the neighbour of a square in a direction; `None` at the edge of the board.
    pub fn step(&self, direction: Direction, square: u8) -> Option<u8> {
        Some(self.step[direction as usize][square as usize]).filter(|&next| next != NO_SQUARE)
    }

    /// Returns the type and directions of the quiet moves of a piece; `None` for a kind that the
    /// variant does not have.
    pub fn quiet_rule(&self, side: Side, kind: Kind) -> Option<(Quiet, &[Direction])> {
        let table = self.pieces[side as usize][kind as usize].as_ref()?;
        Some((table.quiet, &table.quiet_directions))
    }

    /// Returns true when kings slide over any number of empty squares.
    pub fn kings_slide(&self) -> bool {
        self.quiet_rule(Side::White, Kind::King).is_some_and(|(quiet, _)| quiet.is_slide())
    }

    #[inline(always)]
    pub(super) fn table(&self, side: Side, kind: Kind) -> &PieceTable<W> {
        self.pieces[side as usize][kind as usize].as_ref().expect("kinds on the board are in the game")
    }

    /// Returns the position after a move of `side`.
    #[inline(always)]
    pub fn after(&self, setup: &Setup<W>, side: Side, mv: &KernelMove<W>) -> Setup<W> {
        let mut next = *setup;
        let (own, opponent) = (side as usize, side.other() as usize);
        next.pieces[own][mv.kind as usize] &= !W::bit(mv.from);
        next.pieces[own][mv.becomes as usize] |= W::bit(mv.to);
        for set in &mut next.pieces[opponent] {
            *set &= !mv.captured;
        }
        next
    }

    /// Returns the position with colours swapped and squares mapped by the symmetry of the variant.
    ///
    /// # Panics
    /// Panics when the variant has no symmetry that swaps the colours.
    #[inline(always)]
    pub fn mirrored(&self, setup: &Setup<W>) -> Setup<W> {
        let mut turned = Setup::default();
        // Plain loops: the compiler does not inline a map over arrays of arrays, and the solver
        // mirrors hundreds of millions of positions.
        for side in Side::BOTH {
            for kind in 0..KINDS {
                turned.pieces[side as usize][kind] = self.mirrored_set(setup.pieces[side.other() as usize][kind]);
            }
        }
        turned
    }

    /// Maps the squares of a set as [`Self::mirrored`] does. The map is its own inverse.
    ///
    /// # Panics
    /// Panics when the variant has no symmetry that swaps the colours.
    #[inline(always)]
    pub fn mirrored_set(&self, set: W) -> W {
        match self.mirror.expect("only variants with a colour symmetry are mirrored") {
            Mirror::HalfTurn => set.reversed(self.squares),
            Mirror::Files => self.mapped(set),
        }
    }

    pub(super) fn mapped(&self, set: W) -> W {
        set.squares().fold(W::EMPTY, |out, square| out | W::bit(self.mirror_map[square as usize]))
    }
}

impl<W: Bitboard> PieceTable<W> {
    fn new(variant: &Variant, side: Side, kind: Kind, step: &[BySquare<u8>; 8]) -> Option<Self> {
        let rule = variant.piece(kind)?;
        let turned = side == Side::Black && variant.heading == Heading::Opposed;
        let list = |directions: crate::board::Directions| {
            let set = if turned { directions.turned() } else { directions };
            Direction::ALL.into_iter().filter(|&d| set.has(d)).collect::<Vec<_>>()
        };
        let promotion = match kind {
            Kind::Man => promotion_squares(variant, side),
            Kind::King | Kind::Parachutist => W::EMPTY,
        };
        let last_row = last_row(variant, side);
        let board = &variant.board;
        let region = match rule.region {
            Region::Anywhere => W::first_n(board.square_count() as u32),
            Region::NotPromotion => W::first_n(board.square_count() as u32) & !promotion,
            Region::LastRow => last_row,
            Region::OwnShade => board.squares_where(|file, rank| (file + rank) % 2 == side as u8),
        };
        let first_jump_directions = list(rule.first_jump_directions);
        let next_jump_directions = list(rule.next_jump_directions);
        Some(PieceTable {
            quiet: rule.quiet,
            quiet_directions: list(rule.quiet_directions),
            jump: rule.jump,
            first_reach: reach(rule.jump, &first_jump_directions, step),
            next_reach: reach(rule.jump, &next_jump_directions, step),
            first_jump_directions,
            next_jump_directions,
            victims: Kind::ALL.map(|victim| rule.victims.contains(&victim)),
            capture_becomes: rule.capture_becomes,
            stops_behind_king: rule.stops_behind_king,
            promotion,
            frozen: if rule.frozen_on_last_row { last_row } else { W::EMPTY },
            region,
        })
    }
}

/// Returns, for each square, the squares of the pieces that a jump from there can take. Pieces at
/// the edge, which have no square behind them, are left out.
fn reach<W: Bitboard>(jump: Jump, directions: &[Direction], step: &[BySquare<u8>; 8]) -> Box<BySquare<W>> {
    let mut sets = Box::new([W::EMPTY; 256]);
    for &direction in directions {
        let next = |square: u8| step[direction as usize][square as usize];
        for from in 0..=u8::MAX {
            let mut victim = next(from);
            while victim != NO_SQUARE && next(victim) != NO_SQUARE {
                sets[from as usize] |= W::bit(victim);
                match jump {
                    Jump::Flying | Jump::FlyingLandNext => victim = next(victim),
                    Jump::None | Jump::Short => break,
                }
            }
        }
    }
    sets
}

fn last_row<W: Bitboard>(variant: &Variant, side: Side) -> W {
    let turned = side == Side::Black && variant.heading == Heading::Opposed;
    let row = if turned { 0 } else { variant.board.ranks - 1 };
    variant.board.squares_where(|_, rank| rank == row)
}

fn promotion_squares<W: Bitboard>(variant: &Variant, side: Side) -> W {
    let turned = side == Side::Black && variant.heading == Heading::Opposed;
    let board = &variant.board;
    match variant.promotion {
        Promotion::Never => W::EMPTY,
        Promotion::LastRow => last_row(variant, side),
        Promotion::Squares(list) => board.squares_where(|file, rank| {
            let seen = if turned { (board.files - 1 - file, board.ranks - 1 - rank) } else { (file, rank) };
            list.contains(&seen)
        }),
    }
}

fn mirrored_square(variant: &Variant, square: u8) -> u8 {
    let board = &variant.board;
    let (file, rank) = board.file_rank(Square(square));
    let (file, rank) = match variant.mirror {
        None => (file, rank),
        Some(Mirror::HalfTurn) => (board.files - 1 - file, board.ranks - 1 - rank),
        Some(Mirror::Files) => (board.files - 1 - file, rank),
    };
    board.square_at(file as i32, rank as i32).expect("the symmetry maps squares to squares").0
}
