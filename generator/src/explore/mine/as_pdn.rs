//! Conversion of a found position to a game in PDN, which draughts programs can open. The game
//! starts from the position, and its moves are the solution.

use peatee_probe::Tables;
use peatee_rules::Draughts;
use peatee_rules::notation::pdn::{PdnGame, Score};
use peatee_rules::{Move, Position, Side};
use peatee_table::{Metric, Wdl};

use super::found::{Detail, Dual, FoundPosition};
use crate::error::Error;
use crate::explore::families::draughts::default_metric;
use crate::explore::value_columns::distance_column;

/// Number of the PDN glyph `!`, which marks a move as the only one that wins or draws.
const ONLY_MOVE_NAG: u16 = 1;
/// Maximum length of a line in plies. All wins with up to seven pieces are shorter.
const LINE_PLIES_MAX: u32 = 2000;

impl FoundPosition<'_, Draughts> {
    /// Returns the position as a PDN game, followed by an empty line. The game has the moves of the
    /// line that the search has examined, then best play to the end if there are DTW tables. A move
    /// that is the only one to win has the mark `!`. Other winning moves are named in comments.
    ///
    /// # Errors
    /// A table that is needed is missing or damaged.
    pub fn pdn(&self, tables: &Tables) -> Result<Vec<u8>, Error> {
        let game = tables.game();
        let moves = self.solution(tables, self.position)?;
        let mut pdn = PdnGame::of_moves(game, self.position, &moves);
        pdn.set_tag("Event", &format!("{}, {} {}", self.name, self.slice.name(), self.number));
        // Programs that list games show this tag, so it comes first.
        pdn.tags.rotate_right(1);
        pdn.comments.push(self.remark());
        if let Detail::OnlyMove { unique_moves, duals, .. } = self.detail {
            pdn.moves.iter_mut().step_by(2).take(*unique_moves).for_each(|mv| mv.nags.push(ONLY_MOVE_NAG));
            for Dual { ply, moves } in duals.iter().flatten() {
                if let Some(mv) = pdn.moves.get_mut(ply - 1) {
                    mv.comments.push(format!("also wins: {}", moves.join(", ")));
                }
            }
        }
        pdn.set_result(self.score());
        Ok(format!("{pdn}\n").into_bytes())
    }

    fn score(&self) -> Score {
        match (self.value.wdl, self.slice.side) {
            (Wdl::Draw, _) => Score::Draw,
            (Wdl::Win, Side::White) | (Wdl::Loss, Side::Black) => Score::WhiteWins,
            _ => Score::BlackWins,
        }
    }

    fn solution(&self, tables: &Tables, start: &Position) -> Result<Vec<Move>, Error> {
        let game = tables.game();
        let (mut moves, mut at) = (Vec::new(), *start);
        if let Detail::OnlyMove { line, .. } = self.detail {
            for text in line {
                let mv = game.parse_move(&at, text).expect("the line was written move by move");
                at = game.play(&at, &mv);
                moves.push(mv);
            }
        }
        if self.value.wdl != Wdl::Draw && default_metric(tables, self.slice) == Metric::Dtw {
            moves.extend(tables.line(&at, LINE_PLIES_MAX)?.moves.into_iter().map(|rated| rated.mv));
        }
        Ok(moves)
    }

    fn remark(&self) -> String {
        let mut words = match (self.value.plies, distance_column::<Draughts>(self.metric)) {
            (Some(plies), Some(_)) => format!("{} in {plies} plies by {}", self.value.wdl.name(), self.metric),
            _ => self.value.wdl.name().to_owned(),
        };
        words += &match self.detail {
            Detail::None {} => String::new(),
            Detail::OnlyMove { legal_moves, .. } if self.value.wdl == Wdl::Draw => {
                format!("; legal moves: {legal_moves}; one of them draws, the others lose")
            }
            Detail::OnlyMove { legal_moves, unique_moves, .. } => {
                format!("; legal moves: {legal_moves}; only winning moves in a row: {unique_moves}")
            }
            Detail::Zugzwang { other_wdl, other_plies } => match other_plies.plies {
                Some(plies) => format!("; with the other side to move a {other_wdl} in {plies} plies for it"),
                None => format!("; with the other side to move a {other_wdl} for it"),
            },
            Detail::Cursed { article, limit_plies, needed_plies } => match needed_plies.flatten() {
                Some(needed) => format!("; a draw by article {article}: {needed} plies needed of {limit_plies}"),
                None => format!("; a draw by article {article}: no number of plies is enough"),
            },
            Detail::Readings { outcome, other_outcome } => {
                format!("; {outcome} by the first draw rules, {other_outcome} by the second")
            }
            Detail::Fortress { pieces_ahead } => format!("; pieces ahead: {pieces_ahead}"),
        };
        words
    }
}
