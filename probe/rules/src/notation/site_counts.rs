//! Counts that lidraughts writes after a position: `W:W31:BK1:H12:F40`, `W:WK28:BK5:H0:F52:+205+0`.

use super::fen_error::FenError;
use peatee_game::shortened;

/// Counts that lidraughts writes after a position. The text does not show which moves a count
/// counts; the rules of that site decide it for each position.
/// [`DrawRules::site_counters`](crate::draw::DrawRules::site_counters) converts them to counts of a
/// rule code if possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SiteCounts {
    /// Number after `H`: plies since lidraughts last reset its count; `None` if there is no `H`.
    /// The kind of position decides which moves this count counts.
    pub half_moves: Option<u32>,
    /// Number after `F`: number of the next move; `None` if there is no `F`.
    pub full_move: Option<u32>,
    /// Numbers in `+b+w`: consecutive moves of Black and White with one king, in Frisian draughts
    /// and related games; `None` if these numbers are missing.
    pub king_moves: Option<[KingMoves; 2]>,
}

/// Consecutive moves with one king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KingMoves {
    /// Number of consecutive moves, 0 to 3.
    pub moves: u8,
    /// Number of the king's square, if the text states it.
    pub square: Option<u8>,
}

/// Limit of Frisian draughts: the number of consecutive moves after which the king must not move.
const KING_MOVES_MAX: u8 = 3;

impl SiteCounts {
    /// Returns true when a count is above 0. The move number is not a count.
    pub fn is_running(&self) -> bool {
        self.half_moves.is_some_and(|plies| plies > 0) || self.has_king_moves()
    }

    /// Returns true when a king has made moves that count for the Frisian limit on moves with one
    /// king.
    pub fn has_king_moves(&self) -> bool {
        self.king_moves.is_some_and(|sides| sides.iter().any(|side| side.moves > 0))
    }

    /// Returns true when `part`, the text between two colons of a FEN, begins like a count.
    pub(super) fn is_part(part: &str) -> bool {
        part.starts_with(['H', 'F', '+'])
    }

    /// Parses the numbers of moves with one king as they stand in a FEN: `+205+0` means two moves
    /// of Black's king on square 5, and none of White. Returns `None` if the text has another form.
    pub(crate) fn parse_king_moves(text: &str) -> Option<[KingMoves; 2]> {
        let mut counts = SiteCounts::default();
        text.starts_with('+').then(|| counts.put(text, u8::MAX))??;
        counts.king_moves
    }

    pub(super) fn parse(parts: &[&str], squares: u8) -> Result<SiteCounts, FenError> {
        let mut counts = SiteCounts::default();
        for part in parts {
            counts.put(part, squares).ok_or_else(|| FenError::Count { found: shortened(part) })?;
        }
        Ok(counts)
    }

    /// Adds the count that `part`, the text between two colons of a FEN, states. Returns `None`
    /// when `part` is no count, or repeats a count.
    fn put(&mut self, part: &str, squares: u8) -> Option<()> {
        let (letter, rest) = part.split_at_checked(1)?;
        match letter {
            "H" => put_once(&mut self.half_moves, number(rest)?),
            "F" => put_once(&mut self.full_move, number(rest)?),
            _ => {
                let (black, white) = rest.split_once('+')?;
                put_once(&mut self.king_moves, [king_moves(black, squares)?, king_moves(white, squares)?])
            }
        }
    }
}

impl std::fmt::Display for SiteCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.half_moves.map(|plies| format!("H{plies}")));
        parts.extend(self.full_move.map(|number| format!("F{number}")));
        if let Some(sides) = self.king_moves {
            let text = |side: &KingMoves| {
                let square = side.square.map_or(String::new(), |square| format!("{square:02}"));
                format!("+{}{square}", side.moves)
            };
            parts.push(sides.iter().map(text).collect());
        }
        f.write_str(&parts.join(":"))
    }
}

fn put_once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    if place.is_some() {
        return None;
    }
    *place = Some(value);
    Some(())
}

fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Parses the king moves of one side: `0`, or `205` for two moves of the king on square 5. Returns
/// `None` for other texts.
fn king_moves(text: &str, squares: u8) -> Option<KingMoves> {
    let (moves, square) = text.split_at_checked(1)?;
    let moves = u8::try_from(number(moves)?).ok().filter(|&moves| moves <= KING_MOVES_MAX)?;
    let square = match square.len() {
        0 => None,
        2 => Some(u8::try_from(number(square)?).ok().filter(|square| (1..=squares).contains(square))?),
        _ => return None,
    };
    Some(KingMoves { moves, square })
}
