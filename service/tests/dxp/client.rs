//! A running listener, and a client with its own implementation of the DXP protocol.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread::JoinHandle;

use peatee_rules::{Draughts, Kind, Move, Position, Side, Square};

use super::tables;
use crate::common::{PATIENCE, PEATEE};

/// Returns the command `peatee dxp` with these arguments.
pub fn dxp(arguments: &[&str]) -> Command {
    let mut command = Command::new(PEATEE);
    command.arg("dxp").args(arguments).env("PEATEE_TABLES", tables()).stdin(Stdio::null());
    command
}

/// Runs `peatee dxp` to its end.
pub fn ended(arguments: &[&str]) -> Output {
    dxp(arguments).output().expect("peatee starts")
}

/// A running `peatee dxp --listen`.
pub struct Listener {
    child: Child,
    out: BufReader<ChildStdout>,
    /// Thread that reads standard error, because a full pipe would block the listener.
    said: Option<JoinHandle<String>>,
    pub address: String,
}

impl Listener {
    pub fn start(arguments: &[&str]) -> Listener {
        let mut command = dxp(&["--listen", "127.0.0.1:0"]);
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("peatee starts");
        let mut out = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("it can be read");
        let address = line.trim().strip_prefix("listening on ").expect("it says where it listens").to_owned();
        let mut stderr = child.stderr.take().expect("it is a pipe");
        let said = std::thread::spawn(move || {
            let mut said = String::new();
            stderr.read_to_string(&mut said).expect("it is text");
            said
        });
        Listener { child, out, said: Some(said), address }
    }

    /// Reads the next line of standard output.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("it can be read");
        line.trim().to_owned()
    }

    /// Waits until the listener has ended. Returns the exit code and the text of standard error.
    pub fn end(mut self) -> (Option<i32>, String) {
        let said = self.said.take().expect("it is taken once").join().expect("it is text");
        (self.child.wait().expect("the child is ours").code(), said)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // An error means that the listener has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Client that is connected to a listener.
pub struct Client {
    pub stream: TcpStream,
}

impl Client {
    pub fn connect(listener: &Listener) -> Client {
        let stream = TcpStream::connect(&listener.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time can be set");
        Client { stream }
    }

    pub fn send(&mut self, message: &str) {
        self.bytes(format!("{message}\0").as_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        // An error means that the listener has closed the connection.
        let _ = self.stream.write_all(bytes);
    }

    /// Reads the next message; returns `None` if the connection is closed.
    pub fn receive(&mut self) -> Option<String> {
        let mut message = Vec::new();
        loop {
            let mut byte = [0];
            match self.stream.read(&mut byte) {
                Ok(1) if byte[0] == 0 => return Some(String::from_utf8(message).expect("it is ASCII")),
                Ok(1) => message.push(byte[0]),
                Ok(_) => return None,
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("{error}"),
            }
            assert!(message.len() <= 127, "{message:?}");
        }
    }

    /// Sends a request for a game and checks that it is accepted.
    pub fn request(&mut self, follower: char, moves: u16, position: &str) {
        self.send(&format!("R01{:32}{follower}010{moves:03}{position}", "Client"));
        assert_eq!(self.receive(), Some(answer('0')));
    }
}

/// Returns the message with which the listener answers a request for a game. `code` says whether it
/// accepts.
pub fn answer(code: char) -> String {
    format!("A{:32}{code}", "Peatee")
}

/// Formats a position as a field of the protocol.
pub fn position_field(position: &Position) -> String {
    let letter = |square| match position.setup.at(Square(square)) {
        None => 'e',
        Some((Side::White, Kind::Man)) => 'w',
        Some((Side::White, _)) => 'W',
        Some((Side::Black, Kind::Man)) => 'z',
        Some((Side::Black, _)) => 'Z',
    };
    let side = if position.side == Side::White { 'W' } else { 'Z' };
    format!("B{side}{}", (0..50).map(letter).collect::<String>())
}

/// Formats a move as a message of the protocol.
pub fn move_message(mv: &Move) -> String {
    let captured: Vec<u8> = (0..50).filter(|square| mv.captured >> square & 1 == 1).collect();
    let list: String = captured.iter().rev().map(|square| format!("{:02}", square + 1)).collect();
    format!("M0000{:02}{:02}{:02}{list}", mv.from.0 + 1, mv.to.0 + 1, captured.len())
}

/// Returns the legal move that a message means; panics if there is none.
pub fn legal_move(game: &Draughts, position: &Position, message: &str) -> Move {
    let fields: Vec<u8> =
        (5..message.len()).step_by(2).map(|at| message[at..at + 2].parse().expect("digits")).collect();
    assert!(message.starts_with('M') && fields.len() == 3 + usize::from(fields[2]), "{message}");
    let captured = fields[3..].iter().fold(0u128, |set, number| set | 1 << (number - 1));
    let moves = game.moves(position).expect("few captures");
    let fits = |mv: &&Move| (mv.from.0 + 1, mv.to.0 + 1, mv.captured) == (fields[0], fields[1], captured);
    moves.iter().find(fits).unwrap_or_else(|| panic!("{message} is not legal in {}", game.fen(position))).clone()
}
