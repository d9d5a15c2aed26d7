//! Chess problems and studies, without draw rules or under the 50-move or 75-move rule.

use peatee_probe::chess::{Chess, Tables};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::laws::is_dead_by_material;
use peatee_probe::{Game as _, Metric, RulePlies, RuleSet, Value, Wdl};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::pdn::Score;
use peatee_rules::{Budget, Side, variant};

use super::tree::{Goal, Problems, Rated};
use crate::errors::Error;

impl Problems for Chess {
    fn is_over(&self, rules: Option<&DrawRules>, position: &Position) -> bool {
        let is_drawn = |rules: &DrawRules| self.used_plies(position) >= Chess::limit_plies(rules);
        position.ending().is_some() || is_dead_by_material(position) || rules.is_some_and(is_drawn)
    }

    fn value(tables: &Tables, rules: Option<&DrawRules>, position: &Position) -> Result<Value, Error> {
        let Some(rules) = rules else {
            let wdl = tables.probe_wdl(position)?;
            return Ok(Value { wdl, plies: tables.plies(position, Metric::Dtw)? });
        };
        let counters = Chess.counters(rules, position);
        match tables.plies_under_rules(position, rules, &counters, &Budget::unlimited())? {
            Some(RulePlies::Exact(plies)) => Ok(Value::decided(plies, variant::Goal::LastToMove)),
            Some(RulePlies::AtLeast(_)) => {
                let metric = Metric::RuleDtw(RuleSet::new(rules));
                let reason = format!("the plies to mate under it need the {metric} tables of {position}");
                Err(Error::Argument { field: "rules", reason })
            }
            None => Ok(Value::DRAW),
        }
    }

    fn used_plies(&self, position: &Position) -> u32 {
        position.halfmove_clock()
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

    fn rated_moves(
        tables: &Tables,
        rules: Option<&DrawRules>,
        position: &Position,
    ) -> Result<Vec<Rated<Position>>, Error> {
        let rate = |mv| {
            let after = position.after(mv);
            let Value { wdl, plies } = Chess::value(tables, rules, &after)?;
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
        Err(Error::Argument { field: "mate_in", reason })
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
