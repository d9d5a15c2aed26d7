//! The start of a game: its first position, with counts that may already run.

use peatee_rules::draw::{Counters, DrawRules, KingRunError, KingRuns};
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Draughts, Position};

use super::error::ReviewError;

/// First position of a game to judge, with the plies that counts of the draw rules have already
/// used.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// The first position of the game.
    pub position: Position,
    /// Plies that each count has used before the first position; `None` if all counts start with
    /// the game.
    pub counters: Option<Counters>,
    /// Number of moves in a row that each side has made with one king. Used only by rule codes that
    /// limit such moves.
    pub king_runs: KingRuns,
}

impl From<Position> for Start {
    /// Creates a start in which no count has used any plies.
    fn from(position: Position) -> Start {
        Start { position, counters: None, king_runs: KingRuns::default() }
    }
}

impl Start {
    /// Sets the counters (plies that the counts of the draw rules have used) from the counts that
    /// another program has written after the FEN. Ignores counts that the rule code does not have.
    /// Keeps counters that are already set.
    ///
    /// # Errors
    /// The rule code limits the moves in a row with one king, and `counts` states such moves for a
    /// king that does not exist.
    pub fn with_site_counts(
        self,
        game: &Draughts,
        rules: &DrawRules,
        counts: &SiteCounts,
    ) -> Result<Start, KingRunError> {
        let Start { position, counters, king_runs } = self;
        let of_site = || {
            let stated = rules.site_counters(counts, game.variant(), &position)?;
            rules.parse_counters(&stated, &position).ok()
        };
        let king_runs = match (rules.code.king_moves, &counts.king_moves) {
            (Some(_), Some(sides)) => KingRuns::stated(sides, game, &position)?,
            _ => king_runs,
        };
        Ok(Start { position, counters: counters.or_else(of_site), king_runs })
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
