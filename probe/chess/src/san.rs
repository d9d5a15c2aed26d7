//! SAN: parses texts, finds the legal moves that they can mean, and explains why there are none.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::attacks::attacks;
use crate::error::{IllegalReason, MoveFault, Unreadable};
use crate::names::piece_name;
use crate::position::{Position, name};

/// Marks that annotate SAN without changing the move.
const ANNOTATION_MARKS: [char; 2] = ['!', '?'];
/// Signs of check and mate, which are optional.
const CHECK_MARKS: [char; 2] = ['+', '#'];
/// Marks that people write after a capture en passant.
const EN_PASSANT_MARKS: [&str; 3] = ["e.p.", "e.p", "ep"];
/// Characters that stand for the O in castling: the letter in Latin and Cyrillic, and zero.
const CASTLING_SIGNS: [char; 5] = ['O', 'o', '0', 'О', 'о'];

/// Parts of a move text, before any legal move is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Castling { is_long: bool },
    Move { piece: Piece, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Piece> },
}

impl Form {
    /// Parses SAN, or its long form (`Ng1-f3`, `e2-e4`).
    pub(crate) fn parse(text: &str) -> Result<Form, Unreadable> {
        let text = text.trim_end_matches(ANNOTATION_MARKS).trim_end_matches(CHECK_MARKS);
        let text = EN_PASSANT_MARKS.iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
        if let Some(is_long) = castling(text) {
            return Ok(Form::Castling { is_long });
        }
        let (piece, rest) = match text.chars().next() {
            Some('P') => return Err(Unreadable::PawnLetter),
            Some('a'..='h') => (Piece::Pawn, text),
            Some(letter) => (piece_of(letter).ok_or_else(|| of_letter(letter))?, &text[letter.len_utf8()..]),
            None => return Err(Unreadable::Form),
        };
        let (rest, promotion) = split_promotion(rest)?;
        let mut signs = rest.chars();
        let rank = signs.next_back().and_then(|sign| Rank::try_from(sign).ok()).ok_or(Unreadable::Form)?;
        let file = signs.next_back().and_then(|sign| File::try_from(sign).ok()).ok_or(Unreadable::Form)?;
        let to = Square::new(file, rank);
        let rest = signs.as_str();
        let rest = rest.strip_suffix(['x', ':', '-', '×']).unwrap_or(rest);
        let (rest, rank) = split_last(rest, |sign| Rank::try_from(sign).ok());
        let (rest, file) = split_last(rest, |sign| File::try_from(sign).ok());
        if !rest.is_empty() {
            return Err(Unreadable::Form);
        }
        Ok(Form::Move { piece, file, rank, to, promotion })
    }

    /// Creates the [`Form`] of a move that is given by two squares. The piece is the one on the
    /// first square, or a pawn if the square is empty.
    pub(crate) fn of_squares(board: &Board, mv: Move) -> Form {
        let piece = board.piece_on(mv.from).unwrap_or(Piece::Pawn);
        let (file, rank) = (Some(mv.from.file()), Some(mv.from.rank()));
        Form::Move { piece, file, rank, to: mv.to, promotion: mv.promotion }
    }

    /// Fills in the piece of a move that is written as two squares, or turns the move into castling
    /// if the king moves by two files. Returns all other moves unchanged.
    fn placed(self, board: &Board) -> Form {
        let Form::Move { piece: Piece::Pawn, file: Some(file), rank: Some(rank), to, promotion } = self else {
            return self;
        };
        let from = Square::new(file, rank);
        let is_castling = board.king(board.side_to_move()) == from && from.rank() == to.rank();
        match to.file() as i8 - from.file() as i8 {
            2 if is_castling => Form::Castling { is_long: false },
            -2 if is_castling => Form::Castling { is_long: true },
            _ => Form::of_squares(board, Move { from, to, promotion }),
        }
    }

    pub(crate) fn moves(self, position: &Position) -> Vec<Move> {
        let board = position.board();
        let mover = position.side_to_move();
        // `cozy_chess` represents castling as the king capturing its rook.
        let (from, to, promotion) = match self {
            Form::Castling { is_long } => {
                let rights = board.castle_rights(mover);
                let rook = if is_long { rights.long } else { rights.short };
                let to = rook.map(|file| Square::new(file, Rank::First.relative_to(mover)));
                (board.king(mover).bitboard(), to, None)
            }
            Form::Move { piece, file, rank, to, promotion } => {
                let mut from = board.colored_pieces(mover, piece);
                file.into_iter().for_each(|file| from &= file.bitboard());
                rank.into_iter().for_each(|rank| from &= rank.bitboard());
                (from, Some(to).filter(|&to| !board.colors(mover).has(to)), promotion)
            }
        };
        let mut moves = Vec::new();
        board.generate_moves_for(from, |of_piece| {
            moves.extend(of_piece.into_iter().filter(|mv| Some(mv.to) == to && mv.promotion == promotion));
            false
        });
        moves
    }
}

pub(crate) fn parse(position: &Position, text: &str) -> Result<Move, MoveFault> {
    let fitting = fitting(position, text)?;
    if let [mv] = fitting[..] {
        return Ok(mv);
    }
    let mut candidates: Vec<String> = fitting.iter().map(|&mv| position.san(mv)).collect();
    candidates.sort();
    Err(MoveFault::Ambiguous { candidates })
}

/// Returns the legal moves that a text can mean, at least one. Two squares without a letter
/// (`g1f3`, `e1-g1`) move the piece on the first square.
pub(crate) fn fitting(position: &Position, text: &str) -> Result<Vec<Move>, MoveFault> {
    let form = Form::parse(text).map_err(MoveFault::Unreadable)?.placed(position.board());
    let fitting = form.moves(position);
    if fitting.is_empty() { Err(MoveFault::NotLegal(why_not(position, form))) } else { Ok(fitting) }
}

pub(crate) fn why_not(position: &Position, form: Form) -> IllegalReason {
    match form {
        Form::Castling { is_long } => why_no_castling(position.board(), is_long),
        Form::Move { piece, file, rank, to, promotion } => {
            let mut from = position.board().colored_pieces(position.side_to_move(), piece);
            let all = from;
            // If the text names no file, a pawn moves straight ahead.
            let file = if piece == Piece::Pawn { file.or(Some(to.file())) } else { file };
            file.into_iter().for_each(|file| from &= file.bitboard());
            rank.into_iter().for_each(|rank| from &= rank.bitboard());
            why_no_move(position.board(), piece, (from, all), to, promotion)
        }
    }
}

/// Splits off the last character of a text if `read` accepts it. Returns the rest of the text and
/// the value of the character.
fn split_last<T>(text: &str, read: impl Fn(char) -> Option<T>) -> (&str, Option<T>) {
    let mut signs = text.chars();
    match signs.next_back().and_then(read) {
        Some(found) => (signs.as_str(), Some(found)),
        None => (text, None),
    }
}

fn castling(text: &str) -> Option<bool> {
    if !text.starts_with(CASTLING_SIGNS) {
        return None;
    }
    let is_castling = |part: &str| part.chars().count() == 1 && part.chars().all(|sign| CASTLING_SIGNS.contains(&sign));
    let parts: Vec<&str> = text.split(['-', '–']).collect();
    (matches!(parts.len(), 2 | 3) && parts.iter().all(|part| is_castling(part))).then_some(parts.len() == 3)
}

fn piece_of(letter: char) -> Option<Piece> {
    letter.is_ascii_uppercase().then(|| Piece::try_from(letter.to_ascii_lowercase()).ok()).flatten()
}

fn of_letter(letter: char) -> Unreadable {
    // Lower-case letters are files; other signs and digits are not letters.
    let is_letter = letter.is_uppercase() || !letter.is_ascii();
    if is_letter { Unreadable::Letter { letter } } else { Unreadable::Form }
}

/// Splits off the piece that a pawn becomes: `=Q`, `(Q)`, `/Q`, `Q`.
fn split_promotion(text: &str) -> Result<(&str, Option<Piece>), Unreadable> {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().next_back().filter(|letter| !letter.is_ascii_digit() && letter.is_alphabetic())
    else {
        return Ok((text, None));
    };
    let before = &bare[..bare.len() - letter.len_utf8()];
    let before = before.strip_suffix(['=', '(', '/']).unwrap_or(before);
    // In `exd`, the last letter is a file without a rank, not the piece of a promotion.
    if !before.ends_with(|sign: char| sign.is_ascii_digit()) {
        return Err(Unreadable::Form);
    }
    let small = letter.is_ascii_lowercase().then(|| letter.to_ascii_uppercase());
    let piece = piece_of(small.unwrap_or(letter)).ok_or(Unreadable::Letter { letter })?;
    Ok((before, Some(piece)))
}

fn why_no_castling(board: &Board, is_long: bool) -> IllegalReason {
    let mover = board.side_to_move();
    let rank = Rank::First.relative_to(mover);
    let rights = board.castle_rights(mover);
    let Some(rook) = (if is_long { rights.long } else { rights.short }) else {
        return IllegalReason::NoRightToCastle;
    };
    let king = board.king(mover);
    let between = get_between_rays(king, Square::new(rook, rank));
    if !(between & board.occupied()).is_empty() {
        return IllegalReason::CastlingBlocked;
    }
    if !board.checkers().is_empty() {
        return IllegalReason::CastlingOutOfCheck;
    }
    let path = if is_long { [File::D, File::C] } else { [File::F, File::G] };
    let attacked = path.map(|file| Square::new(file, rank)).into_iter().find(|&square| is_attacked(board, square));
    attacked.map_or(IllegalReason::NoRightToCastle, |square| IllegalReason::CastlingThrough { square })
}

/// Returns true when the side not to move attacks a square after the king of the side to move is
/// taken off the board.
fn is_attacked(board: &Board, square: Square) -> bool {
    let mover = board.side_to_move();
    let occupied = board.occupied() - board.king(mover).bitboard();
    let of = |piece| board.colored_pieces(!mover, piece);
    let hits = get_knight_moves(square) & of(Piece::Knight)
        | get_king_moves(square) & of(Piece::King)
        | get_pawn_attacks(square, mover) & of(Piece::Pawn)
        | get_bishop_moves(square, occupied) & (of(Piece::Bishop) | of(Piece::Queen))
        | get_rook_moves(square, occupied) & (of(Piece::Rook) | of(Piece::Queen));
    !hits.is_empty()
}

/// Returns the reason why a move is illegal. `from` holds the pieces that the text can mean, `all`
/// every piece of their kind.
fn why_no_move(
    board: &Board,
    piece: Piece,
    (from, all): (BitBoard, BitBoard),
    to: Square,
    promotion: Option<Piece>,
) -> IllegalReason {
    let mover = board.side_to_move();
    let (side, piece_name) = (name(mover), piece_name(piece));
    if from.is_empty() {
        let is_none = all.is_empty();
        return IllegalReason::NoSuchPiece { side, piece: piece_name, is_none };
    }
    if board.colors(mover).has(to) {
        return IllegalReason::OwnPiece { square: to };
    }
    if board.king(!mover) == to {
        return IllegalReason::CapturesKing;
    }
    let is_last = to.rank() == Rank::Eighth.relative_to(mover);
    match promotion {
        Some(_) if piece != Piece::Pawn || !is_last => return IllegalReason::NoPromotion,
        Some(Piece::King | Piece::Pawn) => return IllegalReason::WrongPromotion,
        _ => {}
    }
    let nearest = from.iter().map(|from| reach(board, piece, from, to)).max();
    match nearest {
        Some(Reach::Free) if piece == Piece::Pawn && is_last && promotion.is_none() => IllegalReason::PromotionMissing,
        Some(Reach::Free) => IllegalReason::KingInCheck,
        Some(Reach::Blocked) => IllegalReason::Blocked { piece: piece_name, square: to },
        Some(Reach::Empty) => IllegalReason::NothingToCapture { square: to },
        Some(Reach::None) | None => IllegalReason::MovesNotSo { side, piece: piece_name, square: to },
    }
}

/// Degree to which a piece can move to a square, from worst to best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// The piece could not go to the square even on an empty board.
    None,
    /// A pawn could only capture on the square, but there is nothing to capture.
    Empty,
    /// The piece could go to the square on an empty board, but another piece is in the way.
    Blocked,
    /// The piece reaches the square.
    Free,
}

fn reach(board: &Board, piece: Piece, from: Square, to: Square) -> Reach {
    let ways = |occupied| attacks(piece, board.side_to_move(), from, occupied);
    match piece {
        Piece::Pawn => pawn_reach(board, from, to),
        _ if ways(board.occupied()).has(to) => Reach::Free,
        _ if ways(BitBoard::EMPTY).has(to) => Reach::Blocked,
        _ => Reach::None,
    }
}

fn pawn_reach(board: &Board, from: Square, to: Square) -> Reach {
    let mover = board.side_to_move();
    if get_pawn_attacks(from, mover).has(to) {
        let passed = board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(mover)));
        let is_capture = board.colors(!mover).has(to) || passed == Some(to);
        return if is_capture { Reach::Free } else { Reach::Empty };
    }
    let ahead = |steps: i8| from.try_offset(0, if mover == Color::White { steps } else { -steps });
    let is_home = from.rank() == Rank::Second.relative_to(mover);
    let is_free = |square: Option<Square>| square.is_some_and(|square| !board.occupied().has(square));
    let of = |is_free| if is_free { Reach::Free } else { Reach::Blocked };
    match (ahead(1), ahead(2)) {
        (Some(one), _) if one == to => of(is_free(Some(one))),
        (one, Some(two)) if two == to && is_home => of(is_free(one) && is_free(Some(two))),
        _ => Reach::None,
    }
}
