//! A program with a board, as small as can be.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use peatee_probe::peatee_chess::Position;
use peatee_probe::peatee_chess::cozy_chess::Move;

use crate::common::{PATIENCE, PEATEE};

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// What came back for `go`.
#[derive(Debug)]
pub struct Answer {
    /// The lines before `bestmove`.
    pub infos: Vec<String>,
    /// The move; `(none)` where there is none.
    pub best: String,
}

impl Answer {
    /// What follows a word in the lines of `info`.
    pub fn after(&self, word: &str) -> String {
        let found = self.infos.iter().find_map(|line| Some(line.split_once(&format!(" {word} "))?.1.to_owned()));
        found.unwrap_or_else(|| panic!("{word}: {self:?}"))
    }

    pub fn says(&self, text: &str) -> bool {
        self.infos.iter().any(|line| line.starts_with("info string ") && line.contains(text))
    }
}

impl Engine {
    /// Starts it by these tables.
    pub fn start(tables: &Path) -> Engine {
        let mut command = Command::new(PEATEE);
        command.arg("uci").env("PEATEE_TABLES", tables).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().expect("peatee starts");
        let output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Engine { child, input, lines }
    }

    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("the engine reads");
    }

    /// The lines up to one that begins so, that one included.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.lines.recv_timeout(PATIENCE).expect("the engine answers"));
            if heard.last().is_some_and(|line| line.starts_with(start)) {
                return heard;
            }
        }
    }

    /// The lines that come before `readyok`: nothing more comes after `line` then.
    pub fn answers_to(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    /// Says `go` with this behind it.
    pub fn go(&mut self, limits: &str) -> Answer {
        self.say(&format!("go {limits}"));
        let mut infos = self.until("bestmove");
        let last = infos.pop().expect("the line of the move");
        let best = last.split(' ').nth(1).expect("a move").to_owned();
        Answer { infos, best }
    }

    /// The move in a game that started so, as a legal move of its last position.
    pub fn choose(&mut self, start: &Position, played: &[Move]) -> (Answer, Move) {
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

    /// Ends the input, and gives the exit code.
    pub fn end(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
