//! Converts chess positions, values and moves between the types of Rust and the structs of C.

use peatee_probe::chess::{Chess, Distances, RuleMove, RuleValue, Tables};
use peatee_probe::peatee_chess::cozy_chess::{Color, Piece, Rank, Square};
use peatee_probe::peatee_chess::{Bitboards, Position};
use peatee_probe::{Game, ProbeError, RuleOutcome, Wdl};

use crate::convert::{to_outcome, to_plies, to_wdl};
use crate::failure::Failure;
use crate::types::chess::{PeateeChessMove, PeateeChessPosition, PeateeChessValue};
use crate::types::position::PeateeSide;
use crate::verdict::cut;

#[inline(always)]
pub(crate) fn with_chess_position<T>(
    from: &PeateeChessPosition,
    with: impl FnOnce(&Position) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let side_to_move = match from.side_to_move {
        0 => Color::White,
        1 => Color::Black,
        other => return Err(wrong("side_to_move", other, "0 is White, 1 is Black")),
    };
    if from.castling_rights != 0 {
        return Err(wrong("castling_rights", from.castling_rights, "tables hold no positions with any; set it to 0"));
    }
    let en_passant = match from.en_passant {
        0 => None,
        square @ 16..48 => Square::try_index(square as usize),
        other => return Err(wrong("en_passant", other, "it is a square of rank 3 or 6, or 0")),
    };
    let Ok(halfmove_clock) = u32::try_from(from.halfmove_clock) else {
        return Err(wrong("halfmove_clock", from.halfmove_clock, "it counts plies from 0 on"));
    };
    let bitboards = Bitboards {
        colors: [from.white, from.black],
        pieces: [from.pawns, from.knights, from.bishops, from.rooks, from.queens, from.kings],
        side_to_move,
        en_passant,
    };
    Position::with_bitboards(&bitboards, halfmove_clock, |position| with(&position)).map_err(Failure::bad_position)?
}

#[cold]
fn wrong(field: &str, found: i32, known: &str) -> Failure {
    Failure::bad_argument(format!("`{field}` is {found}; {known}"))
}

/// Converts a position to a struct of C. The position must have no castling rights.
pub(crate) fn to_chess_position(from: &Position) -> PeateeChessPosition {
    let board = from.board();
    let of = |piece| board.pieces(piece).0;
    let side = if from.side_to_move() == Color::White { PeateeSide::White } else { PeateeSide::Black };
    let passed = board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(from.side_to_move())));
    PeateeChessPosition {
        size: size_of::<PeateeChessPosition>(),
        white: board.colors(Color::White).0,
        black: board.colors(Color::Black).0,
        pawns: of(Piece::Pawn),
        knights: of(Piece::Knight),
        bishops: of(Piece::Bishop),
        rooks: of(Piece::Rook),
        queens: of(Piece::Queen),
        kings: of(Piece::King),
        side_to_move: side as i32,
        en_passant: passed.map_or(0, |square| square as i32),
        halfmove_clock: from.halfmove_clock().cast_signed(),
        castling_rights: 0,
    }
}

/// Returns the value of a position under the 50-move rule, with the half-move clock of the
/// position.
#[inline]
pub(crate) fn rule_value(tables: &Tables, position: &Position) -> Result<RuleValue, ProbeError> {
    let rules = Chess::fifty_moves();
    tables.rule_value(position, &rules, &Chess.counters(&rules, position))
}

#[inline]
pub(crate) fn to_chess_value(value: &RuleValue) -> PeateeChessValue {
    chess_value(value.value.wdl, value.needed_plies, value.outcome)
}

fn chess_value(wdl: Wdl, dtz_plies: Option<u32>, outcome: RuleOutcome) -> PeateeChessValue {
    PeateeChessValue { wdl: to_wdl(wdl), dtz_plies: to_plies(dtz_plies), outcome: to_outcome(outcome) as i32 }
}

pub(crate) fn to_chess_move(position: &Position, rated: &RuleMove, distances: Distances) -> PeateeChessMove {
    PeateeChessMove {
        from: rated.mv.from as i32,
        to: rated.mv.to as i32,
        promotion: rated.mv.promotion.map_or(0, |piece| piece as i32),
        value: chess_value(rated.value.wdl, distances.dtz_plies, rated.outcome),
        dtm_plies: to_plies(distances.mate_plies),
        dtc_plies: to_plies(distances.conversion_plies),
        uci: cut(&position.uci(rated.mv)),
        san: cut(&position.san(rated.mv)),
    }
}
