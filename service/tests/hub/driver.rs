//! A program with a board, as small as can be. It reads and writes moves with code of its own, so
//! that the engine's notation is checked by something else.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use peatee_rules::{Game, Kind, Move, Position, Side};

use super::tables;
use crate::common::{PATIENCE, PEATEE};

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// What came back for `go`.
#[derive(Debug)]
pub struct Done {
    /// The lines before `done`.
    pub infos: Vec<String>,
    /// The move, if one was named.
    pub mv: Option<String>,
}

impl Engine {
    /// Starts it, with these arguments after those that name the tables.
    pub fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(PEATEE)
            .arg("hub")
            .env("PEATEE_TABLES", tables())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("peatee starts");
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

    /// Starts it and says `hub`, these parameters and `init`.
    pub fn ready(params: &[(&str, &str)]) -> Engine {
        let mut engine = Engine::start(&[]);
        engine.say("hub");
        assert_eq!(engine.until("wait").last().map(String::as_str), Some("wait"));
        params.iter().for_each(|(name, value)| engine.say(&format!("set-param name={name} value=\"{value}\"")));
        engine.say("init");
        assert_eq!(engine.until("ready"), ["ready"]);
        engine
    }

    pub fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("the engine reads");
    }

    /// Ends the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    pub fn hear(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// The lines up to one that begins with this word, which is the last of them.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.split(' ').next() == Some(word)) {
                return lines;
            }
        }
    }

    /// Asks for a move.
    pub fn go(&mut self, pos: &str, mode: &str) -> Done {
        self.say(&format!("pos {pos}"));
        self.say("level infinite");
        self.say(&format!("go {mode}"));
        let mut infos = self.until("done");
        let done = infos.pop().expect("there is a done");
        let item = |name: &str| done.split(' ').find_map(|item| item.strip_prefix(name)).map(str::to_owned);
        Done { mv: item("move="), infos }
    }

    /// The code with which it ends by itself.
    pub fn exit_code(mut self) -> Option<i32> {
        let end = std::time::Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("the child is ours") {
                return status.code();
            }
            assert!(std::time::Instant::now() < end, "the engine does not end");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A position in the form of the protocol. Squares are numbered as the games of these tests do.
pub fn hub_position(game: &Game, position: &Position) -> String {
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
pub fn legal_move(game: &Game, position: &Position, text: &str) -> Move {
    let numbers: Vec<u8> = text.split(['-', 'x']).map(|part| part.parse().expect("a number")).collect();
    let [from, to, captured @ ..] = numbers.as_slice() else { panic!("{text}") };
    let captured = captured.iter().fold(0u128, |set, number| set | 1 << (number - 1));
    let moves = game.moves(position).expect("few captures");
    let fits = |mv: &&Move| (mv.from.0 + 1, mv.to.0 + 1, mv.captured) == (*from, *to, captured);
    let found = moves.iter().find(fits);
    assert!(text.contains('x') == (captured != 0), "{text}");
    found.unwrap_or_else(|| panic!("{text} is not legal in {}", game.fen(position))).clone()
}
