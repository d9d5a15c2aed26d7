//! Requests about positions, as the commands `probe`, `moves` and `line` take them.

use std::fmt::{self, Display};
use std::process::ExitCode;

use peatee_probe::{AnyTables, Collection, Tables, any};
use peatee_rules::notation::SiteCounts;
use peatee_rules::{Budget, Position};
use serde::Serialize;

use super::PositionArgs;
use super::answers::Answers;
use super::moves_out::Outcome;
use super::output::{ValueOut, answer_each};
use super::picture::PictureArgs;
use super::rule_args::RuleArgs;
use super::under_rules::RuleValueOut;
use crate::answer::note::texts;
use crate::answer::written_counts::WrittenCounts;
use crate::answer::{notes, words};
use crate::ask::faults;
use crate::ask::faults::Partial;
use crate::ask::query;
use crate::ask::query::PositionValue;
use crate::ask::rules::RulesAsked;
use crate::ask::tables::TableArgs;
use crate::errors::Error;

/// Options that name positions, draw rules and tables.
#[derive(Debug, clap::Args)]
pub struct QuestionArgs {
    #[command(flatten)]
    positions: PositionArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    tables: TableArgs,
}

#[derive(Debug)]
pub struct Question<'a> {
    pub tables: &'a Tables,
    pub position: Position,
    pub site_counts: SiteCounts,
    /// Requested draw rules, with the plies that they have counted before this position.
    pub rules: Option<RulesAsked>,
    has_counters: bool,
}

impl<'a> Question<'a> {
    pub fn new(tables: &'a Tables, position: Position, site_counts: SiteCounts, asked: Option<&RulesAsked>) -> Self {
        let rules = asked.map(|asked| asked.with_site_counts(&site_counts, tables.game(), &position));
        Question { tables, position, site_counts, rules, has_counters: asked.is_some_and(RulesAsked::has_counters) }
    }

    fn note(&self) -> Option<String> {
        let Question { tables, position, site_counts, rules, has_counters } = self;
        let instead = rules.as_ref().map_or_else(
            || "give the counts with --rules CODE --counters".to_owned(),
            |asked| notes::instead(&asked.rules),
        );
        // Without draw rules, counts after the FEN matter only if they can forbid moves.
        let is_noted = rules.is_some() || site_counts.has_king_moves();
        let written = WrittenCounts {
            counts: *site_counts,
            game: tables.game(),
            position,
            rules: rules.as_ref().map(|asked| &asked.rules),
            has_counters: *has_counters,
        };
        let notes = texts(&written.notes(&instead));
        (is_noted && !notes.is_empty()).then(|| notes.join("; "))
    }
}

impl QuestionArgs {
    pub fn open(&self) -> Result<(Option<RulesAsked>, Collection), Error> {
        self.picture.draw(&self.positions.source)?;
        let asked = self.rules.read(&self.positions.source)?;
        let collection = self.tables.open(Some(&self.positions.source.variant))?;
        faults::report(&collection);
        Ok((asked, collection))
    }

    pub fn tables<'a>(&self, collection: &'a Collection) -> Result<&'a AnyTables, Error> {
        self.tables.of_game(collection, &self.positions.source.variant)
    }

    /// Answers every position (see [`answer_each`]), and sets the exit code if a damaged table made
    /// an answer incomplete.
    ///
    /// # Errors
    /// Input or output fails.
    pub fn answer_each<G: Answers, A: Serialize + Display + Partial>(
        &self,
        collection: &Collection,
        tables: &any::Tables<G>,
        mut answer: impl FnMut(&str) -> Result<A, Error>,
    ) -> Result<ExitCode, Error> {
        let mut is_incomplete = false;
        let code = answer_each(&self.positions, |fen| {
            let answer = answer(fen)?;
            is_incomplete |= answer.lacks_table();
            Ok(answer)
        })?;
        let has_damage = faults::has_damage(collection, tables.game().id());
        Ok(faults::exit_code(code, is_incomplete && has_damage))
    }
}

#[derive(Debug, Serialize)]
pub struct PositionValueOut {
    #[serde(flatten)]
    value: ValueOut,
    #[serde(flatten)]
    rule_value: Option<RuleValueOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip)]
    winner: Option<String>,
}

impl PositionValueOut {
    pub fn probe(question: &Question) -> Result<Self, Error> {
        Self::new(question, query::value(question.tables, &question.position)?)
    }

    /// Creates the output for a position whose value without draw rules is `known`.
    ///
    /// # Errors
    /// The counters are impossible in the position, or a table cannot be read.
    pub fn new(question: &Question, known: PositionValue) -> Result<Self, Error> {
        let Question { tables, position, rules, .. } = question;
        let under = |asked: &RulesAsked| -> Result<RuleValueOut, Error> {
            let counters = asked.counters(position)?;
            Ok(tables.rule_value_until(position, &asked.rules, &counters, &Budget::unlimited())?.into())
        };
        let rule_value = rules.as_ref().map(under).transpose()?;
        let note = question.note();
        let value = ValueOut::from(known.value).with_conversion(tables, known.dtc_plies);
        Ok(PositionValueOut { value, rule_value, note, winner: words::winner(position.side, known.value) })
    }
}

impl Partial for PositionValueOut {
    fn lacks_table(&self) -> bool {
        self.rule_value.as_ref().is_some_and(RuleValueOut::lacks_table)
    }
}

impl Outcome for PositionValueOut {
    /// Returns `None`, because the text of the value already explains the outcome.
    fn outcome(&self) -> Option<&'static str> {
        None
    }
}

impl Display for PositionValueOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)?;
        if let Some(winner) = &self.winner {
            write!(f, " ({winner})")?;
        }
        if let Some(value) = &self.rule_value {
            write!(f, "; under the rules {value}")?;
            words::outcome_meaning(value.name()).map_or(Ok(()), |meaning| write!(f, ": {meaning}"))?;
        }
        self.note.as_ref().map_or(Ok(()), |note| write!(f, "; note: {note}"))
    }
}
