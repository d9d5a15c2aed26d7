//! Parses FEN, with an error for every kind of fault.

use cozy_chess::{Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};

use crate::error::{CastlingFault, EnPassantFault, FenError, NumberField};
use crate::kings::touch;
use crate::position::{Position, name};
use peatee_game::shortened;

const PIECES_MAX: usize = 16;
const PAWNS_MAX: usize = 8;

/// Index of the castling field of a FEN.
const CASTLING: usize = 2;
const EN_PASSANT: usize = 3;

/// Castling rights, in the order of a FEN.
const RIGHTS: &str = "KQkq";

impl Position {
    /// Parses a FEN. Half-move clock and move number may be missing.
    ///
    /// # Errors
    /// [`FenError`] with the fault and its place.
    pub fn parse_fen(text: &str) -> Result<Position, FenError> {
        parse(text)
    }

    /// Parses a FEN, but drops castling rights and an en passant square that are impossible in the
    /// position. Returns the first such fault with the position.
    ///
    /// # Errors
    /// [`FenError`] with any other fault.
    pub fn parse_fen_leniently(text: &str) -> Result<(Position, Option<FenError>), FenError> {
        let mut fields: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let mut first = None;
        loop {
            let fault = match parse(&fields.join(" ")) {
                Ok(position) => return Ok((position, first)),
                Err(fault) => fault,
            };
            let possible = match fault {
                FenError::Castling { .. } => possible_rights(&fields),
                FenError::EnPassant { .. } if fields[EN_PASSANT] != "-" => Some((EN_PASSANT, "-".to_owned())),
                _ => None,
            };
            let Some((field, value)) = possible else { return Err(fault) };
            fields[field] = value;
            first.get_or_insert(fault);
        }
    }
}

/// Returns the index of the castling field, and the text of this field without the impossible
/// rights. Returns `None` when all rights are possible, and when the field has a letter that is no
/// castling right.
fn possible_rights(fields: &[String]) -> Option<(usize, String)> {
    let named = &fields[CASTLING];
    let is_possible = |right: &char| {
        let mut alone = fields.to_vec();
        alone[CASTLING] = right.to_string();
        !matches!(parse(&alone.join(" ")), Err(FenError::Castling { .. }))
    };
    let possible: String = RIGHTS.chars().filter(|&right| named.contains(right)).filter(is_possible).collect();
    let possible = if possible.is_empty() { "-".to_owned() } else { possible };
    (named.chars().all(|letter| RIGHTS.contains(letter)) && possible != *named).then_some((CASTLING, possible))
}

fn parse(text: &str) -> Result<Position, FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, side, castling, passed, ref numbers @ ..] = &fields[..] else {
        return Err(FenError::Fields { found: fields.len() });
    };
    let (clock, move_number) = match *numbers {
        [] => ("0", "1"),
        [clock] => (clock, "1"),
        [clock, move_number] => (clock, move_number),
        _ => return Err(FenError::Fields { found: fields.len() }),
    };
    let mut builder = BoardBuilder::empty();
    put_pieces(&mut builder, board)?;
    builder.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenError::Side { found: shortened(side) }),
    };
    check_pieces(&builder)?;
    put_castling_rights(&mut builder, castling)?;
    put_en_passant(&mut builder, passed)?;
    Ok(Position::new(
        build(&builder, passed)?,
        number(clock, NumberField::HalfMoveClock, 0)?,
        // Some programs count moves from 0.
        number(move_number, NumberField::MoveNumber, 0)?.max(1),
    ))
}

fn put_pieces(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != Rank::NUM {
        return Err(FenError::Rows { found: rows.len() });
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase());
            let piece = piece.map_err(|_| FenError::Letter { rank: rank as usize + 1, letter })?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            if let Some(file) = File::try_index(file) {
                *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
            }
            file += 1;
        }
        if file != File::NUM {
            return Err(FenError::Squares { rank: rank as usize + 1, found: file });
        }
    }
    Ok(())
}

/// Checks for faults that `cozy_chess` reports without a reason, and for adjacent kings, which it
/// allows.
pub(crate) fn check_pieces(builder: &BoardBuilder) -> Result<(), FenError> {
    let squares_of = |wanted: Color, piece: Option<Piece>| {
        Square::ALL.into_iter().filter(move |&square| {
            builder
                .square(square)
                .is_some_and(|(found, color)| color == wanted && piece.is_none_or(|piece| piece == found))
        })
    };
    for color in Color::ALL {
        let kings = squares_of(color, Some(Piece::King)).count();
        if kings != 1 {
            return Err(FenError::Kings { side: name(color), found: kings });
        }
        let (pieces, pawns) = (squares_of(color, None).count(), squares_of(color, Some(Piece::Pawn)).count());
        if pieces > PIECES_MAX || pawns > PAWNS_MAX {
            return Err(FenError::TooMany { side: name(color), pieces, pawns });
        }
        let on_edge = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        if let Some(square) = squares_of(color, Some(Piece::Pawn)).find(on_edge) {
            return Err(FenError::PawnOnEdge { square: square.to_string() });
        }
    }
    let kings = Color::ALL.map(|color| squares_of(color, Some(Piece::King)).next().expect("each side has one"));
    if touch(kings.map(|square| square as u8)) {
        let [white, black] = kings.map(|square| square.to_string());
        return Err(FenError::KingsTouch { white, black });
    }
    Ok(())
}

fn put_castling_rights(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |reason| FenError::Castling { found: shortened(text), reason };
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rights = builder.castle_rights_mut(color);
        let (right, rook) = match letter.to_ascii_lowercase() {
            'k' => (&mut rights.short, File::H),
            'q' => (&mut rights.long, File::A),
            'a'..='h' => return Err(wrong(CastlingFault::Chess960)),
            _ => return Err(wrong(CastlingFault::Letters)),
        };
        if right.replace(rook).is_some() {
            return Err(wrong(CastlingFault::Twice));
        }
    }
    check_castling_rights(builder).map_err(wrong)
}

/// Checks that kings and rooks with castling rights are on their initial squares.
pub(crate) fn check_castling_rights(builder: &BoardBuilder) -> Result<(), CastlingFault> {
    for color in Color::ALL {
        let rank = Rank::First.relative_to(color);
        let is_at = |file, piece| builder.square(Square::new(file, rank)) == Some((piece, color));
        let rights = builder.castle_rights(color);
        for (right, rook) in [(rights.short, File::H), (rights.long, File::A)] {
            if right.is_some() && !(right == Some(rook) && is_at(File::E, Piece::King) && is_at(rook, Piece::Rook)) {
                return Err(CastlingFault::Pieces);
            }
        }
    }
    Ok(())
}

pub(crate) fn put_en_passant(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |reason| FenError::EnPassant { found: shortened(text), reason };
    let square: Square = text.parse().map_err(|_| wrong(EnPassantFault::Square))?;
    let mover = builder.side_to_move;
    if square.rank() != Rank::Sixth.relative_to(mover) {
        return Err(wrong(EnPassantFault::Rank));
    }
    let on_rank = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(mover)));
    if on_rank(Rank::Fifth) != Some((Piece::Pawn, !mover)) {
        return Err(wrong(EnPassantFault::NoPawn));
    }
    if on_rank(Rank::Sixth).is_some() || on_rank(Rank::Seventh).is_some() {
        return Err(wrong(EnPassantFault::Taken));
    }
    builder.en_passant = Some(square);
    Ok(())
}

pub(crate) fn build(builder: &BoardBuilder, passed: &str) -> Result<Board, FenError> {
    builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidEnPassant => {
            FenError::EnPassant { found: shortened(passed), reason: EnPassantFault::Check }
        }
        BoardBuilderError::InvalidBoard => FenError::MoverInCheck { side: name(!builder.side_to_move) },
        _ => FenError::Impossible,
    })
}

fn number(text: &str, field: NumberField, least: u16) -> Result<u16, FenError> {
    let wrong = || FenError::Number { field, found: shortened(text), least };
    text.parse().ok().filter(|&number| number >= least).ok_or_else(wrong)
}
