//! One game over a connection.

use std::time::Instant;

use peatee_probe::RuleOutcome;
use peatee_rules::draw::{Claimant, Outcome};
use peatee_rules::notation::MoveEnds;
use peatee_rules::{Draughts, Move, Side};

use super::message::{Claimed, Message, MoveMessage};
use super::wire::{Wire, WireError};
use crate::engine::{Choice, Engine, Play};

/// The most plies of a game. Without draw rules, a drawn game would never end.
const PLIES_MAX: usize = 2000;

/// Why a game broke off.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The connection.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// The other side sent a move that is not legal.
    #[error("the other side played a wrong move: {0}")]
    WrongMove(String),
    /// The other side sent a message that cannot come then.
    #[error("the message `{text}` cannot come {when}")]
    OutOfTurn {
        /// The message.
        text: String,
        /// When.
        when: &'static str,
    },
}

/// How a game ended.
#[derive(Debug)]
pub struct Ended {
    /// The result for the engine.
    pub result: Claimed,
    /// Plies played.
    pub plies: usize,
    /// True when both sides want another game.
    pub goes_on: bool,
}

/// A game over a connection.
pub struct Match<'a> {
    /// The connection.
    pub wire: &'a mut Wire,
    /// Who chooses our moves.
    pub engine: &'a Engine,
    /// The game on the board.
    pub play: Play,
    /// Our colour.
    pub own: Side,
    /// The moves of each side after which the game ends; 0: no limit.
    pub moves_max: u16,
    /// True when we want no further game.
    pub stops: bool,
}

/// What we do on our turn.
enum Turn {
    Move(Move),
    End { result: Claimed, reason: Option<String> },
}

impl Match<'_> {
    /// Plays the game to its end.
    ///
    /// # Errors
    /// [`GameError`]; the connection cannot be used for another game then.
    pub fn run(mut self) -> Result<Ended, GameError> {
        let mut plies = 0;
        loop {
            if self.play.position().side == self.own {
                let begun = Instant::now();
                match self.turn(plies) {
                    Turn::Move(mv) => {
                        self.wire.send(&Message::Move(written(self.engine.game(), &mv, begun)))?;
                        self.play.play(&mv).map_err(|error| GameError::WrongMove(error.to_string()))?;
                    }
                    Turn::End { result, reason } => return self.end(result, reason, plies),
                }
            } else {
                match self.hear("while the other side is to move")? {
                    Heard::Move(message) => self.reply(&message)?,
                    Heard::End { result, stops } => {
                        self.wire.send(&Message::End { result: Claimed::Unknown, stops: self.stops })?;
                        let goes_on = !stops && !self.stops;
                        return Ok(Ended { result: reversed(result), plies, goes_on });
                    }
                }
            }
            plies += 1;
        }
    }

    /// Ends the game, and waits for the other side to confirm that.
    fn end(mut self, result: Claimed, reason: Option<String>, plies: usize) -> Result<Ended, GameError> {
        if let Some(reason) = reason {
            self.wire.send(&Message::Chat(reason))?;
        }
        self.wire.send(&Message::End { result, stops: self.stops })?;
        match self.hear("after the end of the game")? {
            Heard::End { stops, .. } => Ok(Ended { result, plies, goes_on: !stops && !self.stops }),
            Heard::Move(message) => {
                let text = Message::Move(message).text();
                Err(GameError::OutOfTurn { text, when: "after the end of the game" })
            }
        }
    }

    /// Plays the move of the other side.
    fn reply(&mut self, message: &MoveMessage) -> Result<(), GameError> {
        let game = self.engine.game();
        let square = |number: u8| game.square_with_number(number);
        let read = || -> Option<MoveEnds> {
            let captured = message.captured.iter().map(|&number| square(number)).collect::<Option<Vec<_>>>()?;
            let ends = MoveEnds::new(square(message.from)?, square(message.to)?, &captured);
            // No piece is captured twice.
            (ends.captured.count_ones() as usize == captured.len()).then_some(ends)
        };
        let wrong = || {
            GameError::WrongMove(format!("`{}` names squares that no move has", Message::Move(message.clone()).text()))
        };
        let ends = read().ok_or_else(wrong)?;
        let played = game.move_with_ends(self.play.position(), ends).map_err(|error| error.to_string());
        let played = played.and_then(|mv| self.play.play(&mv).map_err(|error| error.to_string()));
        played.map_err(|reason| {
            // The protocol has no message for this. The reason helps who reads it.
            let _ = self.wire.send(&Message::Chat(format!("wrong move: {reason}")));
            GameError::WrongMove(reason)
        })
    }

    /// What to do on our turn.
    fn turn(&self, plies: usize) -> Turn {
        let ended = |result| Turn::End { result, reason: None };
        let record = self.play.record();
        let claims = match record.outcome() {
            Outcome::Lost { loser, .. } if loser == self.own => return ended(Claimed::Loss),
            Outcome::Lost { .. } => return ended(Claimed::Win),
            Outcome::Drawn(_) => return ended(Claimed::Draw),
            Outcome::InProgress { claims } => claims,
        };
        let choice = match self.engine.choose(&self.play) {
            Ok(Some(choice)) => choice,
            Ok(None) => return ended(Claimed::Unknown),
            Err(error) => return Turn::End { result: Claimed::Unknown, reason: Some(error.text()) },
        };
        let outcome = choice.worth.map(|worth| worth.outcome);
        // Who does not win claims the draw.
        let is_ours = |claimant| claimant == Claimant::Either || claimant == Claimant::ToMove(self.own);
        let can_claim = claims.iter().filter_map(|claim| claim.claimant).any(is_ours);
        if can_claim && outcome.is_some_and(|outcome| outcome != RuleOutcome::Win) {
            return ended(Claimed::Draw);
        }
        let moves_max = usize::from(self.moves_max);
        if plies >= PLIES_MAX || (moves_max > 0 && plies >= 2 * moves_max) {
            return Turn::End { result: claimed(&choice), reason: Some("the limit of moves is reached".to_owned()) };
        }
        Turn::Move(choice.mv)
    }

    /// Waits for a move or the end of the game.
    fn hear(&mut self, when: &'static str) -> Result<Heard, GameError> {
        match self.wire.receive()? {
            Message::Move(message) => Ok(Heard::Move(message)),
            Message::End { result, stops } => Ok(Heard::End { result, stops }),
            other => Err(GameError::OutOfTurn { text: other.text(), when }),
        }
    }
}

enum Heard {
    Move(MoveMessage),
    End { result: Claimed, stops: bool },
}

/// A move as a message.
fn written(game: &Draughts, mv: &Move, begun: Instant) -> MoveMessage {
    let number = |square| game.square_number(square);
    MoveMessage {
        seconds: u32::try_from(begun.elapsed().as_secs()).unwrap_or(u32::MAX),
        from: number(mv.from),
        to: number(mv.to),
        captured: mv.captured_squares().map(number).collect(),
    }
}

/// The result that the tables give, for a game that a limit ends.
fn claimed(choice: &Choice) -> Claimed {
    match choice.worth.map(|worth| worth.outcome) {
        Some(RuleOutcome::Win) => Claimed::Win,
        Some(RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss) => Claimed::Draw,
        Some(RuleOutcome::Loss) => Claimed::Loss,
        Some(RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss) | None => Claimed::Unknown,
    }
}

/// The same result for the other side.
fn reversed(result: Claimed) -> Claimed {
    match result {
        Claimed::Win => Claimed::Loss,
        Claimed::Loss => Claimed::Win,
        same => same,
    }
}
