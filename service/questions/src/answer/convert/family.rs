//! Conversions to messages that differ between families of games (draughts, chess).

use std::sync::Arc;

use peatee_probe::adjudicate::Start;
use peatee_probe::any::Tables;
use peatee_probe::{ChanceSearch, Collection, Game, RuleLine, RuleMove, RuleValue};
use peatee_proto::v1 as proto;
use peatee_rules::draw::{CountStatus, Counters, DrawRules, GameRecord};
use peatee_rules::{Budget, Draughts, Position, Side};

use super::messages;
use super::position::described;
use super::variant::variant;
use crate::answer::judging::VariantJudge;
use crate::answer::note::texts;
use crate::ask::budget::check_listed;
use crate::ask::family::ServedFamily;
use crate::ask::query;
use crate::ask::rules::RulesAsked;
use crate::errors::Error;

/// Messages with the value of a position. `rule_value` is the value under the draw rules of the
/// request; `None` if the request names no draw rules.
#[derive(Debug)]
pub struct ValueMessages {
    pub value: proto::Value,
    pub rule_value: Option<proto::RuleValue>,
}

/// The position of a request, with the draw rules if the request names any.
pub type AskedPosition<G> = (<G as Game>::Position, Option<RulesAsked>);

/// A family of games whose values, positions and verdicts can be converted to messages.
pub trait Messages: ServedFamily {
    /// Looks up the value of a position in the tables. The budget limits the search for the number
    /// of plies to the end of the game under draw rules.
    fn ask(
        tables: &Tables<Self>,
        position: &Self::Position,
        asked: Option<&RulesAsked>,
        budget: &Budget,
    ) -> Result<ValueMessages, Error>;

    /// Looks up the values of many positions in the tables. The budget is split into `parts` equal
    /// shares, of which each position may use one. The results are in the order of the positions.
    fn ask_many(
        tables: &Tables<Self>,
        questions: Vec<Result<AskedPosition<Self>, Error>>,
        budget: &Arc<Budget>,
        parts: u64,
    ) -> Vec<Result<ValueMessages, Error>> {
        let answer = |question: Result<AskedPosition<Self>, Error>| {
            let (position, asked) = question?;
            budget.check()?;
            Self::ask(tables, &position, asked.as_ref(), &budget.part(parts))
        };
        questions.into_iter().map(answer).collect()
    }

    /// Returns the legal moves of a position with their values, best first, and with the chance
    /// that the opponent errs after each move.
    ///
    /// # Errors
    /// The errors of [`Messages::ask`], [`Error::TooManyMoves`] and [`Error::Budget`].
    fn rated_moves(
        tables: &Tables<Self>,
        position: &Self::Position,
        asked: Option<&RulesAsked>,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<proto::RatedMove>, Error>;

    fn best_line(
        tables: &Tables<Self>,
        position: &Self::Position,
        asked: Option<&RulesAsked>,
        plies_max: u32,
        budget: &Budget,
    ) -> Result<(Vec<proto::RatedMove>, proto::LineEnd), Error>;

    /// Describes the position in a request, or the start position if the request names no position.
    ///
    /// # Errors
    /// The request is wrong, or [`Error::Budget`].
    fn described(
        &self,
        collection: &Collection,
        request: &proto::DescribePositionRequest,
        budget: &Arc<Budget>,
    ) -> Result<proto::DescribePositionResponse, Error>;

    /// Describes this game for the list of games. `has_tables` says whether the server has tables
    /// of the game.
    fn description(&self, has_tables: bool) -> proto::Variant;

    /// True if a draw rule counts plies in every position, as the 50-move rule does in chess.
    /// Sentences then mention a count only when at least half of its plies are used.
    const HAS_ENDLESS_COUNTS: bool;

    /// Key, in the text catalogues, of the sentence that says that a word in a game record is not a
    /// move.
    const UNREADABLE: &'static str;

    fn moves_first(&self) -> Side;

    /// Returns the id of the draw rules that apply if a request names none.
    fn default_code(&self) -> &'static str;

    /// Returns a text that says how many plies each draw rule has counted. Returns an empty text in
    /// chess, because a chess FEN already states this number.
    fn counters_text(&self, rules: &DrawRules, counters: &Counters, position: &Self::Position) -> String;

    fn game_move(&self, position: &Self::Position, mv: &Self::Move, text: String) -> proto::Move;

    fn count(&self, rules: &DrawRules, status: &CountStatus) -> proto::Count;

    /// Returns how often a position must occur for a draw or a claim of a draw, and the number of
    /// the article that says so. Returns `None` if the draw rules have no such article.
    fn repetition(&self, rules: &DrawRules) -> Option<(u32, &'static str)>;

    /// Returns the text of an article of the rules; `None` if the messages of this family contain
    /// no texts of articles.
    fn article_text(&self, article: &str) -> Option<&'static str>;

    /// Converts a value to a message, without the outcome under draw rules. In draughts, the
    /// message contains the plies to the end of the game. In chess, it contains the plies to the
    /// next capture, pawn move or mate.
    fn value(&self, value: &RuleValue<Self::Slice>) -> proto::Value;

    fn rule_value(
        &self,
        rules: &DrawRules,
        position: &Self::Position,
        value: &RuleValue<Self::Slice>,
    ) -> proto::RuleValue;

    fn rule_line(
        &self,
        rules: &DrawRules,
        start: &Self::Position,
        line: &RuleLine<Self>,
    ) -> (Vec<proto::RatedMove>, proto::LineEnd);
}

impl Messages for Draughts {
    fn ask(
        tables: &Tables<Draughts>,
        position: &Position,
        asked: Option<&RulesAsked>,
        budget: &Budget,
    ) -> Result<ValueMessages, Error> {
        let value = messages::position_value(query::value(tables, position)?);
        let rule_value = asked.map(|asked| rule_value(tables, position, asked, budget)).transpose()?;
        Ok(ValueMessages { value, rule_value })
    }

    fn ask_many(
        tables: &Tables<Draughts>,
        questions: Vec<Result<AskedPosition<Draughts>, Error>>,
        budget: &Arc<Budget>,
        parts: u64,
    ) -> Vec<Result<ValueMessages, Error>> {
        let (positions, asked): (Vec<_>, Vec<_>) = questions
            .into_iter()
            .map(|question| match question {
                Ok((position, asked)) => (Ok(position), asked.map(|asked| (position, asked))),
                Err(error) => (Err(error), None),
            })
            .unzip();
        let values = query::values(tables, positions.into_iter()).into_iter().zip(asked);
        let answer = |(value, asked): (Result<query::PositionValue, Error>, Option<(Position, RulesAsked)>)| {
            let value = messages::position_value(value?);
            let under = |(position, asked): &(Position, RulesAsked)| {
                budget.check()?;
                rule_value(tables, position, asked, &budget.part(parts))
            };
            Ok(ValueMessages { value, rule_value: asked.as_ref().map(under).transpose()? })
        };
        values.map(answer).collect()
    }

    fn rated_moves(
        tables: &Tables<Draughts>,
        position: &Position,
        asked: Option<&RulesAsked>,
        search: ChanceSearch<'_>,
    ) -> Result<Vec<proto::RatedMove>, Error> {
        let Some(asked) = asked else {
            let moves = tables.chances(position, search)?;
            check_listed(moves.len())?;
            return messages::moves(tables, &moves);
        };
        let moves = tables.rule_chances(position, &asked.rules, &asked.counters(position)?, search)?;
        check_listed(moves.len())?;
        Ok(messages::rule_moves(tables.game(), &asked.rules, &moves))
    }

    fn best_line(
        tables: &Tables<Draughts>,
        position: &Position,
        asked: Option<&RulesAsked>,
        plies_max: u32,
        budget: &Budget,
    ) -> Result<(Vec<proto::RatedMove>, proto::LineEnd), Error> {
        let Some(asked) = asked else {
            return messages::line(tables, position, &tables.line_until(position, plies_max, budget)?);
        };
        let line = tables.rule_line_until(&asked.record(tables.game(), position)?, plies_max, budget)?;
        Ok(Messages::rule_line(tables.game(), &asked.rules, position, &line))
    }

    fn described(
        &self,
        collection: &Collection,
        request: &proto::DescribePositionRequest,
        budget: &Arc<Budget>,
    ) -> Result<proto::DescribePositionResponse, Error> {
        let variant_judge = VariantJudge::new(Some(collection), self.variant(), &request.rules, 0)?.within(budget);
        let (Start { position, counters }, notes) =
            variant_judge.start(&request.fen, &request.counters, "give the counts in `counters`")?;
        let counters = counters.unwrap_or_else(|| variant_judge.rules().start(&position));
        let record = GameRecord::resume(variant_judge.game(), *variant_judge.rules(), position, counters)?;
        described(&record, texts(&notes), budget)
    }

    fn description(&self, has_tables: bool) -> proto::Variant {
        variant(self.variant(), has_tables)
    }

    const HAS_ENDLESS_COUNTS: bool = false;

    const UNREADABLE: &'static str = "unclear.no-move";

    fn moves_first(&self) -> Side {
        self.variant().moves_first()
    }

    fn default_code(&self) -> &'static str {
        self.variant().rule_codes.first().copied().unwrap_or_default()
    }

    fn counters_text(&self, rules: &DrawRules, counters: &Counters, position: &Self::Position) -> String {
        rules.counters_text(counters, position)
    }

    fn game_move(&self, _position: &Self::Position, mv: &Self::Move, text: String) -> proto::Move {
        messages::written_move(self, mv, text)
    }

    fn count(&self, rules: &DrawRules, status: &CountStatus) -> proto::Count {
        messages::count(rules, status)
    }

    fn repetition(&self, rules: &DrawRules) -> Option<(u32, &'static str)> {
        rules.code.repetition.map(|rule| (rule.occurrences, rule.article))
    }

    fn article_text(&self, _article: &str) -> Option<&'static str> {
        None
    }

    fn value(&self, value: &RuleValue) -> proto::Value {
        messages::value(value.value)
    }

    fn rule_value(&self, rules: &DrawRules, _position: &Self::Position, value: &RuleValue) -> proto::RuleValue {
        messages::rule_value(rules, value)
    }

    fn rule_line(
        &self,
        rules: &DrawRules,
        start: &Self::Position,
        line: &RuleLine<Self>,
    ) -> (Vec<proto::RatedMove>, proto::LineEnd) {
        let converted =
            |(before, mv): (&_, &RuleMove)| messages::rule_move(self, rules, mv, self.move_text(before, &mv.mv));
        (line.steps(start).map(converted).collect(), messages::line_end(line.end))
    }
}

fn rule_value(
    tables: &Tables<Draughts>,
    position: &Position,
    asked: &RulesAsked,
    budget: &Budget,
) -> Result<proto::RuleValue, Error> {
    let value = tables.rule_value_until(position, &asked.rules, &asked.counters(position)?, budget)?;
    Ok(messages::rule_value(&asked.rules, &value))
}
