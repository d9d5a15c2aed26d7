//! Answers about draughts.

use std::fmt::{self, Display};

use peatee_probe::{Metric, RatedMove, Tables};
use peatee_rules::Draughts;
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::MoveNumber;
use serde::Serialize;

use super::answers::Answers;
use super::bulk::{Form, PositionTexts};
use super::line_out::RuleLineOut;
use super::output::MoveOut;
use super::question::{PositionValueOut, Question};
use super::under_rules::{RuleValueOut, warn_if_foreign};
use crate::answer::words;
use crate::ask::faults::Partial;
use crate::ask::query;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

impl Answers for Draughts {
    type Value = PositionValueOut;
    type Moves = MovesAnswer;
    type Line = LineAnswer;

    fn columns(tables: &Tables, _form: Form, has_rules: bool) -> Vec<&'static str> {
        let mut columns = vec!["wdl", "dtw_plies"];
        columns.extend(tables.has_listed(Metric::Dtc).then_some("dtc_plies"));
        columns.extend(RuleValueOut::COLUMNS.iter().filter(|_| has_rules));
        columns.extend(["note", "error"]);
        columns
    }

    fn values(
        tables: &Tables,
        lines: &[&PositionTexts],
        asked: Option<&RulesAsked>,
        _form: Form,
    ) -> Vec<Result<PositionValueOut, Error>> {
        let parsed: Vec<_> = lines.iter().map(|line| tables.game().parse_fen_with_counts(&line.fen)).collect();
        let positions = parsed.iter().map(|parsed| Ok(parsed.clone()?.0));
        let answers = query::values(tables, positions).into_iter().zip(parsed).zip(lines);
        answers
            .map(|((value, parsed), line)| {
                let (position, site_counts) = parsed?;
                let of_line =
                    asked.filter(|_| !line.counters.is_empty()).map(|asked| asked.with_counters(&line.counters));
                let rules = of_line.as_ref().or(asked);
                PositionValueOut::new(&Question::new(tables, position, site_counts, rules), value?)
            })
            .collect()
    }

    fn moves(tables: &Tables, fen: &str, asked: Option<&RulesAsked>) -> Result<MovesAnswer, Error> {
        let question = &question(tables, fen, asked)?;
        let value = PositionValueOut::probe(question)?;
        let Question { position, rules, .. } = question;
        let game = tables.game();
        let moves = match rules {
            None => {
                let moves = tables.moves(position)?;
                let texts = game.move_texts(moves.iter().map(|rated| &rated.mv));
                moves
                    .iter()
                    .zip(texts)
                    .map(|(mv, text)| MoveOut::new(tables, text, mv))
                    .collect::<Result<_, Error>>()?
            }
            Some(asked) => {
                let moves = tables.rule_moves(position, &asked.rules, &asked.counters(position)?)?;
                let texts = game.move_texts(moves.iter().map(|rated| &rated.mv));
                moves.iter().zip(texts).map(|(mv, text)| MoveOut::under_rules(game, text, &asked.rules, mv)).collect()
            }
        };
        Ok(MovesAnswer { value, moves })
    }

    fn line(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<LineAnswer, Error> {
        let question = &question(tables, fen, asked)?;
        let value = PositionValueOut::probe(question)?;
        let Question { position, rules, .. } = question;
        let game = tables.game();
        let number = MoveNumber::in_position(game, position, 0);
        let Some(asked) = rules else {
            let (moves, end) = plain_line(question, plies_max)?;
            return Ok(LineAnswer { value, moves, end, draws: None, lacking: None, number });
        };
        let line = tables.rule_line(&asked.record(game, position)?, plies_max)?;
        let RuleLineOut { moves, end, draws, lacking } = RuleLineOut::new(game, position, &asked.rules, &line);
        Ok(LineAnswer { value, moves, end, draws: Some(draws), lacking, number })
    }

    fn picture(&self, fen: &str) -> Option<String> {
        self.parse_fen_with_counts(fen).ok().map(|(position, _)| self.svg(&position))
    }

    fn warn_of_rules(&self, rules: &DrawRules) {
        warn_if_foreign(rules, self.variant());
    }
}

/// Parses a position and the counts after its FEN.
fn question<'a>(tables: &'a Tables, fen: &str, asked: Option<&RulesAsked>) -> Result<Question<'a>, Error> {
    let (position, site_counts) = tables.game().parse_fen_with_counts(fen)?;
    Ok(Question::new(tables, position, site_counts, asked))
}

#[derive(Debug, Serialize)]
pub struct MovesAnswer {
    #[serde(flatten)]
    value: PositionValueOut,
    moves: Vec<MoveOut>,
}

impl Partial for MovesAnswer {
    fn lacks_table(&self) -> bool {
        self.value.lacks_table()
    }
}

impl Display for MovesAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        self.moves.iter().try_for_each(|mv| write!(f, "\n  {mv}"))?;
        let legend = words::legend(self.moves.iter().filter_map(MoveOut::outcome));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

#[derive(Debug, Serialize)]
pub struct LineAnswer {
    #[serde(flatten)]
    value: PositionValueOut,
    moves: Vec<MoveOut>,
    end: &'static str,
    /// Number of the first move.
    #[serde(skip)]
    number: MoveNumber,
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lacking: Option<String>,
}

impl Partial for LineAnswer {
    fn lacks_table(&self) -> bool {
        self.value.lacks_table() || self.lacking.is_some()
    }
}

impl Display for LineAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        let mut number = self.number;
        for mv in &self.moves {
            write!(f, "\n  {:>6} {mv}", number.to_string())?;
            number = number.next();
        }
        write!(f, "\n  {}", words::line_end(self.end, "--plies-max"))?;
        self.draws.iter().flatten().chain(&self.lacking).try_for_each(|text| write!(f, "\n         {text}"))?;
        let legend = words::legend(self.moves.iter().filter_map(MoveOut::outcome));
        legend.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Returns the moves of a line without draw rules, and the reason for its end.
fn plain_line(question: &Question, plies_max: u32) -> Result<(Vec<MoveOut>, &'static str), Error> {
    let Question { tables, position, .. } = question;
    let line = tables.line(position, plies_max)?;
    let befores = std::iter::once(position).chain(line.moves.iter().map(|mv| &mv.position));
    let text = |before: &_, mv: &RatedMove| tables.game().move_text(before, &mv.mv);
    let moves = befores.zip(&line.moves).map(|(before, mv)| MoveOut::new(tables, text(before, mv), mv));
    Ok((moves.collect::<Result<_, Error>>()?, line.end.name()))
}
