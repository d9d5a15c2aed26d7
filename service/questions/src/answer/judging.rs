//! Preparation of the judge for draughts games, for the commands and the service.

use std::sync::Arc;

use peatee_probe::adjudicate::{Judge, ReviewError, Start, Verdict};
use peatee_probe::{Collection, Tables};
use peatee_rules::draw::DrawRules;
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Draughts, Position, Variant};

use super::note::Note;
use super::written_counts::WrittenCounts;
use crate::ask::query;
use crate::ask::rules::rules_of;
use crate::errors::Error;

/// Judge of games of one variant, with its draw rules, tables and limits.
#[derive(Debug)]
pub struct VariantJudge<'a> {
    game: Draughts,
    rules: DrawRules,
    tables: Option<&'a Tables>,
    line_plies: u32,
    values_moves: bool,
    budget: Option<Arc<Budget>>,
}

impl<'a> VariantJudge<'a> {
    /// Creates the judge of a variant. `rules` names the draw rules; an empty name stands for the
    /// default draw rules of the variant.
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
        Ok(VariantJudge { game, rules, tables, line_plies, values_moves: false, budget: None })
    }

    /// Sets whether verdicts contain the values of the moves, as the tables give them.
    pub fn move_values(self, values_moves: bool) -> Self {
        VariantJudge { values_moves, ..self }
    }

    pub fn within(self, budget: &Arc<Budget>) -> Self {
        VariantJudge { game: self.game.within(budget.clone()), budget: Some(budget.clone()), ..self }
    }

    pub fn game(&self) -> &Draughts {
        &self.game
    }

    pub fn rules(&self) -> &DrawRules {
        &self.rules
    }

    fn judge(&self) -> Judge<'_> {
        let mut judge = Judge::new(&self.game, self.rules).line_plies(self.line_plies).move_values(self.values_moves);
        if let Some(tables) = self.tables {
            judge = judge.tables(tables);
        }
        match &self.budget {
            Some(budget) => judge.within(budget),
            None => judge,
        }
    }

    /// Judges a game by the rules of this variant, whatever the tags of the game say.
    ///
    /// # Errors
    /// The start of the game is wrong, or a table file is damaged.
    pub fn review(&self, pdn: &PdnGame) -> Result<Verdict, Error> {
        Ok(self.judge().review_untagged(pdn)?)
    }

    /// Judges a game of this variant. Refuses a game whose tags name another variant.
    ///
    /// # Errors
    /// The tags are wrong or name another variant, or a table file is damaged.
    pub fn review_own(&self, pdn: &PdnGame) -> Result<Verdict, Error> {
        Ok(self.judge().review(pdn)?)
    }

    /// Parses the start of a game: its position and its counters. An empty `fen` stands for the
    /// start position.
    ///
    /// Another program may have written counts after the FEN. These counts are used if the draw
    /// rules have them. The returned notes say which counts are used and which are ignored. A note
    /// on ignored counts contains `instead`, advice for the user.
    ///
    /// # Errors
    /// [`Error::Fen`]; [`Error::Counters`], also if the counts after the FEN include moves of a
    /// king that is not on the board.
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
        Ok((start, self.written_counts(counts, &position, has_counters).notes(instead)))
    }

    /// Collects the facts from which the notes on counts after a FEN are made.
    pub fn written_counts<'b>(
        &'b self,
        counts: SiteCounts,
        position: &'b Position,
        has_counters: bool,
    ) -> WrittenCounts<'b> {
        let (game, rules) = (&self.game, Some(&self.rules));
        WrittenCounts { counts, game, position, rules, has_counters }
    }

    pub fn review_at(&self, start: &Start, moves: &PdnGame) -> Result<Verdict, Error> {
        Ok(self.judge().review_from(start, moves)?)
    }
}
