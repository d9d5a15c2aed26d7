//! Verdicts on all games of a PDN text.

use std::sync::Arc;

use peatee_probe::Collection;
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicateResponse, AdjudicatedGame, PdnTag};
use peatee_rules::notation::pdn::{PdnError, PdnGame, each_game};
use peatee_rules::{Budget, Variant};
use prost::Message as _;

use super::adjudicate::judged;
use super::bounds::{VERDICT_PLIES_DEFAULT, check_no_flag, check_plies, line_plies};
use super::chess;
use super::game_page::Page;
use crate::budget::{STEPS_OF_WRITTEN_MOVE, within};
use crate::chess::CHESS;
use crate::cli::DEFAULT_VARIANT;
use crate::cli::fitting::Fitting;
use crate::cli::notes;
use crate::errors::Error;
use crate::judging::Bench;
use crate::{convert, query};

/// So many games of a request get a hint that names the variants in which their moves are legal.
const HINTS_MAX: usize = 5;

/// Judges a page of games, within a budget.
///
/// # Errors
/// An error that names the field of the request that is wrong; a damaged table.
pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateGamesResponse, Error> {
    if request.variant == CHESS {
        return chess::adjudicate_games(collection, request, budget);
    }
    check_no_flag(request.flag, request.claim_announced)?;
    let page = Page::new(request)?;
    let asked = match request.variant.as_str() {
        "" => None,
        id => Some(query::named(id)?),
    };
    let mut court = Court {
        collection,
        asked,
        rules: &request.rules,
        line_plies: line_plies("line_plies_max", request.line_plies_max, VERDICT_PLIES_DEFAULT)?,
        hints: 0,
    };
    // Wrong rules are an error of the request, not of each game.
    court.bench(query::named(DEFAULT_VARIANT)?)?;
    page.filled(each_game(&request.pdn), |game, budget| court.judge(game, budget), budget)
}

/// What games of any variant are judged with.
struct Court<'a> {
    collection: &'a Collection,
    asked: Option<&'static Variant>,
    rules: &'a str,
    line_plies: u32,
    hints: usize,
}

impl<'a> Court<'a> {
    fn bench(&self, variant: &'static Variant) -> Result<Bench<'a>, Error> {
        Bench::new(Some(self.collection), variant, self.rules, self.line_plies)
    }

    fn judge(&mut self, game: Result<PdnGame, PdnError>, budget: &Arc<Budget>) -> AdjudicatedGame {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                return AdjudicatedGame {
                    number: error.game as u32,
                    line: error.place.line,
                    column: error.place.column,
                    tags: Vec::new(),
                    outcome: Some(Outcome::Error(convert::item_status(&error.into()))),
                };
            }
        };
        let outcome = match within(budget, || self.verdict(&game, budget)) {
            Ok(verdict) => Outcome::Verdict(verdict),
            Err(error) => Outcome::Error(convert::item_status(&error)),
        };
        let tags = game.tags.iter().map(|tag| PdnTag { name: tag.name.clone(), value: tag.value.clone() });
        AdjudicatedGame {
            number: game.number as u32,
            line: game.place.line,
            column: game.place.column,
            tags: tags.collect(),
            outcome: Some(outcome),
        }
    }

    fn verdict(&mut self, game: &PdnGame, budget: &Arc<Budget>) -> Result<AdjudicateResponse, Error> {
        check_plies("pdn", game.moves.len())?;
        budget.take_steps(STEPS_OF_WRITTEN_MOVE * game.moves.len() as u64)?;
        let variant = match self.asked {
            Some(variant) => variant,
            None => match game.variant()? {
                Some(variant) => variant,
                None => query::named(DEFAULT_VARIANT)?,
            },
        };
        let bench = self.bench(variant)?.within(budget);
        let review = bench.review(game)?;
        let is_illegal = matches!(review.verdict.ruling, peatee_probe::adjudicate::Ruling::Illegal(_));
        self.hints += usize::from(is_illegal);
        let has_hint = self.hints <= HINTS_MAX;
        let fitting = if has_hint { Fitting::naming("`variant`").within(budget) } else { Fitting::none() };
        let mut out = judged(&bench, game, &review, &fitting)?;
        let of_game = self.asked.map_or_else(|| notes::of_unnamed(game, variant), |asked| notes::of_tags(game, asked));
        convert::put_notes(&mut out, of_game);
        budget.take_bytes(out.encoded_len() as u64)?;
        Ok(out)
    }
}
