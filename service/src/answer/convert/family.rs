//! Parts of messages that differ by family of games.

use std::convert::Infallible;

use peatee_probe::chess::{Chess, Distances};
use peatee_probe::peatee_chess::laws::{Article, THREEFOLD};
use peatee_probe::{Probed, RuleLine, RuleMove, RuleValue};
use peatee_proto::v1 as proto;
use peatee_rules::draw::{CountStatus, Counters, DrawRules};
use peatee_rules::{Draughts, Side};

use super::{chess, messages};

/// A family of games whose verdicts become messages.
pub trait Messages: Probed {
    /// Whether counts run in every position, so that texts show them from half of the limit on.
    const HAS_ENDLESS_COUNTS: bool;

    /// Returns the side that moves first.
    fn moves_first(&self) -> Side;

    /// Returns the id of the draw code that is applied where none is named.
    fn default_code(&self) -> &'static str;

    /// Writes a position as FEN.
    fn fen(&self, position: &Self::Position) -> String;

    /// Writes counters as text; empty where the FEN holds them.
    fn counters_text(&self, rules: &DrawRules, counters: &Counters, position: &Self::Position) -> String;

    /// Writes a move of a position as the game writes it.
    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String;

    /// Converts a move that the game writes so.
    fn game_move(&self, position: &Self::Position, mv: &Self::Move, text: String) -> proto::Move;

    /// Converts a running count.
    fn count(&self, rules: &DrawRules, status: &CountStatus) -> proto::Count;

    /// Returns the occurrences that draw by repetition, or let a side claim a draw, and the
    /// article.
    fn repetition(&self, rules: &DrawRules) -> Option<(u32, &'static str)>;

    /// Returns what an article says, where messages say it.
    fn article_text(&self, article: &str) -> Option<&'static str>;

    /// Converts a value, with the distance that is known beside it.
    fn value(&self, value: &RuleValue<Self::Slice>) -> proto::Value;

    /// Converts a value under draw rules.
    fn rule_value(
        &self,
        rules: &DrawRules,
        position: &Self::Position,
        value: &RuleValue<Self::Slice>,
    ) -> proto::RuleValue;

    /// Converts a best line under draw rules.
    fn rule_line(
        &self,
        rules: &DrawRules,
        start: &Self::Position,
        line: &RuleLine<Self>,
    ) -> (Vec<proto::RatedMove>, proto::LineEnd);
}

impl Messages for Draughts {
    const HAS_ENDLESS_COUNTS: bool = false;

    fn moves_first(&self) -> Side {
        self.variant().moves_first()
    }

    fn default_code(&self) -> &'static str {
        self.variant().rule_codes.first().copied().unwrap_or_default()
    }

    fn fen(&self, position: &Self::Position) -> String {
        Draughts::fen(self, position)
    }

    fn counters_text(&self, rules: &DrawRules, counters: &Counters, position: &Self::Position) -> String {
        rules.counters_text(counters, position)
    }

    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String {
        Draughts::move_text(self, position, mv)
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
        messages::rule_line(self, start, rules, line)
    }
}

impl Messages for Chess {
    const HAS_ENDLESS_COUNTS: bool = true;

    fn moves_first(&self) -> Side {
        Side::White
    }

    fn default_code(&self) -> &'static str {
        Chess::codes()[0].id
    }

    fn fen(&self, position: &Self::Position) -> String {
        position.fen()
    }

    fn counters_text(&self, _rules: &DrawRules, _counters: &Counters, _position: &Self::Position) -> String {
        String::new()
    }

    fn move_text(&self, position: &Self::Position, mv: &Self::Move) -> String {
        position.san(*mv)
    }

    fn game_move(&self, position: &Self::Position, mv: &Self::Move, _text: String) -> proto::Move {
        chess::played_move(position, *mv)
    }

    fn count(&self, rules: &DrawRules, status: &CountStatus) -> proto::Count {
        let text = self.article_text(status.rule.article).unwrap_or(status.rule.text);
        proto::Count { text: text.to_owned(), ..messages::count(rules, status) }
    }

    fn repetition(&self, _rules: &DrawRules) -> Option<(u32, &'static str)> {
        Some((THREEFOLD, Article::Threefold.number()))
    }

    fn article_text(&self, article: &str) -> Option<&'static str> {
        Article::ALL.into_iter().find(|known| known.number() == article).map(Article::text)
    }

    fn value(&self, value: &RuleValue<Self::Slice>) -> proto::Value {
        chess::value(value.value.wdl, of_clock(value.needed_plies))
    }

    fn rule_value(
        &self,
        rules: &DrawRules,
        position: &Self::Position,
        value: &RuleValue<Self::Slice>,
    ) -> proto::RuleValue {
        chess::rule_value(position, value, rules)
    }

    fn rule_line(
        &self,
        rules: &DrawRules,
        start: &Self::Position,
        line: &RuleLine<Self>,
    ) -> (Vec<proto::RatedMove>, proto::LineEnd) {
        let dtz = |before: &Self::Position, rated: &RuleMove<Self>| {
            Ok::<_, Infallible>(of_clock(rated.reset_plies(self, before, rules)))
        };
        let Ok(converted) = chess::line(start, line, rules, dtz);
        converted
    }
}

fn of_clock(dtz_plies: Option<u32>) -> Distances {
    Distances { dtz_plies, ..Distances::default() }
}
