//! Setup of the judge for the commands and the service.

use std::sync::Arc;

use peatee_probe::adjudicate::{Judge, ReviewError, Start, Verdict};
use peatee_probe::{Collection, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Draughts, Position, Variant};

use super::note::Note;
use super::site_case::SiteCase;
use crate::ask::query;
use crate::ask::rules::rules_of;
use crate::errors::Error;

/// Rules and tables for judging games of one variant.
#[derive(Debug)]
pub struct Bench<'a> {
    game: Draughts,
    rules: DrawRules,
    tables: Option<&'a Tables>,
    line_plies: u32,
    budget: Option<Arc<Budget>>,
}

impl<'a> Bench<'a> {
    /// Sets up draw rules and tables. `rules` names the draw rules; empty for the default code of
    /// the variant.
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

    /// Sets the budget.
    pub fn within(self, budget: &Arc<Budget>) -> Self {
        Bench { game: self.game.within(budget.clone()), budget: Some(budget.clone()), ..self }
    }

    pub fn game(&self) -> &Draughts {
        &self.game
    }

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

    /// Judges a game as this variant, whatever its tags say.
    ///
    /// # Errors
    /// The start of the game is wrong, or a table file is damaged.
    pub fn review(&self, pdn: &PdnGame) -> Result<Verdict, Error> {
        let start = Start::of_pdn(pdn, &self.game, &self.rules)?;
        Ok(self.judge().review_from(&start, pdn)?)
    }

    /// Judges a game of this variant, and refuses a game whose tags name another.
    ///
    /// # Errors
    /// The tags are wrong or name another variant, or a table file is damaged.
    pub fn review_own(&self, pdn: &PdnGame) -> Result<Verdict, Error> {
        Ok(self.judge().review(pdn)?)
    }

    /// Parses the start of a game: the position `fen`, or the start position for an empty `fen`,
    /// and the stated counters. Also returns notes on counts of other programs after the FEN.
    /// `instead` is the advice for counts that were not adopted.
    ///
    /// # Errors
    /// [`Error::Fen`], [`Error::Counters`]; [`Error::Review`] for moves of a king that does not
    /// exist.
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

    /// Returns the counts after a FEN, under these rules.
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
