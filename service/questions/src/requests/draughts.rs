//! Requests for verdicts on games of draughts.

use std::sync::Arc;

use peatee_proto::v1::{AdjudicateResponse, PlayedMoves};
use peatee_rules::notation::pdn::PdnGame;
use peatee_rules::{Budget, Draughts, Variant};

use super::adjudicate::Adjudicated;
use super::bounds::{argument, check_move_texts, check_no_flag};
use crate::answer::fitting::VariantSearch;
use crate::answer::judging::VariantJudge;
use crate::answer::notes;
use crate::answer::verdicts::{JudgeOptions, judged, told};
use crate::errors::Error;

impl Adjudicated for Draughts {
    fn check_options(_rules: &str, flag: i32, is_last_announced: bool) -> Result<(), Error> {
        check_no_flag(flag, is_last_announced)
    }

    fn judged_record(
        asked: Option<&Draughts>,
        options: &JudgeOptions<'_>,
        game: &PdnGame,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateResponse, Error> {
        let variant = match asked {
            Some(asked) => asked.variant(),
            None => game.variant()?.ok_or_else(no_variant)?,
        };
        let variant_judge = variant_judge(options, variant, budget)?;
        let verdict = variant_judge.review_own(game)?;
        let fitting = VariantSearch::naming(options.variant_option).within(budget);
        Ok(judged(&variant_judge, game, &verdict, &fitting, None))
    }

    fn judged_moves(
        asked: Option<&Draughts>,
        options: &JudgeOptions<'_>,
        played: &PlayedMoves,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateResponse, Error> {
        let variant_judge = variant_judge(options, asked.ok_or_else(no_variant)?.variant(), budget)?;
        check_move_texts(played)?;
        let moves = PdnGame::of_texts(played.moves.iter().cloned());
        let (start, counted) =
            variant_judge.start(&played.fen, &played.counters, "give the counts in `counters`").map_err(|error| {
                let is_of_counters = error.policy().field == Some("counters");
                let field = if is_of_counters { "played.counters" } else { "played.fen" };
                Error::Within { field, error: Box::new(error) }
            })?;
        let verdict = variant_judge.review_at(&start, &moves)?;
        let of_rules = notes::of_rules(variant_judge.rules(), variant_judge.game().variant());
        let of_kings = notes::of_king_runs(&verdict, variant_judge.game());
        Ok(told(variant_judge.game(), &verdict, counted.into_iter().chain(of_rules).chain(of_kings), false))
    }
}

fn variant_judge<'a>(
    options: &JudgeOptions<'a>,
    variant: &'static Variant,
    budget: &Arc<Budget>,
) -> Result<VariantJudge<'a>, Error> {
    let judge = VariantJudge::new(options.collection, variant, options.rules, options.line_plies)?;
    Ok(judge.move_values(options.values_moves).within(budget))
}

fn no_variant() -> Error {
    argument("variant", "is empty, and no PDN tags name a game; name one, such as `international`")
}
