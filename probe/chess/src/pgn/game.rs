//! A game of a PGN text: the record with its start.

use std::ops::{Deref, DerefMut};

use peatee_game::{PLIES_OF_START, Record, RecordFault, Score, Side, Tag, TextStart, records, shortened};

use super::error::{PgnError, PgnFault};
use super::letters::Letters;
use super::words::{San, Words};
use crate::position::Position;

/// Values of the tag `Variant` that mean chess, in lower case. Other values mean other games.
const STANDARD: [&str; 7] = ["standard", "chess", "normal", "from position", "?", "-", ""];

/// Returns the games of a text, in order.
pub fn games(text: &str) -> impl Iterator<Item = PgnGame> + '_ {
    games_from(text, TextStart::default())
}

/// Returns the games of a text, in order. The numbers of games and of lines count from `start`.
pub fn games_from(text: &str, start: TextStart) -> impl Iterator<Item = PgnGame> + '_ {
    records::<San>(text, start).map(PgnGame::from)
}

/// One game of a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PgnGame {
    record: Record,
}

impl From<Record> for PgnGame {
    fn from(record: Record) -> PgnGame {
        PgnGame { record }
    }
}

impl From<PgnGame> for Record {
    fn from(game: PgnGame) -> Record {
        game.record
    }
}

impl Deref for PgnGame {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

impl DerefMut for PgnGame {
    fn deref_mut(&mut self) -> &mut Record {
        &mut self.record
    }
}

impl PgnGame {
    /// Returns the result that is written after the moves. If there is none, or only `*`, returns
    /// the result in the tag `Result`.
    pub fn result(&self) -> Option<Score> {
        self.score_by(Side::White)
    }

    /// Returns the result in the tag `Result` if it differs from the result after the moves.
    pub fn contradicting_tag(&self) -> Option<Score> {
        self.contradicting_tag_by(Side::White)
    }

    /// Returns true when the tag `Termination` says that a side ran out of time: `time forfeit`,
    /// `Kask won on time`. Ignores names of the players in the tag.
    pub fn is_by_time(&self) -> bool {
        self.record.is_by_time()
    }

    /// Returns the game with ambiguous moves decided, and without words that are no moves; see
    /// [`Record::mended`]. `None` if nothing needs mending. The search for the intended moves calls
    /// `goes_on` for each position, and stops when `goes_on` returns false.
    pub fn mended(&self, start: &Position, goes_on: &dyn Fn() -> bool) -> Option<PgnGame> {
        let words = Words { languages: Letters::of_game(&self.moves), goes_on };
        self.record.mended(&words, start).map(PgnGame::from)
    }

    /// Returns the position before the first move.
    ///
    /// # Errors
    /// [`PgnError`] when the tags name another game or a position that cannot be read, and when the
    /// game is too long.
    pub fn start(&self) -> Result<Position, PgnError> {
        self.start_with_fault().map(|(position, _)| position)
    }

    /// Returns the position before the first move. Also returns the fault of the tags, if one of
    /// these two faults was ignored:
    ///
    /// * Castling rights or an en passant square in the tag `FEN` are impossible.
    /// * The tag `SetUp` stands without the tag `FEN`, and the first moves are legal from the
    ///   initial position.
    ///
    /// # Errors
    /// [`PgnError`], like [`PgnGame::start`].
    pub fn start_with_fault(&self) -> Result<(Position, Option<RecordFault>), PgnError> {
        if self.is_cut {
            return Err(PgnError { game: self.number, place: self.place, fault: PgnFault::TooLong });
        }
        let fault = |tag: &Tag, fault| PgnError { game: self.number, place: tag.place, fault };
        if let Some(tag) = self.tag("Variant")
            && !STANDARD.contains(&tag.value.trim().to_lowercase().as_str())
        {
            return Err(fault(tag, PgnFault::Variant { variant: shortened(&tag.value) }));
        }
        if let Some((tag, fen)) = self.fen() {
            let (position, left_out) = Position::parse_fen_leniently(fen).map_err(|error| fault(tag, error.into()))?;
            let place = tag.place;
            return Ok((position, left_out.map(|fault| RecordFault { place, text: fault.to_string(), read_as: None })));
        }
        let ignored = self.set_up_without_fen();
        if let Some(tag) = ignored.filter(|_| !self.begins_at_start()) {
            return Err(fault(tag, PgnFault::SetUpWithoutFen));
        }
        Ok((Position::start(), ignored.map(RecordFault::of_tag)))
    }

    /// Returns true when the first moves are legal from the start position.
    fn begins_at_start(&self) -> bool {
        let mut position = Position::start();
        let first = self.moves.get(..PLIES_OF_START).unwrap_or_default();
        let legal = first.iter().map_while(|written| {
            position = position.after(position.parse_san(&written.text).ok()?);
            Some(())
        });
        legal.count() == PLIES_OF_START
    }
}
