//! The verdict on one game of chess.

use std::sync::atomic::AtomicBool;

use peatee_probe::Collection;
use peatee_probe::chess::{ClockRule, Judge, ProbeError};
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Color;
use peatee_probe::peatee_chess::laws::Ruling;
use peatee_probe::peatee_chess::pgn::{PgnGame, PgnMove, PgnTag, Place, games};
use peatee_proto::v1::adjudicate_request::Game as Asked;
use peatee_proto::v1::{AdjudicateRequest, AdjudicateResponse, PlayedMoves, Side};

use crate::chess::query::{check_rules, tables};
use crate::convert::chess_verdict::{Assessed, adjudicated};
use crate::errors::Error;
use crate::serve::bounds::{
    VERDICT_PLIES_DEFAULT, check_move_texts, check_pdn, check_plies, line_plies, no_game, not_one_game,
};

/// The most positions that are looked at for a mate, far fewer than on the command line: a request
/// shares the server with others.
const POSITIONS_MAX: usize = 50_000;

/// Where moves stand that came as a list.
const NOWHERE: Place = Place { line: 0, column: 0 };

/// Judges the game of a request, until the flag is set.
///
/// # Errors
/// An error that names the field of the request that is wrong; a damaged table.
pub fn adjudicate(
    collection: &Collection,
    request: &AdjudicateRequest,
    stop: &AtomicBool,
) -> Result<AdjudicateResponse, Error> {
    let asked = Asking {
        rules: &request.rules,
        flag: request.flag,
        is_last_announced: request.claim_announced,
        line_plies_max: request.line_plies_max,
    };
    let court = Court::new(collection, asked, stop)?;
    match &request.game {
        None => Err(no_game()),
        Some(Asked::Pdn(text)) => court.judge(&only_game(text)?, true),
        Some(Asked::Played(played)) => court.judge(&game_of(played)?, false),
    }
}

/// The parts of a request that its games share.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// The draw rules.
    pub rules: &'a str,
    /// The side whose flag has fallen.
    pub flag: i32,
    /// Whether the last move was announced with a claim.
    pub is_last_announced: bool,
    /// The most plies of best play.
    pub line_plies_max: u32,
}

/// What games of a request are judged with.
pub struct Court<'a> {
    judge: Judge<'a>,
    line_plies: u32,
    /// The rule under which a game in progress has its value.
    rule: ClockRule,
    /// Why there are no tables.
    lacking: Option<String>,
    stop: &'a AtomicBool,
}

impl<'a> Court<'a> {
    /// Reads the parts of a request that games of it share.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub fn new(collection: &'a Collection, asked: Asking<'_>, stop: &'a AtomicBool) -> Result<Self, Error> {
        let Asking { rules, flag, is_last_announced, line_plies_max } = asked;
        let rule = check_rules(rules, [])?;
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
        if flag.is_some() && is_last_announced {
            let reason = "a claim stops the clocks, and a fallen flag ends the game; ask one of them".to_owned();
            return Err(Error::Argument { field: "claim_announced", reason });
        }
        let (tables, lacking) = match tables(collection) {
            Ok(tables) => (Some(tables), None),
            Err(error) => (None, Some(error.text_for_clients())),
        };
        let judge = Judge { tables, flag, is_last_announced, positions_max: POSITIONS_MAX };
        Ok(Court { judge, line_plies, rule, lacking, stop })
    }

    /// Judges a game.
    ///
    /// # Errors
    /// Its start is wrong; a table is damaged.
    pub fn judge(&self, game: &PgnGame, in_text: bool) -> Result<AdjudicateResponse, Error> {
        check_plies(if in_text { "pdn" } else { "played.moves" }, game.moves.len())?;
        let start = game.start()?;
        let judged = self.judge.judge(game)?;
        let assessed = match judged.verdict.ruling {
            Ruling::InProgress => Some(self.assessed(&judged.verdict.position)?),
            _ => None,
        };
        Ok(adjudicated(game, &start, &judged, assessed, self.rule, in_text))
    }

    fn assessed(&self, position: &Position) -> Result<Assessed, Error> {
        let Some(tables) = self.judge.tables else {
            return Ok(Assessed::Unknown(self.lacking.clone().unwrap_or_default()));
        };
        match tables.line_until(position, self.line_plies, self.rule, self.stop) {
            Ok(line) => Ok(Assessed::Known(line)),
            Err(
                error @ (ProbeError::CastlingRights | ProbeError::TooManyMen { .. } | ProbeError::MissingTable { .. }),
            ) => Ok(Assessed::Unknown(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }
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
