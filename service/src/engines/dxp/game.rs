//! Playing of one game over a connection.

use std::time::Instant;

use peatee_probe::RuleOutcome;
use peatee_rules::draw::{Claimant, Outcome};
use peatee_rules::notation::MoveEnds;
use peatee_rules::{Draughts, Move, Side};

use super::message::{AnswerCode, GameResult, Message, MoveMessage};
use super::wire::{Wire, WireError};
use crate::engines::engine::{Choice, Engine, EngineGame, TimeLimits};

/// Maximum length of a game in plies. Without it, a drawn game without draw rules would never end.
const PLIES_MAX: usize = 2000;

#[derive(Debug)]
pub struct GameEnd {
    /// Result of the game, from our point of view.
    pub result: GameResult,
    pub plies: usize,
    /// True if both programs want to play another game over the connection.
    pub goes_on: bool,
}

pub struct Match<'a> {
    pub wire: &'a mut Wire,
    pub engine: &'a Engine,
    pub play: EngineGame,
    /// The side that we play.
    pub own: Side,
    /// Number of moves of each side after which the game ends; 0 for no limit.
    pub moves_max: u16,
    /// Time for each side, in minutes.
    pub minutes: u16,
    /// True if we want no further game, which our message at the end of the game then says.
    pub stops: bool,
}

enum Decision {
    Move(Move),
    End { result: GameResult, reason: Option<String> },
}

/// Result of one turn: a move was played, or one of the two programs ends the game.
enum TurnEnd {
    Played,
    WeEnd { result: GameResult, reason: Option<String> },
    TheyEnd { result: GameResult, stops: bool },
}

impl Match<'_> {
    /// Plays the game to its end. An illegal move of the other side ends the game without a result.
    ///
    /// # Errors
    /// [`WireError`]; then the connection cannot be used for another game.
    pub fn run(mut self) -> Result<GameEnd, WireError> {
        let mut plies = 0;
        loop {
            let turn = if self.play.position().side == self.own { self.own_turn(plies)? } else { self.other_turn()? };
            match turn {
                TurnEnd::Played => {}
                TurnEnd::WeEnd { result, reason } => return self.end(result, reason, plies),
                TurnEnd::TheyEnd { result, stops } => {
                    // The other side may end the game without stating a result because the rules
                    // already give one.
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

    /// Tells the other side that the game has ended, waits for the confirmation, and returns the
    /// end of the game.
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
                // The other side may have sent this message before it learned of the end of the
                // game.
                _ => self.wire.count_fault("a message came instead of GAMEEND")?,
            }
        }
    }

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

    /// Plays the move that the other side has sent. Returns the reason if the move is not legal.
    fn reply(&mut self, message: &MoveMessage) -> Result<(), String> {
        let game = self.engine.game();
        let square = |number: u8| game.square_with_number(number);
        let read = || -> Option<MoveEnds> {
            let captured = message.captured.iter().map(|&number| square(number)).collect::<Option<Vec<_>>>()?;
            let ends = MoveEnds::new(square(message.from)?, square(message.to)?, &captured);
            // A move that names the same square twice is refused, because no piece can be captured
            // twice.
            (ends.captured.count_ones() as usize == captured.len()).then_some(ends)
        };
        let ends = read()
            .ok_or_else(|| format!("`{}` names squares that no move has", Message::Move(message.clone()).text()))?;
        let mv = game.move_with_ends(self.play.position(), ends).map_err(|error| error.to_string())?;
        self.play.play(&mv).map_err(|error| error.to_string())
    }

    fn decide(&self, plies: usize) -> Decision {
        let ended = |result| Decision::End { result, reason: None };
        let limits = TimeLimits { game_seconds: Some(60.0 * f64::from(self.minutes)), move_seconds: None };
        let record = self.play.record();
        let claims = match record.outcome() {
            Outcome::InProgress { claims } => claims,
            over => return ended(ruled_result(&over, self.own)),
        };
        let choice = match self.engine.choose(&self.play, limits) {
            Ok(Some(choice)) => choice,
            Ok(None) => return ended(GameResult::Unknown),
            Err(error) => return Decision::End { result: GameResult::Unknown, reason: Some(error.text()) },
        };
        let outcome = choice.value.map(|value| value.outcome);
        // We claim a draw unless our position is won.
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

/// Returns the message that tells the other side one of our moves. `begun` is the time at which our
/// turn began.
fn written(game: &Draughts, mv: &Move, begun: Instant) -> MoveMessage {
    let number = |square| game.square_number(square);
    MoveMessage {
        seconds: u32::try_from(begun.elapsed().as_secs()).unwrap_or(u32::MAX),
        from: number(mv.from),
        to: number(mv.to),
        captured: mv.captured_squares().map(number).collect(),
    }
}

/// Returns our result when the game ends at a limit of moves: the result of best play according to
/// the tables.
fn tabled_result(choice: &Choice) -> GameResult {
    match choice.value.map(|value| value.outcome) {
        Some(RuleOutcome::Win) => GameResult::Win,
        Some(RuleOutcome::CursedWin | RuleOutcome::Draw | RuleOutcome::BlessedLoss) => GameResult::Draw,
        Some(RuleOutcome::Loss) => GameResult::Loss,
        Some(RuleOutcome::MaybeWin | RuleOutcome::MaybeLoss) | None => GameResult::Unknown,
    }
}

fn ruled_result(outcome: &Outcome, own: Side) -> GameResult {
    match outcome {
        Outcome::Lost { loser, .. } if *loser == own => GameResult::Loss,
        Outcome::Lost { .. } => GameResult::Win,
        Outcome::Drawn(_) => GameResult::Draw,
        Outcome::InProgress { .. } => GameResult::Unknown,
    }
}

fn reversed(result: GameResult) -> GameResult {
    match result {
        GameResult::Win => GameResult::Loss,
        GameResult::Loss => GameResult::Win,
        same => same,
    }
}
