//! One game over a connection.

use std::time::Instant;

use peatee_probe::RuleOutcome;
use peatee_rules::draw::{Claimant, Outcome};
use peatee_rules::notation::MoveEnds;
use peatee_rules::{Draughts, Move, Side};

use super::message::{AnswerCode, GameResult, Message, MoveMessage};
use super::wire::{Wire, WireError};
use crate::engines::engine::{Choice, Engine, EngineGame};

/// Maximal length of a game. Without draw rules, a drawn game would never end.
const PLIES_MAX: usize = 2000;

/// End of a game.
#[derive(Debug)]
pub struct GameEnd {
    /// Result for the engine.
    pub result: GameResult,
    /// Number of plies played.
    pub plies: usize,
    /// True when both sides want another game.
    pub goes_on: bool,
}

/// A game over a connection.
pub struct Match<'a> {
    /// The connection.
    pub wire: &'a mut Wire,
    /// Engine that chooses our moves.
    pub engine: &'a Engine,
    /// Game in progress.
    pub play: EngineGame,
    /// Our colour.
    pub own: Side,
    /// Number of moves of each side after which the game ends; 0 for no limit.
    pub moves_max: u16,
    /// True when we want no further game.
    pub stops: bool,
}

/// Our choice on our turn.
enum Decision {
    Move(Move),
    End { result: GameResult, reason: Option<String> },
}

/// End of a turn of either side.
enum TurnEnd {
    Played,
    WeEnd { result: GameResult, reason: Option<String> },
    TheyEnd { result: GameResult, stops: bool },
}

impl Match<'_> {
    /// Plays the game to its end. An illegal move of the other side ends it.
    ///
    /// # Errors
    /// [`WireError`]. The connection cannot be used for another game then.
    pub fn run(mut self) -> Result<GameEnd, WireError> {
        let mut plies = 0;
        loop {
            let turn = if self.play.position().side == self.own { self.own_turn(plies)? } else { self.other_turn()? };
            match turn {
                TurnEnd::Played => {}
                TurnEnd::WeEnd { result, reason } => return self.end(result, reason, plies),
                TurnEnd::TheyEnd { result, stops } => {
                    // The other side may end the game without a result because it is over.
                    let result = match reversed(result) {
                        GameResult::Unknown => ruled_result(&self.play.record().outcome(), self.own),
                        stated => stated,
                    };
                    self.wire.send(&Message::End { result: GameResult::Unknown, stops: self.stops })?;
                    return Ok(GameEnd { result, plies, goes_on: !stops && !self.stops });
                }
            }
            plies += 1;
        }
    }

    /// Ends the game and waits for the other side to confirm it.
    fn end(self, result: GameResult, reason: Option<String>, plies: usize) -> Result<GameEnd, WireError> {
        if let Some(reason) = reason {
            self.wire.send(&Message::Chat(reason))?;
        }
        self.wire.send(&Message::End { result, stops: self.stops })?;
        loop {
            match self.wire.receive()? {
                Message::End { stops, .. } => return Ok(GameEnd { result, plies, goes_on: !stops && !self.stops }),
                Message::Request(_) => {
                    self.wire.refuse(AnswerCode::GameNotWanted, "a game waits for its end: confirm it by GAMEEND")?;
                }
                // The message may have been on its way when the game ended.
                _ => self.wire.count_fault("a message came instead of GAMEEND")?,
            }
        }
    }

    /// Plays our move.
    fn own_turn(&mut self, plies: usize) -> Result<TurnEnd, WireError> {
        let begun = Instant::now();
        match self.decide(plies) {
            Decision::Move(mv) => {
                self.wire.send(&Message::Move(written(self.engine.game(), &mv, begun)))?;
                Ok(match self.play.play(&mv) {
                    Ok(()) => TurnEnd::Played,
                    Err(error) => TurnEnd::WeEnd { result: GameResult::Unknown, reason: Some(error.to_string()) },
                })
            }
            Decision::End { result, reason } => Ok(TurnEnd::WeEnd { result, reason }),
        }
    }

    /// Waits for the move of the other side.
    fn other_turn(&mut self) -> Result<TurnEnd, WireError> {
        let reason = loop {
            match self.wire.receive()? {
                Message::Move(message) => match self.reply(&message) {
                    Ok(()) => return Ok(TurnEnd::Played),
                    Err(reason) => break format!("wrong move: {reason}"),
                },
                Message::UnreadableMove(error) => break format!("wrong move: {error}"),
                Message::End { result, stops } => return Ok(TurnEnd::TheyEnd { result, stops }),
                Message::Request(_) => {
                    self.wire.refuse(AnswerCode::GameNotWanted, "a game is being played: end it by GAMEEND first")?;
                }
                _ => self.wire.object("this cannot come during a game")?,
            }
        };
        self.wire.count_fault(&reason)?;
        Ok(TurnEnd::WeEnd { result: GameResult::Unknown, reason: Some(reason) })
    }

    /// Plays the move of the other side. Returns the reason if it is not legal.
    fn reply(&mut self, message: &MoveMessage) -> Result<(), String> {
        let game = self.engine.game();
        let square = |number: u8| game.square_with_number(number);
        let read = || -> Option<MoveEnds> {
            let captured = message.captured.iter().map(|&number| square(number)).collect::<Option<Vec<_>>>()?;
            let ends = MoveEnds::new(square(message.from)?, square(message.to)?, &captured);
            // A move captures a piece only once.
            (ends.captured.count_ones() as usize == captured.len()).then_some(ends)
        };
        let ends = read()
            .ok_or_else(|| format!("`{}` names squares that no move has", Message::Move(message.clone()).text()))?;
        let mv = game.move_with_ends(self.play.position(), ends).map_err(|error| error.to_string())?;
        self.play.play(&mv).map_err(|error| error.to_string())
    }

    /// Chooses a move, or ends the game.
    fn decide(&self, plies: usize) -> Decision {
        let ended = |result| Decision::End { result, reason: None };
        let record = self.play.record();
        let claims = match record.outcome() {
            Outcome::InProgress { claims } => claims,
            over => return ended(ruled_result(&over, self.own)),
        };
        let choice = match self.engine.choose(&self.play) {
            Ok(Some(choice)) => choice,
            Ok(None) => return ended(GameResult::Unknown),
            Err(error) => return Decision::End { result: GameResult::Unknown, reason: Some(error.text()) },
        };
        let outcome = choice.value.map(|value| value.outcome);
        // Claims a draw unless the position is won.
        let is_ours = |claimant| claimant == Claimant::Either || claimant == Claimant::ToMove(self.own);
        let can_claim = claims.iter().filter_map(|claim| claim.claimant).any(is_ours);
        if can_claim && outcome.is_some_and(|outcome| outcome != RuleOutcome::Win) {
            return ended(GameResult::Draw);
        }
        let moves_max = usize::from(self.moves_max);
        if plies >= PLIES_MAX || (moves_max > 0 && plies >= 2 * moves_max) {
            return Decision::End {
                result: tabled_result(&choice),
                reason: Some("the limit of moves is reached".to_owned()),
            };
        }
        Decision::Move(choice.mv)
    }
}

/// Converts a move to a message.
fn written(game: &Draughts, mv: &Move, begun: Instant) -> MoveMessage {
    let number = |square| game.square_number(square);
    MoveMessage {
        seconds: u32::try_from(begun.elapsed().as_secs()).unwrap_or(u32::MAX),
        from: number(mv.from),
        to: number(mv.to),
        captured: mv.captured_squares().map(number).collect(),
    }
}

/// Returns the result by the tables, for a game that a limit ends.
fn tabled_result(choice: &Choice) -> GameResult {
    match choice.value.map(|value| value.outcome) {
        Some(RuleOutcome::Win) => GameResult::Win,
        Some(RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss) => GameResult::Draw,
        Some(RuleOutcome::Loss) => GameResult::Loss,
        Some(RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss) | None => GameResult::Unknown,
    }
}

/// Returns the result for a side by the rules of the game; unknown while it is in progress.
fn ruled_result(outcome: &Outcome, own: Side) -> GameResult {
    match outcome {
        Outcome::Lost { loser, .. } if *loser == own => GameResult::Loss,
        Outcome::Lost { .. } => GameResult::Win,
        Outcome::Drawn(_) => GameResult::Draw,
        Outcome::InProgress { .. } => GameResult::Unknown,
    }
}

/// Returns the result for the other side.
fn reversed(result: GameResult) -> GameResult {
    match result {
        GameResult::Win => GameResult::Loss,
        GameResult::Loss => GameResult::Win,
        same => same,
    }
}
