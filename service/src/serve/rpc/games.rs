//! Verdicts on all games of a PDN or PGN text.

use std::sync::Arc;

use peatee_probe::{Collection, with_game};
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicateResponse, Status};
use peatee_rules::Budget;
use prost::Message as _;

use super::adjudicate::{Adjudicated, judge_options};
use super::game_page::Page;
use crate::answer::convert::item_status;
use crate::ask::budget::within;
use crate::ask::games;
use crate::errors::Error;
use crate::serve::admission::bounds::check_plies;

/// Judges a page of games, within a budget.
///
/// # Errors
/// A faulty field.
pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    let page = Page::new(request)?;
    with_game!(games::game_or_default(&request.variant)?, game => judged(collection, game, page, request, budget))
}

fn judged<G: Adjudicated>(
    collection: &Collection,
    game: &G,
    page: Page,
    request: &AdjudicateGamesRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    let AdjudicateGamesRequest { pdn, rules, flag, claim_announced, line_plies_max, .. } = request;
    let options = judge_options::<G>(collection, rules, (*flag, *claim_announced), *line_plies_max)?;
    let asked = Some(game).filter(|_| !request.variant.is_empty());
    G::judged_page(asked, options, page, pdn, budget)
}

/// Judges a game of `plies` plies, and takes the bytes of the answer from the budget.
///
/// # Errors
/// The status of a game that cannot be judged.
pub fn counted(
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
