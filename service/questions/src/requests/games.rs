//! Requests for verdicts on all games of a PDN or PGN text.

use std::sync::Arc;

use peatee_probe::{Collection, with_game};
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicateResponse, Status};
use peatee_rules::Budget;
use prost::Message as _;

use super::adjudicate::{Adjudicated, judge_options};
use super::bounds::{GAMES_BYTES_MAX, argument, check_plies, check_record_bytes};
use super::game_page::Page;
use super::record_text::RecordText;
use crate::answer::convert::item_status;
use crate::answer::encoding_note::with_note;
use crate::answer::fitting::SampleText;
use crate::answer::verdicts::{JudgeOptions, listed};
use crate::ask::budget::within;
use crate::ask::games;
use crate::errors::Error;

pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    let AdjudicateGamesRequest { pdn, pdn_bytes, encoding, .. } = request;
    let text = match (pdn.as_str(), pdn_bytes.as_slice()) {
        ("", bytes @ [_, ..]) => {
            check_record_bytes("pdn_bytes", bytes.len(), GAMES_BYTES_MAX)?;
            RecordText::decoded(bytes, encoding)?
        }
        (_, [_, ..]) => return Err(argument("pdn_bytes", "cannot be given together with `pdn`; give one of them")),
        (text, []) => RecordText::plain(text, encoding)?,
    };
    check_record_bytes("pdn", text.text.len(), GAMES_BYTES_MAX)?;
    let page = Page::new(request)?;
    let game = games::game_or_default(&request.variant)?;
    let mut answer = with_game!(game, game => judged(collection, game, page, request, &text.text, budget))?;
    if let Some(first) = answer.games.first_mut().filter(|first| first.number == 1) {
        *first = with_note(std::mem::take(first), &mut text.note());
    }
    answer.encoding = text.encoding.unwrap_or_default().to_owned();
    Ok(answer)
}

fn judged<G: Adjudicated>(
    collection: &Collection,
    game: &G,
    page: Page,
    request: &AdjudicateGamesRequest,
    text: &str,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    let AdjudicateGamesRequest { rules, flag, claim_announced, line_plies_max, .. } = request;
    let options = judge_options::<G>(collection, rules, (*flag, *claim_announced), *line_plies_max)?;
    let options = JudgeOptions { values_moves: request.move_values, ..options };
    let asked = Some(game).filter(|_| !request.variant.is_empty());
    let sample = SampleText::new(text.into());
    let mut judge = G::judge(asked, options, &sample)?;
    let judged = |game: G::Record, budget: &Arc<Budget>| {
        let verdict = || G::judged(&mut judge, &game, Some(budget));
        listed(&game, counted(game.moves.len(), budget, verdict))
    };
    let records = G::records(text, page.start);
    page.filled(records, judged, budget)
}

/// Judges a game of `plies` plies by calling `verdict`. Subtracts the length of the answer from the
/// budget.
///
/// # Errors
/// The gRPC status that says why the game cannot be judged.
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
