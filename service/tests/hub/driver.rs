//! Minimal program that drives the engine over the Hub protocol. It has its own code for moves,
//! which checks the notation of the engine independently.

use std::process::Command;

use peatee_rules::{Draughts, Kind, Move, Position, Side};

use super::tables;
use crate::common::{PEATEE, Piped};

pub use crate::common::Piped as Engine;

/// Answer to the command `go`.
#[derive(Debug)]
pub struct Done {
    /// Lines before `done`.
    pub infos: Vec<String>,
    /// The chosen move; `None` if the line `done` names no move.
    pub mv: Option<String>,
}

/// Commands of a program that drives the engine over the Hub protocol.
pub trait Hub: Sized {
    /// Starts `peatee hub` with these arguments.
    fn start(arguments: &[&str]) -> Engine;

    /// Starts the engine, and sends `hub`, the parameters and `init`.
    fn ready(params: &[(&str, &str)]) -> Engine;

    /// Sends a position and `go`, and returns the answer.
    fn go(&mut self, pos: &str, mode: &str) -> Done;
}

impl Hub for Piped {
    fn start(arguments: &[&str]) -> Engine {
        Piped::spawn(Command::new(PEATEE).arg("hub").env("PEATEE_TABLES", tables()).args(arguments))
    }

    fn ready(params: &[(&str, &str)]) -> Engine {
        let mut engine = Engine::start(&[]);
        engine.say("hub");
        assert_eq!(engine.until("wait").last().map(String::as_str), Some("wait"));
        params.iter().for_each(|(name, value)| engine.say(&format!("set-param name={name} value=\"{value}\"")));
        engine.say("init");
        assert_eq!(engine.until("ready"), ["ready"]);
        engine
    }

    fn go(&mut self, pos: &str, mode: &str) -> Done {
        self.say(&format!("pos {pos}"));
        self.say("level infinite");
        self.say(&format!("go {mode}"));
        let mut infos = self.until("done");
        let done = infos.pop().expect("there is a done");
        let item = |name: &str| done.split(' ').find_map(|item| item.strip_prefix(name)).map(str::to_owned);
        Done { mv: item("move="), infos }
    }
}

/// Formats a position for the Hub protocol. The squares are in the order of their numbers in the
/// variants that the tests use.
pub fn hub_position(game: &Draughts, position: &Position) -> String {
    let squares =
        (0..game.variant().board.square_count()).map(|square| match position.setup.at(peatee_rules::Square(square)) {
            None => 'e',
            Some((Side::White, Kind::Man)) => 'w',
            Some((Side::White, _)) => 'W',
            Some((Side::Black, Kind::Man)) => 'b',
            Some((Side::Black, _)) => 'B',
        });
    std::iter::once(position.side.letter()).chain(squares).collect()
}

/// Returns the legal move that a text means; panics if there is none.
pub fn legal_move(game: &Draughts, position: &Position, text: &str) -> Move {
    let numbers: Vec<u8> = text.split(['-', 'x']).map(|part| part.parse().expect("a number")).collect();
    let [from, to, captured @ ..] = numbers.as_slice() else { panic!("{text}") };
    let captured = captured.iter().fold(0u128, |set, number| set | 1 << (number - 1));
    let moves = game.moves(position).expect("few captures");
    let fits = |mv: &&Move| (mv.from.0 + 1, mv.to.0 + 1, mv.captured) == (*from, *to, captured);
    let found = moves.iter().find(fits);
    assert!(text.contains('x') == (captured != 0), "{text}");
    found.unwrap_or_else(|| panic!("{text} is not legal in {}", game.fen(position))).clone()
}
