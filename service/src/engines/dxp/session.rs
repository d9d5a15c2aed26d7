//! A series of games over one connection, as initiator (who asks for games) or as follower.

use peatee_rules::notation::printable;
use peatee_rules::{Position, Side};

use super::game::{GameEnd, Match};
use super::message::{AnswerCode, GameResult, Message, Request};
use super::wire::{Wire, WireError};
use crate::answer::output::Output;
use crate::engines::engine::{Engine, EngineGame};
use crate::errors::Error;

/// Reason why the games over a connection ended.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// We gave up the connection, for the reason in the inner error.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The other side has refused our request for a game.
    #[error("{name} refuses the game: {reason}")]
    Refused {
        /// Name of the other side.
        name: String,
        /// Reason of the refusal, as a text for people.
        reason: &'static str,
    },
    /// The other side has accepted a game that we cannot play.
    #[error("{name} accepted a game that cannot be played: {reason}")]
    CannotPlay {
        /// Name of the other side.
        name: String,
        /// Reason why we cannot play the game, as a text for people.
        reason: String,
    },
    /// The other side wants no game at all.
    #[error("the other side wants no game")]
    NoGame,
    /// The result of a game cannot be printed.
    #[error("{0}")]
    Output(#[from] Error),
}

/// Our player, which plays one side of the games over all connections.
#[derive(Debug)]
pub struct Player {
    /// Engine that chooses the moves.
    pub engine: Engine,
}

/// Description of the games that an initiator asks for.
#[derive(Debug)]
pub struct Proposal {
    /// Number of games to ask for, one after the other.
    pub games: u32,
    /// The side that we play.
    pub own: Side,
    /// Start position in the notation of the Hub protocol; `None` for the start position of the
    /// game.
    pub position: Option<String>,
    /// Thinking time for a game, in minutes.
    pub minutes: u16,
    /// Number of moves of each side after which a game ends; 0 for no limit.
    pub moves: u16,
}

impl Player {
    /// Plays the games that the other side asks for (we are the follower), until either side wants
    /// no more.
    ///
    /// # Errors
    /// [`SessionError`].
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
            let (own, moves_max) = (request.follower, request.moves);
            let ended = Match { wire, engine: &self.engine, play, own, moves_max, stops: false }.run()?;
            tell(number, &request.name, own, &ended)?;
            if !ended.goes_on {
                return Ok(());
            }
        }
    }

    /// Asks for games and plays them (we are the initiator).
    ///
    /// # Errors
    /// [`SessionError`].
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
            let ended = Match { wire, engine: &self.engine, play, own: *own, moves_max: *moves, stops }.run()?;
            tell(number, &name, *own, &ended)?;
            if !ended.goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Starts a game from a position in the notation of the Hub protocol.
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

/// Prints a line about a game that has ended.
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
