//! Verdicts on all games of a PDN or PGN text.

use std::sync::Arc;

use peatee_probe::Collection;
use peatee_probe::peatee_chess::pgn;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicateResponse, Status};
use peatee_rules::Budget;
use peatee_rules::notation::pdn::{PdnGame, each_game};
use prost::Message as _;

use super::adjudicate::judge_options;
use super::game_page::Page;
use crate::answer::convert::item_status;
use crate::answer::verdicts::{DraughtsGames, judged_chess, listed_chess, listed_draughts};
use crate::ask::budget::within;
use crate::ask::chess::CHESS;
use crate::ask::query;
use crate::errors::Error;
use crate::serve::admission::bounds::check_plies;

/// Judges a page of games, within a budget.
///
/// # Errors
/// An error that names the field of the request that is wrong.
pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    let AdjudicateGamesRequest { pdn, variant, rules, flag, claim_announced, line_plies_max, .. } = request;
    let page = Page::new(request)?;
    let options = judge_options(collection, variant, rules, (*flag, *claim_announced), *line_plies_max)?;
    if variant == CHESS {
        let judge = |game: pgn::PgnGame, budget: &Arc<Budget>| {
            let verdict = || judged_chess(&options, &game, true, budget);
            listed_chess(&game, counted(game.moves.len(), budget, verdict))
        };
        return page.filled(pgn::games(pdn), judge, budget);
    }
    let asked = if variant.is_empty() { None } else { Some(query::named(variant)?) };
    let mut games = DraughtsGames::new(options, asked)?;
    let judge = |game: PdnGame, budget: &Arc<Budget>| {
        let verdict = || games.judged(&game, Some(budget));
        listed_draughts(&game, counted(game.moves.len(), budget, verdict))
    };
    page.filled(each_game(pdn), judge, budget)
}

/// Judges a game of so many plies within a budget, from which it takes the bytes of the answer.
fn counted(
    plies: usize,
    budget: &Budget,
    verdict: impl FnOnce() -> Result<AdjudicateResponse, Error>,
) -> Result<AdjudicateResponse, Status> {
    let judged = within(budget, || {
        check_plies("pdn", plies)?;
        let verdict = verdict()?;
        budget.take_bytes(verdict.encoded_len() as u64)?;
        Ok(verdict)
    });
    judged.map_err(|error| item_status(&error))
}
