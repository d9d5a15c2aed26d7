//! The position and counts that a game starts from.

use peatee_rules::draw::{Counters, DrawRules, KingRunError, KingRuns};
use peatee_rules::notation::SiteCounts;
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Draughts, Position};

use super::error::ReviewError;

/// Start of a game to judge.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// The position.
    pub position: Position,
    /// The counts that already run; `None`: no count has used any plies.
    pub counters: Option<Counters>,
    /// The moves that the sides have made in a row with one king. Only a code that limits them
    /// asks.
    pub king_runs: KingRuns,
}

impl From<Position> for Start {
    /// Starts from a position in which no count has used any plies.
    fn from(position: Position) -> Start {
        Start { position, counters: None, king_runs: KingRuns::default() }
    }
}

impl Start {
    /// Adds the counts that follow the FEN of the start, as far as they are counts of the code.
    /// Counters that were stated before stay.
    ///
    /// # Errors
    /// When the code limits the moves of a king, and moves of one are stated that is not there.
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

    /// The start of a game in PDN.
    ///
    /// # Errors
    /// When its tags are wrong, or as [`Start::with_site_counts`].
    pub fn of_pdn(pdn: &PdnGame, game: &Draughts, rules: &DrawRules) -> Result<Start, ReviewError> {
        let (position, counts) = pdn.start_with_counts(game)?;
        Ok(Start::from(position).with_site_counts(game, rules, &counts)?)
    }
}
