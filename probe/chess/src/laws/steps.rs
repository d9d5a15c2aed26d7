//! Distances between squares.

use cozy_chess::Square;

pub(super) fn steps(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks)
}
