//! Minimal program that drives the engine over UCI.

use std::path::Path;
use std::process::Command;

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Move;

use crate::common::{PEATEE, Piped};

pub use crate::common::Piped as Engine;

/// Answer to the command `go`.
#[derive(Debug)]
pub struct Answer {
    /// Lines before `bestmove`.
    pub infos: Vec<String>,
    /// The chosen move; `(none)` if there is none.
    pub best: String,
}

impl Answer {
    /// Returns the text after a word in the first `info` line that contains it.
    pub fn after(&self, word: &str) -> String {
        let found = self.infos.iter().find_map(|line| Some(line.split_once(&format!(" {word} "))?.1.to_owned()));
        found.unwrap_or_else(|| panic!("{word}: {self:?}"))
    }

    pub fn says(&self, text: &str) -> bool {
        self.infos.iter().any(|line| line.starts_with("info string ") && line.contains(text))
    }
}

/// Commands of a program that drives the engine over UCI.
pub trait Uci: Sized {
    /// Starts the engine with these tables.
    fn start(tables: &Path) -> Engine;

    /// Sends `line` and `isready`, and returns the lines before `readyok`.
    fn answers_to(&mut self, line: &str) -> Vec<String>;

    /// Sends `go` with these limits, and returns the answer.
    fn go(&mut self, limits: &str) -> Answer;

    /// Sends a game and `go`. Returns the answer, and the legal move that it names.
    fn choose(&mut self, start: &Position, played: &[Move]) -> (Answer, Move);

    /// Closes the input and returns the exit code.
    fn end(self) -> Option<i32>;
}

impl Uci for Piped {
    fn start(tables: &Path) -> Engine {
        Piped::spawn(Command::new(PEATEE).arg("uci").env("PEATEE_TABLES", tables))
    }

    fn answers_to(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    fn go(&mut self, limits: &str) -> Answer {
        self.say(&format!("go {limits}"));
        let mut infos = self.until("bestmove");
        let last = infos.pop().expect("the line of the move");
        let best = last.split(' ').nth(1).expect("a move").to_owned();
        Answer { infos, best }
    }

    fn choose(&mut self, start: &Position, played: &[Move]) -> (Answer, Move) {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for &mv in played {
            moves.push(position.uci(mv));
            position = position.after(mv);
        }
        self.say(&format!("position fen {} moves {}", start.fen(), moves.join(" ")));
        let answer = self.go("wtime 1000 btime 1000 winc 0 binc 0");
        let mv = position.parse_uci(&answer.best).unwrap_or_else(|error| panic!("{position}: {error}"));
        let mut along = position;
        for uci in answer.after("pv").split(' ') {
            along = along.after(along.parse_uci(uci).unwrap_or_else(|error| panic!("pv: {error}")));
        }
        (answer, mv)
    }

    fn end(mut self) -> Option<i32> {
        self.hang_up();
        self.exit_code()
    }
}
