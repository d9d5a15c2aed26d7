//! Verdicts on all games of a PDN text.

use std::sync::atomic::AtomicBool;

use peatee_probe::Collection;
use peatee_proto::v1::adjudicated_game::Outcome;
use peatee_proto::v1::{AdjudicateGamesRequest, AdjudicateGamesResponse, AdjudicateResponse, AdjudicatedGame, PdnTag};
use peatee_rules::Variant;
use peatee_rules::notation::pdn::{PdnError, PdnGame, each_game};

use super::adjudicate::judged;
use super::bounds::{VERDICT_PLIES_DEFAULT, check_no_flag, check_plies, line_plies};
use super::chess;
use super::game_page::Page;
use crate::chess::CHESS;
use crate::cli::DEFAULT_VARIANT;
use crate::cli::fitting::Fitting;
use crate::cli::notes;
use crate::errors::Error;
use crate::judging::Bench;
use crate::{convert, query};

/// So many games of a request get a hint that names the variants in which their moves are legal.
const HINTS_MAX: usize = 5;

/// Judges a page of games, until the flag is set.
///
/// # Errors
/// An error that names the field of the request that is wrong; a damaged table.
pub fn adjudicate_games(
    collection: &Collection,
    request: &AdjudicateGamesRequest,
    stop: &AtomicBool,
) -> Result<AdjudicateGamesResponse, Error> {
    if request.variant == CHESS {
        return chess::adjudicate_games(collection, request, stop);
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
        stop,
        fitting: Fitting::naming("`variant`"),
        hints: 0,
    };
    // Wrong rules are an error of the request, not of each game.
    court.bench(query::named(DEFAULT_VARIANT)?)?;
    let plies = |game: &Result<PdnGame, _>| game.as_ref().map_or(0, |game| game.moves.len());
    page.filled(each_game(&request.pdn), plies, |game| court.judge(game), stop)
}

/// What games of any variant are judged with.
struct Court<'a> {
    collection: &'a Collection,
    asked: Option<&'static Variant>,
    rules: &'a str,
    line_plies: u32,
    stop: &'a AtomicBool,
    fitting: Fitting,
    hints: usize,
}

impl<'a> Court<'a> {
    fn bench(&self, variant: &'static Variant) -> Result<Bench<'a>, Error> {
        Ok(Bench::new(Some(self.collection), variant, self.rules, self.line_plies)?.until(self.stop))
    }

    fn judge(&mut self, game: Result<PdnGame, PdnError>) -> AdjudicatedGame {
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
        let outcome = match self.verdict(&game) {
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

    fn verdict(&mut self, game: &PdnGame) -> Result<AdjudicateResponse, Error> {
        check_plies("pdn", game.moves.len())?;
        let variant = match self.asked {
            Some(variant) => variant,
            None => match game.variant()? {
                Some(variant) => variant,
                None => query::named(DEFAULT_VARIANT)?,
            },
        };
        let bench = self.bench(variant)?;
        let review = bench.review(game)?;
        let is_illegal = matches!(review.verdict.ruling, peatee_probe::adjudicate::Ruling::Illegal(_));
        self.hints += usize::from(is_illegal);
        let mut unhinted = Fitting::none();
        let fitting = if self.hints <= HINTS_MAX { &mut self.fitting } else { &mut unhinted };
        let mut out = judged(&bench, game, &review, fitting)?;
        let of_game = self.asked.map_or_else(|| notes::of_unnamed(game, variant), |asked| notes::of_tags(game, asked));
        convert::put_notes(&mut out, of_game);
        Ok(out)
    }
}
