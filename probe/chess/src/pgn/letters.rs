//! The letters of pieces in other languages than that of PGN.

use std::ops::RangeInclusive;

use super::game::PgnMove;

/// The figures of pieces, white and black.
pub(super) const FIGURES: RangeInclusive<char> = '♔'..='♟';

/// The letters of a language: of king, queen, rook, bishop and knight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    /// The name of the language.
    pub language: &'static str,
    /// The letters, in that order.
    pub letters: [&'static str; 5],
}

/// The languages whose letters are known.
const LANGUAGES: [Letters; 7] = [
    Letters { language: "German", letters: ["K", "D", "T", "L", "S"] },
    Letters { language: "Dutch", letters: ["K", "D", "T", "L", "P"] },
    Letters { language: "French", letters: ["R", "D", "T", "F", "C"] },
    Letters { language: "Spanish or Italian", letters: ["R", "D", "T", "A", "C"] },
    Letters { language: "Estonian", letters: ["K", "L", "V", "O", "R"] },
    Letters { language: "Finnish", letters: ["K", "D", "T", "L", "R"] },
    Letters { language: "Russian", letters: ["Кр", "Ф", "Л", "С", "К"] },
];

/// The letters of PGN.
const ENGLISH: [&str; 5] = ["K", "Q", "R", "B", "N"];

impl Letters {
    /// The languages in which a game may be written: those that have all its letters, where one of
    /// them is no letter of PGN. None for a game in the letters of PGN.
    pub fn of_game(moves: &[PgnMove]) -> Vec<Letters> {
        let used: Vec<&str> = moves.iter().filter_map(|mv| letter_of(&mv.san)).collect();
        if used.iter().all(|letter| ENGLISH.contains(letter)) {
            return Vec::new();
        }
        LANGUAGES.into_iter().filter(|language| used.iter().all(|letter| language.letters.contains(letter))).collect()
    }

    /// Whether a move has a letter that means another piece in this language than in PGN.
    pub fn differs(&self, san: &str) -> bool {
        let Some(letter) = letter_of(san) else { return false };
        let place = |letters: [&str; 5]| letters.iter().position(|&found| found == letter);
        place(self.letters) != place(ENGLISH)
    }
}

/// The letter of the piece, if a move has one: two in `Крe2`.
fn letter_of(san: &str) -> Option<&str> {
    let first = san.chars().next().filter(|sign| sign.is_uppercase() || FIGURES.contains(sign))?;
    // Castling: `O-O`; the first O of a bishop in Estonian has a square behind it.
    if san[first.len_utf8()..].starts_with(['-', '–']) {
        return None;
    }
    let second = san[first.len_utf8()..].chars().next().filter(|&sign| sign == 'р' || sign == 'p' && !first.is_ascii());
    san.get(..first.len_utf8() + second.map_or(0, char::len_utf8))
}
