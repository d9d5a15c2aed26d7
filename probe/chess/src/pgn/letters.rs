//! Piece letters of languages other than English, the language of PGN.

use std::ops::RangeInclusive;

use peatee_game::RecordedMove;

const FIGURES: RangeInclusive<char> = '♔'..='♟';

/// Piece letters of a language: king, queen, rook, bishop, knight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Letters {
    /// Name of the language.
    pub language: &'static str,
    /// Letters of king, queen, rook, bishop and knight.
    pub letters: [&'static str; 5],
}

const LANGUAGES: [Letters; 7] = [
    Letters { language: "German", letters: ["K", "D", "T", "L", "S"] },
    Letters { language: "Dutch", letters: ["K", "D", "T", "L", "P"] },
    Letters { language: "French", letters: ["R", "D", "T", "F", "C"] },
    Letters { language: "Spanish or Italian", letters: ["R", "D", "T", "A", "C"] },
    Letters { language: "Estonian", letters: ["K", "L", "V", "O", "R"] },
    Letters { language: "Finnish", letters: ["K", "D", "T", "L", "R"] },
    Letters { language: "Russian", letters: ["Кр", "Ф", "Л", "С", "К"] },
];

const ENGLISH: [&str; 5] = ["K", "Q", "R", "B", "N"];

impl Letters {
    /// Returns the languages that have all piece letters of the game. Returns no languages if all
    /// letters of the game are those of PGN.
    pub fn of_game(moves: &[RecordedMove]) -> Vec<Letters> {
        let used: Vec<&str> = moves.iter().filter_map(|mv| letter_of(&mv.text)).collect();
        if used.iter().all(|letter| ENGLISH.contains(letter)) {
            return Vec::new();
        }
        LANGUAGES.into_iter().filter(|language| used.iter().all(|letter| language.letters.contains(letter))).collect()
    }

    /// Returns true when the piece letter of a move means another piece than in PGN in each of
    /// these languages, as `R` means a king in French. Returns false when `languages` is empty.
    pub fn all_differ(languages: &[Letters], san: &str) -> bool {
        !languages.is_empty() && languages.iter().all(|language| language.differs(san))
    }

    /// Returns true when the piece letter of a move means another piece in this language than in
    /// PGN.
    pub fn differs(&self, san: &str) -> bool {
        let Some(letter) = letter_of(san) else { return false };
        let place = |letters: [&str; 5]| letters.iter().position(|&found| found == letter);
        place(self.letters) != place(ENGLISH)
    }
}

/// Returns the piece letter of a move, if it has one. In `Крe2` the letter has two characters.
fn letter_of(san: &str) -> Option<&str> {
    let first = san.chars().next().filter(|sign| sign.is_uppercase() || FIGURES.contains(sign))?;
    // `O-O` is castling; the O of a bishop in Estonian is followed by a square.
    if san[first.len_utf8()..].starts_with(['-', '–']) {
        return None;
    }
    let second = san[first.len_utf8()..].chars().next().filter(|&sign| sign == 'р' || sign == 'p' && !first.is_ascii());
    san.get(..first.len_utf8() + second.map_or(0, char::len_utf8))
}
