//! A game of a PDN text: the record, its variant and its start position.

use std::ops::{Deref, DerefMut};

use peatee_game::{PLIES_OF_START, Record, RecordedMove, Score, Tag, WrittenResult, shortened};

use super::error::{PdnError, PdnFault};
use super::game_type::{self, GameType};
use crate::game::{Draughts, Move};
use crate::notation::FenError;
use crate::notation::SiteCounts;
use crate::piece::Side;
use crate::position::Position;
use crate::variant::Variant;

/// One game of a PDN text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdnGame {
    record: Record,
}

impl From<Record> for PdnGame {
    fn from(record: Record) -> PdnGame {
        PdnGame { record }
    }
}

impl From<PdnGame> for Record {
    fn from(game: PdnGame) -> Record {
        game.record
    }
}

impl Deref for PdnGame {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

impl DerefMut for PdnGame {
    fn deref_mut(&mut self) -> &mut Record {
        &mut self.record
    }
}

impl PdnGame {
    /// Creates a PDN game from its moves, with the tags for variant and start position.
    pub fn of_moves(game: &Draughts, start: &Position, moves: &[Move]) -> PdnGame {
        let variant = game.variant();
        let mut pdn = PdnGame::default();
        let mut found = None;
        if let Some(game_type) = variant.notation.game_type {
            pdn.set_tag("GameType", game_type);
            found = pdn.variant().ok().flatten();
        }
        if found.is_none_or(|found| found.id != variant.id) {
            pdn.set_tag("Variant", variant.id);
        }
        if *start != game.start() {
            pdn.set_tag("SetUp", "1");
            pdn.set_tag("FEN", &game.fen(start));
        }
        let mut position = *start;
        for mv in moves {
            let text = game.move_text(&position, mv);
            pdn.moves.push(RecordedMove { text, ..RecordedMove::default() });
            position = game.play(&position, mv);
        }
        pdn
    }

    /// Creates a game without tags from the texts of its moves, in any notation of the variant.
    pub fn of_texts(texts: impl IntoIterator<Item = String>) -> PdnGame {
        let moves = texts.into_iter().map(|text| RecordedMove { text, ..RecordedMove::default() }).collect();
        Record { moves, ..Record::default() }.into()
    }

    /// Sets the result after the moves and in the tag `Result`, in the form that programs for this
    /// variant write.
    pub fn set_result(&mut self, score: Score) {
        let variant = self.variant().ok().flatten();
        let points = variant.map_or(2, |variant| variant.notation.win_points);
        let text = score.written(self.points_first(variant), points);
        self.set_tag("Result", text);
        self.result = Some(WrittenResult { text: text.to_owned(), place: peatee_game::Place::default() });
    }

    /// Returns the side whose points come first in results: the side that begins the game.
    /// `GameType` names this side; without it, the variant decides.
    pub fn points_first(&self, variant: Option<&Variant>) -> Side {
        let begins = variant.map_or(Side::White, Variant::moves_first);
        if self.other_side_begins(variant) { begins.other() } else { begins }
    }

    /// Returns true when `GameType` and the variant disagree on the side that begins.
    fn other_side_begins(&self, variant: Option<&Variant>) -> bool {
        let own = variant.and_then(|variant| variant.notation.game_type).and_then(GameType::parse);
        let first = |game_type: Option<GameType>| game_type.and_then(|game_type| game_type.first);
        first(own).zip(first(self.game_type())).is_some_and(|(own, stated)| own != stated)
    }

    /// Returns the result that is written after the moves, or else the result in the tag `Result`;
    /// `None` if there is no result with a known meaning. The result is read in the notation of the
    /// variant that the tags name.
    pub fn score(&self) -> Option<Score> {
        self.score_by(self.points_first(self.variant().ok().flatten()))
    }

    /// Returns the result in the tag `Result` if it contradicts the result after the moves. `*`
    /// contradicts nothing.
    pub fn contradicting_tag(&self) -> Option<Score> {
        self.contradicting_tag_by(self.points_first(self.variant().ok().flatten()))
    }

    /// Returns true when all moves are legal in `game` from the start of this game. If
    /// [`Record::mended`] corrects moves, the corrected moves are tested. Returns false for a game
    /// without moves.
    pub fn fits(&self, game: &Draughts) -> bool {
        self.legal_part(game).is_some_and(|(legal, written)| legal > 0 && legal == written)
    }

    /// Returns the number of moves before the first illegal move, and the number of all moves. If
    /// [`Record::mended`] corrects moves, the corrected moves are counted. Returns `None` when the
    /// start position does not fit `game`.
    pub fn legal_part(&self, game: &Draughts) -> Option<(usize, usize)> {
        let mut position = self.start(game).ok()?;
        let mended = self.record.mended(game, &position);
        let moves = &mended.as_ref().unwrap_or(&self.record).moves;
        let is_legal = |mv: &&RecordedMove| {
            let legal = game.parse_move(&position, &mv.text);
            position = legal.as_ref().map_or(position, |legal| game.play(&position, legal));
            legal.is_ok()
        };
        Some((moves.iter().take_while(is_legal).count(), moves.len()))
    }

    /// Returns the game after ambiguous moves are decided and words that are not moves are removed;
    /// `None` if the game needs no such correction. See [`Record::mended`].
    pub fn mended(&self, game: &Draughts, start: &Position) -> Option<PdnGame> {
        self.record.mended(game, start).map(PdnGame::from)
    }

    /// Returns the variant named by the tag `Variant`, otherwise the first variant with the number
    /// in `GameType`. Returns `None` when neither tag names a variant.
    ///
    /// # Errors
    /// [`PdnError`] when the tags name unknown or different variants, or a board that differs from
    /// that of the variant.
    pub fn variant(&self) -> Result<Option<&'static Variant>, PdnError> {
        let game_type = self.tag("GameType").map(|tag| (tag, self.by_game_type(tag)));
        let named = self.tag("Variant").map(|tag| (tag, game_type::named(&tag.value)));
        match (named, game_type) {
            (Some((_, Ok(Some(variant)))), Some((tag, Ok(other))))
                if game_type::number(variant) != game_type::number(other) && game_type::number(variant).is_some() =>
            {
                let fault = PdnFault::VariantTagsDisagree {
                    variant: variant.id,
                    own: variant.notation.game_type.unwrap_or_default().to_owned(),
                    game_type: shortened(&tag.value),
                };
                Err(self.fault(tag, fault))
            }
            (Some((_, Ok(Some(variant)))), _) => Ok(Some(variant)),
            (_, Some((_, Ok(variant)))) => Ok(Some(variant)),
            (Some((tag, Err(unknown))), _) => Err(self.fault(tag, unknown.into())),
            (_, Some((_, Err(error)))) => Err(error),
            (_, None) => Ok(None),
        }
    }

    pub(super) fn game_type(&self) -> Option<GameType> {
        self.tag("GameType").and_then(|tag| GameType::parse(&tag.value))
    }

    fn by_game_type(&self, tag: &Tag) -> Result<&'static Variant, PdnError> {
        let value = shortened(&tag.value);
        let found = GameType::parse(&tag.value).and_then(|found| Some((found, found.variant()?)));
        let Some((game_type, variant)) = found else {
            return Err(self.fault(tag, PdnFault::GameType { value }));
        };
        if !game_type.fits_board(variant) {
            let (files, ranks) = (variant.board.files, variant.board.ranks);
            return Err(self.fault(tag, PdnFault::Board { value, variant: variant.id, files, ranks }));
        }
        Ok(variant)
    }

    /// Returns the position in the tag `FEN` and the counts that other programs write after it.
    /// Without this tag, returns the start position and no counts.
    ///
    /// # Errors
    /// [`PdnError`] when the FEN is faulty or missing, or the game is too long to be read
    /// completely.
    pub fn start_with_counts(&self, game: &Draughts) -> Result<(Position, SiteCounts), PdnError> {
        if self.is_cut {
            return Err(PdnError { game: self.number, place: self.place, fault: PdnFault::TooLong });
        }
        if let Some((tag, fen)) = self.fen() {
            return game.parse_fen_with_counts(fen).map_err(|error: FenError| self.fault(tag, error.into()));
        }
        let game_type = self.game_type();
        let named = game_type::start(game_type, self.tag("Variant").map(|tag| tag.value.as_str()));
        let mut start = named.and_then(|fen| game.parse_fen(fen).ok()).unwrap_or_else(|| game.start());
        if self.other_side_begins(Some(game.variant())) {
            start.side = start.side.other();
        }
        match self.set_up_without_fen() {
            Some(tag) if !self.begins_at(game, start) => Err(self.fault(tag, PdnFault::SetUpWithoutFen)),
            _ => Ok((start, SiteCounts::default())),
        }
    }

    fn begins_at(&self, game: &Draughts, mut position: Position) -> bool {
        let first = self.moves.get(..PLIES_OF_START).unwrap_or_default();
        let legal = first.iter().map_while(|written| {
            position = game.play(&position, &game.parse_move(&position, &written.text).ok()?);
            Some(())
        });
        legal.count() == PLIES_OF_START
    }

    /// Returns the first position.
    ///
    /// # Errors
    /// [`PdnError`], like [`PdnGame::start_with_counts`].
    pub fn start(&self, game: &Draughts) -> Result<Position, PdnError> {
        self.start_with_counts(game).map(|(position, _)| position)
    }

    pub(super) fn fault(&self, tag: &Tag, fault: PdnFault) -> PdnError {
        PdnError { game: self.number, place: tag.place, fault }
    }
}
