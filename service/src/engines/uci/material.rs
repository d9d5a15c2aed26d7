//! Material balance in chess, for the choice among moves whose values are unknown.

use std::cmp::Reverse;

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::{Color, Piece};

/// Upper limit of a material lead, in pawns. No position reaches it.
const BALANCE_MAX: i32 = 1_000;

/// Maximum number of positions that are examined to compute one material lead.
const STEPS_MAX: u32 = 500;

/// Returns the material lead, in pawns, of the side that has just moved to the position `after`.
/// The lead is counted after a sequence of captures and promotions, of which the opponent makes the
/// first. Each side makes only those that increase its lead.
pub fn kept_material(after: &Position) -> i32 {
    -settled_balance(after, -BALANCE_MAX, BALANCE_MAX, &mut { STEPS_MAX })
}

/// Returns the material lead, in pawns, of the side to move. The lead is counted after a sequence
/// of captures and promotions; each side makes only those that increase its lead. `steps` is the
/// number of positions that this alpha-beta search may still examine; at 0 the search ends.
fn settled_balance(position: &Position, mut alpha: i32, beta: i32, steps: &mut u32) -> i32 {
    let mut best = balance(position);
    alpha = alpha.max(best);
    let mut moves = position.moves();
    moves.retain(|&mv| position.is_conversion(mv));
    moves.sort_by_key(|mv| Reverse(position.board().piece_on(mv.to).map_or(0, pawns)));
    for mv in moves {
        if alpha >= beta || *steps == 0 {
            break;
        }
        *steps -= 1;
        best = best.max(-settled_balance(&position.after_listed(mv), -beta, -alpha, steps));
        alpha = alpha.max(best);
    }
    best
}

fn balance(position: &Position) -> i32 {
    let board = position.board();
    let worth = |color: Color| -> i32 {
        Piece::ALL.iter().map(|&piece| board.colored_pieces(color, piece).len() as i32 * pawns(piece)).sum()
    };
    let side = position.side_to_move();
    worth(side) - worth(!side)
}

fn pawns(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_counted_to_their_end() {
        for (fen, kept) in [
            // Black takes the rook and loses nothing.
            ("4k3/8/8/3r4/3R4/8/8/4K3 b - - 0 1", -5),
            // The rook is protected, so both rooks disappear.
            ("4k3/8/8/3r4/3R4/4P3/8/4K3 b - - 0 1", 1),
            // A pawn takes a queen, here and on the last rank.
            ("4k3/8/8/2p5/3Q4/8/8/4K3 b - - 0 1", -1),
            ("4k3/8/8/8/8/8/1p6/2Q1K3 b - - 0 1", -9),
            ("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", 5),
        ] {
            assert_eq!(kept_material(&Position::parse_fen(fen).expect("a FEN")), kept, "{fen}");
        }
    }
}
