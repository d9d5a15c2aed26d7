//! Requests for verdicts on games of chess.

use std::sync::Arc;

use peatee_probe::chess::Chess;
use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::pgn::{PgnGame, PgnMove};
use peatee_proto::v1::{AdjudicateResponse, PlayedMoves};
use peatee_rules::Budget;

use super::adjudicate::Adjudicated;
use super::bounds::{argument, check_move_texts};
use crate::answer::verdicts::{JudgeOptions, judged_chess};
use crate::ask::chess::draw_rules;
use crate::ask::family::Field;
use crate::errors::Error;

impl Adjudicated for Chess {
    fn check_options(rules: &str, _flag: i32, _is_last_announced: bool) -> Result<(), Error> {
        draw_rules(Field::new("rules", rules)).map(drop)
    }

    fn judged_record(
        _asked: Option<&Chess>,
        options: &JudgeOptions<'_>,
        game: &PgnGame,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateResponse, Error> {
        judged_chess(options, game, true, budget)
    }

    fn judged_moves(
        _asked: Option<&Chess>,
        options: &JudgeOptions<'_>,
        played: &PlayedMoves,
        budget: &Arc<Budget>,
    ) -> Result<AdjudicateResponse, Error> {
        check_move_texts(played)?;
        if !played.counters.is_empty() {
            let reason = "the count of chess is the half-move clock in the FEN; leave them out";
            return Err(argument("played.counters", reason));
        }
        let mut game = PgnGame::default();
        if !played.fen.is_empty() {
            let within = |error| Error::Within { field: "played.fen", error: Box::new(Error::ChessFen(error)) };
            Position::parse_fen(&played.fen).map_err(within)?;
            game.set_tag("FEN", &played.fen);
        }
        game.moves = played.moves.iter().map(|san| PgnMove { text: san.clone(), ..PgnMove::default() }).collect();
        judged_chess(options, &game, false, budget)
    }
}
