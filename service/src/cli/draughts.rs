//! Answers of the commands about draughts.

use peatee_probe::{Metric, MoveChance, RatedMove, RuleMove, Tables};
use peatee_rules::Draughts;
use peatee_rules::draw::{self, DrawRules};

use super::answers::Answers;
use super::bulk::{Form, PositionTexts};
use super::moves_out::{ChanceOut, EndOut, MovesOut};
use super::output::MoveOut;
use super::question::{PositionValueOut, Question};
use super::under_rules::{RuleValueOut, warn_if_foreign};
use crate::answer::words;
use crate::ask::family::ServedFamily as _;
use crate::ask::query;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

type DraughtsMoves = MovesOut<PositionValueOut, MoveOut>;

impl Answers for Draughts {
    type Value = PositionValueOut;
    type Moves = DraughtsMoves;
    type Line = DraughtsMoves;

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

    fn moves(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, depth: u32) -> Result<DraughtsMoves, Error> {
        let question = &question(tables, fen, asked)?;
        let value = PositionValueOut::probe(question)?;
        let Question { position, rules, .. } = question;
        let (game, search) = (tables.game(), ChanceOut::search(depth));
        let moves = match rules {
            None => {
                let moves = tables.chances(position, search)?;
                let texts = game.move_texts(moves.iter().map(|mv| &mv.rated.mv));
                moves
                    .iter()
                    .zip(texts)
                    .map(|(mv, text)| Ok(MoveOut::new(tables, text, &mv.rated)?.with_chance(mv.chance)))
                    .collect::<Result<_, Error>>()?
            }
            Some(asked) => {
                let moves = tables.rule_chances(position, &asked.rules, &asked.counters(position)?, search)?;
                let texts = game.move_texts(moves.iter().map(|mv| &mv.rated.mv));
                let printed = |(mv, text): (&MoveChance<RuleMove>, _)| {
                    MoveOut::under_rules(game, text, &asked.rules, &mv.rated).with_chance(mv.chance)
                };
                moves.iter().zip(texts).map(printed).collect()
            }
        };
        Ok(MovesOut { value, moves: Some(moves), end: None })
    }

    fn line(tables: &Tables, fen: &str, asked: Option<&RulesAsked>, plies_max: u32) -> Result<DraughtsMoves, Error> {
        let question = &question(tables, fen, asked)?;
        let value = PositionValueOut::probe(question)?;
        let (moves, end) = match &question.rules {
            None => plain_line(question, plies_max)?,
            Some(asked) => rule_line(question, asked, plies_max)?,
        };
        Ok(MovesOut { value, moves: Some(moves), end: Some(end) })
    }

    fn picture(&self, fen: &str) -> Option<String> {
        self.parse_fen_with_counts(fen).ok().map(|(position, _)| self.svg(&position))
    }

    fn warn_of_rules(&self, rules: &DrawRules) {
        warn_if_foreign(rules, self.variant());
    }
}

/// Parses a FEN and the counts of moves that another program may have written after it.
fn question<'a>(tables: &'a Tables, fen: &str, asked: Option<&RulesAsked>) -> Result<Question<'a>, Error> {
    let (position, site_counts) = tables.game().parse_fen_with_counts(fen)?;
    Ok(Question::new(tables, position, site_counts, asked))
}

fn plain_line(question: &Question, plies_max: u32) -> Result<(Vec<MoveOut>, EndOut), Error> {
    let Question { tables, position, .. } = question;
    let line = tables.line(position, plies_max)?;
    let text = |before: &_, mv: &RatedMove| tables.game().move_text(before, &mv.mv);
    let moves = line.steps(position).map(|(before, mv)| MoveOut::new(tables, text(before, mv), mv));
    Ok((moves.collect::<Result<_, Error>>()?, EndOut::new(line.end, tables.game().move_number(position))))
}

fn rule_line(question: &Question, asked: &RulesAsked, plies_max: u32) -> Result<(Vec<MoveOut>, EndOut), Error> {
    let Question { tables, position, .. } = question;
    let game = tables.game();
    let line = tables.rule_line(&asked.record(game, position)?, plies_max)?;
    let text = |before: &_, mv: &RuleMove| game.move_text(before, &mv.mv);
    let moves = line
        .steps(position)
        .map(|(before, mv)| MoveOut::under_rules(game, text(before, mv), &asked.rules, mv))
        .collect();
    let draws = match &line.outcome {
        None | Some(draw::Outcome::Lost { .. }) => Vec::new(),
        Some(draw::Outcome::Drawn(draw)) => vec![words::draw_text(draw)],
        Some(draw::Outcome::InProgress { claims }) => claims.iter().map(words::draw_text).collect(),
    };
    Ok((
        moves,
        EndOut { draws: Some(draws), lacking: line.lacking, ..EndOut::new(line.end, game.move_number(position)) },
    ))
}
