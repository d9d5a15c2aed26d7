//! Records that begin with a drawn opening of flying men instead of moves.

use peatee_game::Record;

use super::Score;
use super::game::PdnGame;
use crate::game::Draughts;
use crate::piece::{Kind, Side};
use crate::position::Position;

/// Maximum number of men that an opening drawn by lot puts on other squares: one of each side. A
/// record writes one word for each of these men.
const WORDS_MAX: usize = 2;

/// Number of squares of the boards for which openings are drawn by lot: the dark squares of an 8x8
/// board.
const SQUARES: u8 = 32;

impl PdnGame {
    /// Returns the game from the position of an opening that was drawn by lot; `None` when the
    /// record begins with moves.
    ///
    /// Openings of games on 64 squares are drawn by lot from the tables of the IDF. In some of
    /// these openings, one man of White, of Black, or of each side starts on another square.
    /// Records write such a change of square (a flight) like a first move: `1. A1-A5 A7-H4`. A
    /// written move counts as a flight under these conditions:
    ///
    /// * No man can move like this.
    /// * All moves after the opening are legal. If there are no such moves, the record has no
    ///   result.
    ///
    /// If one side makes a flight, the other side may make a step to a neighbouring square: `1.
    /// A3-B4 H6-E5`. Whether the step is a move or a part of the opening makes no difference to the
    /// position.
    pub fn after_drawn_opening(&self, game: &Draughts) -> Option<PdnGame> {
        let is_drawn_for = game.variant().board.square_count() == SQUARES && self.fen().is_none();
        let start = self.start(game).ok().filter(|_| is_drawn_for)?;
        (1..=WORDS_MAX.min(self.moves.len())).rev().find_map(|count| self.after_words(game, &start, count))
    }

    /// Returns the game that begins after the first `count` words (written moves) of the record.
    /// Returns `None` unless these words move men of different sides to other squares.
    fn after_words(&self, game: &Draughts, start: &Position, count: usize) -> Option<PdnGame> {
        let (mut position, mut puts) = (*start, Vec::<Put>::new());
        for word in &self.moves[..count] {
            let put = put_man(game, &mut position, &word.text)?;
            if puts.iter().any(|earlier| earlier.side == put.side) {
                return None;
            }
            puts.push(put);
        }
        let flights = puts.iter().filter(|put| put.is_flight).count();
        if flights < count && (flights == 0 || puts[0].side != start.side) {
            return None;
        }
        let moves = self.moves[count..].to_vec();
        let mut after = PdnGame::from(Record { moves, ..Record::clone(self) });
        after.set_tag("FEN", &game.fen(&position));
        let is_confirmed =
            if after.moves.is_empty() { matches!(self.score(), None | Some(Score::Open)) } else { after.fits(game) };
        (is_confirmed && game.check(&position).is_ok()).then_some(after)
    }
}

/// A man on another square than in the start position.
struct Put {
    side: Side,
    /// True when the two squares are not neighbours, so the change of square is not a move.
    is_flight: bool,
}

/// Moves a man from the first square that `text` names to the second one. Returns `None` unless
/// there is a man on the first square and the second is empty.
fn put_man(game: &Draughts, position: &mut Position, text: &str) -> Option<Put> {
    let (from, to) = text.split_once('-')?;
    let (from, to) = (game.parse_square(from)?, game.parse_square(to)?);
    let (side, _) = position.setup.at(from).filter(|&(_, kind)| kind == Kind::Man)?;
    let [(file, rank), (to_file, to_rank)] = [from, to].map(|square| game.variant().board.file_rank(square));
    position.setup.at(to).is_none().then(|| {
        position.setup.take(side, Kind::Man, from);
        position.setup.put(side, Kind::Man, to);
        Put { side, is_flight: file.abs_diff(to_file).max(rank.abs_diff(to_rank)) > 1 }
    })
}
