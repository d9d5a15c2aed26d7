//! Exchange of messages over a connection, with limits of length and time. Messages that need no
//! decision are answered here.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::message::{AnswerCode, BackCode, Message};

const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Maximum length in bytes of a message without the NUL that ends it. A longer message ends the
/// connection, because it is unknown where the next message begins.
const FRAME_BYTES_MAX: usize = 1024;

/// Maximum number of messages over one connection that are unreadable or come at a wrong time.
const FAULTS_MAX: u32 = 100;

#[derive(Debug, thiserror::Error)]
pub enum WireError {
    #[error("the other side has closed the connection")]
    Closed,
    #[error("no message came for {seconds} s; --wait-seconds sets how long to wait")]
    Late { seconds: u64 },
    #[error("a message does not end: {FRAME_BYTES_MAX} bytes came without the NUL behind it")]
    Endless,
    #[error("the other side sent {FAULTS_MAX} wrong messages; the last: {last}")]
    Faults { last: String },
    #[error("the connection failed: {0}")]
    Failed(std::io::Error),
}

#[derive(Debug, Clone, Copy)]
pub struct Timing {
    pub wait: Duration,
    /// Time to wait before a message is sent if the other side has perhaps not read the previous
    /// one.
    pub pause: Duration,
}

#[derive(Debug)]
pub struct Wire {
    stream: TcpStream,
    timing: Timing,
    name: String,
    /// Received bytes of messages that were not processed yet.
    pending: Vec<u8>,
    /// The message that we sent last. `None` if the other side is known to have read it, or if we
    /// have sent none.
    unread: Option<Unread>,
    faults: u32,
}

#[derive(Debug, Clone, Copy)]
struct Unread {
    sent: Instant,
    /// True if the other side answers this message with a message about the game. Such an answer
    /// shows that the other side has read this message. False for chats and for our answers to
    /// requests to take back moves.
    is_replied_to: bool,
}

impl Wire {
    pub fn new(stream: TcpStream, timing: Timing, name: String) -> Result<Self, WireError> {
        stream.set_nodelay(true).map_err(WireError::Failed)?;
        stream.set_write_timeout(Some(SEND_TIMEOUT)).map_err(WireError::Failed)?;
        Ok(Wire { stream, timing, name, pending: Vec::new(), unread: None, faults: 0 })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sends a message. Some programs lose the second of two messages that arrive together. So if
    /// it is not known that the other side has read the previous message, waits for
    /// [`Timing::pause`] first.
    ///
    /// # Errors
    /// [`WireError::Closed`], [`WireError::Failed`].
    pub fn send(&mut self, message: &Message) -> Result<(), WireError> {
        if let Some(unread) = self.unread {
            std::thread::sleep(self.timing.pause.saturating_sub(unread.sent.elapsed()));
        }
        let mut bytes = message.text().into_bytes();
        bytes.push(0);
        self.stream.write_all(&bytes).map_err(|error| match error.kind() {
            ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => WireError::Closed,
            _ => WireError::Failed(error),
        })?;
        let is_replied_to = !matches!(message, Message::Chat(_) | Message::BackAnswer(_));
        self.unread = Some(Unread { sent: Instant::now(), is_replied_to });
        Ok(())
    }

    pub fn answer(&mut self, code: AnswerCode) -> Result<(), WireError> {
        self.send(&Message::Answer { name: self.name.clone(), code })
    }

    /// Sends a chat message with the reason why a message of the other side is wrong. A chat needs
    /// no answer.
    ///
    /// # Errors
    /// The errors of [`Wire::send`]; [`WireError::Faults`] after too many wrong messages.
    pub fn object(&mut self, reason: &str) -> Result<(), WireError> {
        self.count_fault(reason)?;
        self.send(&Message::Chat(reason.to_owned()))
    }

    pub fn refuse(&mut self, code: AnswerCode, reason: &str) -> Result<(), WireError> {
        self.count_fault(reason)?;
        self.answer(code)
    }

    /// Waits for the next message that concerns a game. Chats that arrive before it are skipped.
    /// Unreadable messages and requests to take back moves are refused. The time limit counts from
    /// the call, whatever arrives.
    ///
    /// # Errors
    /// [`WireError`]; then no further message can be read.
    pub fn receive(&mut self) -> Result<Message, WireError> {
        let end = Instant::now() + self.timing.wait;
        loop {
            let frame = self.frame(end)?;
            match Message::parse(&frame) {
                Ok(Message::Chat(_) | Message::BackAnswer(_)) => {}
                Ok(Message::BackRequest) => self.send(&Message::BackAnswer(BackCode::NotSupported))?,
                Ok(Message::OtherVersion(version)) => {
                    let reason = format!("version `{version}` of DXP is not known");
                    self.refuse(AnswerCode::VersionNotKnown, &reason)?;
                }
                Ok(message) => {
                    self.unread = self.unread.filter(|unread| !unread.is_replied_to);
                    return Ok(message);
                }
                Err(error) if error.is_of_request() => self.refuse(AnswerCode::GameNotWanted, &error.to_string())?,
                Err(error) => self.object(&error.to_string())?,
            }
            if Instant::now() >= end {
                return Err(self.late());
            }
        }
    }

    /// Counts a wrong message. The first one is reported on standard error too.
    ///
    /// # Errors
    /// [`WireError::Faults`] after too many wrong messages.
    pub fn count_fault(&mut self, reason: &str) -> Result<(), WireError> {
        self.faults += 1;
        if self.faults == 1 {
            crate::stderr::write_line(format_args!("peatee: the first wrong message of a connection: {reason}"));
        }
        if self.faults >= FAULTS_MAX { Err(WireError::Faults { last: reason.to_owned() }) } else { Ok(()) }
    }

    /// Waits until `end` at most for the next message. Returns its bytes without the NUL.
    fn frame(&mut self, end: Instant) -> Result<Vec<u8>, WireError> {
        loop {
            if let Some(length) = self.pending.iter().position(|&byte| byte == 0) {
                return Ok(self.pending.drain(..=length).take(length).collect());
            }
            if self.pending.len() >= FRAME_BYTES_MAX {
                return Err(WireError::Endless);
            }
            self.read_more(end)?;
        }
    }

    fn late(&self) -> WireError {
        WireError::Late { seconds: self.timing.wait.as_secs() }
    }

    fn read_more(&mut self, end: Instant) -> Result<(), WireError> {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.late());
        }
        self.stream.set_read_timeout(Some(left)).map_err(WireError::Failed)?;
        let mut bytes = [0; FRAME_BYTES_MAX];
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
