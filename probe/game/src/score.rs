//! The meaning of results, in the spellings of all systems.
//!
//! A result begins with the points of the side that moves first in the game: White in chess and
//! international draughts, Black in English draughts. PGN, from which PDN takes its results, uses
//! this order, and so do the programs of each game. In English draughts, `1-0` is therefore a win
//! of Black.
//!
//! | system | results |
//! |---|---|
//! | PGN; PDN of games on 64 squares | `1-0` `0-1` `1/2-1/2` |
//! | PDN of games on 100 squares | `2-0` `0-2` `1-1` |
//! | points of other systems (Delft, Frisian, matches) | `10-0` `12-0` `3-0`; `5-5`; `7-5` and `2-1` are draws or wins by the rules of the event and have no meaning here |
//! | draws with an advantage | `1+ - 1-` |
//! | halves | `0.5-0.5` `½-½` |
//! | forfeits | `+/-` `-:+` `1-0F`, both lose: `0-0` `-/-` |

use crate::side::Side;

/// Score of a game: what its written result means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// The game is drawn.
    Draw,
    /// Both sides lose: `0-0`.
    BothLose,
    /// No result yet: `*`.
    Open,
}

/// Dashes that word processors write for `-`: hyphens, figure, en and em dash, minus.
const DASHES: [char; 7] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '\u{ad}'];

/// Possible sums of the points of both sides in a game, in tenths of a point: 0 when both lose, 1
/// point in chess, 2 points in draughts, and 3, 10 or 12 points in other scoring systems.
const TOTALS_TENTHS: [u32; 6] = [0, 10, 20, 30, 100, 120];

/// Returns the ASCII sign for a typographic dash, a capture sign, or a Cyrillic letter that looks
/// like a letter of a square. Returns other signs unchanged.
#[inline]
pub(crate) fn plain_sign(sign: char) -> char {
    match sign {
        '\0'..='\x7f' => sign,
        '×' | '✕' | 'х' => 'x',
        'а' => 'a',
        'е' => 'e',
        'с' => 'c',
        _ if DASHES.contains(&sign) => '-',
        other => other,
    }
}

/// Returns a result without spaces and with plain dashes, so that results can be compared.
pub(crate) fn compact(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_whitespace()).map(plain_sign).collect()
}

impl Score {
    /// Returns the score that a result means if the points of `first` are written first. Returns
    /// `None` when the text is not a result. Also returns `None` for points such as `7-5`, which
    /// mean different scores in different tournaments.
    pub fn parse(text: &str, first: Side) -> Option<Score> {
        let wins = |side: Side| if side == Side::White { Score::WhiteWins } else { Score::BlackWins };
        if text.trim() == "*" {
            return Some(Score::Open);
        }
        let text = without_suffix(text.trim());
        if HALVES.contains(&text) {
            return Some(Score::Draw);
        }
        let [left, right] = points(text)?;
        match () {
            () if left == 0 && right == 0 => Some(Score::BothLose),
            () if left == right => Some(Score::Draw),
            () if right == 0 => Some(wins(first)),
            () if left == 0 => Some(wins(first.other())),
            () => None,
        }
    }

    /// Returns true for a text with the form of a result, whether or not its meaning is known.
    pub fn is_result(text: &str) -> bool {
        let points_text = without_suffix(text);
        text == "*" || HALVES.contains(&points_text) || points(points_text).is_some()
    }

    /// Returns true for points whose sum is the total of a game in some scoring system: `7-5`,
    /// `4-6`, `2-1`. Squares seldom have such a sum, so this tells a result from a move such as
    /// `32-28`.
    pub fn has_known_total(text: &str) -> bool {
        let totals = points(text).map(|[left, right]| left + right);
        totals.is_some_and(|total| TOTALS_TENTHS.contains(&total))
    }

    /// Returns the score of a game that `winner` has won, or of a draw if `winner` is `None`.
    pub const fn for_winner(winner: Option<Side>) -> Score {
        match winner {
            Some(Side::White) => Score::WhiteWins,
            Some(Side::Black) => Score::BlackWins,
            None => Score::Draw,
        }
    }

    /// Returns the result with two points for a win, White's points first: `2-0`.
    pub const fn text(self) -> &'static str {
        self.written(Side::White, 2)
    }

    /// Returns the result as PGN writes it: `1-0`.
    pub const fn pgn_text(self) -> &'static str {
        self.written(Side::White, 1)
    }

    /// Returns the text of the result, with the points of `first` before the points of the other
    /// side. A win is worth one or two points, as `win_points` says.
    pub const fn written(self, first: Side, win_points: u8) -> &'static str {
        let is_first = matches!((self, first), (Score::WhiteWins, Side::White) | (Score::BlackWins, Side::Black));
        match (self, win_points) {
            (Score::WhiteWins | Score::BlackWins, 1) => {
                if is_first {
                    "1-0"
                } else {
                    "0-1"
                }
            }
            (Score::WhiteWins | Score::BlackWins, _) => {
                if is_first {
                    "2-0"
                } else {
                    "0-2"
                }
            }
            (Score::Draw, 1) => "1/2-1/2",
            (Score::Draw, _) => "1-1",
            (Score::BothLose, _) => "0-0",
            (Score::Open, _) => "*",
        }
    }
}

/// Texts of a draw that state the points of only one side.
const HALVES: [&str; 2] = ["1/2", "½"];

/// Returns a result without a final `F` (forfeit) or `*`.
fn without_suffix(text: &str) -> &str {
    text.trim_end_matches(['f', 'F', '*'])
}

/// Returns the points of both sides in tenths; `None` when the text is not a pair of points.
fn points(text: &str) -> Option<[u32; 2]> {
    let is_separator = |sign: char| matches!(plain_sign(sign), '-' | ':' | '/');
    if !text.contains(is_separator) {
        return None;
    }
    let text = compact(text);
    // A `-` can separate the points or be a part of them (`1+-1-`), so every separator is tried.
    let separators = text.char_indices().filter(|&(_, sign)| is_separator(sign));
    let mut pairs = separators.filter_map(|(at, sign)| {
        let [left, right] = [side_points(&text[..at])?, side_points(&text[at + 1..])?];
        // `18.5-9` is a move with its number.
        let has_dot = |side: &str| side.contains('.');
        if has_dot(&text[..at]) != has_dot(&text[at + 1..]) {
            return None;
        }
        // `1/2` is half a point, not a pair of points.
        let is_signs = text.starts_with(['+', '-']);
        (sign != '/' || is_signs).then_some([left, right])
    });
    pairs.next()
}

/// Returns the points of one side in tenths: `1`, `12`, `½`, `1/2`, `11/2` (from `1 1/2`), `0.5`,
/// `1+`, `+`, `-`. Returns `None` for other texts.
fn side_points(text: &str) -> Option<u32> {
    match text {
        "+" => return Some(10),
        "-" => return Some(0),
        _ => {}
    }
    let text = text.trim_end_matches(['f', 'F']);
    let text = text.strip_suffix(['+', '-']).unwrap_or(text);
    let (whole, tenths) = if let Some(whole) = text.strip_suffix('½') {
        (whole, 5)
    } else if let Some(whole) = text.strip_suffix("1/2") {
        (whole, 5)
    } else if let Some((whole, "5")) = text.split_once(['.', ',']) {
        (whole, 5)
    } else {
        (if text.is_empty() { return None } else { text }, 0)
    };
    let is_number = whole.len() <= 3 && whole.bytes().all(|byte| byte.is_ascii_digit());
    let whole = if whole.is_empty() { 0 } else { is_number.then(|| whole.parse::<u32>().ok())?? };
    Some(10 * whole + tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_all_systems_have_their_meaning() {
        use Score::*;
        for (texts, score) in [
            (
                &["1-0", "2-0", "10-0", "3-0", "1:0", "2–0", "1 - 0", "+/-", "+:-", "+--", "1-0F", "1F-0F", "2-0*"][..],
                WhiteWins,
            ),
            (&["0-1", "0-2", "0-12", "0:1", "-/+", "-:+", "--+"], BlackWins),
            (
                &[
                    "1-1", "5-5", "1/2-1/2", "½-½", "0.5-0.5", "0,5-0,5", "1+ - 1-", "1-  - 1+", "1/2", "½", "½F",
                    "½–½", "½:½",
                ],
                Draw,
            ),
            (&["0-0", "-/-", "-:-", "0–0"], BothLose),
            (&["*"], Open),
        ] {
            for text in texts {
                assert_eq!(Score::parse(text, Side::White), Some(score), "{text}");
                assert!(Score::is_result(&compact(text)), "{text}");
            }
        }
        for text in ["7-5", "4-6", "1 1/2 - 1/2", "2-1"] {
            assert_eq!((Score::parse(text, Side::White), Score::is_result(text)), (None, true), "{text}");
        }
        for text in ["e4", "32x28", "O-O", "c3-d4", "-", "?", "1", "12", "1000-1", "18.5-9", "x-y", "1/3-1/3", "c3:d4"]
        {
            assert!(!Score::is_result(text) && Score::parse(text, Side::White).is_none(), "{text}");
        }
    }

    #[test]
    fn signs_of_typists_become_those_of_notation() {
        for (text, plain) in [("с3–d4", "c3-d4"), ("а3хс5×е7", "a3xc5xe7"), ("32—28", "32-28")] {
            assert_eq!(compact(text), plain);
        }
    }

    #[test]
    fn points_of_a_game_have_a_known_total() {
        for text in ["7-5", "4-6", "2-1", "1-0", "0-0", "10-0", "1 1/2 - 1/2"] {
            assert!(Score::has_known_total(text), "{text}");
        }
        for text in ["28-17", "19-24", "26-31", "e4", "8-12", "*"] {
            assert!(!Score::has_known_total(text), "{text}");
        }
    }

    #[test]
    fn the_first_points_are_those_of_the_side_that_moves_first() {
        for score in [Score::WhiteWins, Score::BlackWins, Score::Draw, Score::BothLose, Score::Open] {
            for (first, points) in [(Side::White, 1), (Side::White, 2), (Side::Black, 1), (Side::Black, 2)] {
                assert_eq!(Score::parse(score.written(first, points), first), Some(score));
            }
        }
        assert_eq!(Score::parse("1-0", Side::Black), Some(Score::BlackWins));
        assert_eq!(Score::BlackWins.written(Side::Black, 1), "1-0");
    }
}
