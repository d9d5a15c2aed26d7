//! The games that are played over one connection: who asks for them, and who answers.

use peatee_rules::notation::printable;
use peatee_rules::{Position, Side};

use super::game::{Ended, GameError, Match};
use super::message::{AnswerCode, Claimed, Message, Request, VERSION};
use super::wire::{Wire, WireError};
use crate::cli::output::Output;
use crate::engine::{Engine, Play};
use crate::errors::Error;

/// Why the games over a connection came to an end.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A game broke off.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The other side does not want the game.
    #[error("{name} refuses the game: {reason}")]
    Refused {
        /// The other side.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// The other side asks for a game that cannot be played, and has been told so.
    #[error("{name} asks for a game that cannot be played: {reason}")]
    CannotPlay {
        /// The other side.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A result cannot be shown.
    #[error("{0}")]
    Output(#[from] Error),
}

impl From<WireError> for SessionError {
    fn from(error: WireError) -> Self {
        SessionError::Game(error.into())
    }
}

/// We, as the other side meets us.
#[derive(Debug)]
pub struct Player {
    /// Who chooses the moves.
    pub engine: Engine,
    /// Our name.
    pub name: String,
}

/// The games that an initiator asks for.
#[derive(Debug)]
pub struct Wanted {
    /// How many.
    pub games: u32,
    /// Our colour.
    pub own: Side,
    /// The position to start from, as a Hub text; `None` for the start position.
    pub position: Option<String>,
    /// The time for a game, in minutes.
    pub minutes: u16,
    /// The moves of each side after which a game ends; 0: no limit.
    pub moves: u16,
}

impl Player {
    /// Plays the games that the other side asks for, until it has enough.
    ///
    /// # Errors
    /// [`SessionError`].
    pub fn follow(&self, wire: &mut Wire) -> Result<(), SessionError> {
        for number in 1.. {
            let request = match wire.receive() {
                // After a game that is the other side's way to have enough.
                Err(WireError::Closed) if number > 1 => return Ok(()),
                Ok(Message::Request(request)) => request,
                Ok(other) => return Err(out_of_turn(&other, "before a game").into()),
                Err(error) => return Err(error.into()),
            };
            let answer = |code| Message::Answer { name: self.name.clone(), code };
            if request.version != VERSION {
                wire.send(&answer(AnswerCode::VersionNotKnown))?;
                let reason = format!("version {} of DXP is not known", request.version);
                return Err(SessionError::CannotPlay { name: request.name, reason });
            }
            let play = match self.begin(request.position.as_deref()) {
                Ok(play) => play,
                Err(reason) => {
                    wire.send(&answer(AnswerCode::GameNotWanted))?;
                    return Err(SessionError::CannotPlay { name: request.name, reason });
                }
            };
            wire.send(&answer(AnswerCode::Accepted))?;
            let (own, moves_max) = (request.follower, request.moves);
            let ended = Match { wire, engine: &self.engine, play, own, moves_max, stops: false }.run()?;
            tell(number, &request.name, own, &ended)?;
            if !ended.goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Asks for games and plays them.
    ///
    /// # Errors
    /// [`SessionError`].
    pub fn initiate(&self, wire: &mut Wire, wanted: &Wanted) -> Result<(), SessionError> {
        let Wanted { games, own, position, minutes, moves } = wanted;
        for number in 1..=*games {
            wire.send(&Message::Request(Request {
                version: VERSION,
                name: self.name.clone(),
                follower: own.other(),
                minutes: *minutes,
                moves: *moves,
                position: position.clone(),
            }))?;
            let name = match wire.receive()? {
                Message::Answer { name, code: AnswerCode::Accepted } => name,
                Message::Answer { name, code } => return Err(SessionError::Refused { name, reason: refusal(code) }),
                other => return Err(out_of_turn(&other, "in answer to a request for a game").into()),
            };
            let cannot_play = |reason| SessionError::CannotPlay { name: name.clone(), reason };
            let play = self.begin(position.as_deref()).map_err(cannot_play)?;
            let stops = number == *games;
            let ended = Match { wire, engine: &self.engine, play, own: *own, moves_max: *moves, stops }.run()?;
            tell(number, &name, *own, &ended)?;
            if !ended.goes_on {
                break;
            }
        }
        Ok(())
    }

    /// The game that a request is about.
    fn begin(&self, position: Option<&str>) -> Result<Play, String> {
        let game = self.engine.game();
        let position: Position = match position {
            None => game.start(),
            Some(text) => game.parse_hub_position(text).map_err(|error| error.to_string())?,
        };
        self.engine.begin(position, "").map_err(|error| error.text())
    }
}

fn out_of_turn(message: &Message, when: &'static str) -> GameError {
    GameError::OutOfTurn { text: message.text(), when }
}

const fn refusal(code: AnswerCode) -> &'static str {
    match code {
        AnswerCode::Accepted => "it accepts it",
        AnswerCode::VersionNotKnown => "it does not know version 1 of DXP",
        AnswerCode::GameNotWanted => "it does not want this game",
        AnswerCode::NoGames => "it wants no games",
    }
}

/// Shows how a game ended.
fn tell(number: u32, name: &str, own: Side, ended: &Ended) -> Result<(), Error> {
    let result = match ended.result {
        Claimed::Win => "win",
        Claimed::Draw => "draw",
        Claimed::Loss => "loss",
        Claimed::Unknown => "no result",
    };
    let name = if name.is_empty() { "a player without a name" } else { name };
    let mut out = Output::new();
    out.line(&format_args!("game {number} against {}: {own}, {} plies, {result}", printable(name), ended.plies))?;
    out.flush()
}
