//! Converts signs between moves to numeric annotation glyphs of the PGN standard.

const MARKS: [(&str, u16); 6] = [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)];

pub(crate) const FORCED: u16 = 7;

/// Words beside moves, with their numeric annotation glyphs. Words that judge a move or a position
/// have a glyph. Words that only describe a move, such as `ch` and `mate`, have none.
const WORDS: [(&str, Option<u16>); 34] = [
    ("=", Some(10)),
    ("+=", Some(14)),
    ("+/=", Some(14)),
    ("=+", Some(15)),
    ("=/+", Some(15)),
    ("+/-", Some(16)),
    ("-/+", Some(17)),
    ("+-", Some(18)),
    ("+--", Some(20)),
    ("-+", Some(19)),
    ("--+", Some(21)),
    ("N", Some(146)),
    ("TN", Some(146)),
    ("D", Some(220)),
    ("+", None),
    ("++", None),
    ("#", None),
    ("ch", None),
    ("ch.", None),
    ("check", None),
    ("dbl", None),
    ("dis", None),
    ("dis.", None),
    ("mate", None),
    ("ep", None),
    ("e.p", None),
    ("e.p.", None),
    ("-", None),
    ("RR", None),
    ("+=/-", None),
    ("+/+-", Some(18)),
    ("/\\", None),
    ("~", None),
    ("==", Some(10)),
];

/// Bytes of the longest of [`WORDS`].
const WORD_BYTES_MAX: usize = 5;

/// Signs other than letters with which a judgement in [`WORDS`] ends.
const JUDGEMENT_ENDS: [char; 3] = ['+', '-', '='];

/// Single signs that may directly follow a move, with their numeric annotation glyphs.
const SIGNS: [(char, u16); 12] = [
    ('±', 16),
    ('∓', 17),
    ('⩲', 14),
    ('⩱', 15),
    ('□', 7),
    ('∞', 13),
    ('⇆', 132),
    ('⇄', 132),
    ('⟳', 32),
    ('→', 40),
    ('↑', 36),
    ('△', 140),
];

/// Returns the numeric annotation glyph of a mark such as `!?`; `None` for an unknown mark. For a
/// mark that is too long, such as `!!!`, uses its first signs.
pub(crate) fn mark(mark: &str) -> Option<u16> {
    let known = |text: &str| MARKS.iter().find(|(mark, _)| *mark == text).map(|&(_, glyph)| glyph);
    known(mark).or_else(|| known(mark.get(..2)?))
}

/// Returns the numeric annotation glyph of a word in [`WORDS`]. Returns `Some(None)` if the word
/// has no glyph, and `None` if the word is not in the list.
pub(crate) fn word(word: &str) -> Option<Option<u16>> {
    if word.len() > WORD_BYTES_MAX {
        return None;
    }
    WORDS.iter().find(|(text, _)| *text == word).map(|&(_, glyph)| glyph)
}

pub(crate) fn sign(sign: char) -> Option<u16> {
    SIGNS.iter().find(|(known, _)| *known == sign).map(|&(_, glyph)| glyph)
}

/// Splits a judgement of two signs or more from the move before it, as in `Qh4+-`. Returns the move
/// and the numeric annotation glyph; `None` if the text does not end with a judgement.
pub(crate) fn split_judgement(text: &str) -> Option<(&str, u16)> {
    if !text.ends_with(JUDGEMENT_ENDS) {
        return None;
    }
    let judgements = WORDS
        .iter()
        .filter(|(sign, glyph)| sign.len() > 1 && !sign.starts_with(char::is_alphabetic) && glyph.is_some());
    let fitting = judgements.filter_map(|&(sign, glyph)| Some((text.strip_suffix(sign)?, glyph?)));
    fitting.min_by_key(|(before, _)| before.len()).filter(|(before, _)| !before.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_judgements_are_among_those_that_are_looked_for() {
        assert!(WORDS.iter().all(|(word, _)| word.len() <= WORD_BYTES_MAX));
        let judgements = WORDS.iter().filter(|(word, glyph)| glyph.is_some() && !word.starts_with(char::is_alphabetic));
        judgements.for_each(|(word, _)| assert!(word.ends_with(JUDGEMENT_ENDS) || word.len() == 1, "{word}"));
        assert_eq!(split_judgement("Qh4+-"), Some(("Qh4", 18)));
    }
}
