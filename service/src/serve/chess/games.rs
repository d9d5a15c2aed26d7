//! Verdicts on all games of a PGN text.

use std::sync::Arc;

use peatee_probe::Collection;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame, games};
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicatedGame, PdnTag};
use peatee_rules::Budget;
use prost::Message as _;

use super::adjudicate::{asked, court, judge};
use crate::budget::within;
use crate::chess::court::Asked;
use crate::convert;
use crate::errors::Error;
use crate::serve::game_page::Page;

/// Judges a page of games, within a budget.
///
/// # Errors
/// An error that names the field of the request that is wrong.
pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    let page = Page::new(request)?;
    let AdjudicateGamesRequest { rules, flag, claim_announced, line_plies_max, .. } = request;
    let asked = asked(rules, *flag, *claim_announced, *line_plies_max)?;
    page.filled(games(&request.pdn), |game, budget| judged(collection, asked, game, budget), budget)
}

fn judged(collection: &Collection, asked: Asked, game: Result<PgnGame, PgnError>, budget: &Budget) -> AdjudicatedGame {
    let verdict = |game: &PgnGame| {
        let verdict = judge(&court(collection, asked, budget), game, true)?;
        budget.take_bytes(verdict.encoded_len() as u64)?;
        Ok(verdict)
    };
    let failed = |error| Some(Outcome::Error(convert::item_status(&error)));
    match game {
        Ok(game) => {
            let tags = game.tags.iter().map(|tag| PdnTag { name: tag.name.clone(), value: tag.value.clone() });
            AdjudicatedGame {
                number: game.number as u32,
                line: game.place.line,
                column: game.place.column,
                tags: tags.collect(),
                outcome: within(budget, || verdict(&game))
                    .map_or_else(failed, |verdict| Some(Outcome::Verdict(verdict))),
            }
        }
        Err(error) => AdjudicatedGame {
            number: error.game as u32,
            line: error.place.line,
            column: error.place.column,
            tags: Vec::new(),
            outcome: failed(error.into()),
        },
    }
}
