//! The moves of a game from positions in the tables, as rows and as marks in the record.

use std::fmt::Write as _;

use peatee_game::Record;
use peatee_probe::adjudicate::{MoveMark, MoveValue, PlayedMove, Verdict};
use peatee_probe::{RuleValue, Wdl};

use super::move_row::{MoveRow, slice};
use crate::answer::convert::Messages;
use crate::answer::words::plies;
use crate::archives::game_files::tags::{TaggedPlayer, clock_seconds, player};

/// A move of a game, and the position before it, which is in the tables.
pub struct ValuedMove<'a, G: Messages> {
    ply: usize,
    pub before: &'a G::Position,
    played: &'a PlayedMove<G>,
    pub value: &'a MoveValue<G>,
}

/// Returns those moves of a game whose positions before them are in the tables.
pub fn valued<G: Messages>(verdict: &Verdict<G>) -> impl Iterator<Item = ValuedMove<'_, G>> {
    let befores = std::iter::once(&verdict.start).chain(verdict.moves.iter().map(|played| &played.position));
    befores.zip(&verdict.moves).enumerate().filter_map(|(index, (before, played))| {
        played.value.as_ref().map(|value| ValuedMove { ply: index + 1, before, played, value })
    })
}

/// Returns a row for each move of a game whose position before it is in the tables. `file` is the
/// name of the file with the game.
pub fn rows<'a, G: Messages>(
    file: &'a str,
    game: &'a G,
    record: &'a Record,
    verdict: &'a Verdict<G>,
) -> impl Iterator<Item = MoveRow> + 'a {
    let of_record = MoveRow::of_record(file, game, record);
    valued(verdict).map(move |mv| mv.row(game, of_record.clone()))
}

impl<'a, G: Messages> ValuedMove<'a, G> {
    /// Adds the columns about the move to a row that has those of its game.
    fn row(&self, game: &G, of_record: MoveRow) -> MoveRow {
        let ValuedMove { ply, before, played, value } = *self;
        let plain = value.before.value;
        let after = value.after.as_ref().map(|after| after.value.before_move());
        let lost = after.filter(|after| after.wdl == plain.wdl).and_then(|after| {
            let (plain, after) = (plain.plies?, after.plies?);
            after.checked_sub(plain).or_else(|| plain.checked_sub(after))
        });
        MoveRow {
            ply,
            slice: slice(game, before),
            fen: game.fen(before),
            r#move: played.text.clone(),
            mark: value.mark.map_or("", MoveMark::sign),
            value_before: value.before.outcome.name(),
            value_after: value.after.as_ref().map(|after| after.outcome.reversed().name()),
            wdl_before: plain.wdl.name(),
            wdl_after: after.map(|after| after.wdl.name()),
            plies_before: plain.plies,
            plies_after: after.and_then(|after| after.plies),
            plies_lost: lost,
            legal_moves: value.legal_moves,
            keeping_moves: value.keeping_moves,
            best_move: value.best.as_ref().map(|mv| game.move_text(before, mv)),
            clock_seconds: clock_seconds(&played.comments),
            ..of_record
        }
    }

    pub fn player<'r>(&self, game: &G, record: &'r Record) -> TaggedPlayer<'r> {
        player(record, game.side(self.before))
    }

    /// Returns the comment on the move: the value before it, the best move, and how many moves keep
    /// the value. If the move is a mistake or a blunder, the comment also states the value after
    /// it.
    fn comment(&self, game: &G) -> String {
        let ValuedMove { before, value, .. } = *self;
        let mut text = told(&value.before, value.before.outcome.name(), value.before.value.plies);
        if let (Some(MoveMark::Mistake | MoveMark::Blunder), Some(after)) = (value.mark, &value.after) {
            let left = told(after, after.outcome.reversed().name(), after.value.before_move().plies);
            text += &format!(" -> {left}");
        }
        match (&value.best, value.mark) {
            (Some(best), _) => {
                text += &format!("; best {}", game.move_text(before, best));
                text += &keeping(value.keeping_moves, value.legal_moves);
            }
            (None, Some(MoveMark::OnlyMove)) => text += &format!("; only move of {}", value.legal_moves),
            (None, _) => {}
        }
        text
    }
}

/// Formats a value in words, such as `win in 13 plies`, `draw` or `cursed-win`.
pub fn told<S>(value: &RuleValue<S>, outcome: &str, to_end: Option<u32>) -> String {
    match to_end.filter(|_| value.outcome.wdl().is_some_and(|wdl| wdl != Wdl::Draw)) {
        Some(count) => format!("{outcome} in {}", plies(count)),
        None => outcome.to_owned(),
    }
}

/// Formats the number of moves that keep the value of a position. Empty if the tables do not show
/// it, or if the game is over.
pub fn keeping(keeping_moves: Option<usize>, legal_moves: usize) -> String {
    match keeping_moves.filter(|_| legal_moves > 0) {
        Some(1) => format!("; 1 of {legal_moves} moves keeps the value"),
        Some(keeping) => format!("; {keeping} of {legal_moves} moves keep the value"),
        None => String::new(),
    }
}

/// Copies the text of a record to `out`, from byte `at` to the end of the last move with a value,
/// and adds the marks and values of the moves. Returns the byte up to which it has copied.
pub fn write_marks<G: Messages>(out: &mut String, text: &str, mut at: usize, game: &G, verdict: &Verdict<G>) -> usize {
    for mv in valued(verdict) {
        let end = mv.played.end;
        // Two moves can have the same place in the text if a fault of the record was mended.
        let Some(written) = text.get(at..end) else { continue };
        out.push_str(written);
        at = end;
        if let Some(glyph) = mv.value.mark.map(glyph).filter(|glyph| !mv.played.nags.contains(glyph)) {
            write!(out, " ${glyph}").expect("a string takes every text");
        }
        write!(out, " {{{}}}", mv.comment(game)).expect("a string takes every text");
    }
    at
}

/// Returns the numeric annotation glyph of a mark.
const fn glyph(mark: MoveMark) -> u16 {
    match mark {
        MoveMark::OnlyMove => 1,
        MoveMark::Mistake => 2,
        MoveMark::Blunder => 4,
    }
}
