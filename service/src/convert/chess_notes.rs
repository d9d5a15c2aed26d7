//! What verdicts on chess say in words, as notes.

use peatee_probe::ProbeError;
use peatee_probe::peatee_chess::IllegalReason;
use peatee_probe::peatee_chess::laws::{Method, UnclearCause};

use crate::note::Note;

/// Why a move is not legal. `None`: in a way that has no text.
pub fn illegal(reason: IllegalReason) -> Option<Note> {
    let text = reason.to_string();
    let square = |square: &dyn ToString| square.to_string();
    Some(match reason {
        IllegalReason::KingInCheck => Note::new("illegal-king-in-check", [], text),
        IllegalReason::OwnPiece { square: on } => Note::new("illegal-own-piece", [("square", &square(&on))], text),
        IllegalReason::CapturesKing => Note::new("illegal-captures-king", [], text),
        IllegalReason::NoSuchPiece { piece, .. } => Note::new("illegal-no-such-piece", [("piece", piece)], text),
        IllegalReason::MovesNotSo { piece, square: to, .. } => {
            Note::new("illegal-moves-not-so", [("piece", piece), ("square", &square(&to))], text)
        }
        IllegalReason::Blocked { piece, square: to } => {
            Note::new("illegal-blocked", [("piece", piece), ("square", &square(&to))], text)
        }
        IllegalReason::NothingToCapture { square: on } => {
            Note::new("illegal-nothing-to-capture", [("square", &square(&on))], text)
        }
        IllegalReason::PromotionMissing => Note::new("illegal-promotion-missing", [], text),
        IllegalReason::NoPromotion => Note::new("illegal-no-promotion", [], text),
        IllegalReason::WrongPromotion => Note::new("illegal-wrong-promotion", [], text),
        IllegalReason::NoRightToCastle => Note::new("illegal-no-right-to-castle", [], text),
        IllegalReason::CastlingBlocked => Note::new("illegal-castling-blocked", [], text),
        IllegalReason::CastlingOutOfCheck => Note::new("illegal-castling-out-of-check", [], text),
        IllegalReason::CastlingThrough { square: on } => {
            Note::new("illegal-castling-through", [("square", &square(&on))], text)
        }
        _ => return None,
    })
}

/// In which letters a game seems to be written whose move cannot be read. `None`: in those of PGN.
pub fn letters(cause: &UnclearCause) -> Option<Note> {
    let UnclearCause::Unreadable { languages, .. } = cause else { return None };
    let letters: Vec<String> = languages.iter().map(|of| of.letters.join(" ")).collect();
    let letters = letters.join(" / ");
    let text = format!("the game seems to be written with the letters {letters}");
    (!languages.is_empty()).then(|| Note::new("unclear-letters", [("letters", &letters)], text))
}

/// By what it is proved that nobody can mate.
pub fn method(method: Method) -> Note {
    let text = method.text();
    match method {
        Method::Material => Note::new("method-material", [], text),
        Method::Tables => Note::new("method-tables", [], text),
        Method::AllPositions { positions } => {
            Note::new("method-all-positions", [("positions", &positions.to_string())], text)
        }
    }
}

/// Why a fallen flag is not decided, in English and as a note.
pub fn undecided(positions: usize, text: &str) -> Note {
    Note::new("undecided", [("positions", &positions.to_string())], text.to_owned())
}

/// That a table is damaged.
pub fn damaged(error: &ProbeError) -> Note {
    let text = error.to_string();
    Note::new("damaged-table", [("error", &text)], text.clone())
}

/// Why tables have no value. `None`: they should have one, and something is wrong.
pub fn unknown(error: &ProbeError) -> Option<Note> {
    let text = error.to_string();
    match error {
        ProbeError::CastlingRights => Some(Note::new("castling-rights", [], text)),
        ProbeError::TooManyPieces { pieces, most, .. } => {
            Some(Note::new("too-many-men", [("men", &pieces.to_string()), ("most", &most.to_string())], text))
        }
        ProbeError::MissingTable { slice, metric, .. } => {
            Some(Note::new("missing-table", [("table", &format!("{slice} {metric}"))], text))
        }
        _ => None,
    }
}
