//! Generates the quiet moves of a king for all squares of a word at once. A step is a shift of the
//! word; a slide is an occluded fill in steps of 1, 2, 4 and 8 squares (Kogge-Stone,
//! <https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

use peatee_rules::variant::Quiet;
use peatee_rules::{Bitboard, Direction, Kernel, Kind, Side};

/// A shift of bits that moves all squares of the set `from` at once, by a fixed number of squares
/// in one direction.
#[derive(Debug, Clone, Copy)]
struct Shift<W> {
    from: W,
    up: u32,
    down: u32,
}

impl<W: Bitboard> Shift<W> {
    const NONE: fn() -> Shift<W> = || Shift { from: W::EMPTY, up: 0, down: 0 };

    #[inline(always)]
    fn apply(&self, set: W) -> W {
        // One of the two counts is 0.
        (set & self.from).shl(self.up).shr(self.down)
    }
}

/// Shifts that move a set of squares by 1, 2, 4 and 8 squares in one direction.
#[derive(Debug, Clone)]
struct Ray<W> {
    /// Shifts that move a set by one square. On boards where only squares of one shade are
    /// playable, odd and even rows shift by different counts, so there are two groups of squares.
    near: [Shift<W>; 2],
    /// Shifts that move a set by 2, 4 and 8 squares. Shifts that are longer than the board are left
    /// out.
    far: Vec<Shift<W>>,
}

impl<W: Bitboard> Ray<W> {
    fn new(kernel: &Kernel<W>, direction: Direction) -> Option<Self> {
        let mut walked: Vec<Option<u8>> = (0..kernel.squares as u8).map(Some).collect();
        let mut near = None;
        let mut far = Vec::new();
        for distance in 1..=8u32 {
            for at in &mut walked {
                *at = at.and_then(|square| kernel.step(direction, square));
            }
            let groups = groups(&walked);
            match (distance, groups.len()) {
                (1, 0..=2) => {
                    let mut both = [Shift::NONE(); 2];
                    both[..groups.len()].copy_from_slice(&groups);
                    near = Some(both);
                }
                (2 | 4 | 8, 0) => {}
                (2 | 4 | 8, 1) => far.push(groups[0]),
                (1 | 2 | 4 | 8, _) => return None,
                _ => {}
            }
        }
        near.map(|near| Ray { near, far })
    }

    #[inline(always)]
    fn step(&self, set: W) -> W {
        self.near[0].apply(set) | self.near[1].apply(set)
    }
}

/// Makes one shift for each amount by which a move changes the index of a square. `targets` holds,
/// for each square, the square that the move leads to; `None` if there is no such square.
fn groups<W: Bitboard>(targets: &[Option<u8>]) -> Vec<Shift<W>> {
    let mut groups: Vec<(i32, W)> = Vec::new();
    for (from, to) in targets.iter().enumerate() {
        let Some(to) = to else { continue };
        let by = *to as i32 - from as i32;
        match groups.iter_mut().find(|group| group.0 == by) {
            Some(group) => group.1 |= W::bit(from as u8),
            None => groups.push((by, W::bit(from as u8))),
        }
    }
    groups.iter().map(|&(by, from)| Shift { from, up: by.max(0) as u32, down: (-by).max(0) as u32 }).collect()
}

#[derive(Debug, Clone)]
pub struct KingFills<W> {
    rays: Vec<Ray<W>>,
    flying: bool,
    /// For each square and direction, the squares that the king reaches on an empty board, the
    /// nearest first.
    paths: Vec<Vec<Vec<u8>>>,
}

impl<W: Bitboard> KingFills<W> {
    /// Prepares the moves of the kings of `side`. Returns `None` for moves that are not supported:
    /// if kings cannot stand on all squares, if they do not move by steps or slides, or if they can
    /// move in some direction but not in the opposite one.
    pub fn new(kernel: &Kernel<W>, side: Side) -> Option<Self> {
        let (quiet, directions) = kernel.quiet_rule(side, Kind::King)?;
        let flying = match quiet {
            Quiet::Step => false,
            Quiet::Slide => true,
            Quiet::None | Quiet::Line => return None,
        };
        if kernel.region(side, Kind::King) != kernel.all
            || !directions.iter().all(|d| directions.contains(&d.opposite()))
        {
            return None;
        }
        let path = |from: u8, direction: Direction| {
            let path = std::iter::successors(kernel.step(direction, from), |&at| kernel.step(direction, at));
            path.take(if flying { usize::MAX } else { 1 }).collect::<Vec<u8>>()
        };
        let paths = |from: u8| directions.iter().map(|&d| path(from, d)).filter(|path| !path.is_empty()).collect();
        Some(KingFills {
            rays: directions.iter().map(|&d| Ray::new(kernel, d)).collect::<Option<_>>()?,
            flying,
            paths: (0..kernel.squares as u8).map(paths).collect(),
        })
    }

    /// Returns the squares of `empty` from which a king has a move to a square of `goal` over
    /// squares of `empty`. Squares of `goal` that are not in `empty` are ignored.
    #[inline(always)]
    pub fn sources(&self, goal: W, empty: W) -> W {
        let goal = goal & empty;
        if goal.is_empty() {
            return W::EMPTY;
        }
        let mut sources = W::EMPTY;
        for ray in &self.rays {
            let mut filled = goal;
            if self.flying {
                let mut open = empty;
                filled |= open & ray.step(filled);
                open &= ray.step(open);
                for shift in &ray.far {
                    filled |= open & shift.apply(filled);
                    open &= shift.apply(open);
                }
            }
            sources |= ray.step(filled);
        }
        sources & empty
    }

    /// Calls `each` for every move of a king from `from` that touches no square of `blocked`. The
    /// arguments are the target square, and the squares that the king passes, including the target.
    #[inline(always)]
    pub fn moves(&self, from: u8, blocked: W, mut each: impl FnMut(u8, W)) {
        for path in &self.paths[from as usize] {
            let mut touched = W::EMPTY;
            for &to in path {
                if blocked.has(to) {
                    break;
                }
                touched |= W::bit(to);
                each(to, touched);
            }
        }
    }
}
