//! Construction of sentences from catalogue keys and arguments.

use peatee_proto::v1::{self as proto, Paragraph, Sentence, SentencePlace, Tone, VerdictPart};
use peatee_rules::Side;

use crate::answer::texts::Texts;

pub(super) fn place((name, value): (&str, String)) -> SentencePlace {
    SentencePlace { name: name.to_owned(), value, sentences: Vec::new() }
}

/// Creates a sentence from a key of the text catalogues. `places` are the names and values of the
/// placeholders in its text.
pub(super) fn sentence<const N: usize>(key: impl Into<String>, places: [(&str, String); N]) -> Sentence {
    Sentence { key: key.into(), places: places.into_iter().map(place).collect(), text: String::new() }
}

/// Creates a sentence with a text that is the same in every language, such as a list of moves. The
/// text catalogues do not contain it.
pub(super) fn literal(text: String) -> Sentence {
    Sentence { text, ..Sentence::default() }
}

/// Creates a sentence from a catalogue key that has one text for White and another for Black.
pub(super) fn of_side<const N: usize>(key: &str, side: Side, places: [(&str, String); N]) -> Sentence {
    let color = if side == Side::White { "white" } else { "black" };
    sentence(format!("{key}.{color}"), places)
}

/// Fills the placeholder `name` of the sentence `outer` with the text of other sentences.
pub(super) fn with(mut outer: Sentence, name: &str, sentences: Vec<Sentence>) -> Sentence {
    outer.places.push(SentencePlace { name: name.to_owned(), value: String::new(), sentences });
    outer
}

/// Creates a sentence from a key if the text catalogues have it; otherwise a sentence with the
/// English `text`.
pub(super) fn known_or(key: String, text: &str) -> Sentence {
    match Texts::english().has(&key) {
        true => sentence(key, []),
        false => literal(text.to_owned()),
    }
}

pub(super) fn paragraph(part: VerdictPart, tone: Tone, sentences: Vec<Sentence>) -> Paragraph {
    Paragraph { part: part.into(), tone: tone.into(), sentences, text: String::new() }
}

pub(super) fn wins(key: &str, winner: Side, moves: Option<u32>) -> Sentence {
    match moves {
        Some(moves) => of_side(&format!("{key}-in"), winner, [("count", moves.to_string())]),
        None => of_side(key, winner, []),
    }
}

pub(super) fn side_of(side: proto::Side) -> Side {
    if side == proto::Side::Black { Side::Black } else { Side::White }
}

/// Returns the name of an enum value without its prefix and in lower case, as the keys of the text
/// catalogues contain it.
pub(super) fn word(name: &str, prefix: &str) -> String {
    name.strip_prefix(prefix).unwrap_or(name).to_lowercase()
}
