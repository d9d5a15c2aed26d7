//! A series of games over one connection, as initiator (who asks for games) or as follower.

use peatee_rules::notation::printable;
use peatee_rules::{Position, Side};

use super::game::{GameEnd, Match};
use super::message::{AnswerCode, GameResult, Message, Request};
use super::wire::{Wire, WireError};
use crate::answer::output::Output;
use crate::engines::engine::{Engine, EngineGame};
use crate::errors::Error;

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Wire(#[from] WireError),
    #[error("{name} refuses the game: {reason}")]
    Refused { name: String, reason: &'static str },
    #[error("{name} accepted a game that cannot be played: {reason}")]
    CannotPlay { name: String, reason: String },
    #[error("the other side wants no game")]
    NoGame,
    #[error("{0}")]
    Output(#[from] Error),
}

#[derive(Debug)]
pub struct Player {
    pub engine: Engine,
}

#[derive(Debug)]
pub struct Proposal {
    pub games: u32,
    pub own: Side,
    /// Start position in the notation of the Hub protocol; `None` for the start position of the
    /// game.
    pub position: Option<String>,
    pub minutes: u16,
    /// Number of moves of each side after which a game ends; 0 for no limit.
    pub moves: u16,
}

impl Player {
    pub fn follow(&self, wire: &mut Wire) -> Result<(), SessionError> {
        let mut number = 0;
        loop {
            let request = match wire.receive() {
                // After the first game, the other side may stop in these two ways.
                Err(WireError::Closed) | Ok(Message::End { stops: true, .. }) if number > 0 => return Ok(()),
                Ok(Message::End { stops: true, .. }) => return Err(SessionError::NoGame),
                Ok(Message::Request(request)) => request,
                Ok(_) => {
                    wire.object("no game is being played: ask for one by GAMEREQ")?;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let play = match self.begin(request.position.as_deref()) {
                Ok(play) => play,
                Err(reason) => {
                    wire.refuse(AnswerCode::GameNotWanted, &reason)?;
                    continue;
                }
            };
            wire.answer(AnswerCode::Accepted)?;
            number += 1;
            let (own, moves_max, minutes) = (request.follower, request.moves, request.minutes);
            let ended = Match { wire, engine: &self.engine, play, own, moves_max, minutes, stops: false }.run()?;
            tell(number, &request.name, own, &ended)?;
            if !ended.goes_on {
                return Ok(());
            }
        }
    }

    pub fn initiate(&self, wire: &mut Wire, proposal: &Proposal) -> Result<(), SessionError> {
        let Proposal { games, own, position, minutes, moves } = proposal;
        for number in 1..=*games {
            wire.send(&Message::Request(Request {
                name: wire.name().to_owned(),
                follower: own.other(),
                minutes: *minutes,
                moves: *moves,
                position: position.clone(),
            }))?;
            let name = accepted(wire)?;
            let cannot_play = |reason| SessionError::CannotPlay { name: name.clone(), reason };
            let play = self.begin(position.as_deref()).map_err(cannot_play)?;
            let stops = number == *games;
            let (own, moves_max, minutes) = (*own, *moves, *minutes);
            let ended = Match { wire, engine: &self.engine, play, own, moves_max, minutes, stops }.run()?;
            tell(number, &name, own, &ended)?;
            if !ended.goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Starts a game from a position in the notation of the Hub protocol, or from the start
    /// position if `position` is `None`.
    ///
    /// # Errors
    /// The reason why the position cannot be read.
    fn begin(&self, position: Option<&str>) -> Result<EngineGame, String> {
        let game = self.engine.game();
        let position: Position = match position {
            None => game.start(),
            Some(text) => game.parse_hub_position(text).map_err(|error| error.to_string())?,
        };
        self.engine.begin(position, "").map_err(|error| error.text())
    }
}

/// Waits until the other side accepts our request for a game, and returns the name of the other
/// side.
fn accepted(wire: &mut Wire) -> Result<String, SessionError> {
    loop {
        match wire.receive()? {
            Message::Answer { name, code: AnswerCode::Accepted } => return Ok(name),
            Message::Answer { name, code } => return Err(SessionError::Refused { name, reason: refusal(code) }),
            Message::Request(_) => wire.refuse(AnswerCode::GameNotWanted, "both sides ask for a game")?,
            _ => wire.object("this cannot come before the game is accepted by GAMEACC")?,
        }
    }
}

const fn refusal(code: AnswerCode) -> &'static str {
    match code {
        AnswerCode::Accepted => "it accepts it",
        AnswerCode::VersionNotKnown => "it does not know version 1 of DXP",
        AnswerCode::GameNotWanted => "it does not want this game",
        AnswerCode::NoGames => "it wants no games",
    }
}

fn tell(number: u32, name: &str, own: Side, ended: &GameEnd) -> Result<(), Error> {
    let result = match ended.result {
        GameResult::Win => "win",
        GameResult::Draw => "draw",
        GameResult::Loss => "loss",
        GameResult::Unknown => "no result",
    };
    let name = if name.is_empty() { "a player without a name" } else { name };
    let mut out = Output::new();
    out.line(&format_args!("game {number} against {}: {own}, {} plies, {result}", printable(name), ended.plies))?;
    out.flush()
}
