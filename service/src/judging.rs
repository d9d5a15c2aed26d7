//! Draw rules, counters and games of a request: the part that the commands and the service share.

use std::sync::Arc;

use peatee_probe::adjudicate::{Judge, ReviewError, Start, Verdict};
use peatee_probe::{Collection, Tables};
use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Draughts, Position, Variant};

use crate::errors::Error;
use crate::note::Note;
use crate::query;
use crate::site_case::SiteCase;

/// The draw rules that a question about positions names.
#[derive(Debug, Clone)]
pub struct RulesAsked {
    /// The rules.
    pub rules: DrawRules,
    counters: String,
}

impl RulesAsked {
    /// Reads a rule code with its readings. The counters are read with the position that they
    /// belong to.
    ///
    /// # Errors
    /// [`Error::Rules`].
    pub fn new(rules: &str, counters: &str) -> Result<Self, Error> {
        Ok(RulesAsked { rules: DrawRules::named(rules)?, counters: counters.to_owned() })
    }

    /// Replaces the counters.
    pub fn with_counters(&self, counters: &str) -> Self {
        RulesAsked { counters: counters.to_owned(), ..*self }
    }

    /// Takes counts that stand behind the FEN of a position: where no counters are stated,
    /// those counts stand that are counts of the code.
    pub fn with_site_counts(&self, counts: &SiteCounts, game: &Draughts, position: &Position) -> Self {
        let stated = || self.rules.site_counters(counts, game.variant(), position).unwrap_or_default();
        if self.has_counters() { self.clone() } else { self.with_counters(&stated()) }
    }

    /// Whether counters are stated.
    pub fn has_counters(&self) -> bool {
        !self.counters.trim().is_empty()
    }

    /// The counters of a position.
    ///
    /// # Errors
    /// [`Error::Counters`].
    pub fn counters(&self, position: &Position) -> Result<Counters, Error> {
        Ok(self.rules.parse_counters(&self.counters, position)?)
    }

    /// A game that starts from a position with its counters.
    ///
    /// # Errors
    /// [`Error::Counters`].
    pub fn record(&self, game: &Draughts, position: &Position) -> Result<GameRecord, Error> {
        Ok(GameRecord::resume(game, self.rules, *position, self.counters(position)?)?)
    }
}

/// The draw rules of that name, or the default code of the variant when `name` is empty.
///
/// # Errors
/// [`Error::Rules`].
pub fn rules_of(variant: &Variant, name: &str) -> Result<DrawRules, Error> {
    let name = if name.is_empty() { variant.rule_codes.first().copied().unwrap_or_default() } else { name };
    Ok(DrawRules::named(name)?)
}

/// The rules and tables with which games of one variant are judged.
#[derive(Debug)]
pub struct Bench<'a> {
    game: Draughts,
    rules: DrawRules,
    tables: Option<&'a Tables>,
    line_plies: u32,
    budget: Option<Arc<Budget>>,
}

impl<'a> Bench<'a> {
    /// Sets up the rules named `rules`, or the default code of the variant when `rules` is empty,
    /// and the tables of the variant where the collection has them.
    ///
    /// # Errors
    /// [`Error::Rules`].
    pub fn new(
        collection: Option<&'a Collection>,
        variant: &'static Variant,
        rules: &str,
        line_plies: u32,
    ) -> Result<Self, Error> {
        let rules = rules_of(variant, rules)?;
        let tables = collection.and_then(|collection| collection.variant(variant.id));
        let game = tables.map_or_else(|| query::game(variant), |tables| tables.game().clone());
        Ok(Bench { game, rules, tables, line_plies, budget: None })
    }

    /// Sets the budget to work within.
    pub fn within(self, budget: &Arc<Budget>) -> Self {
        Bench { game: self.game.within(budget.clone()), budget: Some(budget.clone()), ..self }
    }

    /// The game that is played.
    pub fn game(&self) -> &Draughts {
        &self.game
    }

    /// The draw rules.
    pub fn rules(&self) -> &DrawRules {
        &self.rules
    }

    fn judge(&self) -> Judge<'_> {
        let mut judge = Judge::new(&self.game, self.rules).line_plies(self.line_plies);
        if let Some(tables) = self.tables {
            judge = judge.tables(tables);
        }
        match &self.budget {
            Some(budget) => judge.within(budget),
            None => judge,
        }
    }

    /// Judges a game by the rules of this bench, whatever variant its tags name.
    ///
    /// # Errors
    /// When its start is wrong, or a table file is damaged.
    pub fn review(&self, pdn: &PdnGame) -> Result<Verdict, Error> {
        let start = Start::of_pdn(pdn, &self.game, &self.rules)?;
        Ok(self.judge().review_from(&start, pdn)?)
    }

    /// Judges a game, and refuses one whose tags name another variant.
    ///
    /// # Errors
    /// When its tags are wrong, it is of another variant, or a table file is damaged.
    pub fn review_own(&self, pdn: &PdnGame) -> Result<Verdict, Error> {
        Ok(self.judge().review(pdn)?)
    }

    /// Reads the start of a case: the position of `fen`, or the start position of the game when
    /// `fen` is empty, with the stated counters. With it come notes on the counts that other
    /// programs write after a FEN; `instead` says what the user can do about those that are not
    /// taken over.
    ///
    /// # Errors
    /// [`Error::Fen`], [`Error::Counters`]; [`Error::Review`] for moves of a king that is not
    /// there.
    pub fn start(&self, fen: &str, counters: &str, instead: &str) -> Result<(Start, Vec<Note>), Error> {
        let (position, counts) = if fen.is_empty() {
            (self.game.start(), SiteCounts::default())
        } else {
            self.game.parse_fen_with_counts(fen)?
        };
        let has_counters = !counters.trim().is_empty();
        let stated = has_counters.then(|| self.rules.parse_counters(counters, &position)).transpose()?;
        let start = Start { counters: stated, ..Start::from(position) };
        let start = start.with_site_counts(&self.game, &self.rules, &counts).map_err(ReviewError::from)?;
        let case = SiteCase { is_played: true, ..self.site_case(counts, &position, has_counters) };
        Ok((start, case.notes(instead)))
    }

    /// Counts that follow a FEN, under the rules of this bench.
    pub fn site_case<'b>(&'b self, counts: SiteCounts, position: &'b Position, has_counters: bool) -> SiteCase<'b> {
        let (game, rules) = (&self.game, Some(&self.rules));
        SiteCase { counts, game, position, rules, has_counters, is_played: false }
    }

    /// Judges moves from a start.
    ///
    /// # Errors
    /// A table file is damaged.
    pub fn review_at(&self, start: &Start, moves: &PdnGame) -> Result<Verdict, Error> {
        Ok(self.judge().review_from(start, moves)?)
    }
}
