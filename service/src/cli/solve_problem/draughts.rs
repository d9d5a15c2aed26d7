//! Problems of the draughts family.

use peatee_probe::{Metric, Slice, Tables, Wdl};
use peatee_rules::Position;

use super::tree::{Board, Rated};
use crate::errors::Error;

impl Board for Tables {
    type Position = Position;
    type Key = Position;

    fn fen(&self, position: &Position) -> String {
        self.game().fen(position)
    }

    fn key(&self, position: &Position) -> Position {
        *position
    }

    fn is_over(&self, position: &Position) -> bool {
        !self.game().has_moves(position)
    }

    fn moves(&self, position: &Position) -> Result<Vec<Rated<Position>>, Error> {
        let moves = Tables::moves(self, position)?;
        if let Some(unknown) = moves.iter().find(|mv| mv.value.wdl != Wdl::Draw && mv.value.plies.is_none()) {
            return Err(self.missing(Slice::of(self.game(), &unknown.position), Metric::Dtw).into());
        }
        let texts: Vec<String> = self.game().move_texts(moves.iter().map(|rated| &rated.mv)).collect();
        let rated = moves.into_iter().zip(texts).map(|(rated, text)| Rated {
            text,
            value: rated.value,
            after: rated.position,
            capture: rated.mv.is_capture().then_some((rated.mv.from, rated.mv.captured, rated.mv.becomes)),
        });
        Ok(rated.collect())
    }
}
