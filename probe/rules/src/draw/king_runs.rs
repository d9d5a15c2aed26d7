//! Consecutive quiet moves with one king, for codes that limit them.

use super::code::KingMovesRule;
use crate::bitboard::Bitboard;
use crate::board::Square;
use crate::game::{Draughts, Move};
use crate::notation::{KingMoves, SiteCounts};
use crate::piece::{Kind, Side};
use crate::position::Position;

/// Consecutive quiet moves of each side with one king, up to the latest move of the side. A side
/// has `None` in three cases: its latest move was not a quiet king move, the moved king has
/// been captured, or the side has no men. Without men, the limit on these moves does not apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KingRuns([Option<KingRun>; 2]);

/// Consecutive quiet moves with one king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KingRun {
    /// Square of the king.
    pub square: Square,
    /// Number of consecutive quiet moves of the king.
    pub moves: u8,
}

/// Error: a text gives a number of consecutive moves with a king on a square on which the side has
/// no king.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{side} cannot have made {moves} moves in a row with the king on {square}: no king of {side} stands there; write \
     the square behind the number, as in `+205+0` for two moves of Black's king on 5"
)]
pub struct KingRunError {
    /// Side of the king.
    pub side: Side,
    /// Number of consecutive moves that the text states.
    pub moves: u8,
    /// Square that the text gives for the king, or `?` if the text gives none.
    pub square: String,
}

impl KingRuns {
    /// No moves in a row with one king.
    pub const NONE: KingRuns = KingRuns([None; 2]);

    /// Creates runs (consecutive quiet moves with one king) of White and Black.
    pub const fn new(runs: [Option<KingRun>; 2]) -> KingRuns {
        KingRuns(runs)
    }

    /// Returns all combinations of runs that are possible in a position, up to the limit of the
    /// rule. A run is a series of quiet moves that one side has made in a row with one king.
    pub fn all(rule: &KingMovesRule, position: &Position) -> Vec<KingRuns> {
        let of_side = |side: Side| {
            let has_men = !position.setup.get(side, Kind::Man).is_empty();
            let kings = position.setup.get(side, Kind::King).squares().filter(move |_| has_men);
            let runs = kings
                .flat_map(|king| (1..=rule.most_moves).map(move |moves| Some(KingRun { square: Square(king), moves })));
            std::iter::once(None).chain(runs).collect::<Vec<_>>()
        };
        let [white, black] = Side::BOTH.map(of_side);
        white.iter().flat_map(|&white| black.iter().map(move |&black| KingRuns([white, black]))).collect()
    }

    /// Returns the consecutive quiet moves of `side` with one king; `None` if there are none.
    pub fn of(&self, side: Side) -> Option<KingRun> {
        self.0[side as usize]
    }

    /// Returns true when neither side has a run of king moves.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Returns the runs (consecutive quiet moves with one king) that a FEN gives after its lists of
    /// pieces. `sides` holds these moves as read from the FEN, first those of Black.
    ///
    /// # Errors
    /// [`KingRunError`] when a side has no king on the square that the FEN gives for it.
    pub fn stated(sides: &[KingMoves; 2], game: &Draughts, position: &Position) -> Result<KingRuns, KingRunError> {
        KingRuns::of_numbers(sides, |number| game.square_with_number(number), position)
    }

    /// Parses the text that [`KingRuns::text`] returns. Returns `None` if the text has another
    /// form.
    pub(super) fn parse(text: &str, position: &Position) -> Option<Result<KingRuns, KingRunError>> {
        let sides = SiteCounts::parse_king_moves(text)?;
        Some(KingRuns::of_numbers(&sides, |number| number.checked_sub(1).map(Square), position))
    }

    /// Formats the runs as in a FEN: `+205+0` means two moves of Black's king on square 5, and none
    /// of White. Squares are numbered from 1, row by row from Black's side. Returns `None` if there
    /// are no runs.
    pub(super) fn text(&self) -> Option<String> {
        let sides = self.sides(|square| square.0 + 1);
        (!self.is_empty()).then(|| SiteCounts { king_moves: Some(sides), ..SiteCounts::default() }.to_string())
    }

    fn of_numbers(
        sides: &[KingMoves; 2],
        square_of: impl Fn(u8) -> Option<Square>,
        position: &Position,
    ) -> Result<KingRuns, KingRunError> {
        let mut runs = KingRuns::default();
        // Stated runs list Black first.
        for (side, stated) in [Side::Black, Side::White].into_iter().zip(sides).filter(|(_, stated)| stated.moves > 0) {
            let square = stated.square.and_then(&square_of);
            let square = square.filter(|&square| is_king(position, side, square));
            let square = square.ok_or_else(|| KingRunError {
                side,
                moves: stated.moves,
                square: stated.square.map_or_else(|| "?".to_owned(), |number| number.to_string()),
            })?;
            runs.0[side as usize] = Some(KingRun { square, moves: stated.moves });
        }
        Ok(runs.without_ended(position))
    }

    /// Returns the runs in the form in which a FEN gives them: for Black and then for White, the
    /// number of consecutive moves and the square of the king. A side without such moves has the
    /// number 0.
    pub fn to_stated(&self, game: &Draughts) -> [KingMoves; 2] {
        self.sides(|square| game.square_number(square))
    }

    fn sides(&self, number: impl Fn(Square) -> u8) -> [KingMoves; 2] {
        [Side::Black, Side::White].map(|side| {
            let run = |run: KingRun| KingMoves { moves: run.moves, square: Some(number(run.square)) };
            self.of(side).map_or_else(KingMoves::default, run)
        })
    }

    /// Returns the runs of king moves after the move `mv`, which leads to the position `after`. A
    /// run stays at the limit of the rule if the king goes on.
    pub(super) fn after(&self, rule: &KingMovesRule, mv: &Move, after: &Position) -> KingRuns {
        let side = after.side.other();
        let before = self.of(side).filter(|run| run.square == mv.from).map_or(0, |run| run.moves);
        let is_quiet = mv.kind == Kind::King && !mv.is_capture();
        let mut next = *self;
        let moves = before.saturating_add(1).min(rule.most_moves);
        next.0[side as usize] = is_quiet.then_some(KingRun { square: mv.to, moves });
        next.without_ended(after)
    }

    /// Removes runs (consecutive quiet moves with one king) of a king that has been captured, or of
    /// a side without men.
    fn without_ended(mut self, position: &Position) -> KingRuns {
        for side in Side::BOTH {
            let has_men = !position.setup.get(side, Kind::Man).is_empty();
            let stands = |run: &KingRun| has_men && is_king(position, side, run.square);
            self.0[side as usize] = self.of(side).filter(stands);
        }
        self
    }

    /// Returns the square of the king that must not make a quiet move; `None` if each king may.
    /// `moves` are the moves of `side` that the rules of the variant allow.
    pub(super) fn resting_king(&self, side: Side, rule: &KingMovesRule, moves: &[Move]) -> Option<Square> {
        let king = self.of(side).filter(|run| run.moves >= rule.most_moves)?.square;
        let has_other_move = || moves.iter().any(|mv| mv.is_capture() || mv.from != king);
        (!rule.allows_only_move || has_other_move()).then_some(king)
    }
}

/// Returns true when a king of `side` stands on the square, which may be off the board.
fn is_king(position: &Position, side: Side, square: Square) -> bool {
    u32::from(square.0) < u128::BITS && position.setup.get(side, Kind::King).has(square.0)
}
