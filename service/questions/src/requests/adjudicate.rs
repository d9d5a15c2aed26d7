//! Requests for verdicts on games under draw rules.

use std::sync::Arc;

use peatee_game::TextStart;
use peatee_probe::{Collection, with_game};
use peatee_proto::v1::adjudicate_request::Game;
use peatee_proto::v1::{AdjudicateRequest, AdjudicateResponse, PlayedMoves, Side as ProtoSide};
use peatee_rules::{Budget, Side};

use super::bounds::{
    GAME_BYTES_MAX, VERDICT_PLIES_DEFAULT, argument, check_plies, check_record_bytes, line_plies, no_game, not_one_game,
};
use super::record_text::RecordText;
use crate::answer::convert::add_note;
use crate::answer::record_family::RecordFamily;
use crate::answer::verdicts::JudgeOptions;
use crate::ask::games;
use crate::errors::Error;

/// Maximum number of positions that are searched to decide whether a side can still mate. The limit
/// of the command line is far larger, because there the search does not share a server with other
/// requests.
const POSITIONS_MAX: usize = 50_000;

/// Maximum number of games per request for which the answer names other variants in which all moves
/// of the game are legal.
const HINTS_MAX: usize = 5;

/// A family of games (draughts, chess) whose games the server judges. If a request names no game,
/// its records are read as games of the default family.
pub trait Adjudicated: RecordFamily {
    fn check_options(rules: &str, flag: i32, is_last_announced: bool) -> Result<(), Error>;

    /// Judges the only game of a text, within a budget. `asked` is the game that the request names,
    /// if any.
    ///
    /// # Errors
    /// A faulty field, or a damaged table.
    fn judged_record(
        asked: Option<&Self>,
        options: &JudgeOptions<'_>,
        game: &Self::Record,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateResponse, Error>;

    fn judged_moves(
        asked: Option<&Self>,
        options: &JudgeOptions<'_>,
        played: &PlayedMoves,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateResponse, Error>;
}

/// Reads the options that apply to all games of a request. Each parameter has the name of the
/// request's field, which error messages mention.
///
/// # Errors
/// [`Error::Argument`] for a wrong option.
pub fn judge_options<'a, G: Adjudicated>(
    collection: &'a Collection,
    rules: &'a str,
    (flag, is_last_announced): (i32, bool),
    line_plies_max: u32,
) -> Result<JudgeOptions<'a>, Error> {
    G::check_options(rules, flag, is_last_announced)?;
    let line_plies = line_plies("line_plies_max", line_plies_max, VERDICT_PLIES_DEFAULT)?;
    let flag = match ProtoSide::try_from(flag) {
        Ok(ProtoSide::Unspecified) => None,
        Ok(ProtoSide::White) => Some(Side::White),
        Ok(ProtoSide::Black) => Some(Side::Black),
        Err(_) => {
            return Err(argument("flag", format!("{flag} is no side; give SIDE_WHITE or SIDE_BLACK, or leave it out")));
        }
    };
    if flag.is_some() && is_last_announced {
        let reason = "a game cannot end by a claim of a draw and by a fallen flag; give one of the two";
        return Err(argument("claim_announced", reason));
    }
    Ok(JudgeOptions {
        collection: Some(collection),
        rules,
        line_plies,
        flag,
        is_last_announced,
        values_moves: false,
        positions_max: POSITIONS_MAX,
        tells_damage: false,
        variant_option: "`variant`",
        hints_max: HINTS_MAX,
    })
}

pub fn adjudicate(
    collection: &Collection,
    request: &AdjudicateRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateResponse, Error> {
    with_game!(games::game_or_default(&request.variant)?, game => judged(collection, game, request, budget))
}

fn judged<G: Adjudicated>(
    collection: &Collection,
    game: &G,
    request: &AdjudicateRequest,
    budget: &Arc<Budget>,
) -> Result<AdjudicateResponse, Error> {
    let AdjudicateRequest { rules, flag, claim_announced, line_plies_max, .. } = request;
    let options = judge_options::<G>(collection, rules, (*flag, *claim_announced), *line_plies_max)?;
    let options = JudgeOptions { values_moves: request.move_values, ..options };
    let asked = Some(game).filter(|_| !request.variant.is_empty());
    match &request.game {
        None => Err(no_game()),
        Some(Game::Pdn(text)) => {
            let record = RecordText::plain(text, &request.encoding)?;
            G::judged_record(asked, &options, &only_game::<G>(&record.text)?, budget)
        }
        Some(Game::PdnBytes(bytes)) => {
            check_record_bytes("pdn_bytes", bytes.len(), GAME_BYTES_MAX)?;
            let record = RecordText::decoded(bytes, &request.encoding)?;
            let mut answer = G::judged_record(asked, &options, &only_game::<G>(&record.text)?, budget)?;
            record.note().into_iter().for_each(|note| add_note(&mut answer, note));
            Ok(answer)
        }
        Some(Game::Played(played)) => G::judged_moves(asked, &options, played, budget),
    }
}

fn only_game<G: Adjudicated>(text: &str) -> Result<G::Record, Error> {
    check_record_bytes("pdn", text.len(), GAME_BYTES_MAX)?;
    let games: Vec<G::Record> = G::records(text, TextStart::default()).take(2).collect();
    let count = games.len();
    let [game] = <[G::Record; 1]>::try_from(games).map_err(|_| not_one_game(count))?;
    check_plies("pdn", game.moves.len())?;
    Ok(game)
}
