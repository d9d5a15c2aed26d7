//! Problems of the draughts family.

use peatee_probe::{Metric, ProbeError, Slice, Tables, Wdl};
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
            let slice = Slice::of(self.game(), &unknown.position).name();
            let directory = self.directory().to_owned();
            return Err(ProbeError::MissingTable { slice, metric: Metric::Dtw, directory }.into());
        }
        let rated = moves.into_iter().map(|rated| Rated {
            text: self.game().move_text(position, &rated.mv),
            value: rated.value,
            after: rated.position,
            capture: rated.mv.is_capture().then_some((rated.mv.from, rated.mv.captured, rated.mv.becomes)),
        });
        Ok(rated.collect())
    }
}
