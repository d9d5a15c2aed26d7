//! Ends of captures, for all possible squares of the open king (a king whose square is not decided)
//! at once.

use super::{CaptureStage, Landings, OpenKingOnLine, SetCapture, SetCaptureSearch};
use crate::bitboard::Bitboard;
use crate::board::{Direction, NO_SQUARE};
use crate::movegen::capture::nearest;
use crate::movegen::kernel::PieceTable;
use crate::movegen::precedence::rank;
use crate::piece::Kind;

impl<W: Bitboard, F: FnMut(&SetCapture<W>)> SetCaptureSearch<'_, W, F> {
    /// Returns those of `squares`, the possible squares of the open king, for which the capturing
    /// piece can land on `to`. The open king is the king whose square is not decided. `landings`
    /// are all squares on which the piece could land, and `direction` is the direction of its jump.
    #[inline(always)]
    pub(super) fn reaching(
        &self,
        squares: W,
        landings: W,
        direction: Direction,
        to: u8,
        open_king: OpenKingOnLine,
    ) -> W {
        let behind = self.kernel.ray[direction as usize][to as usize];
        match open_king {
            OpenKingOnLine::Nowhere => squares,
            OpenKingOnLine::BehindVictim => squares & !(landings & !behind),
            OpenKingOnLine::IsVictim => squares & !(behind | W::bit(to)),
        }
    }

    /// Ends the capture directly behind the last captured piece, which is a king. `may_end_with`
    /// takes possible squares of the open king (the king whose square is not decided), and returns
    /// those for which no further jump is mandatory. The capture ends only when the open king is on
    /// one of the returned squares.
    #[cold]
    pub(super) fn stop_behind(
        &mut self,
        stage: &CaptureStage<W>,
        table: &PieceTable<W>,
        &Landings { squares: landings, direction, open_king }: &Landings<W>,
        may_end_with: impl Fn(W) -> W,
    ) {
        if open_king != OpenKingOnLine::IsVictim {
            let to = nearest(landings, direction);
            let squares = self.reaching(stage.squares, landings, direction, to, open_king);
            return self.finish(stage, table, may_end_with(squares), W::bit(to));
        }
        // The open king is the victim: for each square on which it may stand, the capture ends on
        // another square.
        for square in stage.squares.squares() {
            let to = self.kernel.step[direction as usize][square as usize];
            if to != NO_SQUARE && landings.has(to) {
                self.finish(stage, table, may_end_with(W::bit(square)), W::bit(to));
            }
        }
    }

    /// Reports the capture, with each of the squares `to` as destination. The capture is possible
    /// for each of `squares` as the square of the open king (the king whose square is not decided).
    /// The piece promotes on all squares in `to` or on none.
    #[inline(always)]
    pub(super) fn finish(&mut self, stage: &CaptureStage<W>, table: &PieceTable<W>, squares: W, to: W) {
        if squares.is_empty() {
            return;
        }
        let promotes = stage.kind == Kind::Man && !(table.promotion & to).is_empty();
        (self.sink)(&SetCapture {
            rank: rank(self.kernel.precedence, self.kind, stage.tally),
            squares,
            from: self.origin,
            to,
            kind: self.kind,
            becomes: table.capture_becomes.unwrap_or(if promotes { Kind::King } else { stage.kind }),
            captured: stage.captured,
            takes_open: stage.takes_open,
        });
    }
}
