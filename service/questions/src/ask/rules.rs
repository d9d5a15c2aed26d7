//! The draw rules and counters of a request.

use peatee_rules::draw::{Counters, DrawRules, GameRecord};
use peatee_rules::notation::SiteCounts;
use peatee_rules::{Draughts, Position, Variant};

use crate::errors::Error;

/// The draw rules that a request names, and the text with their counters (the plies that each rule
/// has counted so far).
#[derive(Debug, Clone)]
pub struct RulesAsked {
    pub rules: DrawRules,
    counters: String,
}

impl RulesAsked {
    /// Parses a rule code with its readings (chosen interpretations). The counters are stored as
    /// text and parsed later, together with the position.
    ///
    /// # Errors
    /// [`Error::Rules`].
    pub fn new(rules: &str, counters: &str) -> Result<Self, Error> {
        Ok(RulesAsked { rules: DrawRules::named(rules)?, counters: counters.to_owned() })
    }

    pub fn with_counters(&self, counters: &str) -> Self {
        RulesAsked { counters: counters.to_owned(), ..*self }
    }

    /// Returns these draw rules with the counts that another program has written after the FEN.
    /// Counts that the draw rules do not have are left out.
    ///
    /// If the request itself states counters, they are used instead. Only the number of moves in a
    /// row with one king is then taken from the FEN, unless the request states it too.
    pub fn with_site_counts(&self, counts: &SiteCounts, game: &Draughts, position: &Position) -> Self {
        if !self.has_counters() {
            let stated = self.rules.site_counters(counts, game.variant(), position);
            return self.with_counters(&stated.unwrap_or_default());
        }
        self.with_king_moves(counts)
    }

    /// Adds to these draw rules the number of moves in a row with one king that is written after a
    /// FEN. Returns the draw rules unchanged if the request states this number, or if the draw
    /// rules do not limit such moves.
    pub fn with_king_moves(&self, counts: &SiteCounts) -> Self {
        let king_moves = self.rules.site_king_moves(counts).filter(|_| !self.counters.contains('+'));
        king_moves.map_or_else(|| self.clone(), |moves| self.with_counters(&format!("{},{moves}", self.counters)))
    }

    pub fn has_counters(&self) -> bool {
        !self.counters.trim().is_empty()
    }

    /// Parses the counters, which must be possible in this position.
    ///
    /// # Errors
    /// [`Error::Counters`] if the text cannot be parsed, or the counters are impossible.
    pub fn counters(&self, position: &Position) -> Result<Counters, Error> {
        Ok(self.rules.parse_counters(&self.counters, position)?)
    }

    pub fn record(&self, game: &Draughts, position: &Position) -> Result<GameRecord, Error> {
        Ok(GameRecord::resume(game, self.rules, *position, self.counters(position)?)?)
    }
}

impl From<DrawRules> for RulesAsked {
    fn from(rules: DrawRules) -> Self {
        RulesAsked { rules, counters: String::new() }
    }
}

/// Returns the draw rules with this name; an empty name stands for the default draw code of the
/// variant.
///
/// # Errors
/// [`Error::Rules`].
pub fn rules_of(variant: &Variant, name: &str) -> Result<DrawRules, Error> {
    let name = if name.is_empty() { variant.rule_codes.first().copied().unwrap_or_default() } else { name };
    Ok(DrawRules::named(name)?)
}
