//! Words of PDN: squares joined by separators, and short notation.

use peatee_game::{Notation, Score, TextStart, records, records_of_moves};

use super::error::{PdnError, PdnFault};
use super::game::PdnGame;

/// Reads all games of a text.
pub fn read_games(text: &str) -> Vec<PdnGame> {
    each_game(text).collect()
}

/// Reads the games of a text one at a time.
pub fn each_game(text: &str) -> impl Iterator<Item = PdnGame> {
    each_game_from(text, TextStart::default())
}

/// Reads the games of a text one at a time. The numbers of games and of lines count from `start`.
pub fn each_game_from(text: &str, start: TextStart) -> impl Iterator<Item = PdnGame> {
    records::<Pdn>(text, start).map(PdnGame::from)
}

/// Reads the moves of one game without tags. There may be no moves, or a result without moves.
///
/// # Errors
/// [`PdnFault::NotOnlyMoves`] when there are tags or moves of a second game.
pub fn read_moves(text: &str) -> Result<PdnGame, PdnError> {
    match records_of_moves::<Pdn>(text) {
        (record, None) => Ok(PdnGame::from(record)),
        (record, Some(place)) => Err(PdnError { game: record.number, place, fault: PdnFault::NotOnlyMoves }),
    }
}

struct Pdn;

impl Notation for Pdn {
    const HAS_STAR_CAPTURES: bool = true;

    /// Returns the move if the word has the form of a move; otherwise `None`. The squares of a move
    /// have separators or are adjacent: `c3d4` becomes `c3-d4`. A single square is a removal in the
    /// opening. In short notation, the letter of a file replaces the first square: `cd4` or `c:d4`.
    fn move_text(word: &str) -> Option<String> {
        let mut parts: Vec<&str> = word.split(['-', 'x', 'X', ':', '*']).collect();
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let is_lettered = |text: &str| text.starts_with(is_letter) && is_square(text);
        let after_file = parts[0].strip_prefix(is_letter).filter(|rest| rest.is_empty() || is_lettered(rest));
        if let Some(rest) = after_file {
            parts[0] = rest;
            let squares = &parts[usize::from(rest.is_empty())..];
            return (!squares.is_empty() && squares.iter().all(|square| is_lettered(square))).then(|| word.to_owned());
        }
        if parts.len() >= 2 {
            return parts.iter().all(|square| is_square(square)).then(|| word.to_owned());
        }
        let mut squares: Vec<String> = Vec::new();
        for found in word.chars() {
            if found.is_ascii_alphabetic() {
                squares.push(String::new());
            }
            squares.last_mut()?.push(found);
        }
        let is_path = !squares.is_empty() && squares.iter().all(|square| is_square(square));
        is_path.then(|| squares.join("-"))
    }

    /// Returns true when the word consists of two square numbers and can be a move. Two equal
    /// numbers can be a capture that returns to its origin, or the points of a drawn game, such as
    /// `5-5`. If they can be points, they are not taken as a move.
    fn may_be_move(word: &str) -> bool {
        let number = |text: &str| text.parse::<u8>().ok().filter(|&number| number > 0);
        let squares = word.split_once(['-', ':']).map(|(from, to)| (number(from), number(to)));
        let is_draw = |from, to| from == to && Score::has_known_total(word);
        squares.is_some_and(|(from, to)| from.is_some() && to.is_some() && !is_draw(from, to))
    }
}

fn is_square(text: &str) -> bool {
    let digits = text.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or(text);
    (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}
