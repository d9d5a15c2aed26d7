//! A game of a PDN text: tags, moves as text with their places, result.

use super::error::{PdnError, PdnFault};
use super::place::Place;
use crate::game::{Draughts, Move};
use crate::position::Position;
use crate::variant::{VARIANTS, Variant};

/// One game of a PDN text. In games that were not read from a text, every place is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdnGame {
    /// Number of the game in its text, from 1.
    pub number: usize,
    /// Place where the game begins.
    pub place: Place,
    /// Tags, in order.
    pub tags: Vec<PdnTag>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Moves of the main line.
    pub moves: Vec<PdnMove>,
    /// Result behind the moves, if there is one.
    pub result: Option<PdnResult>,
}

/// A tag, `[Name "value"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnTag {
    /// Name of the tag.
    pub name: String,
    /// Value, without quotes and escapes.
    pub value: String,
    /// Place of the tag.
    pub place: Place,
}

/// A move as written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdnMove {
    /// The move without number and marks, for [`Draughts::parse_move`]. `c3d4` is kept as `c3-d4`,
    /// and every kind of dash as `-`.
    pub text: String,
    /// Place of the move.
    pub place: Place,
    /// Marks as numeric annotation glyphs: `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    pub nags: Vec<u16>,
    /// Comments after the move.
    pub comments: Vec<String>,
}

/// A result as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdnResult {
    /// Text of the result, such as `2-0`.
    pub text: String,
    /// Meaning of the result.
    pub score: Score,
    /// Place of the result.
    pub place: Place,
}

/// Meaning of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Score {
    /// White wins: `2-0` or `1-0`.
    WhiteWins,
    /// Black wins: `0-2` or `0-1`.
    BlackWins,
    /// Draw: `1-1`, `1/2-1/2`, `½-½` or `0.5-0.5`.
    Draw,
    /// Both sides lose: `0-0`.
    BothLose,
    /// No result yet: `*`.
    Open,
}

impl Score {
    /// Parses a result; `None` when the text is not one.
    pub fn parse(text: &str) -> Option<Score> {
        Some(match text {
            "2-0" | "1-0" => Score::WhiteWins,
            "0-2" | "0-1" => Score::BlackWins,
            "1-1" | "1/2-1/2" | "½-½" | "0.5-0.5" => Score::Draw,
            "0-0" => Score::BothLose,
            "*" => Score::Open,
            _ => return None,
        })
    }

    /// Returns the result in draughts points, two per game.
    pub const fn text(self) -> &'static str {
        match self {
            Score::WhiteWins => "2-0",
            Score::BlackWins => "0-2",
            Score::Draw => "1-1",
            Score::BothLose => "0-0",
            Score::Open => "*",
        }
    }
}

impl PdnGame {
    /// Creates the record of a game, with the tags for variant and start position.
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
            pdn.moves.push(PdnMove { text: game.move_text(&position, mv), ..PdnMove::default() });
            position = game.play(&position, mv);
        }
        pdn
    }

    /// Returns a tag.
    pub fn tag(&self, name: &str) -> Option<&PdnTag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Sets a tag, replacing one of the same name.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value.to_owned(),
            None => {
                self.tags.push(PdnTag { name: name.to_owned(), value: value.to_owned(), place: Place::default() });
            }
        }
    }

    /// Sets the result behind the moves and in the tag.
    pub fn set_result(&mut self, score: Score) {
        self.set_tag("Result", score.text());
        self.result = Some(PdnResult { text: score.text().to_owned(), score, place: Place::default() });
    }

    /// Returns the result behind the moves, otherwise the one in the tag if it can be parsed. `*`
    /// behind the moves only ends them, and the tag decides.
    pub fn score(&self) -> Option<Score> {
        let written = self.result.as_ref().map(|result| result.score);
        let stated = || self.tag_score();
        written.filter(|&score| score != Score::Open).or_else(stated).or(written)
    }

    fn tag_score(&self) -> Option<Score> {
        self.tag("Result").and_then(|tag| Score::parse(tag.value.trim()))
    }

    /// Returns the result in the tag `Result` if it differs from the one behind the moves. `*`
    /// contradicts nothing.
    pub fn contradicting_tag(&self) -> Option<Score> {
        let written = self.result.as_ref().map(|result| result.score).filter(|&score| score != Score::Open)?;
        self.tag_score().filter(|&stated| stated != Score::Open && stated != written)
    }

    /// Returns true when every move is legal by the rules of `game` from the start of this game.
    /// Returns false without moves.
    pub fn fits(&self, game: &Draughts) -> bool {
        let Ok(mut position) = self.start(game) else { return false };
        for mv in &self.moves {
            let Ok(legal) = game.parse_move(&position, &mv.text) else { return false };
            position = game.play(&position, &legal);
        }
        !self.moves.is_empty()
    }

    /// Returns the variant named by the tag `Variant`, otherwise by the number in `GameType`.
    /// `None` without these tags.
    ///
    /// # Errors
    /// [`PdnError`] when a tag names an unknown variant, `GameType` fits several, or the two tags
    /// disagree.
    pub fn variant(&self) -> Result<Option<&'static Variant>, PdnError> {
        let game_type = self.tag("GameType");
        let Some(tag) = self.tag("Variant") else {
            return game_type.map(|tag| self.by_game_type(tag)).transpose();
        };
        let variant = Variant::named(&tag.value).map_err(|unknown| self.fault(tag.place, unknown.into()))?;
        match (game_type, variant.notation.game_type) {
            (Some(game_type), Some(own)) if number_of(&game_type.value) != number_of(own) => {
                let fault = PdnFault::VariantTagsDisagree {
                    variant: variant.id,
                    own: own.to_owned(),
                    game_type: crate::notation::shortened(&game_type.value),
                };
                Err(self.fault(game_type.place, fault))
            }
            _ => Ok(Some(variant)),
        }
    }

    fn by_game_type(&self, tag: &PdnTag) -> Result<&'static Variant, PdnError> {
        let number = number_of(&tag.value);
        let own = |variant: &Variant| variant.notation.game_type.unwrap_or_default();
        let with_number: Vec<_> = VARIANTS.iter().copied().filter(|v| number_of(own(v)) == number).collect();
        let exact: Vec<_> = with_number.iter().copied().filter(|v| own(v) == tag.value.trim()).collect();
        match (exact.as_slice(), with_number.as_slice()) {
            ([variant], _) | ([], [variant]) => Ok(variant),
            (_, []) => Err(self.fault(tag.place, PdnFault::GameType { value: crate::notation::shortened(&tag.value) })),
            (several, all) => {
                let fits = if several.is_empty() { all } else { several };
                let variants = fits.iter().map(|v| v.id).collect::<Vec<_>>().join(", ");
                let value = crate::notation::shortened(&tag.value);
                Err(self.fault(tag.place, PdnFault::AmbiguousGameType { value, variants }))
            }
        }
    }

    /// Returns the first position: the tag `FEN`, or the start position of the variant.
    ///
    /// # Errors
    /// [`PdnError`] when the FEN is faulty, or `SetUp` and `FEN` contradict each other.
    pub fn start(&self, game: &Draughts) -> Result<Position, PdnError> {
        let set_up = self.tag("SetUp").map(|tag| (tag, tag.value.trim()));
        match (set_up, self.tag("FEN")) {
            (Some((tag, "1")), None) => Err(self.fault(tag.place, PdnFault::SetUpWithoutFen)),
            (Some((tag, "0")), Some(_)) => Err(self.fault(tag.place, PdnFault::FenWithoutSetUp)),
            (_, None) => Ok(game.start()),
            (_, Some(tag)) => game.parse_fen(&tag.value).map_err(|error| self.fault(tag.place, error.into())),
        }
    }

    fn fault(&self, place: Place, fault: PdnFault) -> PdnError {
        PdnError { game: self.number, place, fault }
    }
}

/// Returns the number at the beginning of a `GameType`.
fn number_of(game_type: &str) -> Option<u32> {
    game_type.split(',').next().and_then(|number| number.trim().parse().ok())
}
