//! Records whose tag `GameType` names the squares from another corner than the game does.

use std::cmp::Ordering;

use peatee_game::{Record, RecordFault, RecordedMove, shortened};

use super::error::{PdnError, PdnFault};
use super::game::PdnGame;
use super::game_type::FirstSquare;
use crate::game::Draughts;
use crate::variant::Variant;

/// Symmetry of the board that maps one numbering of its squares to another.
#[derive(Debug, Clone, Copy)]
struct Renumbering {
    count: u8,
    row: u8,
    /// Exchanges that the symmetry makes, as bits. Bit 0: left and right; bit 1: top and bottom.
    turn: u8,
}

impl Renumbering {
    fn new(variant: &Variant, stated: FirstSquare) -> Renumbering {
        let turn = stated.corner ^ FirstSquare::in_variant(variant, stated.has_letters).corner;
        let count = variant.board.square_count();
        Renumbering { count, row: count / variant.board.ranks, turn }
    }

    /// Returns the number that the variant gives to the square with the number `stated`, which must
    /// be on the board.
    fn number(self, stated: u8) -> u8 {
        let (rank, file) = ((stated - 1) / self.row, (stated - 1) % self.row);
        let file = if self.turn & 1 == 0 { file } else { self.row - 1 - file };
        let rank = if self.turn & 2 == 0 { rank } else { self.count / self.row - 1 - rank };
        rank * self.row + file + 1
    }

    /// Returns the text of a move, with each square number replaced by the number that the variant
    /// uses. Texts without square numbers stay unchanged.
    fn text(self, text: &str) -> String {
        let number = |part: &str| part.parse().ok().filter(|number| (1..=self.count).contains(number));
        let is_sign = |sign: char| !sign.is_ascii_digit();
        let parts = text.split_inclusive(is_sign).map(|part| {
            let digits = part.trim_end_matches(is_sign);
            let sign = &part[digits.len()..];
            number(digits).map_or_else(|| part.to_owned(), |stated| format!("{}{sign}", self.number(stated)))
        });
        parts.collect()
    }

    fn record(self, record: &Record) -> Record {
        let renumbered = |mv: &RecordedMove| RecordedMove { text: self.text(&mv.text), ..mv.clone() };
        Record { moves: record.moves.iter().map(renumbered).collect(), ..record.clone() }
    }
}

impl PdnGame {
    /// Returns the game with its squares numbered as in `game`. Returns `None` if `GameType` names
    /// the same first square as `game` or no first square. Also returns `None` if the record has
    /// neither moves nor a tag `FEN`.
    ///
    /// Programs often write the first square in `GameType` wrongly. The numbering of the tag is
    /// therefore used only if more moves are legal with it than with the numbering of `game`. A
    /// fault, added to the record, tells which numbering was used.
    ///
    /// # Errors
    /// [`PdnFault::Numbering`] in two cases:
    ///
    /// * Equally many moves are legal with both numberings.
    /// * The tag names squares by letters, or the game has a tag `FEN`. In this case, there is no
    ///   error if the game has moves and all of them are legal as written.
    pub fn renumbered(&self, game: &Draughts) -> Result<Option<PdnGame>, PdnError> {
        let variant = game.variant();
        let stated = self.game_type().and_then(|game_type| Some((self.tag("GameType")?, game_type.first_square?)));
        let Some((tag, stated)) = stated.filter(|_| !self.moves.is_empty() || self.fen().is_some()) else {
            return Ok(None);
        };
        let renumbering = Renumbering::new(variant, stated);
        if renumbering.turn == 0 {
            return Ok(None);
        }
        let legal = |pdn: &PdnGame| pdn.legal_part(game).map_or(0, |(legal, _)| legal);
        let fits = self.fits(game);
        let turned =
            (!fits && !stated.has_letters && self.fen().is_none()).then(|| PdnGame::from(renumbering.record(self)));
        let order = match &turned {
            Some(turned) => legal(turned).cmp(&legal(self)),
            None if fits => Ordering::Less,
            None => Ordering::Equal,
        };
        let (mut read, text, place, read_as) = match (order, turned) {
            (Ordering::Greater, Some(turned)) => {
                let (written, meant) = (&self.moves[0], turned.moves[0].text.clone());
                (turned, written.text.clone(), written.place, meant)
            }
            (Ordering::Less, _) => {
                let own = variant.notation.game_type.unwrap_or(variant.id);
                (self.clone(), shortened(&tag.value), tag.place, own.to_owned())
            }
            _ => {
                let fault = PdnFault::Numbering { value: shortened(&tag.value), variant: variant.id };
                return Err(self.fault(tag, fault));
            }
        };
        read.add_fault(RecordFault { place, text, read_as: Some(read_as) });
        Ok(Some(read))
    }
}
