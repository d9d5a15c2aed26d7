//! The start of a game: the first position, and the plies that counts have already used.

use peatee_rules::draw::{CounterError, Counters, DrawRules};
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Draughts, Position};

use super::error::ReviewError;

/// First position of a game, with the number of plies that each draw rule has already counted.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// The first position of the game.
    pub position: Position,
    /// Number of plies that each draw rule has counted before the first position; `None` if no rule
    /// has counted any.
    pub counters: Option<Counters>,
}

impl From<Position> for Start {
    /// Creates a start at which no draw rule has counted any plies.
    fn from(position: Position) -> Start {
        Start { position, counters: None }
    }
}

impl Start {
    /// Sets the counters (plies that each draw rule has counted) from counts that another program
    /// has written behind the FEN. Ignores counts that the draw rules do not have.
    ///
    /// Counters that are already set remain. If they have no moves in a row with one king, takes
    /// these moves from `counts`.
    ///
    /// # Errors
    /// The draw rules limit the moves in a row with one king, and `counts` states such moves for a
    /// king that does not exist.
    pub fn with_site_counts(
        self,
        game: &Draughts,
        rules: &DrawRules,
        counts: &SiteCounts,
    ) -> Result<Start, CounterError> {
        let Some(stated) = rules.site_counters(counts, game.variant(), &self.position) else { return Ok(self) };
        let of_site = rules.parse_counters(&stated, &self.position)?;
        let counters = match self.counters {
            Some(set) if set.king_runs().is_empty() => rules.with_king_runs(&set, *of_site.king_runs()),
            Some(set) => set,
            None => of_site,
        };
        Ok(Start { counters: Some(counters), ..self })
    }

    /// Returns the start of a game that is recorded in PDN.
    ///
    /// # Errors
    /// The tags are wrong, or the errors of [`Start::with_site_counts`].
    pub fn of_pdn(pdn: &PdnGame, game: &Draughts, rules: &DrawRules) -> Result<Start, ReviewError> {
        let (position, counts) = pdn.start_with_counts(game)?;
        Ok(Start::from(position).with_site_counts(game, rules, &counts)?)
    }
}
