//! Creates the notes of verdicts on chess games.

use peatee_chess::IllegalReason;
use peatee_chess::laws::MateProof;
use peatee_chess::pgn::Letters;

use super::note::Note;
use crate::error::ProbeError;

pub(super) fn illegal(reason: IllegalReason) -> Option<Note> {
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

pub(super) fn letters(languages: &[Letters]) -> Option<Note> {
    let letters: Vec<String> = languages.iter().map(|of| of.letters.join(" ")).collect();
    let letters = letters.join(" / ");
    let text = format!("the game seems to be written with the letters {letters}");
    (!languages.is_empty()).then(|| Note::new("unclear-letters", [("letters", &letters)], text))
}

pub(super) fn method(method: MateProof) -> Note {
    let text = method.text();
    match method {
        MateProof::Material => Note::new("method-material", [], text),
        MateProof::Blocked => Note::new("method-blocked", [], text),
        MateProof::Tables => Note::new("method-tables", [], text),
        MateProof::AllPositions { positions } => {
            Note::new("method-all-positions", [("positions", &positions.to_string())], text)
        }
    }
}

pub(super) fn unknown(error: &ProbeError) -> Option<Note> {
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
