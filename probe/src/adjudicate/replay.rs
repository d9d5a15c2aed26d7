//! Replays the record of a game of any family and returns the verdict. Mends misread moves if later
//! moves show which moves were meant, and compares the written result with the verdict.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use peatee_game::{Record, RecordFault};
use peatee_rules::Side;
use peatee_rules::notation::pdn::Score;

use super::error::ReviewError;
use super::judge::Judge;
use super::note::Note;
use super::offence::IllegalMove;
use super::record_notes;
use super::verdict::{PlayedMove, Ruling, Verdict, WrittenResult};
use crate::error::ProbeError;
use crate::probed::Probed;

/// A family of games (draughts or chess) whose records can be replayed.
pub trait Replay: Probed {
    /// Record of a game in the notation of the family.
    type Record: DerefMut + Deref<Target = Record> + Clone;
    /// First position of a game, with facts from the tags of the record that the replay needs.
    type Start;
    /// State of a game during replay, with all facts about earlier positions that the rules need.
    type History;

    /// Number of points for a win in written results.
    const WIN_POINTS: u8;
    /// Number of budget steps for each replayed move.
    const STEPS_OF_MOVE: u64;
    /// True when the rules of the game determine the result if a side runs out of time.
    const RULES_TIME: bool;
    /// True when a record with moves after the end of the game is mended. An earlier move of such a
    /// record may have been misread.
    const MENDS_ENDED: bool;

    /// Checks that the tags of a record name no other game.
    ///
    /// # Errors
    /// The tags are wrong, or name another game.
    fn check_game(_judge: &Judge<Self>, _record: &Self::Record) -> Result<(), ReviewError> {
        Ok(())
    }

    /// Returns the start of a game. If a fault in the tags was ignored, also returns that fault.
    ///
    /// # Errors
    /// The tags are wrong.
    fn start(judge: &Judge<Self>, record: &Self::Record) -> Result<(Self::Start, Option<RecordFault>), ReviewError>;

    /// Starts the replay. Returns the state of the game before its first move, and a verdict
    /// without moves.
    ///
    /// # Errors
    /// The counters (plies that the counts of the draw rules have used) are impossible at the
    /// start, or the judge expects an announced last move and the record has no move.
    fn begin(
        judge: &Judge<Self>,
        start: &Self::Start,
        record: &Self::Record,
    ) -> Result<(Self::History, Verdict<Self>), ReviewError>;

    /// Plays the next move of a record, unless the game is over.
    ///
    /// # Errors
    /// The legality of the move cannot be checked, because the position has too many captures.
    fn play(
        judge: &Judge<Self>,
        history: &mut Self::History,
        verdict: &mut Verdict<Self>,
        written: &str,
    ) -> Result<MoveOutcome<Self>, ReviewError>;

    /// Sets the ruling after the last move of a record: how the game ended, or that it goes on.
    ///
    /// # Errors
    /// A table file is damaged.
    fn close(
        judge: &Judge<Self>,
        history: Self::History,
        verdict: &mut Verdict<Self>,
        record: &Self::Record,
    ) -> Result<(), ReviewError>;

    /// Returns the record with the square names of the game, if the record uses other names;
    /// otherwise `None`.
    ///
    /// # Errors
    /// The moves do not show how squares are named.
    fn renumbered(_judge: &Judge<Self>, _record: &Self::Record) -> Result<Option<Self::Record>, ReviewError> {
        Ok(None)
    }

    /// Converts a record of a drawn opening (a start position drawn by lot) to a game that begins
    /// with that position, and returns it with a note on the opening. The first words of such a
    /// record put men on other squares and are not moves. Returns `None` for all other records.
    fn after_drawn_opening(_judge: &Judge<Self>, _record: &Self::Record) -> Option<(Self::Record, Note)> {
        None
    }

    /// Returns true when the next move of the record shows that an illegal move is a fault of the
    /// record. Either the record lacks a move, or the next move is impossible after the illegal
    /// one. `verdict` has the position before the illegal move.
    fn is_contradicted_by_next(
        judge: &Judge<Self>,
        verdict: &Verdict<Self>,
        illegal: &IllegalMove,
        record: &Record,
    ) -> bool;

    /// Returns the record with corrected moves if later moves show which moves were meant;
    /// otherwise `None`.
    fn mended(judge: &Judge<Self>, start: &Self::Start, record: &Self::Record) -> Option<Self::Record>;

    /// Returns the start of a game with the other side to move; `None` if this start position is
    /// impossible.
    fn with_other_side(start: &Self::Start) -> Option<Self::Start>;

    /// Returns the side whose points come first in written results such as `2-0`.
    fn points_first(&self, record: &Self::Record) -> Side;
}

/// Outcome of an attempt to play the next move of a record.
#[derive(Debug)]
pub enum MoveOutcome<G: Probed> {
    /// The move was played.
    Played(PlayedMove<G>),
    /// The move does not count, because the game is over.
    Over,
    /// The move is illegal or its text is unclear. The ruling contains the reason.
    Faulty(Ruling<G::Move>),
}

impl<G: Replay> Judge<'_, G> {
    /// Judges a game by its record and compares the written result with the verdict.
    ///
    /// # Errors
    /// The tags are wrong or name another game, the judge expects an announced last move and the
    /// record has no move, a table file is damaged, or the budget is exhausted.
    pub fn review(&self, record: &G::Record) -> Result<Verdict<G>, ReviewError> {
        G::check_game(self, record)?;
        self.review_untagged(record)
    }

    /// Judges a game by its record like [`Judge::review`], but does not check whether the tags name
    /// another game of the family (draughts or chess).
    ///
    /// # Errors
    /// The errors of [`Judge::review`].
    pub fn review_untagged(&self, record: &G::Record) -> Result<Verdict<G>, ReviewError> {
        let (start, fault) = G::start(self, record)?;
        let verdict = self.reviewed(&start, fault, record)?;
        if matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_))
            && let Some((set_up, note)) = G::after_drawn_opening(self, record)
        {
            let mut verdict = self.review_untagged(&set_up)?;
            verdict.notes.push(note);
            return Ok(verdict);
        }
        Ok(verdict)
    }

    /// Judges the moves of a record from `start`, and compares the written result with the verdict.
    /// Ignores the start in the tags.
    ///
    /// # Errors
    /// The counters (plies that the counts of the draw rules have used) are impossible at the
    /// start, a table file is damaged, or the budget is exhausted.
    pub fn review_from(&self, start: &G::Start, record: &G::Record) -> Result<Verdict<G>, ReviewError> {
        self.reviewed(start, None, record)
    }

    fn reviewed(
        &self,
        start: &G::Start,
        fault: Option<RecordFault>,
        record: &G::Record,
    ) -> Result<Verdict<G>, ReviewError> {
        let renumbered = G::renumbered(self, record)?;
        let record = renumbered.as_ref().unwrap_or(record);
        let mut verdict = self.replayed(start, record)?;
        let is_faulty = matches!(verdict.ruling, Ruling::Illegal(_) | Ruling::Unclear(_));
        let is_mendable = is_faulty || (G::MENDS_ENDED && !verdict.written_after_end.is_empty());
        let mended = if is_mendable { G::mended(self, start, record) } else { None };
        if let Some(mended) = &mended {
            verdict = self.replayed(start, mended)?;
        }
        let mut record = mended.map_or(Cow::Borrowed(record), Cow::Owned);
        if let Ruling::Illegal(illegal) = &verdict.ruling
            && G::is_contradicted_by_next(self, &verdict, illegal, &record)
        {
            verdict.make_move_impossible();
        }
        self.doubt_side_to_move(&mut verdict, start, &record);
        fault.into_iter().for_each(|fault| record.to_mut().add_fault(fault));
        let mut verdict = self.compared(verdict, &record);
        self.put_move_values(&mut verdict)?;
        Ok(verdict)
    }

    /// Handles a record in which the tag `FEN` and the first move disagree on the side to move. If
    /// the record has at least two moves and all are legal for the other side, uses the other side.
    /// Otherwise the first move becomes unclear if its number (`1...`) belongs to the other side.
    fn doubt_side_to_move(&self, verdict: &mut Verdict<G>, start: &G::Start, record: &G::Record) {
        if record.fen().is_none() || !verdict.is_faulty_at_first_move() {
            return;
        }
        let other = G::with_other_side(start).and_then(|start| self.replayed(&start, record).ok());
        let confirmed = other.filter(|other| other.plies() > 1 && other.plies() == record.moves.len());
        let is_of_second =
            record.moves[0].is_second && self.game.side(&verdict.position) == self.game.points_first(record);
        match confirmed {
            Some(confirmed) => *verdict = confirmed,
            None if is_of_second => verdict.make_move_impossible(),
            None => return,
        }
        let text = "the tag FEN names one side to move, and the first move is of the other";
        verdict.notes.push(Note::new("fen-side", [], text.to_owned()));
    }

    pub(super) fn replayed(&self, start: &G::Start, record: &G::Record) -> Result<Verdict<G>, ReviewError> {
        let (mut history, mut verdict) = G::begin(self, start, record)?;
        for written in &record.moves {
            self.budget.take_steps(G::STEPS_OF_MOVE).map_err(ProbeError::from)?;
            match G::play(self, &mut history, &mut verdict, &written.text)? {
                MoveOutcome::Played(played) => verdict.moves.push(played),
                MoveOutcome::Over => break,
                MoveOutcome::Faulty(ruling) => {
                    verdict.ruling = ruling;
                    break;
                }
            }
        }
        G::close(self, history, &mut verdict, record)?;
        Ok(verdict)
    }

    /// Completes a verdict with facts from the record: the number of the game, its lines and
    /// columns in the text, comments and notes. Then compares the written result with the verdict.
    fn compared(&self, mut verdict: Verdict<G>, record: &G::Record) -> Verdict<G> {
        for (played, written) in verdict.moves.iter_mut().zip(&record.moves) {
            played.comments.clone_from(&written.comments);
            played.nags.clone_from(&written.nags);
            played.end = written.end;
        }
        let last = match &verdict.ruling {
            Ruling::Illegal(illegal) => illegal.ply,
            Ruling::Unclear(unclear) => unclear.ply,
            _ => verdict.plies(),
        };
        let place = last.checked_sub(1).and_then(|index| record.moves.get(index)).map(|mv| mv.place);
        (verdict.number, verdict.begins, verdict.place) = (record.number, record.place, place.unwrap_or(record.place));
        let first = self.game.points_first(record);
        verdict.notes.extend(record.contradicting_tag_by(first).and_then(|_| record_notes::two_results(record)));
        verdict.notes.extend(record_notes::faults(record));
        let written = record.score_by(first).filter(|&score| score != Score::Open);
        verdict.written = written.map(|score| WrittenResult { score, text: score.written(Side::White, G::WIN_POINTS) });
        let is_won = matches!(written, Some(Score::WhiteWins | Score::BlackWins));
        self.concluded(verdict, !G::RULES_TIME && is_won && record.is_by_time())
    }
}

impl<G: Probed> Verdict<G> {
    pub(super) fn put_after_end(&mut self, record: &Record) {
        self.written_after_end = record.moves[self.plies()..].iter().map(|mv| mv.text.clone()).collect();
    }
}
