//! Messages over a connection: bounded in length and in time.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::message::{BackCode, MESSAGE_BYTES_MAX, Message, MessageError};

/// How long a message may take to be sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Why a connection cannot be used any more.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The connection was closed.
    #[error("the other side has closed the connection")]
    Closed,
    /// Nothing came in time.
    #[error("no message came for {seconds} s; --wait-seconds sets how long to wait")]
    Late {
        /// How long it was waited.
        seconds: u64,
    },
    /// A message does not end.
    #[error("a message has more than {MESSAGE_BYTES_MAX} characters")]
    TooLong,
    /// A message has bytes that are no characters of the protocol.
    #[error("a message has bytes that are not ASCII")]
    NotAscii,
    /// A message is none.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Failed(std::io::Error),
}

/// A connection to another program.
#[derive(Debug)]
pub struct Wire {
    stream: TcpStream,
    /// Bytes that came and are not yet part of a message that was read.
    pending: Vec<u8>,
    /// How long to wait for a message.
    wait: Duration,
}

impl Wire {
    /// Uses a connection. `wait` is how long to wait for each message.
    ///
    /// # Errors
    /// [`WireError::Failed`].
    pub fn new(stream: TcpStream, wait: Duration) -> Result<Self, WireError> {
        stream.set_nodelay(true).map_err(WireError::Failed)?;
        stream.set_write_timeout(Some(SEND_TIMEOUT)).map_err(WireError::Failed)?;
        Ok(Wire { stream, pending: Vec::new(), wait })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`WireError::Failed`].
    pub fn send(&mut self, message: &Message) -> Result<(), WireError> {
        let mut bytes = message.text().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes).map_err(WireError::Failed)
    }

    /// Waits for the next message of a game. Chats are left out, and who asks to take moves back is
    /// told that we do not; neither makes the waiting longer.
    ///
    /// # Errors
    /// [`WireError`]; no further message can be read then.
    pub fn receive(&mut self) -> Result<Message, WireError> {
        let end = Instant::now() + self.wait;
        loop {
            match self.receive_any(end)? {
                Message::Chat(_) | Message::BackAnswer(_) => {}
                Message::BackRequest => self.send(&Message::BackAnswer(BackCode::NotSupported))?,
                message => return Ok(message),
            }
            if Instant::now() >= end {
                return Err(self.late());
            }
        }
    }

    fn receive_any(&mut self, end: Instant) -> Result<Message, WireError> {
        loop {
            match self.pending.iter().position(|&byte| byte == 0) {
                Some(length) if length <= MESSAGE_BYTES_MAX => {
                    let message: Vec<u8> = self.pending.drain(..=length).take(length).collect();
                    let text = String::from_utf8(message).ok().filter(|text| text.is_ascii());
                    return Ok(Message::parse(&text.ok_or(WireError::NotAscii)?)?);
                }
                None if self.pending.len() <= MESSAGE_BYTES_MAX => self.read_more(end)?,
                _ => return Err(WireError::TooLong),
            }
        }
    }

    fn late(&self) -> WireError {
        WireError::Late { seconds: self.wait.as_secs() }
    }

    fn read_more(&mut self, end: Instant) -> Result<(), WireError> {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.late());
        }
        self.stream.set_read_timeout(Some(left)).map_err(WireError::Failed)?;
        let mut bytes = [0; MESSAGE_BYTES_MAX + 1];
        match self.stream.read(&mut bytes) {
            Ok(0) => Err(WireError::Closed),
            Ok(count) => {
                self.pending.extend(&bytes[..count]);
                Ok(())
            }
            Err(error) => match error.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut => Err(self.late()),
                ErrorKind::Interrupted => Ok(()),
                ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => Err(WireError::Closed),
                _ => Err(WireError::Failed(error)),
            },
        }
    }
}
