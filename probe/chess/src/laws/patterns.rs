//! Mates in the corners that the men of a position could form. A search for a mate tries to reach
//! them.

use std::collections::HashMap;
use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, GameStatus, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves,
};

use super::steps::steps;

/// Maximum number of mates in each corner that guide the search. The mates that need the fewest
/// moves are kept.
const PATTERNS_A_CORNER: usize = 4;
/// Distance, in moves, that stands for "unreachable".
pub(super) const FAR: u32 = 100;
pub(super) const CORNERS: usize = 4;
const PROMOTED: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
/// Kinds of pieces that give mate in a pattern (a mate in a corner). With only such pieces, a side
/// can mate only if the other side helps.
const MINOR: [Piece; 2] = [Piece::Knight, Piece::Bishop];

/// A man of a [`Pattern`]: true if it belongs to the winner, its kind, and its square.
type Man = (bool, Piece, Square);
/// Men that suffice for a mate, the mated king first.
type Pattern = Vec<Man>;

/// Mates by White in the corners a1 and a8, in this order.
static MATES: LazyLock<[Vec<Pattern>; 2]> = LazyLock::new(|| [Square::A1, Square::A8].map(mates_in));

/// A man of a mate pattern. `moves` has, for every square of the board, the number of moves that a
/// man of the same kind needs from there to the square of this man.
struct Target {
    man: Man,
    color: Color,
    moves: [u8; Square::NUM],
    /// Number of moves that a pawn on each square needs to promote to this man and then reach the
    /// square of the man; [`FAR`] for kings and pawns.
    pawn_moves: [u8; Square::NUM],
}

/// Mates that `winner` can give in the corners. They guide the search for a mate.
pub(super) struct Patterns {
    winner: Color,
    targets: Vec<Target>,
    /// The nearest mates in each corner. A mate is a list of indices in `targets`.
    corners: [Vec<Vec<usize>>; CORNERS],
}

impl Patterns {
    /// Finds mates in the corners that `winner` gives with knights and bishops, and keeps those
    /// that need the fewest moves. `may_stand` tells whether a piece of a side may ever reach a
    /// square. Mates with a man that cannot reach its square are left out.
    pub(super) fn of_board(board: &Board, winner: Color, may_stand: &dyn Fn(Color, Piece, Square) -> bool) -> Patterns {
        let mut patterns = Patterns { winner, targets: Vec::new(), corners: Default::default() };
        let mut numbers = HashMap::new();
        let of = |is_winner| Piece::ALL.map(|piece| board.colored_pieces(side(winner, is_winner), piece).len());
        let have = [of(false), of(true)];
        for (corner, (mates, flips)) in MATES.iter().flat_map(|mates| [(mates, false), (mates, true)]).enumerate() {
            let mut near = Vec::new();
            for mate in mates.iter().filter(|mate| has_men(have, mate)) {
                let turned = mate.iter().map(|&(is_winner, piece, square)| {
                    let square = if flips { square.flip_file() } else { square };
                    (is_winner, piece, if winner == Color::White { square } else { square.flip_rank() })
                });
                let targets: Vec<usize> =
                    turned.map(|man| *numbers.entry(man).or_insert_with(|| patterns.add(man))).collect();
                let stands = |&target: &usize| {
                    let Target { man: (_, piece, square), color, .. } = patterns.targets[target];
                    may_stand(color, piece, square)
                };
                let moves: u32 = targets.iter().map(|&target| patterns.targets[target].moves_on(board)).sum();
                if moves < FAR && targets.iter().all(stands) {
                    near.push((moves, targets));
                }
            }
            near.sort_by_key(|&(moves, _)| moves);
            patterns.corners[corner].extend(near.into_iter().take(PATTERNS_A_CORNER).map(|(_, targets)| targets));
        }
        patterns.keep_used();
        patterns
    }

    /// Returns the number of moves to the nearest mate pattern in each corner, if nothing stands in
    /// the way.
    pub(super) fn moves_to_nearest(&self, board: &Board) -> [u32; CORNERS] {
        let moves: Vec<u32> = self.targets.iter().map(|target| target.moves_on(board)).collect();
        let of = |pattern: &Vec<usize>| pattern.iter().map(|&target| moves[target]).sum();
        self.corners.each_ref().map(|corner| corner.iter().map(of).min().unwrap_or(FAR))
    }

    fn add(&mut self, man: Man) -> usize {
        self.targets.push(Target::new(man, side(self.winner, man.0)));
        self.targets.len() - 1
    }

    fn keep_used(&mut self) {
        let mut used: Vec<usize> = self.corners.iter().flatten().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let numbers = self.corners.iter_mut().flatten().flatten();
        numbers.for_each(|number| *number = used.partition_point(|target| target < number));
        let mut target = 0..;
        self.targets.retain(|_| used.binary_search(&target.next().unwrap_or_default()).is_ok());
    }
}

impl Target {
    fn new(man: Man, color: Color) -> Target {
        let (_, piece, square) = man;
        let promoted = |pawn: Square| {
            let to = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
            travel(Piece::Pawn, color, pawn, to).saturating_add(travel(piece, color, to, square))
        };
        let may_promote = PROMOTED.contains(&piece);
        let pawn_moves = Square::ALL.map(|pawn| if may_promote { promoted(pawn) } else { FAR as u8 });
        Target { man, color, moves: Square::ALL.map(|from| travel(piece, color, from, square)), pawn_moves }
    }

    /// Returns the number of moves that the nearest man of this kind needs to the square of the
    /// target. If there is no such man, returns the number for the nearest pawn, which must promote
    /// first. The moves of the mated king count three times.
    fn moves_on(&self, board: &Board) -> u32 {
        let nearest = |piece, moves: &[u8; Square::NUM]| {
            let men = board.colored_pieces(self.color, piece);
            men.iter().map(|from| u32::from(moves[from as usize])).min().unwrap_or(FAR)
        };
        match nearest(self.man.1, &self.moves) {
            FAR.. => nearest(Piece::Pawn, &self.pawn_moves),
            moves if self.man.0 || self.man.1 != Piece::King => moves,
            moves => 3 * moves,
        }
    }
}

fn side(winner: Color, is_winner: bool) -> Color {
    if is_winner { winner } else { !winner }
}

/// Returns true when the men counted in `have` suffice for a mate pattern. Pawns may promote to the
/// men that are missing.
fn has_men(mut have: [[u32; Piece::NUM]; 2], pattern: &Pattern) -> bool {
    pattern.iter().all(|&(is_winner, piece, _)| {
        let have = &mut have[usize::from(is_winner)];
        let used = if have[piece as usize] == 0 && PROMOTED.contains(&piece) { Piece::Pawn } else { piece };
        let is_left = have[used as usize] > 0;
        have[used as usize] = have[used as usize].saturating_sub(1);
        is_left
    })
}

fn mates_in(corner: Square) -> Vec<Pattern> {
    let mut found = Vec::new();
    let far = corner.flip_file().flip_rank();
    let kings = Square::ALL.into_iter().filter(|&square| (2..=3).contains(&steps(square, corner)));
    for king in kings.chain([far]) {
        for piece in MINOR {
            for square in attacks(piece, corner) {
                let mut men = vec![(false, Piece::King, corner), (true, Piece::King, king), (true, piece, square)];
                complete_mates(&mut men, &mut found);
            }
        }
    }
    // A king on the far corner stands for a king that takes no part in the mate, so it is removed.
    found.iter_mut().for_each(|mate: &mut Pattern| mate.retain(|&man| man != (true, Piece::King, far)));
    found
}

/// Completes the men to mates in all possible ways, and adds these mates to `found`. For each
/// square to which the mated king could still move, adds a man of its own side on this square, or
/// another man of the winner that attacks the square.
fn complete_mates(men: &mut Pattern, found: &mut Vec<Pattern>) {
    let taken: BitBoard = men.iter().map(|&(_, _, square)| square).collect();
    let attackers = men.iter().filter(|&&(is_winner, ..)| is_winner);
    let attacked = attackers.fold(BitBoard::EMPTY, |all, &(_, piece, square)| all | attacks(piece, square));
    let Some(flight) = (get_king_moves(men[0].2) & !taken & !attacked).next_square() else {
        if is_mate(men) {
            found.push(men.clone());
        }
        return;
    };
    let blocking = PROMOTED.into_iter().chain([Piece::Pawn]).map(|piece| (false, piece, flight));
    let guards = MINOR
        .into_iter()
        .flat_map(|piece| (attacks(piece, flight) & !taken).iter().map(move |square| (true, piece, square)));
    let guards = guards.filter(|_| men.len() == 3).collect::<Vec<_>>();
    for man in blocking.chain(guards) {
        men.push(man);
        if men.len() < 7 {
            complete_mates(men, found);
        }
        men.pop();
    }
}

fn attacks(piece: Piece, square: Square) -> BitBoard {
    match piece {
        Piece::King => get_king_moves(square),
        Piece::Knight => get_knight_moves(square),
        _ => get_bishop_moves(square, BitBoard::EMPTY),
    }
}

fn is_mate(men: &Pattern) -> bool {
    let mut builder = BoardBuilder::empty();
    builder.side_to_move = Color::Black;
    for &(is_winner, piece, square) in men {
        if builder.square(square).is_some() {
            return false;
        }
        *builder.square_mut(square) = Some((piece, if is_winner { Color::White } else { Color::Black }));
    }
    builder.build().is_ok_and(|board| board.status() == GameStatus::Won)
}

fn travel(piece: Piece, color: Color, from: Square, to: Square) -> u8 {
    let (files, ranks) = (from.file() as i32 - to.file() as i32, from.rank() as i32 - to.rank() as i32);
    let is_slanting = files.abs() == ranks.abs();
    let is_straight = files == 0 || ranks == 0;
    match piece {
        _ if from == to => 0,
        Piece::King => steps(from, to) as u8,
        Piece::Knight => KNIGHT_MOVES[from as usize][to as usize],
        Piece::Bishop if (files + ranks) % 2 != 0 => FAR as u8,
        Piece::Bishop => 2 - u8::from(is_slanting),
        Piece::Rook => 2 - u8::from(is_straight),
        Piece::Queen => 2 - u8::from(is_straight || is_slanting),
        Piece::Pawn => {
            let ahead = to.rank().relative_to(color) as i32 - from.rank().relative_to(color) as i32;
            if files == 0 && ahead > 0 { ahead as u8 } else { FAR as u8 }
        }
    }
}

static KNIGHT_MOVES: LazyLock<[[u8; Square::NUM]; Square::NUM]> = LazyLock::new(|| {
    Square::ALL.map(|from| {
        let mut moves = [0; Square::NUM];
        let (mut seen, mut edge) = (from.bitboard(), from.bitboard());
        for count in 1.. {
            edge = edge.iter().fold(BitBoard::EMPTY, |all, square| all | get_knight_moves(square)) & !seen;
            if edge.is_empty() {
                break;
            }
            seen |= edge;
            edge.iter().for_each(|square| moves[square as usize] = count);
        }
        moves
    })
});
