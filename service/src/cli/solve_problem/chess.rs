//! Chess problems and studies, to which no draw rules apply.

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::laws::is_dead_by_material;
use peatee_probe::{Metric, Value, Wdl};
use peatee_rules::Side;
use peatee_rules::notation::pdn::Score;

use super::tree::{Goal, Problems, Rated};
use crate::errors::Error;

impl Problems for Chess {
    fn is_over(&self, position: &Position) -> bool {
        position.ending().is_some() || is_dead_by_material(position)
    }

    fn value(tables: &Tables, position: &Position) -> Result<Value, Error> {
        let wdl = tables.probe_wdl(position)?;
        Ok(Value { wdl, plies: tables.plies(position, Metric::Dtw)? })
    }

    fn equal_fens(&self, position: &Position) -> Vec<String> {
        let fen = position.fen();
        let [placement, side, rights] = [0, 1, 2].map(|field| fen.split(' ').nth(field).unwrap_or_default());
        if rights != "-" {
            return vec![format!("{placement} {side} {rights}")];
        }
        let other = if side == "w" { "b" } else { "w" };
        let flipped: Vec<&str> = placement.rsplit('/').collect();
        let swapped: String = flipped.join("/").chars().map(case_swapped).collect();
        let both = [(placement.to_owned(), side), (swapped, other)];
        both.into_iter()
            .flat_map(|(placement, side)| [files_mirrored(&placement), placement].map(|text| format!("{text} {side}")))
            .collect()
    }

    fn rated_moves(tables: &Tables, position: &Position) -> Result<Vec<Rated<Position>>, Error> {
        let rate = |mv| {
            let after = position.after(mv);
            let Value { wdl, plies } = Chess::value(tables, &after)?;
            let value = Value { wdl: wdl.reversed(), plies: plies.map(|plies| plies + 1) };
            Ok(Rated { text: position.san(mv), value, after, capture: None })
        };
        let mut moves = position.moves().into_iter().map(rate).collect::<Result<Vec<_>, Error>>()?;
        moves.sort_by_key(|rated| rated.value.order());
        Ok(moves)
    }

    fn goal(side: Side, value: Value, mate_in: Option<u32>) -> Result<Goal, Error> {
        let Some(moves) = mate_in else { return Goal::of(value, side) };
        let mate_plies = 2 * moves - 1;
        let reason = match value {
            Value { wdl: Wdl::Win, plies: Some(plies) } if plies <= mate_plies => {
                return Ok(Goal { wdl: Wdl::Win, mate_plies: Some(mate_plies) });
            }
            Value { wdl: Wdl::Win, plies } => {
                let needed = plies.unwrap_or(0).div_ceil(2);
                format!("{side} has no mate in {moves}: the shortest takes {needed} moves")
            }
            _ => format!("{side} has no mate in {moves}, and does not win"),
        };
        Err(Error::Argument { field: "--mate-in", reason })
    }

    fn result(&self, winner: Option<Side>) -> &'static str {
        Score::for_winner(winner).pgn_text()
    }

    fn tags(&self, position: &Position, result: &str) -> String {
        format!("[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]", position.fen())
    }
}

fn case_swapped(sign: char) -> char {
    if sign.is_ascii_uppercase() { sign.to_ascii_lowercase() } else { sign.to_ascii_uppercase() }
}

/// Mirrors the piece placement of a FEN, so that the a-file becomes the h-file.
fn files_mirrored(placement: &str) -> String {
    let ranks: Vec<String> = placement.split('/').map(|rank| rank.chars().rev().collect()).collect();
    ranks.join("/")
}
