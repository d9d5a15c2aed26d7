//! Verdicts on all games of a PGN text.

use std::sync::atomic::AtomicBool;

use peatee_probe::Collection;
use peatee_probe::peatee_chess::pgn::{PgnError, PgnGame, games};
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicatedGame, PdnTag};

use super::adjudicate::{asked, court, judge};
use crate::chess::court::Court;
use crate::convert;
use crate::errors::Error;
use crate::serve::game_page::Page;

/// Judges a page of games, until the flag is set.
///
/// # Errors
/// An error that names the field of the request that is wrong.
pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    stop: &AtomicBool,
) -> Result<AdjudicateGamesResponse, Error> {
    let page = Page::new(request)?;
    let AdjudicateGamesRequest { rules, flag, claim_announced, line_plies_max, .. } = request;
    let court = court(collection, asked(rules, *flag, *claim_announced, *line_plies_max)?, stop);
    let plies = |game: &Result<PgnGame, _>| game.as_ref().map_or(0, |game| game.moves.len());
    page.filled(games(&request.pdn), plies, |game| judged(&court, game), stop)
}

fn judged(court: &Court<'_>, game: Result<PgnGame, PgnError>) -> AdjudicatedGame {
    let failed = |error| Some(Outcome::Error(convert::item_status(&error)));
    match game {
        Ok(game) => {
            let tags = game.tags.iter().map(|tag| PdnTag { name: tag.name.clone(), value: tag.value.clone() });
            AdjudicatedGame {
                number: game.number as u32,
                line: game.place.line,
                column: game.place.column,
                tags: tags.collect(),
                outcome: judge(court, &game, true).map_or_else(failed, |verdict| Some(Outcome::Verdict(verdict))),
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
