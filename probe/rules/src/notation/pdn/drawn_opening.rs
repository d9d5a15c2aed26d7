//! Records that begin with a drawn opening of flying men instead of moves.

use peatee_game::Record;

use super::Score;
use super::game::PdnGame;
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;

/// Maximal number of men that a drawn opening moves to other squares: one of each side.
const FLIGHTS_MAX: usize = 2;

/// Number of squares of the boards for which such openings are drawn: the dark squares of 64.
const SQUARES: u8 = 32;

impl PdnGame {
    /// Returns the game from the position of a drawn opening; `None` when the record begins with
    /// moves.
    ///
    /// The tables of openings of the IDF, which are drawn for games on 64 squares, also have
    /// positions in which a man of White, of Black, or one of each stands on another empty square
    /// when the game begins. Records write such flights as first moves: `1. A1-A5 A7-H4`. Words
    /// count as flights if no man can move like them and all moves after them are legal. If no
    /// moves follow, the record must also have no result.
    pub fn after_drawn_opening(&self, game: &Draughts) -> Option<PdnGame> {
        let is_drawn_for = game.variant().board.square_count() == SQUARES && self.fen().is_none();
        let start = self.start(game).ok().filter(|_| is_drawn_for)?;
        (1..=FLIGHTS_MAX.min(self.moves.len())).rev().find_map(|count| self.after_flights(game, &start, count))
    }

    /// Returns the game that begins after its first `count` words, if these words put men of
    /// different sides on other squares.
    fn after_flights(&self, game: &Draughts, start: &Position, count: usize) -> Option<PdnGame> {
        let (mut position, mut sides) = (*start, Vec::new());
        for word in &self.moves[..count] {
            let side = fly(game, &mut position, &word.text).filter(|side| !sides.contains(side))?;
            sides.push(side);
        }
        let moves = self.moves[count..].to_vec();
        let mut after = PdnGame::from(Record { moves, ..Record::clone(self) });
        after.set_tag("FEN", &game.fen(&position));
        let is_confirmed =
            if after.moves.is_empty() { matches!(self.score(), None | Some(Score::Open)) } else { after.fits(game) };
        (is_confirmed && game.check(&position).is_ok()).then_some(after)
    }
}

/// Moves a man to the empty square that `text` names after the square of the man, and returns its
/// side; `None` when the text is no such move. The two squares are not neighbours, so that the text
/// is no quiet move of a man.
fn fly(game: &Draughts, position: &mut Position, text: &str) -> Option<Side> {
    let (from, to) = text.split_once('-')?;
    let (from, to) = (game.parse_square(from)?, game.parse_square(to)?);
    let (side, _) = position.setup.at(from).filter(|&(_, kind)| kind == Kind::Man)?;
    let [(file, rank), (to_file, to_rank)] = [from, to].map(|square| game.variant().board.file_rank(square));
    let is_far = file.abs_diff(to_file).max(rank.abs_diff(to_rank)) > 1;
    (is_far && position.setup.at(to).is_none()).then(|| {
        position.setup.take(side, Kind::Man, from);
        position.setup.put(side, Kind::Man, to);
        side
    })
}
