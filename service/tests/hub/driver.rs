//! A program with a board, as small as can be. It reads and writes moves with code of its own, so
//! that the engine's notation is checked by something else.

use std::process::Command;

use peatee_rules::{Draughts, Kind, Move, Position, Side};

use super::tables;
use crate::common::{PEATEE, Piped};

/// A running engine.
pub use crate::common::Piped as Engine;

/// The answer to `go`.
#[derive(Debug)]
pub struct Done {
    /// The lines before `done`.
    pub infos: Vec<String>,
    /// The move, if one was named.
    pub mv: Option<String>,
}

/// A program that talks to the engine in this protocol.
pub trait Hub: Sized {
    /// Starts it, with these arguments after those that name the tables.
    fn start(arguments: &[&str]) -> Engine;

    /// Starts it and says `hub`, these parameters and `init`.
    fn ready(params: &[(&str, &str)]) -> Engine;

    /// Asks for a move.
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

/// A position in the form of the protocol. Squares are numbered as the games of these tests do.
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

/// The legal move that a text means; panics where it means none.
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
