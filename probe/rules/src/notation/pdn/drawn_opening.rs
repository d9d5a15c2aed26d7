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
    /// Openings of games on 64 squares are drawn by lot from the tables of the IDF. In some of
    /// these openings, one man of White, of Black, or of each side starts on another square.
    /// Records write such changes of square (flights) as first moves: `1. A1-A5 A7-H4`. A word
    /// counts as a flight if no man can move like this and all moves after the flights are legal.
    /// If no moves follow, the record must also have no result.
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

/// Moves a man from the first to the second square that `text` names, and returns the side of the
/// man. Returns `None` unless a man stands on the first square, the second is empty, and the two
/// are not neighbours (then the text would be a quiet move).
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
