//! Problems of draughts.

use peatee_probe::{Metric, Slice, Tables, Value, Wdl};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::pdn::{PdnGame, Score};
use peatee_rules::{Draughts, Position, Side, with_kernel};

use super::tree::{Goal, Problems, Rated};
use crate::errors::Error;

impl Problems for Draughts {
    fn is_over(&self, _rules: Option<&DrawRules>, position: &Position) -> bool {
        !self.has_moves(position)
    }

    fn value(tables: &Tables, _rules: Option<&DrawRules>, position: &Position) -> Result<Value, Error> {
        Ok(tables.probe(position)?)
    }

    fn check_demands(&self, mate_in: Option<u32>, rules: Option<&DrawRules>) -> Result<(), Error> {
        let (field, lacking) = match (mate_in, rules) {
            (None, None) => return Ok(()),
            (Some(_), _) => ("mate_in", "games of draughts have no mate"),
            (None, Some(_)) => ("rules", "compositions of draughts are judged without draw rules"),
        };
        let reason = format!("{lacking}; leave it out, or name chess as the variant");
        Err(Error::Argument { field, reason })
    }

    fn goal(side: Side, value: Value, _mate_in: Option<u32>) -> Result<Goal, Error> {
        Goal::of(value, side)
    }

    fn result(&self, winner: Option<Side>) -> &'static str {
        let variant = self.variant();
        Score::for_winner(winner).written(variant.moves_first(), variant.notation.win_points)
    }

    fn tags(&self, position: &Position, result: &str) -> String {
        let mut pdn = PdnGame::of_moves(self, position, &[]);
        pdn.set_tag("Result", result);
        let text = pdn.to_string();
        text.rsplit_once("\n\n").map_or("", |(tags, _moves)| tags).to_owned()
    }

    fn equal_fens(&self, position: &Position) -> Vec<String> {
        let turned = with_kernel!(self, kernel => kernel.mirror.is_some().then(|| Position {
            setup: kernel.mirrored(&position.setup.convert()).convert(),
            side: position.side.other(),
        }));
        [Some(*position), turned].into_iter().flatten().map(|position| self.fen(&position)).collect()
    }

    fn rated_moves(
        tables: &Tables,
        _rules: Option<&DrawRules>,
        position: &Position,
    ) -> Result<Vec<Rated<Position>>, Error> {
        let game = tables.game();
        let moves = tables.moves(position)?;
        if let Some(unknown) = moves.iter().find(|mv| mv.value.wdl != Wdl::Draw && mv.value.plies.is_none()) {
            return Err(tables.missing(Slice::of(game, &unknown.position), Metric::Dtw).into());
        }
        let texts: Vec<String> = game.move_texts(moves.iter().map(|rated| &rated.mv)).collect();
        let rated = moves.into_iter().zip(texts).map(|(rated, text)| Rated {
            text,
            value: rated.value,
            after: rated.position,
            capture: rated.mv.is_capture().then_some((rated.mv.from, rated.mv.captured, rated.mv.becomes)),
        });
        Ok(rated.collect())
    }
}
