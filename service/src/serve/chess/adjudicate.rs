//! The verdict on one game of chess.

use peatee_probe::Collection;
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::pgn::{PgnGame, PgnMove, PgnTag, Place, games};
use peatee_proto::v1::adjudicate_request::Game;
use peatee_proto::v1::{AdjudicateRequest, AdjudicateResponse, PlayedMoves, Side};
use peatee_rules::Budget;

use crate::chess::court::{Asked, Court};
use crate::chess::query::{check_rules, tables};
use crate::errors::Error;
use crate::serve::bounds::{
    VERDICT_PLIES_DEFAULT, check_move_texts, check_pdn, check_plies, line_plies, no_game, not_one_game,
};

/// The most positions that are looked at for a mate, far fewer than on the command line: a request
/// shares the server with others.
const POSITIONS_MAX: usize = 50_000;

/// Where moves stand that came as a list.
const NOWHERE: Place = Place { line: 0, column: 0 };

/// Judges the game of a request, within a budget.
///
/// # Errors
/// An error that names the field of the request that is wrong; a damaged table.
pub fn adjudicate(
    collection: &Collection,
    request: &AdjudicateRequest,
    budget: &Budget,
) -> Result<AdjudicateResponse, Error> {
    let AdjudicateRequest { rules, flag, claim_announced, line_plies_max, .. } = request;
    let court = court(collection, asked(rules, *flag, *claim_announced, *line_plies_max)?, budget);
    match &request.game {
        None => Err(no_game()),
        Some(Game::Pdn(text)) => judge(&court, &only_game(text)?, true),
        Some(Game::Played(played)) => judge(&court, &game_of(played)?, false),
    }
}

/// What a request asks of all its games, from the fields of these names.
///
/// # Errors
/// [`Error::Argument`].
pub fn asked(rules: &str, flag: i32, claim_announced: bool, line_plies_max: u32) -> Result<Asked, Error> {
    let rules = check_rules(rules, [])?;
    let line_plies = line_plies("line_plies_max", line_plies_max, VERDICT_PLIES_DEFAULT)?;
    let flag = match Side::try_from(flag) {
        Ok(Side::Unspecified) => None,
        Ok(Side::White) => Some(Color::White),
        Ok(Side::Black) => Some(Color::Black),
        Err(_) => {
            let reason = format!("{flag} is no side; give SIDE_WHITE or SIDE_BLACK, or leave it out");
            return Err(Error::Argument { field: "flag", reason });
        }
    };
    if flag.is_some() && claim_announced {
        let reason = "a claim stops the clocks, and a fallen flag ends the game; ask one of them".to_owned();
        return Err(Error::Argument { field: "claim_announced", reason });
    }
    Ok(Asked {
        rules,
        flag,
        is_last_announced: claim_announced,
        line_plies,
        positions_max: POSITIONS_MAX,
        tells_damage: false,
    })
}

/// What judges with the tables of a server.
pub fn court<'a>(collection: &'a Collection, asked: Asked, budget: &'a Budget) -> Court<'a> {
    Court::new(asked, tables(collection).map_err(|error| error.text_for_clients()), budget)
}

/// Judges a game.
///
/// # Errors
/// It has too many moves; its start is wrong; a table is damaged.
pub fn judge(court: &Court<'_>, game: &PgnGame, in_text: bool) -> Result<AdjudicateResponse, Error> {
    check_plies(if in_text { "pdn" } else { "played.moves" }, game.moves.len())?;
    court.answer(game, &court.judge(game)?, in_text)
}

/// The one game of a PGN text.
fn only_game(text: &str) -> Result<PgnGame, Error> {
    check_pdn(text)?;
    let games: Vec<PgnGame> = games(text).take(2).collect::<Result<_, _>>()?;
    let count = games.len();
    let [game] = <[PgnGame; 1]>::try_from(games).map_err(|_| not_one_game(count))?;
    Ok(game)
}

/// A game from a position and moves.
fn game_of(played: &PlayedMoves) -> Result<PgnGame, Error> {
    check_move_texts(played)?;
    if !played.counters.is_empty() {
        let reason = "the count of chess is the half-move clock in the FEN; leave them out".to_owned();
        return Err(Error::Argument { field: "played.counters", reason });
    }
    let mut tags = Vec::new();
    if !played.fen.is_empty() {
        let within = |error| Error::Within { field: "played.fen", error: Box::new(Error::ChessFen(error)) };
        Position::parse_fen(&played.fen).map_err(within)?;
        tags.push(PgnTag { name: "FEN".to_owned(), value: played.fen.clone(), place: NOWHERE });
    }
    let moves = played.moves.iter().map(|san| PgnMove {
        san: san.clone(),
        place: NOWHERE,
        nags: Vec::new(),
        comments: Vec::new(),
    });
    Ok(PgnGame { number: 1, place: NOWHERE, tags, comments: Vec::new(), moves: moves.collect(), score: None })
}
