//! Construction of sentences from catalogue keys and arguments.

use peatee_proto::v1::{self as proto, Paragraph, Sentence, SentencePlace, Tone, VerdictPart};
use peatee_rules::Side;

use crate::answer::texts::Texts;

pub(super) fn place((name, value): (&str, String)) -> SentencePlace {
    SentencePlace { name: name.to_owned(), value, sentences: Vec::new() }
}

/// Creates the sentence of a key, with arguments for its placeholders.
pub(super) fn sentence<const N: usize>(key: impl Into<String>, places: [(&str, String); N]) -> Sentence {
    Sentence { key: key.into(), places: places.into_iter().map(place).collect(), text: String::new() }
}

/// Creates a sentence whose text is the same in every language, such as moves.
pub(super) fn literal(text: String) -> Sentence {
    Sentence { text, ..Sentence::default() }
}

/// Creates the sentence of a key that has a text for White and another for Black.
pub(super) fn of_side<const N: usize>(key: &str, side: Side, places: [(&str, String); N]) -> Sentence {
    let color = if side == Side::White { "white" } else { "black" };
    sentence(format!("{key}.{color}"), places)
}

/// Adds the argument `name` to the sentence `outer`. The value of the argument is `sentences`.
pub(super) fn with(mut outer: Sentence, name: &str, sentences: Vec<Sentence>) -> Sentence {
    outer.places.push(SentencePlace { name: name.to_owned(), value: String::new(), sentences });
    outer
}

/// Creates the sentence of a key if the catalogues have it; otherwise one with the English `text`.
pub(super) fn known_or(key: String, text: &str) -> Sentence {
    match Texts::english().has(&key) {
        true => sentence(key, []),
        false => literal(text.to_owned()),
    }
}

pub(super) fn paragraph(part: VerdictPart, tone: Tone, sentences: Vec<Sentence>) -> Paragraph {
    Paragraph { part: part.into(), tone: tone.into(), sentences, text: String::new() }
}

/// Creates the sentence that says that a side wins, in a number of moves if it is known.
pub(super) fn wins(key: &str, winner: Side, moves: Option<u32>) -> Sentence {
    match moves {
        Some(moves) => of_side(&format!("{key}-in"), winner, [("count", moves.to_string())]),
        None => of_side(key, winner, []),
    }
}

pub(super) fn side_of(side: proto::Side) -> Side {
    if side == proto::Side::Black { Side::Black } else { Side::White }
}

/// Returns the name of an enum value without its prefix and in lower case, as keys contain it.
pub(super) fn word(name: &str, prefix: &str) -> String {
    name.strip_prefix(prefix).unwrap_or(name).to_lowercase()
}
